package translate

import "cupel/product/solidity/ast"

// Strings are values, so that a write to memory must not reach one. Assembly has its address only if it
// is given a variable that leads there.

// stringsInAssembly reports whether some assembly names a reference to memory with a string in it.
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
		for _, u := range t.p.Units {
			ast.Walk(u, look)
		}
		for _, c := range t.p.Contracts {
			ast.Walk(c, look)
		}
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
