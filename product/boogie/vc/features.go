package vc

import "cupel/product/boogie"

// features looks for triggers and polymorphism.
func (p *program) features() {
	expr := func(e boogie.Expr) {
		boogie.WalkExpr(e, func(e boogie.Expr) {
			q, ok := e.(*boogie.Quantifier)
			if !ok {
				return
			}
			p.polymorphic = p.polymorphic || len(q.TypeParams) > 0
			for _, t := range q.Triggers {
				p.patterned = p.patterned || !t.No
			}
		})
	}
	typ := func(v *boogie.Variable) {
		p.polymorphic = p.polymorphic || polymorphicType(p.ast.VarType(v), map[*boogie.Datatype]bool{}, p.ast.Info)
	}
	specs := func(ss []*boogie.Spec) {
		for _, s := range ss {
			expr(s.Cond)
		}
	}
	for _, v := range append(p.globals[:len(p.globals):len(p.globals)], p.consts...) {
		typ(v)
		expr(v.Where)
	}
	for _, d := range p.ast.Decls {
		switch d := d.(type) {
		case *boogie.Axiom:
			expr(d.Cond)
		case *boogie.Function:
			expr(d.Body)
			for _, v := range append(d.Params[:len(d.Params):len(d.Params)], d.Result) {
				typ(v)
			}
		case *boogie.Procedure:
			specs(d.Requires)
			specs(d.Ensures)
			for _, v := range append(d.Ins[:len(d.Ins):len(d.Ins)], d.Outs...) {
				typ(v)
				expr(v.Where)
			}
		}
	}
	for _, u := range p.units {
		for _, v := range u.body.Locals {
			typ(v)
			expr(v.Where)
		}
		boogie.WalkStmts(u.body.Stmts, func(s boogie.Stmt) {
			for _, e := range boogie.StmtExprs(s) {
				expr(e)
			}
		})
	}
	p.patterned = p.patterned || p.polymorphic
}

// polymorphicType reports whether a polymorphic map occurs in a type.
func polymorphicType(t boogie.Type, seen map[*boogie.Datatype]bool, info *boogie.Info) bool {
	switch t := boogie.Expand(t).(type) {
	case *boogie.MapType:
		for _, a := range t.Args {
			if polymorphicType(a, seen, info) {
				return true
			}
		}
		return len(t.Params) > 0 || polymorphicType(t.Result, seen, info)
	case *boogie.ResolvedType:
		for _, a := range t.Args {
			if polymorphicType(a, seen, info) {
				return true
			}
		}
		if t.Datatype == nil || seen[t.Datatype] {
			return false
		}
		seen[t.Datatype] = true
		for _, k := range t.Datatype.Constructors {
			for _, f := range k.Fields {
				if polymorphicType(info.VarType(f), seen, info) {
					return true
				}
			}
		}
	}
	return false
}
