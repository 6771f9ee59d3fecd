package c

import (
	"slices"
	"strings"

	"cupel/frontend/c/attr"
	"cupel/frontend/c/c23"
	"cupel/frontend/c/tree"

	"modernc.org/cc/v4"
)

// The parser keeps qualifiers of what an object's name or one pointer leads to, not of pointers that pointers point to. Here they are read from the
// declarations: a derivation is a type by its pointers, arrays and functions, each with its qualifiers.

// derivation is a type without what it is derived from in the end.
type derivation struct {
	kind  derivedBy
	quals string      // of c, r and v; of an array none: its elements have them
	of    *derivation // what a pointer points to, an element, the result of a function
}

type derivedBy uint8

const (
	basicType derivedBy = iota // neither of the others
	pointerType
	arrayType
	functionType
)

// declarations finds the qualifiers of declared types.
type declarations struct {
	specifiers map[*cc.Declarator]cc.Node
	typedefs   map[string][]*cc.Declarator
	depth      int // typedefs under way
}

// findDeclarations looks for the specifiers of declarators.
func findDeclarations(ast *cc.AST) *declarations {
	f := &declarations{specifiers: map[*cc.Declarator]cc.Node{}, typedefs: map[string][]*cc.Declarator{}}
	tree.Visit(ast.TranslationUnit, func(n cc.Node) bool {
		switch x := n.(type) {
		case *cc.Declaration:
			for l := x.InitDeclaratorList; l != nil; l = l.InitDeclaratorList {
				d := l.InitDeclarator.Declarator
				f.specifiers[d] = x.DeclarationSpecifiers
				if d.IsTypename() {
					f.typedefs[d.Name()] = append(f.typedefs[d.Name()], d)
				}
			}
		case *cc.FunctionDefinition:
			f.specifiers[x.Declarator] = x.DeclarationSpecifiers
		case *cc.ParameterDeclaration:
			if x.Declarator != nil {
				f.specifiers[x.Declarator] = x.DeclarationSpecifiers
			}
		case *cc.StructDeclaration:
			for l := x.StructDeclaratorList; l != nil; l = l.StructDeclaratorList {
				if d := l.StructDeclarator.Declarator; d != nil {
					f.specifiers[d] = x.SpecifierQualifierList
				}
			}
		}
		return true
	})
	return f
}

// declared is the type of an object, a function, a member or a typedef; nil: it is not known.
func (f *declarations) declared(d *cc.Declarator) *derivation {
	specifiers := f.specifiers[d]
	if specifiers == nil {
		return nil
	}
	t := f.declarator(d, f.specified(specifiers))
	if t != nil && d.IsParam() && (t.kind == arrayType || t.kind == functionType) {
		t = t.value()
	}
	return t
}

// specified is the type that specifiers name.
func (f *declarations) specified(n cc.Node) *derivation {
	quals, t := "", &derivation{}
	one := func(q *cc.TypeQualifier, s *cc.TypeSpecifier) bool {
		switch {
		case q != nil:
			var ok bool
			quals, ok = qualifiedBy(quals, q)
			return ok
		case s == nil:
			return true
		}
		switch s.Case {
		case cc.TypeSpecifierTypeName:
			t = f.typedef(s.Token.SrcStr())
			return t != nil
		case cc.TypeSpecifierTypeofExpr, cc.TypeSpecifierTypeofType, cc.TypeSpecifierAtomic:
			return false
		}
		return true
	}
	switch l := n.(type) {
	case *cc.DeclarationSpecifiers:
		if _, constant := attr.Find(attr.Of(l), strings.Trim(c23.Mark, "_")); constant {
			return nil
		}
		for ; l != nil; l = l.DeclarationSpecifiers {
			if !one(l.TypeQualifier, l.TypeSpecifier) {
				return nil
			}
		}
	case *cc.SpecifierQualifierList:
		for ; l != nil; l = l.SpecifierQualifierList {
			if !one(l.TypeQualifier, l.TypeSpecifier) {
				return nil
			}
		}
	}
	return t.qualified(quals)
}

// qualifiedBy adds a qualifier. False: it is one without a model here.
func qualifiedBy(quals string, q *cc.TypeQualifier) (string, bool) {
	letter := ""
	switch q.Case {
	case cc.TypeQualifierConst:
		letter = "c"
	case cc.TypeQualifierVolatile:
		letter = "v"
	case cc.TypeQualifierRestrict:
		letter = "r"
	default:
		return "", q.Case == cc.TypeQualifierAttr
	}
	return merged(quals, letter), true
}

// merged has the qualifiers of both.
func merged(a, b string) string {
	letters := []byte(a + b)
	slices.Sort(letters)
	return string(slices.Compact(letters))
}

// typedef is the type with a name, where it is one everywhere.
func (f *declarations) typedef(name string) *derivation {
	const deepest = 64
	if f.depth > deepest || name == nullType {
		return nil
	}
	f.depth++
	defer func() { f.depth-- }()
	var t *derivation
	for _, d := range f.typedefs[name] {
		other := f.declared(d)
		if other == nil {
			return nil
		}
		if t != nil {
			if same, known := t.same(other); !same || !known || t.quals != other.quals {
				return nil
			}
		}
		t = other
	}
	return t
}

// declarator is the type of what is declared, with the type t of its specifiers.
func (f *declarations) declarator(d *cc.Declarator, t *derivation) *derivation {
	t = pointers(d.Pointer, t)
	for n := d.DirectDeclarator; n != nil && t != nil; n = n.DirectDeclarator {
		switch n.Case {
		case cc.DirectDeclaratorIdent:
			return t
		case cc.DirectDeclaratorDecl:
			return f.declarator(n.Declarator, t)
		case cc.DirectDeclaratorFuncParam, cc.DirectDeclaratorFuncIdent:
			t = &derivation{kind: functionType, of: t}
		default:
			t = &derivation{kind: arrayType, of: t}
			if d.IsParam() && n.TypeQualifiers != nil {
				return nil
			}
		}
	}
	return t
}

// named is the type of a type name.
func (f *declarations) named(n *cc.TypeName) *derivation {
	if n == nil || n.SpecifierQualifierList == nil {
		return nil
	}
	return abstract(n.AbstractDeclarator, f.specified(n.SpecifierQualifierList))
}

// abstract is the type of an abstract declarator.
func abstract(d *cc.AbstractDeclarator, t *derivation) *derivation {
	if d == nil {
		return t
	}
	t = pointers(d.Pointer, t)
	for n := d.DirectAbstractDeclarator; n != nil && t != nil; n = n.DirectAbstractDeclarator {
		switch n.Case {
		case cc.DirectAbstractDeclaratorDecl:
			return abstract(n.AbstractDeclarator, t)
		case cc.DirectAbstractDeclaratorFunc:
			t = &derivation{kind: functionType, of: t}
		default:
			t = &derivation{kind: arrayType, of: t}
		}
	}
	return t
}

// pointers are those to t that a declarator begins with.
func pointers(p *cc.Pointer, t *derivation) *derivation {
	for ; p != nil && t != nil; p = p.Pointer {
		if p.Case == cc.PointerBlock {
			return nil
		}
		quals, known := "", true
		for l := p.TypeQualifiers; l != nil; l = l.TypeQualifiers {
			if l.TypeQualifier != nil && known {
				quals, known = qualifiedBy(quals, l.TypeQualifier)
			}
		}
		if !known {
			return nil
		}
		t = &derivation{kind: pointerType, quals: quals, of: t}
	}
	return t
}

// qualified is t with more qualifiers.
func (t *derivation) qualified(quals string) *derivation {
	if t == nil || quals == "" {
		return t
	}
	n := *t
	switch t.kind {
	case arrayType:
		n.of = t.of.qualified(quals)
	case functionType:
		return nil
	default:
		n.quals = merged(t.quals, quals)
	}
	return &n
}

// value is the type of the value of an expression of type t (6.3.2.1).
func (t *derivation) value() *derivation {
	if t == nil {
		return nil
	}
	switch t.kind {
	case arrayType:
		return &derivation{kind: pointerType, of: t.of}
	case functionType:
		return &derivation{kind: pointerType, of: t}
	}
	return &derivation{kind: t.kind, of: t.of}
}

// same compares the qualifiers of two types behind their own. known: they have the same derivations, without functions, whose parameters are not looked at.
func (t *derivation) same(o *derivation) (is, known bool) {
	is = true
	for {
		switch {
		case t.kind != o.kind || t.kind == functionType:
			return false, false
		case t.kind == basicType:
			return is, true
		}
		t, o = t.of, o.of
		is = is && t.quals == o.quals
	}
}

// expression is the type of an expression; of a value it has no qualifiers of its own.
func (f *declarations) expression(e cc.ExpressionNode) *derivation {
	if tree.IsNil(e) || e.Type() == nil {
		return nil
	}
	switch n := tree.Strip(e).(type) {
	case *cc.PrimaryExpression:
		switch n.Case {
		case cc.PrimaryExpressionIdent:
			if d, ok := n.ResolvedTo().(*cc.Declarator); ok {
				return f.declared(d)
			}
		case cc.PrimaryExpressionString:
			return &derivation{kind: arrayType, of: &derivation{}}
		}
	case *cc.PostfixExpression:
		return f.postfix(n)
	case *cc.UnaryExpression:
		switch n.Case {
		case cc.UnaryExpressionAddrof:
			if t := f.expression(n.CastExpression); t != nil {
				return &derivation{kind: pointerType, of: t}
			}
		case cc.UnaryExpressionDeref:
			return f.target(n.CastExpression)
		case cc.UnaryExpressionInc, cc.UnaryExpressionDec:
			return f.expression(n.UnaryExpression).value()
		}
	case *cc.CastExpression:
		return f.named(n.TypeName).value()
	case *cc.AdditiveExpression:
		for _, x := range []cc.ExpressionNode{n.AdditiveExpression, n.MultiplicativeExpression} {
			if t := f.expression(x).value(); t != nil && t.kind == pointerType {
				return t
			}
		}
	case *cc.AssignmentExpression:
		return f.expression(n.UnaryExpression).value()
	case *cc.ExpressionList:
		for n.ExpressionList != nil {
			n = n.ExpressionList
		}
		return f.expression(n.AssignmentExpression).value()
	}
	return nil
}

// target is what the value of e points to.
func (f *declarations) target(e cc.ExpressionNode) *derivation {
	if p := f.expression(e).value(); p != nil && p.kind == pointerType {
		return p.of
	}
	return nil
}

// postfix is the type of a postfix expression.
func (f *declarations) postfix(n *cc.PostfixExpression) *derivation {
	switch n.Case {
	case cc.PostfixExpressionIndex:
		if t := f.target(n.PostfixExpression); t != nil {
			return t
		}
		return f.target(n.ExpressionList)
	case cc.PostfixExpressionCall:
		if p := f.target(n.PostfixExpression); p != nil && p.kind == functionType {
			return p.of.value()
		}
	case cc.PostfixExpressionSelect:
		return f.member(f.expression(n.PostfixExpression), n)
	case cc.PostfixExpressionPSelect:
		return f.member(f.target(n.PostfixExpression), n)
	case cc.PostfixExpressionInc, cc.PostfixExpressionDec:
		return f.expression(n.PostfixExpression).value()
	case cc.PostfixExpressionComplit:
		return f.named(n.TypeName)
	}
	return nil
}

// member is the type of a member of a record, whose qualifiers it has, too.
func (f *declarations) member(record *derivation, n *cc.PostfixExpression) *derivation {
	m := n.Field()
	if record == nil || record.kind != basicType || m == nil || m.Declarator() == nil || m.Parent() != nil {
		return nil
	}
	return f.declared(m.Declarator()).qualified(record.quals)
}
