package translate

import (
	"fmt"
	"slices"

	"cupel/product/boogie"
	"cupel/product/solidity/annotation"
	"cupel/product/solidity/ast"
)

// enteredVar says that code outside was called in the transaction and may have come back to the contract: what then holds at
// the end is not what one function does.
const enteredVar = "entered"

// A Requirement is what a standard says of a function of a contract: a check of its own at the end of the function, which
// others neither assume nor need. Nondeterministically, one of them is evaluated in the final state, and the execution
// ends there.
type Requirement struct {
	ID   int    // of the check, as that of a node
	Name string // standard: clause
	// Contract and Function are the IDs of nodes; that of an implicit constructor is the contract's.
	Contract, Function int
	// Params and Returns are the names that the texts have for those of the function; "": none.
	Params, Returns []string
	// Given are conditions on the state at the beginning, Holds is one on that at the end.
	Given []string
	Holds string
}

// requirements are the requirements of a function of a deployed contract.
func (x *context) requirements(f *ast.FunctionDefinition) []*Requirement {
	var rs []*Requirement
	for _, r := range x.t.o.Requirements {
		if r.Contract == x.contract.ID && r.Function == f.Base().ID {
			rs = append(rs, r)
		}
	}
	return rs
}

// required reports whether a procedure has the requirements of its function.
func (x *context) required(by caller) bool {
	return by == fromTransaction && x.contract.Deployable() && len(x.t.o.Requirements) > 0
}

// required is a requirement at the entry of its function.
type required struct {
	*Requirement
	holds ast.Expr
	facts []boogie.Expr // the conditions at entry
	env   map[int]boogie.Expr
}

// require evaluates what the requirements of a function say of the state at its beginning; the result checks them at its
// end. If reached, they are false there, so that a requirement that is proved is one of no execution.
func (b *body) require(f *ast.FunctionDefinition, reached bool) (check func()) {
	var all []*required
	if len(b.c.requirements(f)) > 0 {
		b.change(boogie.Set(boogie.Id(enteredVar), boogie.B(false)))
	}
	for _, r := range b.c.requirements(f) {
		q := &required{Requirement: r, env: map[int]boogie.Expr{}}
		if b.tried(f, r, func() { b.atEntry(f, q) }) {
			all = append(all, q)
		}
	}
	return func() {
		for _, q := range all {
			ok := b.tried(f, q.Requirement, func() {
				b.emit(&boogie.If{Then: b.block(func() { b.atEnd(f, q, reached) })})
				b.changed()
			})
			if ok {
				b.sites = append(b.sites, b.c.requirementSite(f, q.Requirement, ""))
			}
		}
	}
}

// tried translates a part of a requirement; where that fails nothing is emitted and the check is open.
func (b *body) tried(f *ast.FunctionDefinition, r *Requirement, translate func()) bool {
	spec, statements, out := b.spec, b.statements, b.out
	failed := attempt(translate)
	b.spec, b.statements = spec, statements
	if failed == nil {
		return true
	}
	b.out = out
	b.changed()
	b.sites = append(b.sites, b.c.requirementSite(f, r, failed.msg))
	return false
}

func (b *body) atEntry(f *ast.FunctionDefinition, q *required) {
	clauses, err := b.t.resolved(q.Requirement)
	if err != nil {
		panic(&unsupported{msg: err.Error()})
	}
	x := clauses[len(clauses)-1].Expr
	for {
		all, ok := x.(*annotation.Quantifier)
		if !ok || !all.All || all.Array != nil {
			break
		}
		for _, v := range all.Vars { // one of any value stands for all
			b.quantified--
			v.ID = b.quantified
			id := b.local("?"+v.Name, b.t.sortOf(v, v.T))
			b.locals[len(b.locals)-1].Attrs = boogie.Attributes{boogie.Attr("any")}
			b.emit(b.unknown(true, id))
			q.env[v.ID], b.env[v.ID] = id, id
			b.known_(value{e: id, t: v.T})
			if k := v.T.Kind; k == ast.Address || k == ast.Contract {
				b.addressFact(id)
			}
		}
		x = all.Body
	}
	q.holds = x
	b.statements = true
	b.saveOlds(x)
	for _, c := range clauses[:len(clauses)-1] {
		g := b.whileRunning(c.Expr)
		q.facts = append(q.facts, b.save(guarded(g.facts, g.e), boogie.Bool))
	}
	b.statements = false
}

// whileRunning translates a condition in the current state, with calls of view functions.
func (b *body) whileRunning(x ast.Expr) formula {
	b.statements = true
	defer func() { b.statements = false }()
	return b.formula(x)
}

func (b *body) atEnd(f *ast.FunctionDefinition, q *required, reached bool) {
	saved := map[int]boogie.Expr{}
	set := func(id int, e boogie.Expr) {
		saved[id] = b.env[id]
		b.env[id] = e
	}
	for _, p := range f.Params { // on entry
		if in, ok := b.input[p.ID]; ok {
			set(p.ID, boogie.Id(in))
		}
	}
	for id, e := range q.env {
		set(id, e)
	}
	defer func() {
		for id, e := range saved {
			b.env[id] = e
		}
	}()
	b.emit(&boogie.Assume{Cond: boogie.AndOf(append(q.facts, boogie.NotOf(boogie.Id(enteredVar)))...)})
	var cond boogie.Expr = boogie.B(false)
	if !reached {
		g := b.whileRunning(q.holds)
		cond = guarded(g.facts, g.e)
	}
	as := append(at(f, fmt.Sprintf("'%s' might not hold at end of function.", q.Name)), boogie.Attr("check", boogie.Str(CheckSpec.String()), boogie.N(int64(q.ID))))
	b.emit(&boogie.Assert{Attrs: as, Cond: cond})
	b.emit(&boogie.Assume{Cond: boogie.B(false)})
}

// resolved parses and resolves the conditions of a requirement, that on the final state last.
func (t *translator) resolved(r *Requirement) ([]*annotation.Clause, error) {
	s := &annotation.Scope{Program: t.p}
	s.Contract, _ = t.p.Node(r.Contract).(*ast.ContractDefinition)
	if f, ok := t.p.Node(r.Function).(*ast.FunctionDefinition); ok {
		s.Vars = append(renamed(f.Params, r.Params), renamed(f.Returns, r.Returns)...)
	}
	var cs []*annotation.Clause
	for _, text := range append(slices.Clone(r.Given), r.Holds) {
		c, err := annotation.ParseSpec(text)
		if err == nil {
			err = s.Resolve(c)
		}
		if err != nil {
			return nil, err
		}
		cs = append(cs, c)
	}
	return cs, nil
}

// requiredSums registers the sums in requirements; what is wrong with them is found where they are checked.
func (t *translator) requiredSums() {
	for _, r := range t.o.Requirements {
		cs, err := t.resolved(r)
		for i := 0; i < len(cs) && err == nil; i++ {
			t.registerSums(cs[i])
		}
	}
}

// renamed are declarations by other names.
func renamed(vs []*ast.VariableDeclaration, names []string) []*ast.VariableDeclaration {
	var out []*ast.VariableDeclaration
	for i, v := range vs {
		if i < len(names) && names[i] != "" {
			w := *v
			w.Name = names[i]
			out = append(out, &w)
		}
	}
	return out
}

func (x *context) requirementSite(f ast.Node, r *Requirement, why string) Site {
	s := site(f, CheckSpec)
	s.Node, s.Code, s.Problem = r.ID, r.Name, why
	return s
}

// unreached makes a procedure in which a requirement of a function is proved only if no execution comes to it, and
// returns its name; "": there is none.
func (x *context) unreached(f *ast.FunctionDefinition, name string, by caller) string {
	defer func(c Check) { x.t.o.Checks = c }(x.t.o.Checks)
	x.t.o.Checks = 0
	return x.variant(f, name+"#required", by, func(b *body) {
		b.parameters(f)
		if f.Kind == "constructor" {
			b.constructorBody(f, true)
			return
		}
		b.specification(f, f.Public())
		restore := b.entry(f)
		check := b.require(f, true)
		b.functionBody(f)
		check()
		restore()
	})
}
