package boogie

// WalkExpr calls visit for an expression and all its subexpressions, except in triggers and attributes.
func WalkExpr(e Expr, visit func(Expr)) {
	if e == nil {
		return
	}
	visit(e)
	each := func(es ...Expr) {
		for _, x := range es {
			WalkExpr(x, visit)
		}
	}
	switch e := e.(type) {
	case *Old:
		each(e.X)
	case *Unary:
		each(e.X)
	case *Binary:
		each(e.X, e.Y)
	case *Ite:
		each(e.Cond, e.Then, e.Else)
	case *Select:
		each(e.Map)
		each(e.Index...)
	case *Store:
		each(e.Map, e.Value)
		each(e.Index...)
	case *Extract:
		each(e.X)
	case *Apply:
		each(e.Args...)
	case *Field:
		each(e.X)
	case *FieldUpdate:
		each(e.X, e.Value)
	case *Let:
		each(e.Values...)
		each(e.Body)
	case *Is:
		each(e.X)
	case *Quantifier:
		each(e.Body)
	case *Coerce:
		each(e.X)
	}
}

// WalkStmts calls visit for the statements and all nested ones.
func WalkStmts(ss []Stmt, visit func(Stmt)) {
	for _, s := range ss {
		visit(s)
		switch s := s.(type) {
		case *If:
			WalkStmts(s.Then, visit)
			WalkStmts(s.Else, visit)
		case *While:
			WalkStmts(s.Body, visit)
		}
	}
}

// StmtExprs returns the expressions of a statement itself, without nested statements: conditions, both sides of
// assignments, arguments, invariants.
func StmtExprs(s Stmt) []Expr {
	var out []Expr
	switch s := s.(type) {
	case *Assert:
		out = append(out, s.Cond)
	case *Assume:
		out = append(out, s.Cond)
	case *Assign:
		out = append(append(out, s.Lhs...), s.Rhs...)
	case *Call:
		out = append(out, s.Args...)
	case *If:
		if s.Cond != nil {
			out = append(out, s.Cond)
		}
	case *While:
		if s.Cond != nil {
			out = append(out, s.Cond)
		}
		for _, i := range s.Invariants {
			out = append(out, i.Cond)
		}
	}
	return out
}

// MapExpr rewrites an expression top down: f returns the replacement of a subexpression, or nil to keep it. The
// tree is modified in place and must be checked again.
func MapExpr(e Expr, f func(Expr) Expr) Expr {
	if e == nil {
		return nil
	}
	if r := f(e); r != nil {
		return r
	}
	one := func(x *Expr) { *x = MapExpr(*x, f) }
	all := func(xs []Expr) {
		for i := range xs {
			one(&xs[i])
		}
	}
	switch e := e.(type) {
	case *Old:
		one(&e.X)
	case *Unary:
		one(&e.X)
	case *Binary:
		one(&e.X)
		one(&e.Y)
	case *Ite:
		one(&e.Cond)
		one(&e.Then)
		one(&e.Else)
	case *Select:
		one(&e.Map)
		all(e.Index)
	case *Store:
		one(&e.Map)
		all(e.Index)
		one(&e.Value)
	case *Extract:
		one(&e.X)
	case *Apply:
		all(e.Args)
	case *Field:
		one(&e.X)
	case *FieldUpdate:
		one(&e.X)
		one(&e.Value)
	case *Let:
		all(e.Values)
		one(&e.Body)
	case *Is:
		one(&e.X)
	case *Quantifier:
		one(&e.Body)
		for _, t := range e.Triggers {
			all(t.Exprs)
		}
	case *Coerce:
		one(&e.X)
	}
	return e
}
