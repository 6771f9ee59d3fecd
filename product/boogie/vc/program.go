package vc

import (
	"slices"

	"cupel/product/boogie"
)

// unit is one body to verify, of a procedure or an implementation.
type unit struct {
	proc  *boogie.Procedure
	attrs boogie.Attributes // of the implementation, if any
	types []string          // names of its type parameters
	ins   []*boogie.Variable
	outs  []*boogie.Variable
	body  *boogie.Body
}

// program is immutable data shared by all procedures.
type program struct {
	ast     *boogie.Checked
	globals []*boogie.Variable
	consts  []*boogie.Variable
	axioms  []*boogie.Axiom
	bodies  map[*boogie.Procedure][]*unit
	units   []*unit
	// modifies maps procedures to the globals that a call may modify.
	modifies map[*boogie.Procedure]map[*boogie.Variable]bool
	// ordinals number what is checked, from 1: *boogie.Assert, *boogie.Spec and *boogie.Call.
	ordinals map[any]int
	// patterned: quantifiers have triggers, which say how the program is to be proved. polymorphic: something is of any type.
	patterned, polymorphic bool
}

func newProgram(ast *boogie.Checked) *program {
	p := &program{ast: ast, bodies: map[*boogie.Procedure][]*unit{}, ordinals: map[any]int{}}
	add := func(u *unit) {
		p.numberStmts(u.body.Stmts)
		p.units = append(p.units, u)
		p.bodies[u.proc] = append(p.bodies[u.proc], u)
	}
	for _, d := range ast.Decls {
		switch d := d.(type) {
		case *boogie.Variable:
			if d.Const {
				p.consts = append(p.consts, d)
			} else {
				p.globals = append(p.globals, d)
			}
		case *boogie.Axiom:
			p.axioms = append(p.axioms, d)
		case *boogie.Procedure:
			p.numberSpecs(d.Requires)
			p.numberSpecs(d.Ensures)
			if d.Body != nil {
				add(&unit{proc: d, types: d.TypeParams, ins: d.Ins, outs: d.Outs, body: d.Body})
			}
		case *boogie.Implementation:
			add(&unit{proc: ast.Implements(d), attrs: d.Attrs, types: d.TypeParams, ins: d.Ins, outs: d.Outs, body: d.Body})
		}
	}
	p.inferModifies()
	p.features()
	return p
}

func (p *program) number(node any) {
	if p.ordinals[node] == 0 {
		p.ordinals[node] = len(p.ordinals) + 1
	}
}

func (p *program) numberSpecs(ss []*boogie.Spec) {
	for _, s := range ss {
		p.number(s)
	}
}

func (p *program) numberStmts(ss []boogie.Stmt) {
	boogie.WalkStmts(ss, func(s boogie.Stmt) {
		switch s := s.(type) {
		case *boogie.Assert, *boogie.Call:
			p.number(s)
		case *boogie.While:
			p.numberSpecs(s.Invariants)
		}
	})
}

// id identifies the check of a node; clause is nil, or the precondition that is checked at a call.
func (p *program) id(k Kind, node any, clause *boogie.Spec) CheckID {
	id := CheckID{Kind: k, Node: p.ordinals[node]}
	if clause != nil {
		id.Clause = p.ordinals[clause]
	}
	return id
}

// inlineDepth returns n of {:inline n}, 0 for a procedure that is not inlined, as with {:inline} without a number.
func (p *program) inlineDepth(d *boogie.Procedure) int {
	if len(p.bodies[d]) != 1 {
		return 0
	}
	for _, as := range []boogie.Attributes{d.Attrs, p.bodies[d][0].attrs} {
		if n, ok := as.Number("inline"); ok {
			return n
		}
	}
	return 0
}

// inferModifies computes the globals that calls may modify: declared ones, those the body assigns, and those of
// callees.
func (p *program) inferModifies() {
	p.modifies = map[*boogie.Procedure]map[*boogie.Variable]bool{}
	calls := map[*boogie.Procedure][]*boogie.Procedure{}
	var all []*boogie.Procedure
	for _, d := range p.ast.Decls {
		d, ok := d.(*boogie.Procedure)
		if !ok {
			continue
		}
		all = append(all, d)
		set := map[*boogie.Variable]bool{}
		p.modifies[d] = set
		for _, m := range d.Modifies {
			set[p.ast.Var(m)] = true
		}
		for _, u := range p.bodies[d] {
			boogie.WalkStmts(u.body.Stmts, func(s boogie.Stmt) {
				for _, v := range p.assigned(s) {
					if p.ast.Kind(v) == boogie.Global {
						set[v] = true
					}
				}
				if c, ok := s.(*boogie.Call); ok {
					calls[d] = append(calls[d], p.ast.Called(c).Proc)
				}
			})
		}
	}
	for changed := true; changed; {
		changed = false
		for _, d := range all {
			for _, callee := range calls[d] {
				for v := range p.modifies[callee] {
					if !p.modifies[d][v] {
						p.modifies[d][v] = true
						changed = true
					}
				}
			}
		}
	}
}

// modified lists what a call changes, in the order of the program.
func (p *program) modified(d *boogie.Procedure) []*boogie.Variable {
	var out []*boogie.Variable
	for _, g := range p.globals {
		if p.modifies[d][g] {
			out = append(out, g)
		}
	}
	return out
}

// assigned returns the variables that a statement itself assigns.
func (p *program) assigned(s boogie.Stmt) []*boogie.Variable {
	var out []*boogie.Variable
	switch s := s.(type) {
	case *boogie.Assign:
		for _, l := range s.Lhs {
			out = append(out, p.ast.Var(root(l)))
		}
	case *boogie.Havoc:
		for _, v := range s.Vars {
			out = append(out, p.ast.Var(v))
		}
	case *boogie.Call:
		for _, v := range s.Outs {
			out = append(out, p.ast.Var(v))
		}
	}
	return slices.DeleteFunc(out, func(v *boogie.Variable) bool { return v == nil })
}

// root returns the variable of a left side.
func root(l boogie.Expr) *boogie.Ident {
	for {
		switch e := l.(type) {
		case *boogie.Select:
			l = e.Map
		case *boogie.Field:
			l = e.X
		case *boogie.Ident:
			return e
		}
	}
}
