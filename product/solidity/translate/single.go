package translate

import (
	"strings"

	"cupel/product/boogie"
)

// Single replaces the state variables of a translation, which map addresses of contracts to values, by
// variables of the single contract this, if they are accessed only at this, and returns their names. All
// procedures left in the program must run with the same this.
func Single(p *boogie.Program) map[string]bool {
	vars := map[string]*boogie.Variable{}
	for _, d := range p.Decls {
		if v, ok := d.(*boogie.Variable); ok && !v.Const && v.Name != Balance && Lasting(v) {
			if m, ok := v.Type.(*boogie.MapType); ok && len(m.Args) == 1 && m.Args[0] == boogie.Type(boogie.Int) {
				vars[v.Name] = v
			}
		}
	}
	everywhere(p, vars, func(e *boogie.Expr) {
		boogie.MapExpr(*e, func(e boogie.Expr) boogie.Expr {
			if atThis(e, vars) != "" {
				return e // subexpressions are not visited
			}
			if x, ok := e.(*boogie.Ident); ok {
				delete(vars, x.Name)
			}
			return nil
		})
	}, nil)
	everywhere(p, vars, func(e *boogie.Expr) {
		*e = boogie.MapExpr(*e, func(e boogie.Expr) boogie.Expr {
			if n := atThis(e, vars); n != "" {
				return boogie.Id(n)
			}
			return nil
		})
	}, func(a *boogie.Assign, value boogie.Expr) { a.Rhs[0] = value })
	done := map[string]bool{}
	for n, v := range vars {
		v.Type, done[n] = v.Type.(*boogie.MapType).Result, true
	}
	return done
}

// Lasting reports whether a global variable persists between transactions: state variables, sums over them, and
// balances.
func Lasting(v *boogie.Variable) bool {
	return v.Attrs.Find("message") != nil || strings.HasSuffix(v.Name, sumSuffix) || v.Name == Balance
}

// atThis returns the variable if an expression is its value at this; otherwise "".
func atThis(e boogie.Expr, vars map[string]*boogie.Variable) string {
	s, ok := e.(*boogie.Select)
	if !ok || len(s.Index) != 1 {
		return ""
	}
	m, ok1 := s.Map.(*boogie.Ident)
	i, ok2 := s.Index[0].(*boogie.Ident)
	if !ok1 || !ok2 || i.Name != "this" || vars[m.Name] == nil {
		return ""
	}
	return m.Name
}

// storing returns the variable that an assignment writes at this, and the value; otherwise "".
func storing(a *boogie.Assign, vars map[string]*boogie.Variable) (string, boogie.Expr) {
	if len(a.Lhs) != 1 {
		return "", nil
	}
	x, ok1 := a.Lhs[0].(*boogie.Ident)
	s, ok2 := a.Rhs[0].(*boogie.Store)
	if !ok1 || !ok2 || len(s.Index) != 1 || vars[x.Name] == nil {
		return "", nil
	}
	m, ok1 := s.Map.(*boogie.Ident)
	i, ok2 := s.Index[0].(*boogie.Ident)
	if !ok1 || !ok2 || m.Name != x.Name || i.Name != "this" {
		return "", nil
	}
	return x.Name, s.Value
}

// everywhere visits the expressions of procedures; for an assignment at this, the value written, which write
// then stores.
func everywhere(p *boogie.Program, vars map[string]*boogie.Variable, visit func(*boogie.Expr), write func(*boogie.Assign, boogie.Expr)) {
	see := func(es ...*boogie.Expr) {
		for _, e := range es {
			if *e != nil {
				visit(e)
			}
		}
	}
	all := func(es []boogie.Expr) {
		for i := range es {
			see(&es[i])
		}
	}
	specs := func(ss []*boogie.Spec) {
		for _, s := range ss {
			see(&s.Cond)
		}
	}
	for _, d := range p.Decls {
		d, ok := d.(*boogie.Procedure)
		if !ok {
			continue
		}
		specs(d.Requires)
		specs(d.Ensures)
		if d.Body == nil {
			continue
		}
		boogie.WalkStmts(d.Body.Stmts, func(s boogie.Stmt) {
			switch s := s.(type) {
			case *boogie.Assert:
				see(&s.Cond)
			case *boogie.Assume:
				see(&s.Cond)
			case *boogie.Assign:
				if n, v := storing(s, vars); n != "" {
					see(&v)
					if write != nil {
						write(s, v)
					}
					return
				}
				all(s.Lhs)
				all(s.Rhs)
			case *boogie.Call:
				all(s.Args)
			case *boogie.If:
				see(&s.Cond)
			case *boogie.While:
				see(&s.Cond)
				specs(s.Invariants)
			}
		})
	}
}
