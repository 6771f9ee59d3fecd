package simplify

import (
	"cupel/core/logic"
)

// edges are bounds of a symbol that depend on the value of another.
func (z *simplifier) edges(cl *cloud, g []int, a, b int) []*logic.Term {
	if cl.kinds[a] != isOther {
		a, b = b, a
	}
	if cl.kinds[a] != isOther {
		return nil
	}
	x, y := &z.syms[cl.syms[a]], &z.syms[cl.syms[b]]
	f, w := z.f, x.width
	var end *logic.Term
	if k, d, ok := z.fit(cl, g, a, b); ok {
		end = f.BVOp(logic.OpBVAdd, f.BVOp(logic.OpBVMul, x.term, f.BV(k, w)), f.BV(d, w))
	} else if c, ok := z.sum(cl, g, a, b); ok && c&ones(w) == 0 {
		end = f.BVNeg(x.term)
	} else if ok {
		end = f.BVOp(logic.OpBVSub, f.BV(c, w), x.term)
	} else {
		return nil
	}
	if cl.kinds[b] == isLower {
		return []*logic.Term{z.less(x, end, y.term, false)}
	}
	return []*logic.Term{z.less(x, y.term, end, false)}
}

// sum is x + y, if it is the same at all points.
func (z *simplifier) sum(cl *cloud, g []int, a, b int) (uint64, bool) {
	m := ones(z.syms[cl.syms[a]].width)
	at := func(n int) uint64 { return (z.number(cl, cl.points[n], a) + z.number(cl, cl.points[n], b)) & m }
	for _, n := range g {
		if at(n) != at(g[0]) {
			return 0, false
		}
	}
	return at(g[0]), true
}

// fit finds k > 0 and d such that y == k*x + d at all points.
func (z *simplifier) fit(cl *cloud, g []int, a, b int) (k, d uint64, ok bool) {
	p := cl.points[g[0]]
	for _, n := range g[1:] {
		q := cl.points[n]
		if q[a] == p[a] {
			continue
		}
		dx, dy := int64(z.number(cl, q, a)-z.number(cl, p, a)), int64(z.number(cl, q, b)-z.number(cl, p, b))
		if dy%dx != 0 || dy/dx < 1 || dy/dx > maxFactor {
			return 0, 0, false
		}
		k = uint64(dy / dx)
		d = z.number(cl, p, b) - k*z.number(cl, p, a)
		for _, n := range g {
			r := cl.points[n]
			if (z.number(cl, r, b)-k*z.number(cl, r, a)-d)&ones(z.syms[cl.syms[a]].width) != 0 {
				return 0, 0, false
			}
		}
		return k, d, true
	}
	return 0, 0, false
}

// line is y == k*x + d with k > 0, or nil.
func (z *simplifier) line(cl *cloud, g []int, a, b int) *logic.Term {
	k, d, ok := z.fit(cl, g, a, b)
	if !ok {
		return nil
	}
	x, y := &z.syms[cl.syms[a]], &z.syms[cl.syms[b]]
	f, w := z.f, x.width
	switch negative := x.signed && int64(d) < 0; {
	case negative && k == 1: // x == y + 1 rather than y == x + -1
		return f.Eq(x.term, f.BVOp(logic.OpBVAdd, y.term, f.BV(-d, w)))
	case negative:
		return f.Eq(f.BVOp(logic.OpBVAdd, y.term, f.BV(-d, w)), f.BVOp(logic.OpBVMul, x.term, f.BV(k, w)))
	}
	return f.Eq(y.term, f.BVOp(logic.OpBVAdd, f.BVOp(logic.OpBVMul, x.term, f.BV(k, w)), f.BV(d, w)))
}
