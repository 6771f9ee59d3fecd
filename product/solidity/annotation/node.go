package annotation

import "cupel/product/solidity/ast"

// The nodes that annotations have beyond Solidity's expressions.
type (
	// Quantifier is forall or exists over variables.
	Quantifier struct {
		ast.Typed
		All  bool
		Vars []*ast.VariableDeclaration
		Body ast.Expr

		types []*typeName
		// Array is that of property: the variables are indices of it.
		Array ast.Expr
	}
	// Sum is the sum over the elements Of[i].Path.
	Sum struct {
		ast.Typed
		Arg  ast.Expr
		Of   *ast.VariableDeclaration // Resolve
		Path []*ast.VariableDeclaration
	}
	// Old is the value at the entry of the function.
	Old struct {
		ast.Typed
		X ast.Expr
	}
	// Before is the value at the event's last checkpoint.
	Before struct {
		ast.Typed
		X ast.Expr
	}
	// Equal compares values of reference types.
	Equal struct {
		ast.Typed
		X, Y ast.Expr
	}
	// placeholder is the index in the argument of a sum.
	placeholder struct {
		ast.Typed
		name string
	}
)

// typeName is a type as written.
type typeName struct {
	at     int
	name   string // of an elementary type or a declaration
	key    *typeName
	value  *typeName
	arrays []ast.Expr // one per [], nil for a dynamic one
}

// functions are the specification functions, by all their names.
func specFunction(name string) (role string, ok bool) {
	switch name {
	case "__verifier_sum_int", "__verifier_sum_uint", "sum":
		return "sum", true
	case "__verifier_old_address", "__verifier_old_bool", "__verifier_old_int", "__verifier_old_uint", "__verifier_old", "old":
		return "old", true
	case "__verifier_before_address", "__verifier_before_bool", "__verifier_before_int", "__verifier_before_uint", "__verifier_before", "before":
		return "before", true
	case "__verifier_eq", "eq":
		return "eq", true
	}
	return "", false
}

func isPlaceholder(name string) bool {
	switch name {
	case "__verifier_idx_address", "__verifier_idx_int", "__verifier_idx_uint":
		return true
	}
	return false
}
