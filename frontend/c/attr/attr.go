package attr

import (
	"strings"

	"cupel/frontend/c/tree"

	"modernc.org/cc/v4"
)

// Value is one attribute: its name without underscores around it and its
// arguments.
type Value struct {
	Name string
	Args []cc.ExpressionNode
}

// OfFunction returns the attributes of a function definition; _Noreturn counts
// as the attribute noreturn.
func OfFunction(def *cc.FunctionDefinition) []Value {
	return Of(def.DeclarationSpecifiers, def.Declarator)
}

// OfDeclarator returns the attributes of one declarator of a declaration.
func OfDeclarator(n *cc.Declaration, l *cc.InitDeclaratorList) []Value {
	id := l.InitDeclarator
	return Of(n.DeclarationSpecifiers, n.AttributeSpecifierList, l.AttributeSpecifierList, id.AttributeSpecifierList, id.Declarator)
}

// Find returns the attribute of the given name.
func Find(vs []Value, name string) (Value, bool) {
	for _, v := range vs {
		if v.Name == name {
			return v, true
		}
	}
	return Value{}, false
}

// Ident is the identifier that is the first argument of the attribute, or "".
func (v Value) Ident() string {
	if len(v.Args) != 1 {
		return ""
	}
	return strings.TrimSpace(cc.NodeSource(v.Args[0]))
}

// Cleanup returns the name of the function that the attribute cleanup of a
// declarator names, or "".
func Cleanup(n *cc.Declaration, l *cc.InitDeclaratorList) string {
	v, _ := Find(OfDeclarator(n, l), "cleanup")
	return v.Ident()
}

// Of returns the attributes that the nodes have themselves.
func Of(nodes ...cc.Node) (vs []Value) {
	for _, n := range nodes {
		walk(n, &vs)
	}
	return vs
}

// walk collects the attributes below n, without those of the types, parameters
// and expressions it contains.
func walk(n cc.Node, vs *[]Value) {
	tree.Visit(n, func(n cc.Node) bool {
		switch x := n.(type) {
		case *cc.TypeSpecifier, *cc.ParameterTypeList, *cc.Initializer, *cc.AlignmentSpecifier, *cc.ExpressionList, *cc.AssignmentExpression:
			return false
		case *cc.FunctionSpecifier:
			if x.Case == cc.FunctionSpecifierNoreturn {
				*vs = append(*vs, Value{Name: "noreturn"})
			}
			return false
		case *cc.AttributeValue:
			val := Value{Name: strings.TrimSuffix(strings.TrimPrefix(x.Token.SrcStr(), "__"), "__")}
			for l := x.ArgumentExpressionList; l != nil; l = l.ArgumentExpressionList {
				val.Args = append(val.Args, l.AssignmentExpression)
			}
			*vs = append(*vs, val)
			return false
		}
		return true
	})
}
