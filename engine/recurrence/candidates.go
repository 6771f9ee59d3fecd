package recurrence

import (
	"math/bits"
	"slices"

	"cupel/core/logic"
)

// common are conjuncts that hold at all visits, about single quantities and about two of them.
func common(f *logic.Factory, qs []quantity) []*logic.Term {
	var out []*logic.Term
	add := func(ts ...*logic.Term) {
		for _, t := range ts {
			if !t.IsConst() {
				out = append(out, t)
			}
		}
	}
	var moving []quantity
	for _, q := range qs {
		if q.t.Sort().IsBool() {
			if constant(q.values) {
				add(f.Eq(q.t, f.BoolConst(q.values[0] != 0)))
			}
			continue
		}
		add(single(f, q)...)
		if !constant(q.values) {
			moving = append(moving, q)
		}
	}
	if len(moving) > maxPaired {
		moving = moving[:maxPaired]
	}
	for i, a := range moving {
		for _, b := range moving[i+1:] {
			if a.t.Sort() == b.t.Sort() {
				add(pair(f, a, b)...)
			}
		}
	}
	// Of constants one may be dropped where an order with another quantity is kept.
	for i, a := range qs {
		for j, b := range qs {
			if i < j && len(qs) <= maxPaired && a.t.Sort() == b.t.Sort() && a.t.Sort().IsBV() && (constant(a.values) || constant(b.values)) {
				add(order(f, a, b)...)
			}
		}
	}
	return out[:min(len(out), maxCandidates)]
}

func constant(vs []uint64) bool {
	return !slices.ContainsFunc(vs, func(v uint64) bool { return v != vs[0] })
}

// signed is a value of a width as a signed number.
func signed(v uint64, w int) int64 { return int64(v<<(64-w)) >> (64 - w) }

// single are the conjuncts about one quantity: its value, residues, and bounds, which are those of the visits and zero.
func single(f *logic.Factory, q quantity) []*logic.Term {
	w := q.t.Sort().Width()
	var out []*logic.Term
	if constant(q.values) {
		out = append(out, f.Eq(q.t, f.BV(q.values[0], w)))
	}
	low, high := slices.Min(q.values), slices.Max(q.values)
	slow, shigh := signed(low, w), signed(low, w)
	var differ uint64
	for _, v := range q.values {
		slow, shigh = min(slow, signed(v, w)), max(shigh, signed(v, w))
		differ |= v ^ q.values[0]
	}
	if differ != 0 {
		if k := bits.TrailingZeros64(differ); k > 0 && k < w {
			for _, n := range []int{k, 1} {
				out = append(out, f.Eq(f.Extract(n-1, 0, q.t), f.BV(q.values[0]&(1<<n-1), n)))
			}
		}
	}
	if q.signed {
		zero := f.BV(0, w)
		out = append(out, f.SLe(f.BVInt(slow, w), q.t), f.SLe(q.t, f.BVInt(shigh, w)))
		if slow > 0 {
			out = append(out, f.SLt(zero, q.t))
		}
		if shigh < 0 {
			out = append(out, f.SLt(q.t, zero))
		}
	} else {
		out = append(out, f.ULe(f.BV(low, w), q.t), f.ULe(q.t, f.BV(high, w)))
	}
	if !slices.Contains(q.values, 0) {
		out = append(out, f.Not(f.Eq(q.t, f.BV(0, w))))
	}
	return out
}

// order are the comparisons of two quantities that hold at all visits.
func order(f *logic.Factory, a, b quantity) []*logic.Term {
	w := a.t.Sort().Width()
	le, ge, lt, gt, ne := true, true, true, true, true
	for i, x := range a.values {
		y := b.values[i]
		c := 0
		switch {
		case a.signed && signed(x, w) < signed(y, w), !a.signed && x < y:
			c = -1
		case x != y:
			c = 1
		}
		le, ge, lt, gt, ne = le && c <= 0, ge && c >= 0, lt && c < 0, gt && c > 0, ne && c != 0
	}
	less, equal := f.ULt, f.ULe
	if a.signed {
		less, equal = f.SLt, f.SLe
	}
	var out []*logic.Term
	switch {
	case lt:
		out = append(out, less(a.t, b.t), equal(a.t, b.t))
	case le:
		out = append(out, equal(a.t, b.t))
	case gt:
		out = append(out, less(b.t, a.t), equal(b.t, a.t))
	case ge:
		out = append(out, equal(b.t, a.t))
	}
	if ne {
		out = append(out, f.Not(f.Eq(a.t, b.t)))
	}
	return out
}

// pair are the conjuncts about two quantities that change: their difference or sum, a proportion of their changes, and their order.
func pair(f *logic.Factory, a, b quantity) []*logic.Term {
	w := a.t.Sort().Width()
	mask := ^uint64(0) >> (64 - w)
	same := func(of func(x, y uint64) uint64) (uint64, bool) {
		first := of(a.values[0], b.values[0]) & mask
		for i, x := range a.values {
			if of(x, b.values[i])&mask != first {
				return 0, false
			}
		}
		return first, true
	}
	var out []*logic.Term
	if c, ok := same(func(x, y uint64) uint64 { return x - y }); ok {
		if c == 0 {
			return []*logic.Term{f.Eq(a.t, b.t)}
		}
		out = append(out, f.Eq(f.BVOp(logic.OpBVSub, a.t, b.t), f.BV(c, w)))
	} else if c, ok := same(func(x, y uint64) uint64 { return x + y }); ok {
		out = append(out, f.Eq(f.BVOp(logic.OpBVAdd, a.t, b.t), f.BV(c, w)))
	} else if dx, dy := change(a.values), change(b.values); dx != 0 || dy != 0 {
		g := gcd(magnitude(dx, w), magnitude(dy, w))
		dx, dy = divide(dx, g, w), divide(dy, g, w)
		if c, ok := same(func(x, y uint64) uint64 { return dy*x - dx*y }); ok && max(magnitude(dx, w), magnitude(dy, w)) <= maxFactor {
			l := f.BVOp(logic.OpBVMul, f.BV(dy&mask, w), a.t)
			r := f.BVOp(logic.OpBVMul, f.BV(dx&mask, w), b.t)
			out = append(out, f.Eq(f.BVOp(logic.OpBVSub, l, r), f.BV(c, w)))
		}
	}
	return append(out, order(f, a, b)...)
}

// change is the first one of a quantity.
func change(vs []uint64) uint64 {
	for i := 1; i < len(vs); i++ {
		if vs[i] != vs[i-1] {
			return vs[i] - vs[i-1]
		}
	}
	return 0
}

func magnitude(d uint64, w int) uint64 {
	if s := signed(d, w); s < 0 {
		return uint64(-s)
	}
	return uint64(signed(d, w))
}

func divide(d, g uint64, w int) uint64 {
	if g == 0 {
		return d
	}
	return uint64(signed(d, w) / int64(g))
}

func gcd(a, b uint64) uint64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
