package annotation

import "cupel/product/solidity/ast"

// Walk calls f for an expression of an annotation and, where f returns true, for those below it.
func Walk(x ast.Expr, f func(ast.Expr) bool) {
	if x == nil || !f(x) {
		return
	}
	switch x := x.(type) {
	case *Quantifier:
		Walk(x.Array, f)
		Walk(x.Body, f)
	case *Old:
		Walk(x.X, f)
	case *Before:
		Walk(x.X, f)
	case *Equal:
		Walk(x.X, f)
		Walk(x.Y, f)
	case *ast.Binary:
		Walk(x.X, f)
		Walk(x.Y, f)
	case *ast.Unary:
		Walk(x.X, f)
	case *ast.Conditional:
		Walk(x.Cond, f)
		Walk(x.Then, f)
		Walk(x.Else, f)
	case *ast.FunctionCall:
		Walk(x.Func, f)
		for _, a := range x.Args {
			Walk(a, f)
		}
	case *ast.IndexAccess:
		Walk(x.X, f)
		Walk(x.Index, f)
	case *ast.MemberAccess:
		Walk(x.X, f)
	}
}
