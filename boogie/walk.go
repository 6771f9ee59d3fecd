package boogie

// WalkExpr calls visit for an expression and all below it, triggers and attributes
// excepted.
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
	case *Is:
		each(e.X)
	case *Quantifier:
		each(e.Body)
	case *Coerce:
		each(e.X)
	}
}
