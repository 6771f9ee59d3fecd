package shape

import (
	"slices"

	"cupel/internal/sabotage"
)

// A merger finds which objects of two graphs stand for the same one in a graph that describes the states of both, by following pointers from pairs of values that
// have to correspond. A segment may correspond to a block, and to none.
type merger struct {
	*analysis
	a, b    *graph
	pairs   []pair
	of      [2]map[id]int // the pairs of the objects of a and of b
	forget  bool          // numbers may differ
	missing bool          // a block may be missing where the other graph has a null pointer
	// more: the result describes states that a does not, and b.
	more  [2]bool
	steps int
	chain int // while the value behind a segment that vanished is compared: its side, from 1; no segment of the other side may vanish there

	// Where two objects of one graph are folded (a == b): these two, and what both lead to.
	roots  [2]id
	shared map[id]bool
}

// A pair of objects, with 0 for none: the other one is a segment without blocks, or belongs to one.
type pair [2]id

func (a *analysis) merger(g, h *graph) *merger {
	return &merger{analysis: a, a: g, b: h, of: [2]map[id]int{{}, {}}, shared: map[id]bool{}}
}

// mark is a state to which a merger may return.
type mark struct {
	pairs int
	more  [2]bool
}

func (m *merger) mark() mark { return mark{len(m.pairs), m.more} }

func (m *merger) undo(k mark) {
	for _, p := range m.pairs[k.pairs:] {
		for side, i := range p {
			if i != 0 {
				delete(m.of[side], i)
			}
		}
	}
	m.pairs, m.more = m.pairs[:k.pairs], k.more
}

func (m *merger) add(p pair) {
	for side, i := range p {
		if i != 0 {
			m.of[side][i] = len(m.pairs)
		}
	}
	m.pairs = append(m.pairs, p)
}

func (m *merger) graph(side int) *graph {
	if side == 0 {
		return m.a
	}
	return m.b
}

func (m *merger) object(side int, i id) *object { return m.graph(side).object(i) }

// values makes two values correspond.
func (m *merger) values(v, w value) bool {
	if m.steps++; m.steps > maxPairings {
		return false
	}
	chain := m.chain
	m.chain = 0
	switch {
	case v.kind != addr && w.kind != addr:
		return m.numbers(v, w)
	case v.kind == addr && w.kind == addr:
		return v.lo == w.lo && v.n == w.n && m.addresses(v, w, chain)
	}
	both, side := [2]value{v, w}, 0
	if w.kind == addr {
		side = 1
	}
	p, n := both[side], both[1-side]
	if n.kind == top {
		m.more[side] = true
		return m.roots[0] == 0 // what is only reached from here would be lost
	}
	if !m.whole(p) || m.folds(p.obj) {
		return false
	}
	return m.vanished(side, p, n, chain)
}

// folds reports whether an object is one of those that are folded.
func (m *merger) folds(i id) bool {
	return m.roots[0] != 0 && (i == m.roots[0] || i == m.roots[1])
}

func (m *merger) numbers(v, w value) bool {
	return v == w || m.widened(v.kind == top || covers(v, w), w.kind == top || covers(w, v), m.forget)
}

// widened notes which of two descriptions that differ is one of more: the first, the second, or that of both for which it is made; false: they are kept apart.
func (m *merger) widened(first, second, both bool) bool {
	switch {
	case first:
		m.more[1] = true
	case second:
		m.more[0] = true
	case both:
		m.more = [2]bool{true, true}
	default:
		return false
	}
	return true
}

// addresses makes two addresses correspond.
func (m *merger) addresses(v, w value, chain int) bool {
	if m.folds(v.obj) || m.folds(w.obj) {
		return v.obj == m.roots[0] && w.obj == m.roots[1] && v.off == w.off && m.own(0, v) && m.own(1, w)
	}
	if m.roots[0] != 0 && v == w && m.at(0, v.obj) < 0 && m.at(1, w.obj) < 0 {
		m.shared[v.obj] = true
		return true
	}
	i, j := m.at(0, v.obj), m.at(1, w.obj)
	noneInB, noneInA := i >= 0 && m.pairs[i][1] == 0, j >= 0 && m.pairs[j][0] == 0
	switch {
	case i >= 0 && i == j:
		return m.offsets(v, w) && m.ends(v, w)
	case noneInA && noneInB:
		return false
	case noneInB:
		return m.vanished(0, v, w, chain)
	case noneInA:
		return m.vanished(1, w, v, chain)
	case i >= 0 && j >= 0:
		return sabotage.Active(sabotage.ShapeEdge)
	case i >= 0:
		return m.vanished(1, w, v, chain)
	case j >= 0:
		return m.vanished(0, v, w, chain)
	}
	k := m.mark()
	if m.offsets(v, w) && m.objects(v.obj, w.obj) && m.ends(v, w) {
		return true
	}
	m.undo(k)
	if m.object(1, w.obj).seg != nil && m.vanished(1, w, v, chain) {
		return true
	}
	m.undo(k)
	if m.object(0, v.obj).seg != nil && m.vanished(0, v, w, chain) {
		return true
	}
	m.undo(k)
	return false
}

// offsets makes the offsets of two addresses correspond.
func (m *merger) offsets(v, w value) bool {
	return v.off == w.off || m.roots[0] == 0 && m.whole(v) && m.widened(v.vague(), w.vague(), m.forget && m.Valid)
}

// own reports whether an address in the cells of a block, or of a segment's nodes, that are folded is of that block or node.
func (m *merger) own(side int, v value) bool {
	return m.object(side, v.obj).seg == nil || v.end == self
}

// at is the pair of an object; negative: none.
func (m *merger) at(side int, i id) int {
	if n, ok := m.of[side][i]; ok {
		return n
	}
	return -1
}

// ends reports whether addresses in paired objects are of the same block.
func (m *merger) ends(v, w value) bool {
	return m.object(0, v.obj).seg == nil || m.object(1, w.obj).seg == nil || v.end == w.end
}

// vanished makes a segment of one graph correspond to no block in the other, where the value that is p in the one is v.
func (m *merger) vanished(side int, p, v value, chain int) bool {
	if chain != 0 && chain != side+1 {
		return false
	}
	o := m.object(side, p.obj)
	missing := o.seg == nil && m.missing && o.heap() && p.off == 0 && v.null()
	if o.seg == nil && !missing || !m.whole(p) || p.vague() || p.end == self {
		return false
	}
	if m.roots[0] != 0 && o.owner == 0 && m.object(side, m.roots[side]).seg != nil { // its nodes share it
		return false
	}
	s := o.seg
	if s == nil {
		s = missingBlock(v)
	}
	k := m.mark()
	if n := m.at(side, o.id); n >= 0 && m.pairs[n][1-side] != 0 {
		return false
	} else if n < 0 {
		for _, x := range m.graph(side).objs {
			if x == o || m.graph(side).within(x, o.id) {
				if m.at(side, x.id) >= 0 || !m.onlyOwn(side, x) {
					m.undo(k)
					return false
				}
				var q pair
				q[side] = x.id
				m.add(q)
			}
		}
		m.more[1-side] = true
		if o.least() > 0 {
			m.more[side] = true
		}
	}
	to := s.next
	if p.end == last {
		to = s.prev
	}
	if to = m.shift(to, p.off-s.head); to.kind == addr && to.obj == o.id { // it is all of a cycle
		m.undo(k)
		return false
	}
	ok := false
	switch {
	case to.kind == addr && (v.kind == addr || v.kind == konst):
		both := [2]value{v, v}
		both[side] = to
		m.chain = side + 1
		ok = m.values(both[0], both[1])
	case v.kind == konst && to.kind == konst:
		ok = v == to
	}
	if ok && to.kind == addr && m.object(side, to.obj).seg == nil && v.kind == addr && v.end != first { // the result says first
		ok = false
	}
	if !ok {
		m.undo(k)
	}
	return ok
}

// onlyOwn reports whether of two blocks that are folded an object leads to the one of its side only.
func (m *merger) onlyOwn(side int, x *object) bool {
	ok := true
	x.values(func(v *value) {
		if v.kind == addr && m.folds(v.obj) && (v.obj != m.roots[side] || !m.own(side, *v)) {
			ok = false
		}
	})
	return ok
}

// missingBlock describes a block that may be missing.
func missingBlock(null value) *segment {
	return &segment{link: cell{-1, -1}, next: null, one: true}
}

// objects makes two objects that have no pair correspond, and what their cells lead to.
func (m *merger) objects(i, j id) bool {
	o, p := m.object(0, i), m.object(1, j)
	if o.named != p.named || !m.sizes(o, p) || m.shared[i] || m.shared[j] {
		return false
	}
	if m.roots[0] != 0 && (!o.heap() || m.at(1, i) >= 0 || m.at(0, j) >= 0 || i == j) {
		return false
	}
	if !m.owned(o, p) && !sabotage.Active(sabotage.ShapeOwner) {
		return false
	}
	m.add(pair{i, j})
	return m.contents(o, p)
}

// sizes makes the sizes of two objects correspond.
func (m *merger) sizes(o, p *object) bool {
	if o.size == p.size {
		return true
	}
	blocks := m.roots[0] == 0 && o.named == nil && o.seg == nil && p.seg == nil
	return m.Valid && blocks && m.widened(o.size < 0, p.size < 0, m.forget)
}

// owned reports whether two objects may belong to corresponding nodes: what has no owner and is reached from a segment is shared by its nodes, what is reached from a block may be that block's own.
func (m *merger) owned(o, p *object) bool {
	if o.owner != 0 && p.owner != 0 {
		if m.folds(o.owner) || m.folds(p.owner) {
			return o.owner == m.roots[0] && p.owner == m.roots[1]
		}
		n := m.at(0, o.owner)
		return n >= 0 && n == m.at(1, p.owner)
	}
	for side, x := range []*object{o, p} {
		other := 1 - side
		switch {
		case x.owner == 0 && m.roots[0] != 0:
			if m.object(side, m.roots[side]).seg != nil {
				return false
			}
		case x.owner == 0:
		case x.owner == m.roots[side]:
			if m.object(other, m.roots[other]).seg != nil {
				return false
			}
		default:
			n := m.at(side, x.owner)
			if n < 0 || m.pairs[n][other] == 0 || m.object(other, m.pairs[n][other]).seg != nil {
				return false
			}
		}
	}
	return true
}

// contents makes the cells of two objects correspond.
func (m *merger) contents(o, p *object) bool {
	s, t := o.seg, p.seg
	switch {
	case s != nil && t != nil:
		if s.one != t.one || s.link != t.link || s.double != t.double || s.double && s.back != t.back || s.head != t.head {
			return false
		}
		m.lengths(s.min, t.min)
	case s != nil || t != nil:
		if !o.heap() {
			return false
		}
		m.lengths(o.least(), p.least())
		if s != nil { // a block is no segment
			m.more[1] = true
		} else {
			m.more[0] = true
		}
	}
	if s == nil {
		s = t
	}
	for _, c := range union(o, p) {
		if !s.isLink(c) && !m.values(o.get(c), p.get(c)) {
			return false
		}
	}
	if s == nil || s.one {
		return true
	}
	return m.values(o.at(s.link), p.at(s.link)) && (!s.double || m.values(o.at(s.back), p.at(s.back)))
}

func (m *merger) lengths(s, t int) {
	if sabotage.Active(sabotage.ShapeLength) {
		return
	}
	if s > t {
		m.more[0] = true
	}
	if t > s {
		m.more[1] = true
	}
}

// union are the cells of two objects, in order.
func union(o, p *object) []cell {
	var cs []cell
	for _, x := range []*object{o, p} {
		for _, f := range x.fields {
			cs = append(cs, f.cell)
		}
	}
	slices.SortFunc(cs, func(c, d cell) int {
		switch {
		case c == d:
			return 0
		case c.less(d):
			return -1
		}
		return 1
	})
	return slices.Compact(cs)
}

// all makes the graphs correspond; false: they do not.
func (m *merger) all() bool {
	for _, o := range m.a.objs {
		if o.named != nil {
			p := m.b.of(o.named)
			if p == nil || p.size != o.size {
				return false
			}
			m.add(pair{o.id, p.id})
		}
	}
	for _, p := range m.b.objs {
		if p.named != nil && m.at(1, p.id) < 0 {
			return false
		}
	}
	named := len(m.pairs)
	for i := range m.a.vars {
		if !m.values(m.a.vars[i], m.b.vars[i]) {
			return false
		}
	}
	for _, p := range m.pairs[:named:named] {
		if !m.contents(m.a.object(p[0]), m.b.object(p[1])) {
			return false
		}
	}
	// No object is lost by that.
	for side := range 2 {
		for _, o := range m.graph(side).objs {
			if m.at(side, o.id) < 0 && !sabotage.Active(sabotage.ShapeCover) {
				return false
			}
		}
	}
	return true
}

// guesses reports whether a list that only one of the graphs has becomes one that may be empty: what else is empty in the same executions is then not known.
func (m *merger) guesses() bool {
	for _, p := range m.pairs {
		if p[0] == 0 || p[1] == 0 {
			return true
		}
	}
	return false
}

// combine is a value for two that correspond. number gives the objects of pairs their numbers.
func (m *merger) combine(v, w value, number func(pair int) id) value {
	switch {
	case v == w && v.kind != addr, v.kind == konst && w.kind == konst && sabotage.Active(sabotage.ShapeNumber):
		return v
	case covers(v, w):
		return v
	case covers(w, v):
		return w
	case v.kind != addr && w.kind != addr, v.kind == top, w.kind == top:
		return value{}
	}
	i, j := -1, -1
	if v.kind == addr {
		i = m.at(0, v.obj)
	}
	if w.kind == addr {
		j = m.at(1, w.obj)
	}
	switch {
	case j >= 0 && m.pairs[j][0] == 0:
		w.obj = number(j)
		return w
	case i >= 0 && m.pairs[i][1] == 0:
		v.obj = number(i)
		return v
	case v.kind != addr || w.kind != addr:
		return value{}
	case i < 0: // shared
		return v
	}
	if m.object(1, w.obj).seg != nil {
		v.end = w.end
	}
	if v.off != w.off {
		v.off = anywhere
	}
	v.obj = number(i)
	return v
}

// combined is an object for a pair, without its owner.
func (m *merger) combined(p pair, number func(int) id) *object {
	if p[0] == 0 || p[1] == 0 {
		side := 0
		if p[0] == 0 {
			side = 1
		}
		c := m.object(side, p[side]).clone()
		c.length = nil
		if !m.belongs(side, c) {
			if c.seg == nil {
				c.seg = missingBlock(constant(m.f.BV(0, m.width)))
			}
			c.seg.min = 0
		}
		c.values(func(v *value) {
			*v = m.translate(side, *v, number)
		})
		return c
	}
	o, q := m.object(0, p[0]), m.object(1, p[1])
	c := &object{named: o.named, size: o.size, site: o.site}
	if q.size != o.size {
		c.size = -1
	}
	if q.site != o.site {
		c.site.Line, c.site.Col, c.site.File = 0, 0, ""
	}
	s, t := o.seg, q.seg
	if s == nil {
		s = t
	}
	for _, at := range union(o, q) {
		if !s.isLink(at) {
			c.set(at, m.combine(o.get(at), q.get(at), number))
		}
	}
	if s != nil {
		x := *s
		x.min = min(o.least(), q.least())
		if !s.one {
			x.next = m.combine(o.at(s.link), q.at(s.link), number)
		}
		if s.double {
			x.prev = m.combine(o.at(s.back), q.at(s.back), number)
		}
		c.seg = &x
	}
	return c
}

// belongs reports whether an object belongs to a segment that the other graph does not have, either.
func (m *merger) belongs(side int, c *object) bool {
	n := m.at(side, c.owner)
	return c.owner != 0 && n >= 0 && m.pairs[n][1-side] == 0
}

// translate is a value of one graph alone.
func (m *merger) translate(side int, v value, number func(int) id) value {
	if v.kind != addr {
		return v
	}
	if n := m.at(side, v.obj); n >= 0 {
		v.obj = number(n)
		return v
	}
	if m.shared[v.obj] || m.roots[0] != 0 {
		return v
	}
	return value{}
}

// owner is the number of the owner of a pair's object; 0: none.
func (m *merger) owner(p pair, number func(int) id) id {
	for side, i := range p {
		if i == 0 {
			continue
		}
		if o := m.object(side, i); o.owner != 0 {
			if n := m.at(side, o.owner); n >= 0 {
				return number(n)
			}
		}
	}
	return 0
}

// result is the graph for both.
func (m *merger) result() *graph {
	g := &graph{vars: make([]value, len(m.a.vars)), next: id(len(m.pairs))}
	number := func(n int) id { return id(n + 1) }
	for i := range g.vars {
		g.vars[i] = m.combine(m.a.vars[i], m.b.vars[i], number)
	}
	for n, p := range m.pairs {
		c := m.combined(p, number)
		c.id, c.owner = number(n), m.owner(p, number)
		g.objs = append(g.objs, c)
	}
	return g
}

// sound reports whether all blocks are reached, pointers lead to objects that are there, and to what belongs to the nodes of a segment from these nodes only.
func (g *graph) sound() (ok bool) {
	ok = true
	defer func() {
		if !ok {
			return
		}
		reached := g.reached(false)
		for _, o := range g.objs {
			ok = ok && reached[o.id]
		}
	}()
	visit := func(from *object) func(*value) {
		return func(v *value) {
			if v.kind != addr {
				return
			}
			to := g.object(v.obj)
			switch {
			case to == nil:
				ok = false
			case v.end == self:
				ok = ok && from != nil && to.seg != nil && (from.id == to.id || g.within(from, to.id))
			case to.owner != 0:
				ok = ok && from != nil && (from.id == to.owner || g.within(from, to.owner))
			}
		}
	}
	for i := range g.vars {
		visit(nil)(&g.vars[i])
	}
	for _, o := range g.objs {
		o.values(visit(o))
		if o.owner != 0 && g.object(o.owner) == nil {
			ok = false
		}
		if s := o.seg; s != nil { // links are between nodes of the same rank
			for _, v := range []value{s.next, s.prev} {
				if v.kind == addr && v.end != self && g.object(v.obj) != nil && g.object(v.obj).owner == o.id {
					ok = false
				}
			}
		}
	}
	return ok
}
