package alias

import (
	"slices"

	"modernc.org/cc/v4"
)

// complete solves constraints that depend on the classes, until a fixpoint: targets of calls through pointers, overlapping cells of different kinds, and pointers
// of unknown origin.
func (a *analysis) complete() {
	for {
		a.changed = false
		for i := 0; i < len(a.nodes); i++ { // grows while running
			if n := a.nodes[i]; n.up == nil {
				a.targets(n)
			}
		}
		for i := 0; i < len(a.nodes); i++ {
			if n := a.nodes[i]; n.up == nil {
				a.overlaps(n)
			}
		}
		for _, p := range a.compared {
			x, y := p[0].find(), p[1].find()
			if x != y && (x.external || y.external) {
				// A program may learn the target of p from p == &x.
				a.unify(x, y)
			}
		}
		for _, p := range a.memcopy {
			x, y := p[0].find(), p[1].find()
			if x.bytes != y.bytes {
				a.setBytes(x)
				a.setBytes(y)
			}
		}
		if !a.changed {
			return
		}
	}
}

func (a *analysis) setBytes(n *node) {
	if n = n.find(); !n.bytes {
		n.bytes, a.changed = true, true
	}
}

// targets links calls through pointers into n with the functions in n; a
// pointer of unknown origin may be any function whose address is taken.
func (a *analysis) targets(n *node) {
	for i := 0; i < len(n.find().calls); i++ {
		r := n.find()
		c := r.calls[i]
		fs := slices.Clone(r.funcs)
		if r.external {
			for _, f := range a.funcList {
				if f.taken {
					fs = append(fs, f)
				}
			}
		}
		slices.SortFunc(fs, func(x, y *function) int { return x.order - y.order })
		for _, f := range slices.Compact(fs) {
			if c.fits(f) {
				a.link(c, f)
			}
		}
	}
}

// overlaps decides whether cells of different kinds may overlap in the class.
//
// Objects of a class that are accessed only through unconverted pointers are accessed by their own type, so that only unions in them can make cells overlap. A
// converted pointer (cast, passed through void* or an integer) to T may point to the target of any other converted pointer of the class, so the layouts of all
// these types must agree when superposed.
func (a *analysis) overlaps(n *node) {
	for _, k := range sortedKeys(n.views) {
		if l := a.layoutOf(n.views[k]); l.clash || a.chained(n, n.views[k]) {
			a.setBytes(n)
		} else if l.union {
			a.shareOverlapping(n, l, l)
		}
	}
	ks := sortedKeys(n.punned)
	for i, k := range ks {
		if n.bytes || n.up != nil {
			break // merged meanwhile; the next round handles the class
		}
		t := n.punned[k]
		if l := a.layoutOf(t); l.clash || n.fromInt && n.intArith && !a.bytesOnly(t) {
			// Within a union, or at the address of any byte.
			a.setBytes(n)
		} else if l.union {
			a.shareOverlapping(n, l, l)
		}
		for _, k2 := range ks[i+1:] {
			a.overlay(n, t, n.punned[k2])
			if n.up != nil {
				return
			}
		}
	}
	if n.args && len(n.views)+len(n.punned) > 0 {
		a.setBytes(n)
	}
	if c := n.find().cont.find(); n.args && c.one != nil {
		a.conversions(c)
	}
	if n = n.find(); n.bytes {
		c := n.cont.find()
		a.join(c)
		a.conversions(c)
	}
}

// chained reports whether objects of type t may follow each other in the class with the tail of one over the next.
func (a *analysis) chained(n *node, t cc.Type) bool {
	l := a.layoutOf(t)
	if len(l.tails) == 0 || !n.arith[a.key(t)] {
		return false
	}
	_, ok := l.uniform()
	return !ok
}

// bytesOnly reports whether all cells of t are bytes.
func (a *analysis) bytesOnly(t cc.Type) bool {
	c, ok := a.layoutOf(t).uniform()
	return ok && c == Cell{Bits: 8}
}

// overlay compares the layouts of two types that may be at the same place.
func (a *analysis) overlay(n *node, t, u cc.Type) {
	if n.bytes {
		return
	}
	kt, ku := a.key(t), a.key(u)
	x, y := a.layoutOf(t), a.layoutOf(u)
	same := a.layoutKey(t) == a.layoutKey(u)
	switch {
	case same:
	case n.interior[kt] && y.reaches(x) || n.interior[ku] && x.reaches(y):
		// The larger type would reach beyond the member the smaller one is.
		a.setBytes(n)
		return
	case n.arith[kt] || n.arith[ku]:
		// Elements of arrays: the layouts repeat with different periods.
		c, ok1 := x.uniform()
		d, ok2 := y.uniform()
		if !ok1 || !ok2 || c != d {
			a.setBytes(n)
			return
		}
	case x.opaque || y.opaque || clash(x, y):
		a.setBytes(n)
		return
	}
	if n.arith[kt] || n.arith[ku] {
		// Any cell of one may lie over any of the other.
		a.shareAll(n, x, y)
		return
	}
	a.shareOverlapping(n, x, y)
}

// shareOverlapping unifies the slots of cells of different types at one offset: a value stored as one may be read as the other.
func (a *analysis) shareOverlapping(n *node, x, y *layout) {
	overlapping(x, y, func(p, q placed) bool {
		a.shareCells(n, p.typ, q.typ)
		return true
	})
}

func (a *analysis) shareAll(n *node, x, y *layout) {
	seen := map[[2]string]bool{}
	for _, p := range x.every() {
		for _, q := range y.every() {
			if p.typ == nil || q.typ == nil {
				continue
			}
			k := [2]string{a.key(p.typ), a.key(q.typ)}
			if !seen[k] {
				seen[k] = true
				a.shareCells(n, p.typ, q.typ)
			}
		}
	}
}

func (a *analysis) shareCells(n *node, t, u cc.Type) {
	if t == nil || u == nil {
		return
	}
	k, kt := a.cellKey(t)
	j, ju := a.cellKey(u)
	if k == j {
		return
	}
	c := n.find().cont.find()
	if (kt == nil) != (ju == nil) && !c.mixed {
		c.mixed, a.changed = true, true
	}
	// Slots without stores or loads stay absent: they would be infinite for recursive types.
	x, y := c.slots[k], c.slots[j]
	switch {
	case x == nil && y == nil:
		return
	case x == nil:
		x = a.setSlot(c, k, kt, y.to)
	case y == nil:
		a.setSlot(c, j, ju, x.to)
	default:
		a.unify(x.to, y.to)
	}
	a.conversion(x.to, t, u)
}

// conversion records that pointers are written as one type and read as
// another.
func (a *analysis) conversion(x *node, t, u cc.Type) {
	p, q := pointee(t), pointee(u)
	if p != nil {
		a.pun(x, p)
	}
	if q != nil {
		a.pun(x, q)
	}
	a.converted(x, p, q)
	a.converted(x, q, p)
	if (p == nil || q == nil) && !x.find().fromInt {
		x.find().fromInt, a.changed = true, true
	}
}

// conversions does so for all cells of memory that is modelled by bytes. A pointer is not read as one of another type there (C11 6.5p7), so that those to ends of
// objects keep their type.
func (a *analysis) conversions(c *contents) {
	for _, k := range sortedKeys(c.find().slots) {
		v := c.find().slots[k]
		if v != nil && v.typ != nil && len(c.find().slots) > 1 {
			a.pun(v.to, pointee(v.typ))
		}
	}
}
