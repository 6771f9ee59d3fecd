package c

import (
	"bytes"
	"fmt"
	"math/big"
	"strings"

	"cupel/core/program"
	"cupel/frontend/c/attr"
	"cupel/frontend/c/c23"
	"cupel/frontend/c/tree"

	"modernc.org/cc/v4"
)

// Mistakes that gcc refuses and cc does not, as they depend on values that only lowering knows.

// fixedTypes finds the constants of enumerations whose type is fixed.
func fixedTypes(path string, src []byte, ast *cc.AST) map[*cc.Enumerator]bool {
	fixed := map[*cc.Enumerator]bool{}
	tree.Visit(ast.TranslationUnit, func(n cc.Node) bool {
		if s, ok := n.(*cc.EnumSpecifier); ok && s.EnumTypeSpecifier != nil {
			if at, ok := offsetOf(path, src, s.EnumTypeSpecifier.Token, ":"); ok && !bytes.HasSuffix(src[:at], []byte(packedMark)) {
				for l := s.EnumeratorList; l != nil; l = l.EnumeratorList {
					fixed[l.Enumerator] = true
				}
			}
		}
		return true
	})
	return fixed
}

// mistakes reports static assertions that fail, and objects declared with constexpr whose values are none.
func (l *lowerer) mistakes() (err error) {
	b := l.newBuilder(&program.Func{Name: "#constant"})
	b.cur = b.newLoc()
	fail := func(at cc.Node, format string, args ...any) {
		if err == nil {
			err = &Error{Pos: l.posOf(at), Msg: fmt.Sprintf(format, args...)}
		}
	}
	tree.Visit(l.ast.TranslationUnit, func(n cc.Node) bool {
		switch x := n.(type) {
		case *cc.StaticAssertDeclaration:
			e := asserted(x.ConstantExpression)
			if v := b.constantValue(e); v.x != nil && v.t.kind == tInt && v.x.IsConst() && v.x.BVBig().Sign() == 0 {
				fail(e, "the static assertion fails: %s", strings.TrimSpace(cc.NodeSource(e)))
			}
		case *cc.Declaration:
			if x.Case == cc.DeclarationDecl {
				if _, ok := attr.Find(attr.Of(x.DeclarationSpecifiers), strings.Trim(c23.Mark, "_")); ok {
					for il := x.InitDeclaratorList; il != nil; il = il.InitDeclaratorList {
						if i := il.InitDeclarator.Initializer; i != nil && il.InitDeclarator.Declarator.Type() != nil {
							b.constantInitializer(i, l.tt.of(il.InitDeclarator.Declarator.Type()), fail)
						}
					}
				}
			}
		}
		return err == nil
	})
	return err
}

// asserted is the condition of a static assertion as the program has it (granted).
func asserted(e cc.ExpressionNode) cc.ExpressionNode {
	if or, ok := tree.Strip(e).(*cc.LogicalOrExpression); ok && or.Case == cc.LogicalOrExpressionLOr {
		if k, ok := tree.Strip(or.LogicalOrExpression).(*cc.PrimaryExpression); ok && k.Token.SrcStr() == strings.TrimSuffix(granted, "||") {
			return tree.Strip(or.LogicalAndExpression)
		}
	}
	return e
}

// constantValue is the value of an expression without side effects; without a term where it has some.
func (b *builder) constantValue(e cc.ExpressionNode) (v val) {
	ops, guard := b.ops, b.guard
	b.ops, b.guard = nil, nil
	if b.pure(e) {
		v = b.rvalue(e)
	}
	b.ops, b.guard = ops, guard
	return v
}

// constantInitializer checks the initializer of an object of type t that is declared with constexpr (C23 6.7.2 p5).
func (b *builder) constantInitializer(i *cc.Initializer, t *ctype, fail func(at cc.Node, format string, args ...any)) {
	if i.Case == cc.InitializerInitList {
		for t.kind == tArray {
			t = t.elem
		}
		for l := i.InitializerList; l != nil; l = l.InitializerList {
			of := t
			if t.kind == tRecord {
				of = b.tt.of(l.Initializer.Type())
			}
			b.constantInitializer(l.Initializer, of, fail)
		}
		return
	}
	e := i.AssignmentExpression
	for t.kind == tArray {
		t = t.elem
	}
	if !t.isScalar() || isString(e) {
		return
	}
	v := b.constantValue(e)
	switch {
	case t.kind == tPtr && (v.x == nil || !v.x.IsConst() || v.t.kind == tFloat || v.x.BVBig().Sign() != 0):
		fail(e, "a pointer that is declared with constexpr must be null")
	case v.x == nil || !v.x.IsConst():
		fail(e, "the initializer of an object that is declared with constexpr is not constant")
	case v.t.kind == tInt && t.kind == tInt && !t.bool:
		n := v.x.BVBig()
		if v.t.signed {
			n = v.x.BVSigned()
		}
		lo, hi := new(big.Int), new(big.Int).Lsh(big.NewInt(1), uint(t.width))
		if t.signed {
			hi.Rsh(hi, 1)
			lo.Neg(hi)
		}
		if n.Cmp(lo) < 0 || n.Cmp(hi) >= 0 {
			fail(e, "%s is no value of the type %s of the object that is declared with constexpr", n, t)
		}
	}
}
