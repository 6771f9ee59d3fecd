package shape

import "cupel/internal/sabotage"

// A need is what has to be known of a segment before an operation can be followed: that it has a block, and, with peel, which one is at an end.
type need struct {
	obj  id
	end  end
	peel bool
}

// unfold divides a graph so that a need is met. Unfolding may have to be repeated.
func (a *analysis) unfold(g *graph, n need) []*graph {
	s := g.object(n.obj).seg
	if s.min == 0 {
		more := g.clone()
		more.object(n.obj).seg.min = 1
		if empty := a.emptied(g, n.obj); empty != nil && !sabotage.Active(sabotage.ShapeEmpty) {
			return []*graph{empty, more}
		}
		return []*graph{more}
	}
	c := g.clone()
	a.peel(c, n.obj, n.end)
	if c.object(n.obj).seg != nil && sabotage.Active(sabotage.ShapePeel) {
		if d := a.emptied(c, n.obj); d != nil {
			c = d
		}
	}
	return []*graph{c}
}

// emptied is g where a segment has no block; nil: it has one, since it is all of a cycle.
func (a *analysis) emptied(g *graph, i id) *graph {
	c := g.clone()
	s := c.object(i).seg
	next, prev, head := s.next, s.prev, s.head
	if next.kind == addr && next.obj == i || s.double && prev.kind == addr && prev.obj == i {
		return nil
	}
	c.values(func(v *value) {
		switch {
		case v.kind != addr || v.obj != i:
		case !a.whole(*v) || v.vague():
			*v = value{}
		case v.end == first:
			*v = a.shift(next, v.off-head)
		case v.end == last:
			*v = a.shift(prev, v.off-head)
		}
	})
	c.delete(func(o *object) bool { return o.id == i || c.within(o, i) })
	for _, o := range c.objs {
		o.forget()
	}
	return c
}

// peel takes the block at an end out of a segment that has one.
func (a *analysis) peel(g *graph, i id, at end) {
	o := g.object(i)
	s := o.seg
	if s.one {
		o.seg = nil
		return
	}
	b := &object{size: o.size, site: o.site, length: oneBlock}
	o.length = o.length.add(-1)
	g.add(b)
	g.values(func(v *value) { // before the cells of the block are copied: in these, addresses are of the node
		if v.kind == addr && v.obj == i && v.end == at {
			v.obj, v.end = b.id, first
		}
	})
	// What each node has for its own.
	copies := map[id]id{i: b.id}
	for _, x := range g.objs {
		if g.within(x, i) {
			copies[x.id] = 0
		}
	}
	var made []*object
	for _, x := range g.objs {
		if _, own := copies[x.id]; own && x.id != i {
			made = append(made, x.clone())
		}
	}
	for _, c := range made {
		old := c.id
		g.add(c)
		copies[old] = c.id
	}
	translate := func(v *value) {
		if v.kind != addr {
			return
		}
		to, own := copies[v.obj]
		switch {
		case !own || v.obj == i && v.end != self:
		case v.obj == i:
			v.obj, v.end = to, first
		default:
			v.obj = to
		}
	}
	for _, c := range made {
		if c.length = nil; c.owner == i {
			if c.owner = 0; c.heap() && c.seg == nil {
				c.length = oneBlock
			}
		} else {
			c.owner = copies[c.owner]
		}
		c.values(translate)
	}
	b.fields = o.clone().fields
	for n := range b.fields {
		translate(&b.fields[n].v)
	}
	if at == first {
		b.set(s.link, a.pointer(i, s.head, first))
		if s.double {
			b.set(s.back, s.prev)
			s.prev = a.pointer(b.id, s.head, first)
		}
	} else {
		b.set(s.back, a.pointer(i, s.head, last))
		b.set(s.link, s.next)
		s.next = a.pointer(b.id, s.head, first)
	}
	s.min = max(s.min-1, 0)
}
