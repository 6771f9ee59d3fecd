package c

import (
	"fmt"

	"cupel/core/program"
	"cupel/frontend/c/tree"

	"modernc.org/cc/v4"
)

// The parser reads alignment specifiers (C11 6.7.5) of objects, and keeps neither the strictest of several nor the alignment of the type that gcc has.

// alignments are those that declarations ask for.
type alignments struct {
	of     map[*cc.Declarator]int64
	linked map[string]int64 // the strictest of all declarations of a variable with linkage
}

// asked is the alignment that the declarations of d ask for; 0: none.
func (a *alignments) asked(d *cc.Declarator) int64 {
	if d.Linkage() != cc.None {
		return a.linked[d.Name()]
	}
	return a.of[d]
}

// differs reports whether another declaration of d asks for a stricter alignment, which counts from there on.
func (a *alignments) differs(d *cc.Declarator) bool { return a.asked(d) != a.of[d] }

// findAlignments evaluates the alignment specifiers of objects.
func (l *lowerer) findAlignments() (err error) {
	b := l.newBuilder(&program.Func{Name: "#constant"})
	b.cur = b.newLoc()
	l.alignments = alignments{of: map[*cc.Declarator]int64{}, linked: map[string]int64{}}
	tree.Visit(l.ast.TranslationUnit, func(n cc.Node) bool {
		x, ok := n.(*cc.Declaration)
		if !ok || x.Case != cc.DeclarationDecl || err != nil {
			return err == nil
		}
		strictest := int64(0)
		for s := x.DeclarationSpecifiers; s != nil; s = s.DeclarationSpecifiers {
			if s.Case != cc.DeclarationSpecifiersAlignSpec {
				continue
			}
			a, ok := b.specified(s.AlignmentSpecifier)
			switch {
			case !ok || a > maxAlignment:
				err = &Error{Pos: l.posOf(s), Msg: "alignment that the front end does not know", Unsupported: true}
			case a < 0 || a&(a-1) != 0:
				err = &Error{Pos: l.posOf(s), Msg: fmt.Sprintf("the alignment %d is no power of two; correct the program", a)}
			}
			strictest = max(strictest, a)
		}
		if strictest == 0 || err != nil {
			return err == nil
		}
		for il := x.InitDeclaratorList; il != nil; il = il.InitDeclaratorList {
			d := il.InitDeclarator.Declarator
			l.alignments.of[d] = strictest
			if d.Linkage() != cc.None {
				l.alignments.linked[d.Name()] = max(l.alignments.linked[d.Name()], strictest)
			}
		}
		return true
	})
	return err
}

// specified is the alignment of one specifier.
func (b *builder) specified(n *cc.AlignmentSpecifier) (int64, bool) {
	if n.Case == cc.AlignmentSpecifierExpr {
		return b.constInt(n.ConstantExpression)
	}
	t := b.tt.of(n.TypeName.Type())
	return t.align, t.kind != tOther && t.size >= 0
}
