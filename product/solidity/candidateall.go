package solidity

import (
	"strings"

	"cupel/product/solidity/ast"
)

// everywhere adds the universal closure of an asserted condition over its local variables, for an index of a
// state array over all its valid indices.
func (g *guess) everywhere(x ast.Expr) {
	text, free, ok := g.about(x)
	if !ok || len(free) == 0 || len(free) > maxQuantified {
		return
	}
	var names, typed []string
	array := ""
	for _, v := range free {
		switch v.T.Kind {
		case ast.Integer, ast.Address, ast.FixedBytes, ast.Bool, ast.Enum, ast.Contract:
		default:
			return
		}
		if v.Name == "" || g.stands(v.Name) {
			return
		}
		names, typed = append(names, v.Name), append(typed, v.T.Text+" "+v.Name)
		array = g.indexed(x, v)
	}
	if len(free) == 1 && array != "" {
		g.add("property(%s) (%s) %s", array, names[0], text)
		return
	}
	g.add("forall (%s) %s", strings.Join(typed, ", "), text)
}

// stands reports whether the contract also declares a name.
func (g *guess) stands(name string) bool {
	for _, base := range g.c.Linearized {
		for _, n := range base.Nodes {
			switch d := n.(type) {
			case *ast.VariableDeclaration:
				if d.Name == name {
					return true
				}
			case *ast.FunctionDefinition:
				if d.Name == name {
					return true
				}
			}
		}
	}
	return false
}

// indexed returns the state array that a variable indexes; "" if there is none.
func (g *guess) indexed(x ast.Expr, v *ast.VariableDeclaration) string {
	array := ""
	ast.Walk(x, func(n ast.Node) bool {
		a, ok := n.(*ast.IndexAccess)
		if !ok {
			return true
		}
		base, ok1 := a.X.(*ast.Identifier)
		i, ok2 := a.Index.(*ast.Identifier)
		if ok1 && ok2 && a.X.Type().Kind == ast.Array && i.Decl == ast.Node(v) {
			array = base.Name
		}
		return true
	})
	return array
}
