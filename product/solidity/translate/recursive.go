package translate

import (
	"cupel/product/boogie"
	"cupel/product/solidity/ast"
)

// A struct may contain itself, in arrays or mappings. What a member that leads back to its struct contains is not
// followed: whenever it is read, it is any value. Its places are elements of a map of any values, at an index that
// depends on a number which every write to storage makes arbitrary; so a value is the same as before only where nothing
// was written in between.

const (
	versionVar  = "unknown_version"
	unknownPart = "unknown_part"
)

// leadsBack reports whether a member of a struct may contain the struct.
func (t *translator) leadsBack(s *ast.StructDefinition, m *ast.VariableDeclaration) bool {
	seen := map[int]bool{}
	var reaches func(ty *ast.Type) bool
	reaches = func(ty *ast.Type) bool {
		switch ty.Kind {
		case ast.Array, ast.Mapping:
			return reaches(ty.Elem)
		case ast.Struct:
			if ty.Decl == s.ID {
				return true
			}
			d, ok := t.p.Node(ty.Decl).(*ast.StructDefinition)
			if !ok || seen[d.ID] {
				return false
			}
			seen[d.ID] = true
			for _, n := range d.Members {
				if reaches(n.T) {
					return true
				}
			}
		}
		return false
	}
	return reaches(m.T)
}

// declareUnknown declares the number on which unknown values depend, if a struct contains itself.
func (t *translator) declareUnknown() {
	recursive := false
	see := func(n ast.Node) bool {
		if s, ok := n.(*ast.StructDefinition); ok {
			for _, m := range s.Members {
				recursive = recursive || t.leadsBack(s, m)
			}
		}
		return !recursive
	}
	t.p.Walk(see)
	if recursive {
		t.global(versionVar, boogie.Int, nil)
		t.function(unknownPart, nil, boogie.Int, nil, boogie.Int, boogie.Int)
	}
}

// unknownMember is the place of a member that leads back to its struct.
func (b *body) unknownMember(n ast.Node, m *ast.VariableDeclaration) *place {
	if b.spec {
		fail(n, "Structs that contain themselves are not supported in annotations")
	}
	t := m.T.At(ast.Storage, false)
	sort := b.t.storageSort(n, t)
	name := "unknown_" + mangle(sort)
	b.t.global(name, boogie.MapOf(sort, boogie.Int), nil)
	which := b.temp(boogie.Int)
	b.emit(b.unknown(false, which))
	p := variable(name, t).element(boogie.App(unknownPart, boogie.Id(versionVar), which), t)
	p.unknown = true
	return p
}

// forget makes unknown values arbitrary: something in storage was written.
func (b *body) forget() {
	if b.t.declared[versionVar] {
		b.change(b.unknown(false, boogie.Id(versionVar)))
	}
}
