package c

import (
	"bytes"
	"fmt"

	"cupel/core/program"
	"cupel/frontend/c/tree"
	"cupel/internal/lazyregexp"

	"modernc.org/cc/v4"
)

// beforeColon is what looks like a declaration up to the colon of a bit-field; labels do, too.
var beforeColon = lazyregexp.New(`([;{},])\s*(\w+)([\w\s*()\[\]]*):`)

// integerName is the name of a type that an unnamed bit-field may have.
var integerName = lazyregexp.New(`^(int|long|short|char|(un)?signed|_Bool|bool|\w*_t|[us]\d+)$`)

// mayHaveBitFields reports whether some line of a text may be a bit-field, so that the program has to be looked through for them.
func mayHaveBitFields(text []byte) bool {
	for _, m := range beforeColon().FindAllSubmatch(text, -1) {
		word, more := string(m[2]), len(bytes.TrimSpace(m[3])) > 0
		if word != "case" && word != "default" && (more || m[1][0] == ',' || integerName().MatchString(word)) {
			return true
		}
	}
	return false
}

// checkBitFields refuses bit-fields that break a constraint of C11 6.7.2.1p4-5: of a type that is no integer, wider than their type, without a width
// although named, or with a width that is not constant; and operators that bit-fields do not have. The parser, which refuses negative widths, takes them all.
func (l *lowerer) checkBitFields() (err error) {
	tree.Visit(l.ast.TranslationUnit, func(n cc.Node) bool {
		if u, ok := n.(*cc.UnaryExpression); ok && err == nil {
			err = l.checkBitFieldOperand(u)
		}
		s, ok := n.(*cc.StructOrUnionSpecifier)
		if !ok || s.Case != cc.StructOrUnionSpecifierDef {
			return err == nil
		}
		r, ok := s.Type().(interface {
			NumFields() int
			FieldByIndex(int) *cc.Field
		})
		if !ok {
			return err == nil
		}
		i := 0
		for d := s.StructDeclarationList; d != nil; d = d.StructDeclarationList {
			if d.StructDeclaration == nil || d.StructDeclaration.Case != cc.StructDeclarationDecl {
				continue
			}
			k := d.StructDeclaration.StructDeclaratorList
			if k == nil {
				i++ // an anonymous record
			}
			for ; k != nil && i < r.NumFields(); k = k.StructDeclaratorList {
				if k.StructDeclarator.Case == cc.StructDeclaratorBitField && err == nil {
					err = l.checkBitField(k.StructDeclarator, r.FieldByIndex(i))
				}
				i++
			}
		}
		return err == nil
	})
	return err
}

// checkBitFieldOperand refuses operators that bit-fields do not have (C11 6.5.3.2p1, 6.5.3.4p1).
func (l *lowerer) checkBitFieldOperand(n *cc.UnaryExpression) error {
	var what string
	operand := n.UnaryExpression
	switch n.Case {
	case cc.UnaryExpressionAddrof:
		what, operand = "address", n.CastExpression
	case cc.UnaryExpressionSizeofExpr:
		what = "size"
	case cc.UnaryExpressionAlignofExpr:
		what = "alignment"
	default:
		return nil
	}
	x, ok := tree.Strip(operand).(*cc.PostfixExpression)
	if !ok || x.Case != cc.PostfixExpressionSelect && x.Case != cc.PostfixExpressionPSelect || x.Field() == nil || !x.Field().IsBitfield() {
		return nil
	}
	return &Error{Pos: l.posOf(n), Msg: fmt.Sprintf("%s is a bit-field, which has no %s; use a member that is none", x.Token2.SrcStr(), what)}
}

// checkBitField checks one.
func (l *lowerer) checkBitField(n *cc.StructDeclarator, f *cc.Field) error {
	name, pos := "an unnamed bit-field", l.pos(n.Token.Position())
	if d := n.Declarator; d != nil && d.Name() != "" {
		name, pos = "the bit-field "+d.Name(), l.pos(d.Position())
	}
	t, w := l.tt.of(f.Type()), f.ValueBits()
	refuse := func(format string, args ...any) error {
		return &Error{Pos: pos, Msg: name + " " + fmt.Sprintf(format, args...)}
	}
	limit := int64(t.width)
	if t.bool {
		limit = 1
	}
	switch v := n.ConstantExpression.Value(); v.(type) {
	case cc.Int64Value, cc.UInt64Value:
	default:
		if v, ok := l.newBuilder(&program.Func{Name: "#constant"}).constInt(n.ConstantExpression); ok && v != w {
			return &Error{Pos: pos, Msg: "the width of " + name + " is not supported", Unsupported: true}
		} else if !ok {
			return refuse("has a width that is no constant; write an integer constant")
		}
	}
	switch {
	case t.kind == tFloat || t.kind == tPtr || t.kind == tArray || t.kind == tRecord || t.kind == tVoid || t.kind == tFunc:
		return refuse("has the type %s; it must be an integer type", f.Type())
	case t.kind != tInt: // without a model
	case w > limit:
		return refuse("has %d bits, its type %s only %d; make it narrower or choose a wider type", w, f.Type(), limit)
	case w == 0 && n.Declarator != nil && n.Declarator.Name() != "":
		return refuse("has no bits; give it a width, or no name")
	}
	return nil
}
