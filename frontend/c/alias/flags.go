package alias

import "modernc.org/cc/v4"

// Programs keep flags in the lowest bits of pointers to aligned objects: (T *)((uintptr_t)p | 1), (T *)((uintptr_t)p & ~1), (uintptr_t)p & 1. That makes no number a pointer, and no
// pointer another number than its flags.

// Flags is what an expression does with flags in pointers.
type Flags struct {
	Casts []*cc.CastExpression // of the pointers to integers
	Bits  uint64               // the flags
}

// FlagsOf finds what e, a cast to a pointer or a conjunction of bits, does with flags in pointers; nil: something else, or nothing.
func FlagsOf(e cc.ExpressionNode) *Flags {
	x := &Flags{}
	ok := false
	switch n := e.(type) {
	case *cc.CastExpression:
		ok = isKind(n.Type(), cc.Ptr) && x.pointer(n.CastExpression)
	case *cc.AndExpression:
		ok = x.flags(n)
	}
	if !ok || len(x.Casts) == 0 {
		return nil
	}
	return x
}

// pointer reports whether e is a pointer as an integer, but for flags.
func (x *Flags) pointer(e cc.ExpressionNode) bool {
	if !cc.IsIntegerType(e.Type()) {
		return false
	}
	switch n := e.(type) {
	case *cc.ExpressionList:
		return n.ExpressionList == nil && x.pointer(n.AssignmentExpression)
	case *cc.PrimaryExpression:
		return n.Case == cc.PrimaryExpressionExpr && x.pointer(n.ExpressionList)
	case *cc.CastExpression:
		from := n.CastExpression.Type()
		if n.Case != cc.CastExpressionCast || n.Type().Size() != from.Size() {
			return false
		}
		if isKind(from, cc.Ptr) {
			x.Casts = append(x.Casts, n)
			return true
		}
		return x.pointer(n.CastExpression)
	case *cc.AndExpression:
		return x.masked(n.AndExpression, n.EqualityExpression) || x.masked(n.EqualityExpression, n.AndExpression)
	case *cc.InclusiveOrExpression:
		return x.changed(n.InclusiveOrExpression, n.ExclusiveOrExpression)
	case *cc.ExclusiveOrExpression:
		return x.changed(n.ExclusiveOrExpression, n.AndExpression)
	}
	return false
}

// masked reports whether p is such a pointer and mask a constant that takes flags out of it.
func (x *Flags) masked(p, mask cc.ExpressionNode) bool {
	m, ok := bitsOf(mask)
	if m = ^m; p.Type().Size() < 8 {
		m &= 1<<(8*p.Type().Size()) - 1
	}
	if !ok || m > maxFlags {
		return false
	}
	x.Bits |= m
	return x.pointer(p)
}

// changed reports whether one of both is such a pointer and the other one flags.
func (x *Flags) changed(p, q cc.ExpressionNode) bool {
	saved := *x
	if x.pointer(p) && x.flags(q) {
		return true
	}
	*x = saved
	return x.pointer(q) && x.flags(p)
}

// flags reports whether e has no bits but flags.
func (x *Flags) flags(e cc.ExpressionNode) bool {
	if bits, ok := bitsOf(e); ok {
		x.Bits |= bits
		return bits <= maxFlags
	}
	switch n := e.(type) {
	case *cc.ExpressionList:
		return n.ExpressionList == nil && x.flags(n.AssignmentExpression)
	case *cc.PrimaryExpression:
		return n.Case == cc.PrimaryExpressionExpr && x.flags(n.ExpressionList)
	case *cc.AndExpression:
		return x.taken(n.AndExpression, n.EqualityExpression) || x.taken(n.EqualityExpression, n.AndExpression)
	case *cc.InclusiveOrExpression:
		return x.flags(n.InclusiveOrExpression) && x.flags(n.ExclusiveOrExpression)
	case *cc.ExclusiveOrExpression:
		return x.flags(n.ExclusiveOrExpression) && x.flags(n.AndExpression)
	}
	return false
}

// taken reports whether p is such a pointer and mask a constant that takes flags of it.
func (x *Flags) taken(p, mask cc.ExpressionNode) bool {
	m, ok := bitsOf(mask)
	if !ok || m > maxFlags {
		return false
	}
	x.Bits |= m
	return x.pointer(p)
}
