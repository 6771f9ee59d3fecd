package translate

import (
	"fmt"

	"cupel/product/boogie"
	"cupel/product/solidity/annotation"
	"cupel/product/solidity/ast"
)

// context is a contract as deployed: with inherited members, and calls dispatched in it.
type context struct {
	t          *translator
	contract   *ast.ContractDefinition
	invariants []*annotation.Clause
	locks      []*lock
	procs      map[string]bool
	recursion  map[int]bool
	ending     map[int]bool // see endsCall
	writes     *writers
	// constructing are the functions that may run during construction.
	constructing map[int]bool
	reenters     *bool // see neverItself
}

func (t *translator) context(c *ast.ContractDefinition) *context {
	if x := t.contexts[c.ID]; x != nil {
		return x
	}
	x := &context{t: t, contract: c, procs: map[string]bool{}, recursion: map[int]bool{}}
	for i := len(c.Linearized) - 1; i >= 0; i-- {
		for _, s := range t.specs[c.Linearized[i].ID] {
			if s.Kind == annotation.Invariant {
				x.invariants = append(x.invariants, s)
			}
		}
	}
	x.invariants = append(x.invariants, t.proposed[c.ID]...)
	x.locks = t.locks[c.ID]
	t.contexts[c.ID] = x
	return x
}

// contract queues the contract's procedures that are reported.
func (t *translator) contract(c *ast.ContractDefinition) {
	x := t.context(c)
	for _, base := range c.Linearized {
		for _, n := range base.Nodes {
			f, ok := n.(*ast.FunctionDefinition)
			if !ok {
				if u, ok := n.(*ast.Unknown); ok {
					t.warn(u, u.Kind+" is not supported")
				}
				continue
			}
			if f.Kind == "constructor" || f.Body == nil {
				continue
			}
			own := base == c
			inherited := !own && c.Deployable() && f.Public() && x.dispatch(f) == f && x.overridingVariable(f) == nil
			annotated := own && !f.Public() && t.annotated(f) && !t.o.InlineAnnotated && base.Kind != "library"
			if own && f.Public() || inherited || annotated {
				x.procedure(f, fromTransaction)
			}
		}
	}
	if c.Kind == "contract" {
		x.constructorProcedure(false)
		if len(x.invariants) > 0 {
			t.queue = append(t.queue, x.receiveEther)
			if len(Transient(c)) > 0 {
				t.queue = append(t.queue, x.endOfTransaction)
			}
		}
	}
}

// annotated reports whether a function has a specification.
func (t *translator) annotated(f *ast.FunctionDefinition) bool {
	for _, c := range t.specs[f.ID] {
		if c.Kind != annotation.Emits {
			return true
		}
	}
	return false
}

// dispatch returns the function that a call of f reaches.
func (x *context) dispatch(f *ast.FunctionDefinition) *ast.FunctionDefinition {
	if f.Contract == nil || f.Contract.Kind == "library" || f.Visibility == "private" || f.Kind == "constructor" {
		return f
	}
	inherits := false
	for _, c := range x.contract.Linearized {
		inherits = inherits || c == f.Contract
	}
	if !inherits {
		return f
	}
	for _, c := range x.contract.Linearized {
		if g := sameFunction(c, f); g != nil {
			return g
		}
	}
	return f
}

// overridingVariable returns the public state variable whose getter overrides f, or nil.
func (x *context) overridingVariable(f *ast.FunctionDefinition) *ast.VariableDeclaration {
	for _, c := range x.contract.Linearized {
		if c == f.Contract {
			break
		}
		for _, n := range c.Nodes {
			if v, ok := n.(*ast.VariableDeclaration); ok && v.Name == f.Name && v.Visibility == "public" {
				return v
			}
		}
	}
	return nil
}

// sameFunction returns the function of c with f's name and parameters.
func sameFunction(c *ast.ContractDefinition, f *ast.FunctionDefinition) *ast.FunctionDefinition {
	for _, n := range c.Nodes {
		g, ok := n.(*ast.FunctionDefinition)
		if !ok || g.Kind != f.Kind || g.Name != f.Name || len(g.Params) != len(f.Params) || g.Visibility == "private" && g != f {
			continue
		}
		same := true
		for i := range g.Params {
			same = same && g.Params[i].T.Same(f.Params[i].T)
		}
		if same {
			return g
		}
	}
	return nil
}

// super returns the function that super.f reaches from code of a contract.
func (x *context) super(n ast.Node, from *ast.ContractDefinition, f *ast.FunctionDefinition) *ast.FunctionDefinition {
	g := x.above(from, f)
	if g == nil {
		fail(n, "super.%s is not found", f.Name)
	}
	return g
}

// above returns the next function after a contract in the linearization, or nil.
func (x *context) above(from *ast.ContractDefinition, f *ast.FunctionDefinition) *ast.FunctionDefinition {
	after := false
	for _, c := range x.contract.Linearized {
		if after {
			if g := sameFunction(c, f); g != nil && g.Body != nil {
				return g
			}
		}
		after = after || c == from
	}
	return nil
}

// modifier returns the modifier that an invocation reaches.
func (x *context) modifier(m *ast.ModifierDefinition) *ast.ModifierDefinition {
	if m.Contract == nil || m.Contract.Kind == "library" {
		return m
	}
	for _, c := range x.contract.Linearized {
		for _, n := range c.Nodes {
			if g, ok := n.(*ast.ModifierDefinition); ok && g.Name == m.Name {
				return g
			}
		}
	}
	return m
}

// recursive reports whether a function may call itself.
func (x *context) recursive(f *ast.FunctionDefinition) bool {
	if r, ok := x.recursion[f.ID]; ok {
		return r
	}
	seen := map[int]bool{}
	var reach func(g *ast.FunctionDefinition) bool
	reach = func(g *ast.FunctionDefinition) bool {
		for _, h := range x.callees(g) {
			if h == f {
				return true
			}
			if !seen[h.ID] {
				seen[h.ID] = true
				if reach(h) {
					return true
				}
			}
		}
		return false
	}
	r := reach(f)
	x.recursion[f.ID] = r
	return r
}

// callees returns the functions that a function may call internally, or via this.
func (x *context) callees(f *ast.FunctionDefinition) []*ast.FunctionDefinition {
	var fs []*ast.FunctionDefinition
	see := func(n ast.Node, from *ast.ContractDefinition) {
		ast.Walk(n, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.Identifier:
				if d, ok := n.Decl.(*ast.FunctionDefinition); ok {
					fs = append(fs, x.dispatch(d))
				}
			case *ast.FunctionCall:
				if throughPointer(n) {
					fs = append(fs, x.pointees(n.Func.Type())...)
				}
			case *ast.MemberAccess:
				if n.Member == "selector" && declared(n.X) != nil && !hasEffects(n.X) {
					return false // nothing is called
				}
				d, ok := n.Decl.(*ast.FunctionDefinition)
				if !ok {
					break
				}
				if n.X.Type().Kind == ast.Super {
					if g := x.above(from, d); g != nil {
						fs = append(fs, g)
					}
					break
				}
				fs = append(fs, d, x.dispatch(d))
			}
			return true
		})
	}
	see(f, f.Contract)
	for _, m := range f.Modifiers {
		if d, ok := m.Decl.(*ast.ModifierDefinition); ok {
			see(d, d.Contract)
			if e := x.modifier(d); e != d {
				see(e, e.Contract)
			}
		}
	}
	return fs
}

// inlines reports whether calls of a function are replaced by its body.
func (x *context) inlines(f *ast.FunctionDefinition) bool {
	if f.Body == nil || x.recursive(f) {
		return false
	}
	library := f.Contract == nil || f.Contract.Kind == "library"
	return library || !f.Public() && (!x.t.annotated(f) || x.t.o.InlineAnnotated) || f.Public() && x.plain(f)
}

// plain reports whether neither the function nor an invariant of all public functions specifies anything about
// it.
func (x *context) plain(f *ast.FunctionDefinition) bool {
	return !x.t.annotated(f) && len(x.written()) == 0 && !x.t.modifies && !x.t.o.Modifies && !x.t.events.active && x.t.o.Mode != ModOverflow
}

// calledInside reports whether the procedure of a public function may represent a call within the contract, or
// of a library, in which msg.value remains that of the transaction.
func (x *context) calledInside(f *ast.FunctionDefinition) bool {
	if f.Contract == nil || f.Contract.Kind == "library" {
		return true
	}
	if x.inlines(f) { // such a call has a separate procedure
		return false
	}
	if x.t.named == nil {
		x.t.named = map[string]bool{}
		see := func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.Identifier:
				if d, ok := n.Decl.(*ast.FunctionDefinition); ok {
					x.t.named[d.Name] = true
				}
			case *ast.MemberAccess:
				if d, ok := n.Decl.(*ast.FunctionDefinition); ok && n.Type().Func != "external" {
					x.t.named[d.Name] = true
				}
			}
			return true
		}
		x.t.p.Walk(see)
	}
	return x.t.named[f.Name]
}

// caller is the kind of a call.
type caller int

const (
	fromTransaction caller = iota // also external calls between functions
	fromInside                    // an internal call, without ether
	fromContract                  // this.f(), or a call of a contract whose code is known
	fromAnnotation                // view.go
)

// procedure is the name of a function's procedure in this contract for a kind of call. Public functions without
// a specification have separate procedures for internal calls, which are inlined.
func (x *context) procedure(f *ast.FunctionDefinition, by caller) string {
	name := fmt.Sprintf("%s#%d", functionName(f), f.ID)
	if f.Contract != x.contract {
		name += fmt.Sprintf("^%s#%d", x.contract.Name, x.contract.ID)
	}
	library := f.Contract == nil || f.Contract.Kind == "library"
	switch {
	case by == fromAnnotation:
		name += "#view"
		if !x.procs[name] {
			x.procs[name] = true
			x.view(f, name)
		}
		return name
	case !f.Public():
		by = fromInside
	case by == fromInside && (f.Mutability == "payable" || library || x.inlines(f)):
		name += "#internal"
	case by == fromContract && !library && x.inlines(f):
		name += "#call"
	default:
		by = fromTransaction
	}
	if !x.procs[name] {
		x.procs[name] = true
		x.t.queue = append(x.t.queue, func() { x.function(f, name, by) })
	}
	return name
}

func functionName(f *ast.FunctionDefinition) string {
	switch {
	case f.Kind == "constructor", f.Kind == "receive", f.Kind == "fallback":
		return f.Kind
	case f.Name == "":
		return "fallback"
	}
	return f.Name
}

// reportName is the function's name in the report.
func (x *context) reportName(f *ast.FunctionDefinition) string {
	n := functionName(f)
	if n != f.Name || f.Name == "" {
		n = "[" + n + "]"
	}
	if f.Contract == nil {
		return n
	}
	if f.Contract.Kind == "library" {
		return f.Contract.Name + "::" + n
	}
	return x.contract.Name + "::" + n
}

func (x *context) report(proc *boogie.Procedure, name string, pos ast.Position) *Function {
	f := &Function{Contract: x.contract.ID, Name: name, Procedure: proc.Name, Pos: pos}
	x.t.res.Functions = append(x.t.res.Functions, f)
	return f
}
