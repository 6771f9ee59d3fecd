package shape

import "cupel/internal/sabotage"

// fold replaces chains of blocks by segments. Late: also blocks that were allocated at different places, and such of which only some have a list.
func (a *analysis) fold(g *graph, late, missing bool) *graph {
	for {
		h := a.foldOnce(g, late, missing)
		if h == nil {
			return g
		}
		g = h
	}
}

// foldOnce folds the first two neighbours that may be; nil: there are none.
func (a *analysis) foldOnce(g *graph, late, missing bool) *graph {
	for _, o := range g.objs {
		if !o.heap() || o.owner != 0 || o.size < 0 {
			continue
		}
		var links []field
		if o.seg != nil {
			links = []field{{o.seg.link, o.seg.next}}
		} else {
			links = o.fields
		}
		for _, l := range links {
			if !a.whole(l.v) || l.v.vague() || l.v.end != first || l.v.obj == o.id {
				continue
			}
			p := g.object(l.v.obj)
			if !p.heap() || p.owner != 0 || p.size != o.size || !late && p.site != o.site {
				continue
			}
			if !a.spend(pairWork) {
				return nil
			}
			if h := a.foldTwo(g, o, p, l.cell, l.v.off, late, missing); h != nil {
				return h
			}
		}
	}
	return nil
}

// foldTwo folds o and p, to which a link of o leads; nil: that is not possible.
func (a *analysis) foldTwo(g *graph, o, p *object, link cell, head int64, late, missing bool) *graph {
	s := &segment{link: link, head: head}
	switch {
	case o.seg != nil:
		s.double, s.back = o.seg.double, o.seg.back
	case p.seg != nil:
		s.double, s.back = p.seg.double, p.seg.back
	default:
		for _, f := range p.fields {
			if link.less(f.cell) && a.whole(f.v) && f.v.obj == o.id && f.v.off == head {
				s.double, s.back = true, f.cell
				break
			}
		}
	}
	for _, x := range []*object{o, p} {
		if t := x.seg; t != nil && (t.link != link || t.head != head || t.double != s.double || s.double && t.back != s.back) {
			return nil
		}
	}
	if s.double {
		if v := p.at(s.back); !a.whole(v) || v.obj != o.id || v.off != head || o.seg != nil && v.end != last {
			return nil
		}
	}
	m := a.merger(g, g)
	m.forget, m.missing, m.roots = true, missing, [2]id{o.id, p.id}
	for _, c := range union(o, p) {
		if !s.isLink(c) && !m.values(o.get(c), p.get(c)) {
			return nil
		}
	}
	if !a.spend(pairWork * (1 + m.steps)) {
		return nil
	}
	if !late && m.guesses() {
		return nil
	}
	for i := range m.shared {
		if m.at(0, i) >= 0 || m.at(1, i) >= 0 {
			return nil
		}
	}
	for i := range m.of[0] {
		if m.at(1, i) >= 0 {
			return nil
		}
	}
	for side, x := range []*object{o, p} { // what the nodes of a segment have is not lost
		for _, y := range g.objs {
			if g.within(y, x.id) && m.at(side, y.id) < 0 {
				return nil
			}
		}
	}
	if !a.loose(g, m, o, p, s) {
		return nil
	}
	return a.folded(g, m, o, p, s)
}

// loose reports whether no pointers lead into the middle of what o and p are folded to. Those in cells that correspond lead to the node itself.
func (a *analysis) loose(g *graph, m *merger, o, p *object, s *segment) bool {
	ok := true
	visit := func(v *value) {
		switch {
		case v.kind != addr:
		case v.obj == p.id:
			ok = ok && s.double && (p.seg == nil || v.end == last)
		case v.obj == o.id:
			ok = ok && (o.seg == nil || v.end == first)
		}
	}
	for i := range g.vars {
		visit(&g.vars[i])
	}
	for _, x := range g.objs {
		switch {
		case x == o:
			if s.double {
				visit(backOf(o, s))
			}
		case x == p:
			visit(linkOf(p, s))
		case g.within(x, o.id), g.within(x, p.id), m.at(0, x.id) >= 0, m.at(1, x.id) >= 0:
		default:
			x.values(visit)
		}
	}
	return ok || sabotage.Active(sabotage.ShapeLoose)
}

// linkOf is the link of o, or of its last block.
func linkOf(o *object, s *segment) *value {
	if o.seg != nil {
		return &o.seg.next
	}
	v := o.get(s.link)
	return &v
}

// backOf is the back link of p, or of its first block.
func backOf(p *object, s *segment) *value {
	if p.seg != nil {
		return &p.seg.prev
	}
	v := p.get(s.back)
	return &v
}

// folded is g with o and p in one segment.
func (a *analysis) folded(g *graph, m *merger, o, p *object, s *segment) *graph {
	h := g.clone()
	n := h.add(&object{size: o.size, site: o.site, seg: s, length: o.length.and(p.length)})
	if p.site != o.site {
		n.site.File, n.site.Line, n.site.Col = "", 0, 0
	}
	base := h.next
	number := func(i int) id { return base + 1 + id(i) }
	// In the cells of nodes, and of what belongs to them, addresses of the two are of the node.
	own := func(v, w value) value {
		if v.kind == addr && m.folds(v.obj) {
			v.obj, v.end = n.id, self
			return v
		}
		return m.combine(v, w, number)
	}
	for _, c := range union(o, p) {
		if !s.isLink(c) {
			n.set(c, own(o.get(c), p.get(c)))
		}
	}
	for i, q := range m.pairs {
		c := m.combined(q, number)
		if q[0] != 0 && q[1] != 0 {
			x, y := m.object(0, q[0]), m.object(1, q[1])
			for _, f := range union(x, y) {
				if c.seg == nil || !c.seg.isLink(f) {
					c.set(f, own(x.get(f), y.get(f)))
				}
			}
			if t := c.seg; t != nil && !t.one {
				t.next = own(x.at(t.link), y.at(t.link))
				if t.double {
					t.prev = own(x.at(t.back), y.at(t.back))
				}
			}
		} else {
			c.values(func(v *value) {
				if v.kind == addr && m.folds(v.obj) {
					v.obj, v.end = n.id, self
				}
			})
		}
		if c.owner = m.owner(q, number); c.owner == 0 {
			c.owner = n.id
		}
		h.add(c)
		if c.id != number(i) {
			panic("shape: numbers of objects")
		}
	}
	s.min = min(o.least()+p.least(), maxMin)
	s.next = p.at(s.link)
	if s.double {
		s.prev = o.at(s.back)
	}
	gone := map[id]bool{o.id: true, p.id: true}
	for _, q := range m.pairs {
		gone[q[0]], gone[q[1]] = true, true
	}
	var objs []*object
	for _, x := range h.objs {
		if !gone[x.id] {
			objs = append(objs, x)
		}
	}
	h.objs = objs
	h.values(func(v *value) {
		switch {
		case v.kind != addr:
		case v.obj == o.id:
			v.obj, v.end = n.id, first
		case v.obj == p.id:
			v.obj, v.end = n.id, last
			if !s.double {
				v.end = first // none is left
			}
		}
	})
	if !h.sound() {
		return nil
	}
	return h
}
