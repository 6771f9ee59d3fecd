package c

import (
	"cupel/frontend/c/tree"

	"modernc.org/cc/v4"
)

// bounds says how the array that a place may be is part of its object. An index outside of an array that is a row of another or a member is undefined even
// where the object goes on (C11 J.2, a subscript out of range). As for the sanitizer of bounds of GCC, an array at the end of what a pointer reaches may go on, unless
// other objects may follow what it reaches (followed); the end of an object as a whole is known to OpAccess.
type bounds struct {
	whole   bool   // a declared object
	pointer bool   // reached by a pointer
	reached *ctype // the structure or union that a pointer reaches and that it is a member of
	inner   bool   // of the structure, the innermost one that is an element or reached by a pointer, other members follow
	last    bool   // none do
}

// member is the member f of a record of type t.
func (w bounds) member(t *ctype, f *field) bounds {
	if w.pointer && w.reached == nil {
		w.reached = t
	}
	inner := w.inner || !t.union && f != t.fields[len(t.fields)-1]
	return bounds{pointer: w.pointer, reached: w.reached, inner: inner, last: !inner}
}

// element is an element of an array.
func (w bounds) element() bounds { return bounds{pointer: w.pointer} }

// bounded reports whether the index of an array in memory is to be checked against its length.
func (l *lowerer) bounded(p place) bool {
	switch w := p.bounds; {
	case p.vla != nil || w.whole:
		return false
	case w.pointer && w.last:
		return p.t.n >= 0 && l.follows(w.reached, p.t.n > 1)
	default:
		return p.t.n > 0
	}
}

// openEnded reports whether the index of an array in memory is to be checked from below only: the array is a last member, and begins behind others.
func (l *lowerer) openEnded(p place) bool { return p.vla == nil && p.bounds.last && !l.bounded(p) }

// followed says why other objects may follow a record within the same object.
type followed uint8

const (
	byElement followed = 1 + iota // a pointer to it is moved, as in an array, or to what lies behind it
	byMember                      // it is declared as an element of an array, or a member that is not the last one
)

// follows reports whether other objects may follow one of the record t within the same object. probably: moved pointers tell, too.
func (l *lowerer) follows(t *ctype, probably bool) bool {
	if l.followed == nil {
		l.findFollowed()
	}
	why := l.followed[firstMember(t.cc)]
	return why == byMember || why == byElement && probably
}

// findFollowed finds the records that other objects follow.
func (l *lowerer) findFollowed() {
	l.followed = map[*cc.Declarator]followed{}
	var mark func(t cc.Type, why followed)
	mark = func(t cc.Type, why followed) {
		if a, ok := t.(*cc.ArrayType); ok {
			mark(a.Elem(), why)
		} else if d := firstMember(t); d != nil {
			l.followed[d] = max(l.followed[d], why)
		}
	}
	moved := func(e cc.ExpressionNode) {
		if t, ok := pointed(e); ok {
			mark(t, byElement)
		}
	}
	tree.Visit(l.ast.TranslationUnit, func(n cc.Node) bool {
		switch x := n.(type) {
		case *cc.Declarator:
			if a, ok := x.Type().(*cc.ArrayType); ok {
				mark(a.Elem(), byMember)
			}
		case *cc.StructOrUnionSpecifier:
			s, ok := x.Type().(*cc.StructType)
			for i := 0; ok && i < s.NumFields()-1; i++ {
				mark(s.FieldByIndex(i).Type(), byMember)
			}
		case *cc.PostfixExpression:
			switch x.Case {
			case cc.PostfixExpressionInc, cc.PostfixExpressionDec:
				moved(x.PostfixExpression)
			case cc.PostfixExpressionIndex:
				if v, ok := x.ExpressionList.Value().(cc.Int64Value); !ok || v != 0 {
					moved(x.PostfixExpression)
				}
			}
		case *cc.UnaryExpression:
			if x.Case == cc.UnaryExpressionInc || x.Case == cc.UnaryExpressionDec {
				moved(x.UnaryExpression)
			}
		case *cc.AdditiveExpression:
			if x.Case != cc.AdditiveExpressionMul {
				moved(x.AdditiveExpression)
				moved(x.MultiplicativeExpression)
			}
		case *cc.AssignmentExpression:
			if x.Case == cc.AssignmentExpressionAdd || x.Case == cc.AssignmentExpressionSub {
				moved(x.UnaryExpression)
			}
		}
		return true
	})
}
