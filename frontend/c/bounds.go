package c

import (
	"slices"

	"cupel/frontend/c/alias"
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
		return p.t.n >= 0 && l.follows(w.reached, p)
	default:
		return p.t.n > 0
	}
}

// openEnded reports whether the index of an array in memory is to be checked from below only: the array is a last member, and begins behind others.
func (l *lowerer) openEnded(p place) bool { return p.vla == nil && p.bounds.last && !l.bounded(p) }

// followed says why other objects may follow a record within the same object.
type followed struct {
	moved  bool             // a pointer to it is moved, as in an array, or to what lies behind it
	member bool             // it is a member that is not the last one, or an element in a type
	arrays []*cc.Declarator // variables of which it is an element
}

// follows reports whether other objects may follow one of the record t, whose last member is the array p, within the same object. An array of one element
// or none is there to go on (that of none cannot be used otherwise), and is bounded only where the pointer may reach an object for which that is declared.
func (l *lowerer) follows(t *ctype, p place) bool {
	if l.followed == nil {
		l.findFollowed()
	}
	why := l.followed[firstMember(t.cc)]
	switch {
	case why == nil:
		return false
	case p.t.n > 1:
		return true
	}
	return why.member || slices.ContainsFunc(why.arrays, func(d *cc.Declarator) bool {
		c := l.alias.ClassOfObject(d)
		return c != alias.Nowhere && (p.memory() == alias.Nowhere || c == p.memory())
	})
}

// findFollowed finds the records that other objects follow.
func (l *lowerer) findFollowed() {
	l.followed = map[*cc.Declarator]*followed{}
	of := func(t cc.Type) *followed { // of the elements
		for a, ok := t.(*cc.ArrayType); ok; a, ok = t.(*cc.ArrayType) {
			t = a.Elem()
		}
		d := firstMember(t)
		if d == nil {
			return &followed{}
		}
		if l.followed[d] == nil {
			l.followed[d] = &followed{}
		}
		return l.followed[d]
	}
	members := map[*cc.Declarator]bool{}
	moved := func(e cc.ExpressionNode) {
		if t, ok := pointed(e); ok {
			of(t).moved = true
		}
	}
	tree.Visit(l.ast.TranslationUnit, func(n cc.Node) bool {
		switch x := n.(type) {
		case *cc.Declarator:
			if a, ok := x.Type().(*cc.ArrayType); ok && (members[x] || x.IsTypename() || x.IsParam()) {
				of(a).member = true
			} else if ok {
				of(a).arrays = append(of(a).arrays, x)
			}
		case *cc.StructDeclarator:
			if x.Declarator != nil {
				members[x.Declarator] = true
			}
		case *cc.StructOrUnionSpecifier:
			s, ok := x.Type().(*cc.StructType)
			for i := 0; ok && i < s.NumFields()-1; i++ {
				of(s.FieldByIndex(i).Type()).member = true
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
