package c

import (
	"bytes"
	"strings"

	"cupel/frontend/c/attr"
	"cupel/frontend/c/c23"
	"cupel/frontend/c/tree"

	"modernc.org/cc/v4"
)

// The parser loses qualifiers in types that come from expressions, and in those of arrays by a name. What depends on them is refused.

// compatible is the built-in function that compares types, and compares what its macro calls.
const (
	compatible = "__builtin_types_compatible_p"
	compares   = "__ccgo__types_compatible_p"
)

// nullType stands for the type of nullptr in shapes.
const nullType = "nullptr_t"

// ofNull reports whether a type has the name of the type of nullptr.
func ofNull(t cc.Type) bool {
	if t == nil {
		return false
	}
	d := t.Typedef()
	return d != nil && d.Name() == nullType
}

// mayBeNull reports whether a type may be that of nullptr, or a pointer to it.
func (g *generic) mayBeNull(s shaped) bool {
	return strings.Contains(s.shape, nullType) || g.nulls && strings.Contains(s.shape, "*void")
}

// qualifies reports whether the program has qualifiers.
func (g *generic) qualifies() bool {
	for _, w := range []string{"const", "volatile", "restrict", "__auto_type"} { // auto may have had one
		if bytes.Contains(g.src, []byte(w)) {
			return true
		}
	}
	return false
}

// findVague finds the objects and typedefs in whose types the parser may have lost qualifiers, and those with the type of nullptr without its name.
func (g *generic) findVague(ast *cc.AST) {
	g.vague = map[*cc.Declarator]bool{}
	ofNullptr := func(e cc.ExpressionNode) {
		for {
			e = tree.Strip(e)
			l, ok := e.(*cc.ExpressionList)
			if !ok {
				break
			}
			for l.ExpressionList != nil {
				l = l.ExpressionList
			}
			e = l.AssignmentExpression
		}
		if _, cast := e.(*cc.CastExpression); g.tt.modern && cast && e.Type() != nil && e.Type().Kind() == cc.Ptr && nullConstant(e) == yes || ofNull(e.Type()) {
			g.nulls = true
		}
	}
	tree.Visit(ast.TranslationUnit, func(n cc.Node) bool {
		switch x := n.(type) {
		case *cc.Declaration:
			switch x.Case {
			case cc.DeclarationAuto:
				g.vague[x.Declarator] = true
				if x.Initializer != nil && x.Initializer.Case == cc.InitializerExpr {
					ofNullptr(x.Initializer.AssignmentExpression)
				}
			case cc.DeclarationDecl:
				vague, arrays := g.vagueSpecifiers(x.DeclarationSpecifiers)
				for l := x.InitDeclaratorList; l != nil; l = l.InitDeclaratorList {
					d := l.InitDeclarator.Declarator
					if vague || arrays && d.Type().Kind() == cc.Array {
						g.vague[d] = true
					}
					if d.IsTypename() && d.Name() == nullType {
						return false
					}
				}
			}
		case *cc.ParameterDeclaration:
			if x.Declarator != nil {
				vague, arrays := g.vagueSpecifiers(x.DeclarationSpecifiers)
				g.vague[x.Declarator] = vague || arrays
			}
		case *cc.TypeSpecifier:
			if x.Case == cc.TypeSpecifierTypeofExpr {
				ofNullptr(x.ExpressionList)
			}
		}
		return true
	})
}

// vagueSpecifiers reports whether the parser may lose qualifiers in a type with these specifiers. arrays: in one of arrays.
func (g *generic) vagueSpecifiers(n *cc.DeclarationSpecifiers) (vague, arrays bool) {
	if n == nil {
		return false, false
	}
	qualified, array := false, false
	for l := n; l != nil; l = l.DeclarationSpecifiers {
		qualified = qualified || l.Case == cc.DeclarationSpecifiersTypeQual
		if l.Case != cc.DeclarationSpecifiersTypeSpec {
			continue
		}
		switch s := l.TypeSpecifier; s.Case {
		case cc.TypeSpecifierTypeofExpr, cc.TypeSpecifierTypeofType:
			return true, false
		case cc.TypeSpecifierTypeName:
			if t := n.Type(); t != nil {
				array = array || t.Kind() == cc.Array
				if d := t.Typedef(); d != nil && g.vague[d] {
					return true, false
				}
			}
		}
	}
	_, constant := attr.Find(attr.Of(n), strings.Trim(c23.Mark, "_"))
	return constant && !qualified, qualified && array
}

// pointerTo is the pointer whose value is the address of e, which is what it points to.
func pointerTo(e cc.ExpressionNode) (cc.ExpressionNode, bool) {
	var p cc.ExpressionNode
	switch x := tree.Strip(e).(type) {
	case *cc.PostfixExpression:
		if x.Case == cc.PostfixExpressionIndex {
			p = x.PostfixExpression
		}
	case *cc.UnaryExpression:
		if x.Case == cc.UnaryExpressionDeref {
			p = x.CastExpression
		}
	}
	if tree.IsNil(p) {
		return nil, false
	}
	_, ok := pointed(p)
	return p, ok
}

// signature is the shape of a function type with a prototype; "": it has none.
func (g *generic) signature(t *cc.FunctionType) string {
	ps := t.Parameters()
	if len(ps) == 0 {
		return ""
	}
	var b strings.Builder
	result, _ := g.shape(t.Result())
	b.WriteString(result + "(")
	for i, p := range ps {
		s, _ := g.shape(p.Type().Decay())
		if i > 0 {
			b.WriteString(",")
		}
		b.WriteString(s)
	}
	if t.IsVariadic() {
		b.WriteString(",...")
	}
	return b.String() + ")"
}

// compatible compares the types of the built-in function that does, where the parser takes enumerations, qualifiers and bit-precise types for others.
func (g *generic) compatible(n *cc.PostfixExpression) {
	if n.Case != cc.PostfixExpressionCall || g.out != nil {
		return
	}
	if name, ok := tree.CalleeName(n.PostfixExpression); !ok || name != compares {
		return
	}
	var names []*cc.TypeName
	for l := n.ArgumentExpressionList; l != nil; l = l.ArgumentExpressionList {
		if c, ok := tree.Strip(l.AssignmentExpression).(*cc.PostfixExpression); ok && c.Case == cc.PostfixExpressionComplit {
			names = append(names, c.TypeName)
		}
	}
	if len(names) != 2 {
		return
	}
	if strings.Contains(cc.NodeSource(n), c23.Bits) {
		g.refuse(n, compatible+" of bit-precise types")
		return
	}
	a, b := g.named(names[0]), g.named(names[1])
	for _, s := range []*shaped{&a, &b} {
		s.shape = strings.TrimSuffix(s.shape, " qualified") // those of the types themselves do not count
		if s.levels == 0 {
			s.quals = ""
		}
	}
	same := a.shape == b.shape && a.quals == b.quals
	switch {
	case g.mayBeNull(a) || g.mayBeNull(b):
		g.refuse(n, "a comparison with the type of nullptr")
		return
	case (a.levels > 0) != (b.levels > 0): // an array and a pointer, as where a macro asks for an array
		same = false
	case strings.ContainsAny(a.shape+b.shape, "[("):
		if g.qualifies() && a.shape == b.shape || strings.Contains(a.shape+b.shape, "enum") || a.levels+b.levels > 0 && a.shape != b.shape {
			g.refuse(n, compatible+" of types that the parser may take for others")
		}
		return // the lengths of arrays may be unknown
	case a.levels > 0 && a.shape == b.shape && !(a.known && b.known) && g.qualifies():
		g.refuse(n, compatible+" of pointers with qualifiers that the parser does not keep")
		return
	}
	if x, y := enumeration(names[0].Type()), enumeration(names[1].Type()); x != nil && y != nil && (len(x.Enumerators()) == 0 || len(y.Enumerators()) == 0 || x.Enumerators()[0] != y.Enumerators()[0]) {
		same = false // enumerations are distinct types
	}
	have, ok := n.Value().(cc.Int64Value)
	if !ok || (have != 0) == same {
		return
	}
	from, open, to := 0, -1, 0
	for _, name := range []string{compatible, compares} { // before and after preprocessing
		if at, ok := offsetAt(g.path, g.src, n.Position()); ok && bytes.HasPrefix(g.src[at:], []byte(name)) {
			from = at
			open, to = parenthesised(g.src, at+len(name))
		}
	}
	if open < 0 {
		g.refuse(n, compatible+" of types that the parser takes for others")
		return
	}
	text := "0"
	if same {
		text = "1"
	}
	g.edits = append(g.edits, edit{from, to, text + strings.Repeat("\n", bytes.Count(g.src[from:to], []byte("\n")))})
}

// enumeration is the enumeration that pointers point to, or that a type is.
func enumeration(t cc.Type) *cc.EnumType {
	for {
		p, ok := t.(*cc.PointerType)
		if !ok {
			break
		}
		t = p.Elem()
	}
	e, _ := t.(*cc.EnumType)
	return e
}
