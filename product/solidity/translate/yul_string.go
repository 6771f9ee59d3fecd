package translate

import "cupel/product/solidity/ast"

// Strings are values in the model, so assembly must not modify one through memory. It can only do so through a
// variable that leads to its address.

// stringsInAssembly reports whether assembly mentions a memory reference that leads to a string.
func (t *translator) stringsInAssembly() bool {
	if t.yulStrings == nil {
		found := false
		look := func(n ast.Node) bool {
			if a, ok := n.(*ast.Assembly); ok {
				a.Block.References(func(v *ast.VariableDeclaration) {
					found = found || v.T.Loc == ast.Memory && t.holdsString(v.T, map[int]bool{})
				})
			}
			return true
		}
		t.p.Walk(look)
		t.yulStrings = &found
	}
	return *t.yulStrings
}

// holdsString reports whether a value of the type is a string or leads to one.
func (t *translator) holdsString(ty *ast.Type, seen map[int]bool) bool {
	switch ty.Kind {
	case ast.String:
		return true
	case ast.Array:
		return t.holdsString(ty.Elem, seen)
	case ast.Struct:
		if seen[ty.Decl] {
			return false
		}
		seen[ty.Decl] = true
		s, ok := t.p.Node(ty.Decl).(*ast.StructDefinition)
		if !ok {
			return true
		}
		for _, m := range s.Members {
			if t.holdsString(m.T, seen) {
				return true
			}
		}
	}
	return false
}
