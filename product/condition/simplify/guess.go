package simplify

import (
	"cmp"
	"encoding/binary"
	"slices"

	"cupel/core/logic"
)

// cloud is a set of points: values of some symbols, or where their values begin or end, in
// cubes that agree elsewhere.
type cloud struct {
	frame  *cube // what they agree in
	syms   []int
	kinds  []int      // isOther for values, isLower, isUpper
	points [][]uint64 // keys, in the order of syms
}

// guess looks for cubes with relations between symbols, or remainders, that imply the formula and
// contain many points.
func (o *oracle) guess(cs []*cube) ([]*cube, error) {
	var out []*cube
	for _, cl := range o.z.clouds(cs) {
		covered := make([]bool, len(cl.points))
		for _, g := range o.z.groups(cl) {
			if o.ended() {
				return out, nil
			}
			fresh := 0
			for _, n := range g {
				if !covered[n] {
					fresh++
				}
			}
			if fresh < fewPoints {
				continue
			}
			c, ok := o.z.around(cl, g)
			if !ok {
				continue
			}
			ok, err := o.implies(o.z.literals(c, true)) // of a frame whose sets may be no intervals
			if err != nil {
				return nil, err
			}
			if ok {
				out = append(out, c)
				for _, n := range g {
					covered[n] = true
				}
			}
		}
	}
	return out, nil
}

// clouds finds the points of cubes: what they say of symbols with few values.
func (z *simplifier) clouds(cs []*cube) []*cloud {
	at := map[string]*cloud{}
	var out []*cloud
	for _, c := range cs {
		frame, product := c.clone(), [][]uint64{nil}
		var syms, kinds []int
		for i, s := range c.sets {
			if s == nil || z.syms[i].bool {
				continue
			}
			kind, n := isOther, int(s.count(pointValues))
			if n == pointValues || n*len(product) > maxPoints {
				ps := z.stretches(&z.syms[i], s)
				if len(ps) > 1 || ps[0].lower == ps[0].upper {
					continue
				}
				kind, s = isLower, point(ps[0].lo)
				if ps[0].upper {
					kind, s = isUpper, point(ps[0].hi)
				}
			}
			syms, kinds = append(syms, i), append(kinds, kind)
			frame.sets[i] = nil
			var next [][]uint64
			for _, p := range product {
				s.each(func(k uint64) { next = append(next, append(slices.Clone(p), k)) })
			}
			product = next
		}
		if syms == nil {
			continue
		}
		k := z.key(frame, none, nil)
		for a, i := range syms {
			k += "," + z.syms[i].term.Name() + [...]string{isOther: "", isLower: ">", isUpper: "<"}[kinds[a]]
		}
		cl := at[k]
		if cl == nil {
			cl = &cloud{frame: frame, syms: syms, kinds: kinds}
			at[k] = cl
			out = append(out, cl)
		}
		if len(cl.points)+len(product) <= maxPoints {
			cl.points = append(cl.points, product...)
		}
	}
	return slices.DeleteFunc(out, func(cl *cloud) bool { return len(cl.points) < fewPoints })
}

// groups are the points that may have something in common, the largest groups first.
func (z *simplifier) groups(cl *cloud) [][]int {
	var out [][]int
	by := func(name func(p []uint64) uint64) {
		at := map[uint64]int{}
		first := len(out)
		for n, p := range cl.points {
			k := name(p)
			g, ok := at[k]
			if !ok {
				g = len(out)
				at[k] = g
				out = append(out, nil)
			}
			out[g] = append(out[g], n)
		}
		if len(out)-first > maxGuesses {
			out = out[:first]
		}
	}
	by(func([]uint64) uint64 { return 0 })
	for a := range cl.syms {
		for b := range a {
			by(func(p []uint64) uint64 { return z.number(cl, p, a) - z.number(cl, p, b) })
			by(func(p []uint64) uint64 { return z.number(cl, p, a) + z.number(cl, p, b) })
			by(func(p []uint64) uint64 { return uint64(1 + cmp.Compare(p[a], p[b])) })
		}
		by(func(p []uint64) uint64 { return p[a] & 1 })
		if len(cl.syms) > 1 {
			by(func(p []uint64) uint64 { return p[a] })
		}
	}
	out = slices.DeleteFunc(out, func(g []int) bool { return len(g) < fewPoints })
	slices.SortStableFunc(out, func(a, b []int) int { return cmp.Compare(len(b), len(a)) })
	seen := map[string]bool{}
	out = slices.DeleteFunc(out, func(g []int) bool {
		var k []byte
		for _, n := range g {
			k = binary.AppendUvarint(k, uint64(n))
		}
		known := seen[string(k)]
		seen[string(k)] = true
		return known
	})
	return out[:min(len(out), maxGuesses)]
}

// number is the value of a symbol at a point, extended to 64 bits.
func (z *simplifier) number(cl *cloud, p []uint64, a int) uint64 {
	return p[a] - z.syms[cl.syms[a]].bias()
}

// around is the cube of all that points have in common; false: nothing but their bounds.
func (z *simplifier) around(cl *cloud, g []int) (*cube, bool) {
	c := cl.frame.clone()
	column := func(a int) []uint64 {
		vs := make([]uint64, len(g))
		for i, n := range g {
			vs[i] = cl.points[n][a]
		}
		return vs
	}
	for a, i := range cl.syms {
		vs := column(a)
		hull := span{slices.Min(vs), slices.Max(vs)}
		switch cl.kinds[a] {
		case isLower:
			hull.hi = z.syms[i].top()
		case isUpper:
			hull.lo = 0
		}
		if !z.restrict(c, i, set{hull}) {
			return nil, false
		}
		if m := stride(vs); cl.kinds[a] == isOther && m > 1 {
			if l := z.progression(&z.syms[i], hull, hull.lo, m); l != nil {
				c.rest = append(c.rest, l)
			}
		}
		for b := range a {
			c.rest = append(c.rest, z.relations(cl, g, b, a)...)
		}
	}
	slices.SortFunc(c.rest, z.compare)
	c.rest = slices.Compact(c.rest)
	return c, true
}

// stride is the greatest common divisor of differences.
func stride(vs []uint64) uint64 {
	m := uint64(0)
	for _, v := range vs {
		d := max(v, vs[0]) - min(v, vs[0])
		for d > 0 {
			m, d = d, m%d
		}
	}
	return m
}

// relations are what two symbols satisfy at all points.
func (z *simplifier) relations(cl *cloud, g []int, a, b int) []*logic.Term {
	x, y := &z.syms[cl.syms[a]], &z.syms[cl.syms[b]]
	if x.width != y.width || x.signed != y.signed {
		return nil
	}
	same := func(name func(p []uint64) bool) bool {
		for _, n := range g {
			if !name(cl.points[n]) {
				return false
			}
		}
		return true
	}
	if still(cl, g, a) || still(cl, g, b) {
		return nil
	}
	if cl.kinds[a] != isOther || cl.kinds[b] != isOther {
		return z.edges(cl, g, a, b)
	}
	f, w := z.f, x.width
	var out []*logic.Term
	if l := z.line(cl, g, a, b); l != nil {
		out = append(out, l)
	} else if l := z.line(cl, g, b, a); l != nil {
		out = append(out, l)
	}
	if c, ok := z.sum(cl, g, a, b); ok {
		out = append(out, f.Eq(f.BVOp(logic.OpBVAdd, x.term, y.term), f.BV(c, w)))
	}
	switch {
	case same(func(p []uint64) bool { return p[a] < p[b] }):
		out = append(out, z.less(x, x.term, y.term, true))
	case same(func(p []uint64) bool { return p[a] > p[b] }):
		out = append(out, z.less(x, y.term, x.term, true))
	case same(func(p []uint64) bool { return p[a] <= p[b] }):
		out = append(out, z.less(x, x.term, y.term, false))
	case same(func(p []uint64) bool { return p[a] >= p[b] }):
		out = append(out, z.less(x, y.term, x.term, false))
	case same(func(p []uint64) bool { return p[a] != p[b] }):
		out = append(out, f.Ne(x.term, y.term))
	}
	return out
}

// still reports whether a symbol has one value only.
func still(cl *cloud, g []int, a int) bool {
	for _, n := range g {
		if cl.points[n][a] != cl.points[g[0]][a] {
			return false
		}
	}
	return true
}
