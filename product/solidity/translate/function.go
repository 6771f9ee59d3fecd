package translate

import (
	"fmt"
	"slices"
	"strings"

	"cupel/product/boogie"
	"cupel/product/solidity/annotation"
	"cupel/product/solidity/ast"
)

// newBody starts a procedure with the common parameters.
func (x *context) newBody(name string) *body {
	b := &body{t: x.t, c: x, names: map[string]bool{}, known: map[string]bool{}, isFact: map[boogie.Stmt]bool{}, env: map[int]boogie.Expr{}, input: map[int]string{},
		refs: map[int]*place{}, references: map[int]*reference{}, foreseen: map[assigning]*foreseen{}, contexts: map[string]bool{}, olds: map[ast.Node]boogie.Expr{}, loops: []*loopLabels{nil}}
	b.proc = &boogie.Procedure{Name: name, Ins: []*boogie.Variable{boogie.V("this", boogie.Int), boogie.V("msg_sender", boogie.Int), boogie.V("msg_value", x.t.uintSort())}}
	return b
}

// debugPanics is set by tests: internal failures are not recovered.
var debugPanics = false

// attempt runs f and returns why it failed, or nil.
func attempt(f func()) (failed *unsupported) {
	defer func() {
		if r := recover(); r != nil {
			u, ok := r.(*unsupported)
			if !ok {
				if debugPanics {
					panic(r)
				}
				u = &unsupported{msg: fmt.Sprintf("internal error: %v; please report this with the input", r)}
			}
			failed = u
		}
	}()
	f()
	return nil
}

// function translates a function.
func (x *context) function(f *ast.FunctionDefinition, name string, by caller) {
	b := x.newBody(name)
	inline := x.inlines(f) && by != fromTransaction
	b.unfolded = inline
	b.outermost, b.entered = by != fromInside, by == fromTransaction
	b.fn = f
	pos := ast.Pos(f)
	b.proc.Attrs = boogie.Located(pos.File, pos.Line, pos.Col, x.reportName(f))
	if inline {
		b.proc.Attrs = append(boogie.Attributes{boogie.Attr("inline", boogie.N(1))}, b.proc.Attrs...)
	}
	failed := attempt(func() { b.parameters(f) })
	if failed == nil {
		failed = attempt(func() { b.specification(f, f.Public()) })
	}
	if failed == nil && f.Body != nil {
		failed = attempt(func() {
			restore := b.entry(f)
			check := func() {}
			if x.required(by) {
				check = b.require(f, false)
			}
			if inline && x.summarized(f) {
				b.summary(f)
			} else {
				b.functionBody(f)
			}
			check()
			restore()
		})
	}
	reported := f.Body != nil && (!inline || failed != nil)
	x.finish(b, f, x.reportName(f), failed, reported)
	if reported && failed == nil && slices.ContainsFunc(x.t.specs[f.ID], func(c *annotation.Clause) bool { return c.Kind == annotation.Precondition }) {
		x.t.res.Functions[len(x.t.res.Functions)-1].Reached = x.reached(f, name, by)
	}
	if reported && failed == nil && x.required(by) && len(x.requirements(f)) > 0 {
		x.t.res.Functions[len(x.t.res.Functions)-1].Required = x.unreached(f, name, by)
	}
}

// reached makes a procedure with the preconditions of a function that asserts false, and returns its name.
func (x *context) reached(f *ast.FunctionDefinition, name string, by caller) string {
	return x.variant(f, name+"#reached", by, func(b *body) {
		b.parameters(f)
		b.specification(f, f.Public())
		b.entry(f)
		b.emit(&boogie.Assert{Attrs: at(f, "A call satisfies the preconditions"), Cond: boogie.B(false)})
	})
}

// variant makes a procedure about a function that ensures nothing, and returns its name; "": what it needs is not supported.
func (x *context) variant(f *ast.FunctionDefinition, name string, by caller, build func(b *body)) string {
	b := x.newBody(name)
	b.outermost, b.entered, b.fn = by != fromInside, by == fromTransaction, f
	if attempt(func() { build(b) }) != nil {
		return ""
	}
	b.proc.Ensures = nil
	b.proc.Body = b.whole()
	x.t.prog.Decls = append(x.t.prog.Decls, b.proc)
	return b.proc.Name
}

// finish adds a procedure to the program and the report.
func (x *context) finish(b *body, f ast.Node, name string, failed *unsupported, reported bool) {
	x.t.made[b.proc.Name] = made{b.sites, b.calls, failed == nil && b.proc.Attrs.Find("inline") != nil}
	if reported {
		r := x.report(b.proc, name, ast.Pos(f))
		r.Node = f
		r.Inputs = map[string]string{"msg_sender": "msg.sender", "msg_value": "msg.value"}
		if g, ok := f.(*ast.FunctionDefinition); ok {
			for _, p := range g.Params {
				if id, ok := b.input[p.ID]; ok && p.Name != "" && !p.T.IsReference() {
					r.Inputs[id] = p.Name
				}
			}
		}
		if x.contract.Kind == "contract" {
			r.Constructor = x.constructorProcedure(false)
		}
		r.Entry = b.entered && (x.contract.Deployable() || x.contract.Kind == "library")
		if failed != nil {
			r.Checks = x.skippedSites(f)
			if fd, ok := f.(*ast.FunctionDefinition); ok && r.Entry {
				for _, q := range x.requirements(fd) {
					r.Checks = append(r.Checks, x.requirementSite(f, q, ""))
				}
			}
			r.Skipped, r.SkippedAt = failed.msg, failed.at
			if failed.at.File == "" {
				r.SkippedAt = ast.Pos(f)
			}
		}
	}
	x.t.prog.Decls = append(x.t.prog.Decls, b.proc)
	if fd, ok := f.(*ast.FunctionDefinition); failed != nil || ok && fd.Body == nil && b.out == nil && fd.Kind != "constructor" {
		b.proc.Body = nil
		if failed != nil && !(fd != nil && (fd.Mutability == "view" || fd.Mutability == "pure")) {
			x.t.untranslated[x.contract.ID] = true
		}
		if b.proc.Attrs.Find("inline") != nil {
			b.proc.Attrs = b.proc.Attrs[1:]
		}
		x.t.bodiless = append(x.t.bodiless, b.proc)
		return
	}
	b.proc.Body = b.whole()
}

// parameters declares parameters and results. A parameter that the function assigns gets a local copy;
// annotations refer to the value on entry.
func (b *body) parameters(f *ast.FunctionDefinition) {
	for _, p := range f.Params {
		if storageReference(p) && p.T.Kind != ast.String {
			if f.Contract == nil || f.Contract.Kind != "library" {
				fail(p, "A function with references to storage is checked only where it is called")
			}
			b.libraryReference(p)
			continue
		}
		n := p.Name
		if n == "" {
			n = "_"
		}
		v := boogie.V(fmt.Sprintf("%s#%d", n, p.ID), b.t.sortOf(p, p.T))
		b.names[v.Name] = true
		b.proc.Ins = append(b.proc.Ins, v)
		b.env[p.ID], b.input[p.ID] = boogie.Id(v.Name), v.Name
	}
	for _, r := range f.Returns {
		if storageReference(r) && r.T.Kind != ast.String {
			fail(r, "Returned references to storage are not supported")
		}
		n := r.Name
		if n == "" {
			n = "_"
		}
		v := boogie.V(fmt.Sprintf("%s#%d", n, r.ID), b.t.sortOf(r, r.T))
		b.names[v.Name] = true
		b.proc.Outs = append(b.proc.Outs, v)
		b.env[r.ID] = boogie.Id(v.Name)
	}
}

// libraryReference translates a reference to storage passed to a library: an element of a map of all storage of
// that sort, so that two references may alias.
func (b *body) libraryReference(p *ast.VariableDeclaration) {
	sort := b.t.storageSort(p, p.T)
	for name := range b.contexts {
		if name != "storage_"+mangle(sort) { // one may be a part of the other
			fail(p, "A function with references to storage of different types is checked only where it is called")
		}
	}
	name := "storage_" + mangle(sort)
	b.t.global(name, boogie.MapOf(sort, boogie.Int), nil)
	in := boogie.V(fmt.Sprintf("%s#%d", p.Name, p.ID), boogie.Int)
	b.names[in.Name] = true
	b.proc.Ins = append(b.proc.Ins, in)
	q := variable(name, p.T).element(boogie.Id(in.Name), p.T)
	b.contexts[name] = true
	b.refs[p.ID] = q
}

// realAccounts assumes that address zero has no account. In executions, as opposed to proofs (see unlessDoubt), a
// transaction's sender and the contract are different ordinary accounts.
func (b *body) realAccounts() {
	for _, v := range []string{"msg_sender", "this"} {
		b.emit(&boogie.Assume{Cond: boogie.Bin(boogie.Ne, boogie.Id(v), boogie.N(0))})
	}
	if b.t.o.Machine.PayerHasNoCode() {
		b.emit(&boogie.Assume{Cond: boogie.Bin(boogie.Ne, boogie.Id("this"), boogie.Id(origin))})
	}
	if b.entered && b.c.contract.Deployable() && b.c.neverItself() {
		b.emit(&boogie.Assume{Cond: boogie.Bin(boogie.Ne, boogie.Id("msg_sender"), boogie.Id("this"))})
	}
	if b.entered {
		conds := []boogie.Expr{boogie.Bin(boogie.Ne, boogie.Id("msg_sender"), boogie.Id("this"))}
		for _, v := range []string{"msg_sender", "this"} {
			conds = append(conds, ordinary(boogie.Id(v)))
		}
		b.emit(&boogie.Assume{Attrs: boogie.Attributes{boogie.Attr("begins")}, Cond: b.unlessDoubt(boogie.AndOf(conds...))})
	}
}

// entry assumes and performs what precedes a function; the result follows it.
func (b *body) entry(f *ast.FunctionDefinition) (after func()) {
	b.realAccounts()
	if b.t.o.Mode != BV {
		b.emit(&boogie.Assume{Cond: boogie.Bin(boogie.Le, boogie.N(0), boogie.Id("msg_value"))})
	}
	b.read(boogie.Id("msg_value"), uint256)
	for _, p := range f.Params {
		if e, ok := b.env[p.ID]; ok {
			b.known_(value{e: e, t: p.T})
		}
	}
	if b.entered && b.c.contract.Deployable() {
		b.initialValues()
	}
	if b.outermost && f.Mutability == "payable" {
		b.addBalance(boogie.Id("this"), "+", boogie.Id("msg_value"))
	}
	if b.outermost && f.Mutability != "payable" && !b.c.calledInside(f) {
		b.emit(&boogie.Assume{Cond: boogie.Bin(boogie.Eq, boogie.Id("msg_value"), b.t.zero(f, uint256).e)})
	}
	after = b.entryData(f)
	written := assigned(f)
	for _, p := range f.Params {
		e, ok := b.env[p.ID]
		if ok && written[p.ID] {
			b.set(b.declare(p), e)
		}
	}
	for _, r := range f.Returns {
		d := b.defaultValue(r, r.T)
		b.set(b.env[r.ID], d)
	}
	return after
}

// assigned returns the variables that a function or the arguments of its modifiers assign.
func assigned(f ast.Node) map[int]bool {
	vs := map[int]bool{}
	var mark func(x ast.Expr)
	mark = func(x ast.Expr) {
		switch x := x.(type) {
		case *ast.Identifier:
			if v, ok := x.Decl.(*ast.VariableDeclaration); ok {
				vs[v.ID] = true
			}
		case *ast.Tuple:
			for _, i := range x.Items {
				mark(i)
			}
		}
	}
	ast.Walk(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Assignment:
			mark(n.X)
		case *ast.Unary:
			if n.Op == "++" || n.Op == "--" || n.Op == "delete" {
				mark(n.X)
			}
		case *ast.Assembly:
			n.Block.Assigned(func(v *ast.VariableDeclaration) { vs[v.ID] = true })
		}
		return true
	})
	return vs
}

// functionBody translates the body within its modifiers.
func (b *body) functionBody(f *ast.FunctionDefinition) {
	b.layered(f, f.Modifiers, f.Returns)
}

// layered translates modifiers from the first on, each with the rest in place of _.
func (b *body) layered(f *ast.FunctionDefinition, mods []*ast.ModifierInvocation, returns []*ast.VariableDeclaration) {
	for len(mods) > 0 {
		if _, ok := mods[0].Decl.(*ast.ContractDefinition); !ok {
			break
		}
		mods = mods[1:] // a base constructor
	}
	if len(mods) == 0 {
		b.layer(&layer{returns: returns, contract: f.Contract}, func() { b.stmt(f.Body) })
		return
	}
	m, ok := mods[0].Decl.(*ast.ModifierDefinition)
	if !ok {
		fail(mods[0], "The modifier %s is not known", mods[0].Name)
	}
	if len(mods[0].Args) != len(m.Params) {
		fail(mods[0], "The arguments of modifier %s are not understood", m.Name)
	}
	if !strings.Contains(mods[0].Name, ".") { // A.m is the modifier of A
		m = b.c.modifier(m)
	}
	if m.Body == nil {
		fail(mods[0], "The modifier %s has no body", m.Name)
	}
	before, begin, each := b.resets(f, mods[0], m)
	before()
	var fs []func() value
	for i, p := range m.Params {
		fs = append(fs, func() value { return b.argument(mods[0].Args[i], p, false) })
	}
	vs := b.inOrder(fs...)
	for i, p := range m.Params {
		if storageReference(p) && p.T.Kind != ast.String {
			b.refs[p.ID] = vs[i].place
			delete(b.env, p.ID)
			continue
		}
		b.set(b.declare(p), vs[i].e)
	}
	begin()
	next := func() {
		each()
		b.layered(f, mods[1:], returns)
	}
	b.layer(&layer{next: next, contract: m.Contract}, func() { b.stmt(m.Body) })
}

// layer translates the scope of a return.
func (b *body) layer(l *layer, inner func()) {
	l.label = b.label("return")
	unchecked := b.unchecked
	b.unchecked = false
	b.layers = append(b.layers, l)
	b.loops = append(b.loops, nil)
	inner()
	b.loops = b.loops[:len(b.loops)-1]
	b.layers = b.layers[:len(b.layers)-1]
	b.unchecked = unchecked
	b.emit(&boogie.Label{Name: l.label})
	b.changed()
}

// specification generates the requires and ensures clauses of a function.
func (b *body) specification(f *ast.FunctionDefinition, public bool) {
	if b.t.o.Mode == ModOverflow {
		b.requires(f, boogie.NotOf(boogie.Id(overflowVar)), "An overflow can occur before calling function")
		b.ensures(f, boogie.NotOf(boogie.Id(overflowVar)), "Function can terminate with overflow")
	}
	clauses := b.t.specs[f.ID]
	invariants := public && (f.Contract != nil && f.Contract.Kind != "library")
	for _, c := range clauses {
		invariants = invariants || c.Kind == annotation.ContractInvariants
	}
	if invariants {
		for _, i := range b.c.invariants {
			if i.Inferred && b.unfolded {
				continue
			}
			b.requiresFormula(f, i, "Invariant", "invariant")
			b.ensuresFormula(f, i, "Invariant", "invariant", "")
		}
	}
	if public && b.entered && b.c.contract.Deployable() {
		b.keepsLocks(f)
	}
	for _, c := range clauses {
		if c.Kind == annotation.Precondition {
			b.requiresFormula(f, c, "Precondition", "precondition")
		}
	}
	b.postconditions(f, clauses)
	b.eventSpecs(f)
	b.frame(f, clauses)
}

func (b *body) postconditions(f ast.Node, clauses []*annotation.Clause) {
	for _, c := range clauses {
		switch c.Kind {
		case annotation.Postcondition:
			b.ensuresFormula(f, c, "Postcondition", "postcondition", "")
		case annotation.Specification:
			b.cases(f, c)
		}
	}
}

func (b *body) requires(n ast.Node, e boogie.Expr, message string) {
	b.proc.Requires = append(b.proc.Requires, &boogie.Spec{Attrs: at(n, message), Cond: e})
}

func (b *body) ensures(n ast.Node, e boogie.Expr, message string) {
	b.proc.Ensures = append(b.proc.Ensures, &boogie.Spec{Attrs: at(n, message), Cond: e})
}

func (b *body) requiresFormula(n ast.Node, c *annotation.Clause, title, kind string) {
	f, from := b.formula(c.Expr), len(b.proc.Requires)
	defer func() { b.c.mark(b.proc.Requires[from:], c) }()
	for _, e := range f.facts {
		b.proc.Requires = append(b.proc.Requires, &boogie.Spec{Free: true, Cond: e})
	}
	for _, e := range f.exact {
		b.requires(n, guarded(f.facts, e), fmt.Sprintf("Overflow in computation of %s '%s' when entering function.", kind, c.Text))
	}
	b.requires(n, guarded(f.facts, f.e), fmt.Sprintf("%s '%s' might not hold when entering function.", title, c.Text))
}

func (b *body) ensuresFormula(n ast.Node, c *annotation.Clause, title, kind, message string) {
	from := len(b.proc.Ensures)
	b.ensuresText(n, b.formula(c.Expr), c.Text, title, kind, message)
	b.c.mark(b.proc.Ensures[from:], c)
}

func (b *body) ensuresText(n ast.Node, f formula, text, title, kind, message string) {
	for _, e := range f.facts {
		b.proc.Ensures = append(b.proc.Ensures, &boogie.Spec{Free: true, Cond: e})
	}
	for _, e := range f.exact {
		b.ensures(n, guarded(f.facts, e), fmt.Sprintf("Overflow in computation of %s '%s' at end of function.", kind, text))
	}
	if message == "" {
		message = fmt.Sprintf("%s '%s' might not hold at end of function.", title, text)
	}
	b.ensures(n, guarded(f.facts, f.e), message)
}

// cases translates a case analysis: the case whose condition holds in the pre-state holds at the end, and
// without such a case nothing changes.
func (b *body) cases(n ast.Node, c *annotation.Clause) {
	var all formula
	var parts, whens []boogie.Expr
	for _, k := range c.Cases {
		b.inOld = true
		when := b.formula(k.When)
		b.inOld = false
		then := b.formula(k.Then)
		old := boogie.OldOf(when.e)
		parts = append(parts, boogie.Bin(boogie.Implies, old, then.e))
		whens = append(whens, old)
		all.facts = append(append(all.facts, when.facts...), then.facts...)
		all.exact = append(append(all.exact, when.exact...), then.exact...)
	}
	same := []boogie.Expr{boogie.Bin(boogie.Eq, boogie.Id(Balance), boogie.OldOf(boogie.Id(Balance)))}
	for _, base := range b.c.contract.Linearized {
		for _, v := range b.t.state {
			if v.Contract == base && b.t.declared[StateName(v)] {
				e := boogie.At(boogie.Id(StateName(v)), boogie.Id("this"))
				same = append(same, boogie.Bin(boogie.Eq, e, boogie.OldOf(e)))
			}
		}
	}
	parts = append(parts, boogie.OrOf(append(whens, boogie.AndOf(same...))...))
	all.e = boogie.AndOf(parts...)
	b.ensuresText(n, all, c.Text, "Postcondition", "postcondition", "")
}

// unfoldedSpecs checks the annotations of an unfolded function: preconditions now, postconditions when the
// result is called.
func (b *body) unfoldedSpecs(f *ast.FunctionDefinition) func() {
	if !b.t.annotated(f) {
		return func() {}
	}
	check := func(title, when string, c *annotation.Clause) {
		g := b.formula(c.Expr)
		b.emit(&boogie.Assert{Attrs: at(f, fmt.Sprintf("%s '%s' might not hold %s.", title, c.Text, when)), Cond: guarded(g.facts, g.e)})
	}
	for _, c := range b.t.specs[f.ID] {
		switch c.Kind {
		case annotation.Precondition:
			check("Precondition", "when entering function", c)
		case annotation.Postcondition:
			b.saveOlds(c.Expr)
		case annotation.Specification, annotation.ContractInvariants:
			fail(f, "This annotation of a function with references to storage is not supported")
		}
	}
	env := map[int]boogie.Expr{} // annotations refer to parameters on entry
	written := assigned(f)
	for _, p := range f.Params {
		if e := b.env[p.ID]; e != nil && written[p.ID] {
			v := b.temp(b.t.sortOf(p, p.T))
			b.emit(boogie.Set(v, e))
			env[p.ID] = v
		}
	}
	return func() {
		for id, e := range env {
			env[id], b.env[id] = b.env[id], e
		}
		for _, c := range b.t.specs[f.ID] {
			if c.Kind == annotation.Postcondition {
				check("Postcondition", "at end of function", c)
			}
		}
		for id, e := range env {
			b.env[id] = e
		}
	}
}

// saveOlds evaluates the old values in an annotation now.
func (b *body) saveOlds(x ast.Expr) {
	annotation.Walk(x, func(n ast.Expr) bool {
		o, ok := n.(*annotation.Old)
		if !ok {
			return true
		}
		spec, facts := b.spec, b.facts
		b.spec, b.facts = true, nil
		v := b.expr(o.X)
		known := b.facts
		b.spec, b.facts = spec, facts
		for _, e := range known {
			b.fact(e)
		}
		if v.e == nil {
			fail(x, "This value cannot be in old")
		}
		t := b.temp(v.sort)
		b.emit(boogie.Set(t, v.e))
		b.olds[o] = t
		return false
	})
}
