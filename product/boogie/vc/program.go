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
	ast     *boogie.Program
	globals []*boogie.Variable
	consts  []*boogie.Variable
	axioms  []*boogie.Axiom
	bodies  map[*boogie.Procedure][]*unit
	units   []*unit
	// modifies maps procedures to the globals that a call may modify.
	modifies map[*boogie.Procedure]map[*boogie.Variable]bool
}

func newProgram(ast *boogie.Program) *program {
	p := &program{ast: ast, bodies: map[*boogie.Procedure][]*unit{}}
	add := func(u *unit) {
		p.units = append(p.units, u)
		p.bodies[u.proc] = append(p.bodies[u.proc], u)
	}
	for _, d := range ast.Decls {
		switch d := d.(type) {
		case *boogie.Variable:
			if d.Kind == boogie.Const {
				p.consts = append(p.consts, d)
			} else {
				p.globals = append(p.globals, d)
			}
		case *boogie.Axiom:
			p.axioms = append(p.axioms, d)
		case *boogie.Procedure:
			if d.Body != nil {
				add(&unit{proc: d, types: d.TypeParams, ins: d.Ins, outs: d.Outs, body: d.Body})
			}
		case *boogie.Implementation:
			add(&unit{proc: d.Proc, attrs: d.Attrs, types: d.TypeParams, ins: d.Ins, outs: d.Outs, body: d.Body})
		}
	}
	p.inferModifies()
	return p
}

// inlineDepth returns n of {:inline n}, 0 for a procedure that is not inlined.
func (p *program) inlineDepth(d *boogie.Procedure) int {
	if len(p.bodies[d]) != 1 {
		return 0
	}
	for _, as := range []boogie.Attributes{d.Attrs, p.bodies[d][0].attrs} {
		if as.Find("inline") != nil {
			if n, ok := as.Number("inline"); ok {
				return n
			}
			return 1
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
			set[m.Decl] = true
		}
		for _, u := range p.bodies[d] {
			boogie.WalkStmts(u.body.Stmts, func(s boogie.Stmt) {
				for _, v := range assigned(s) {
					if v.Kind == boogie.Global {
						set[v] = true
					}
				}
				if c, ok := s.(*boogie.Call); ok {
					calls[d] = append(calls[d], c.Decl)
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
func assigned(s boogie.Stmt) []*boogie.Variable {
	var out []*boogie.Variable
	switch s := s.(type) {
	case *boogie.Assign:
		for _, l := range s.Lhs {
			out = append(out, root(l).Decl)
		}
	case *boogie.Havoc:
		for _, v := range s.Vars {
			out = append(out, v.Decl)
		}
	case *boogie.Call:
		for _, v := range s.Outs {
			out = append(out, v.Decl)
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
