package pathexpr

import "cupel/program"

// System answers single-target path expression queries on one program.
type System struct {
	b      *builder
	o      *order
	target []bool
	sums   []*Expr // by location ID
	cycles map[*component]*Expr
	inner  map[innerKey]*Expr
}

// innerKey names the paths from a location that pass no head of the components
// from within up to around (outermost), until they come back to around's head or
// leave around.
type innerKey struct {
	loc            *program.Location
	within, around *component
	back           bool // to the head; otherwise out of around and on to the targets
}

// New prepares queries for the paths from any location to the targets, which
// have no outgoing edges.
func New(p *program.Program, targets ...*program.Location) *System {
	roots := append([]*program.Location{p.Init}, p.Locs...) // all locations, Init's loops as they run
	s := &System{b: newBuilder(), o: newOrder(p, roots), target: make([]bool, len(p.Locs)), sums: make([]*Expr, len(p.Locs)),
		cycles: map[*component]*Expr{}, inner: map[innerKey]*Expr{}}
	for _, t := range targets {
		s.target[t.ID] = true
	}
	return s
}

// ToTarget returns the expression of all paths from a location to the targets.
func (s *System) ToTarget(l *program.Location) *Expr {
	if e := s.sums[l.ID]; e != nil {
		return e
	}
	var e *Expr
	c := s.o.in[l.ID]
	switch {
	case s.target[l.ID]:
		e = s.b.one
	case c != nil && c.head == l:
		e = s.b.cat(s.loop(c), s.steps(l, func(d *program.Location) *Expr { return s.restricted(innerKey{d, c, c, false}) }))
	default:
		e = s.steps(l, s.ToTarget)
	}
	s.sums[l.ID] = e
	return e
}

// Heads returns the locations at which loops are cut.
func (s *System) Heads() []*program.Location {
	var hs []*program.Location
	seen := map[*component]bool{}
	for _, c := range s.o.in {
		for ; c != nil && !seen[c]; c = c.parent {
			seen[c] = true
			hs = append(hs, c.head)
		}
	}
	return hs
}

// Loop returns the expression of the iterations of the loop cut at a head, any
// number of them; nil when the location is no head.
func (s *System) Loop(head *program.Location) *Expr {
	c := s.o.in[head.ID]
	if c == nil || c.head != head {
		return nil
	}
	return s.loop(c)
}

func (s *System) loop(c *component) *Expr {
	e := s.cycles[c]
	if e == nil {
		e = s.b.star(s.steps(c.head, func(d *program.Location) *Expr { return s.restricted(innerKey{d, c, c, true}) }), c.head)
		s.cycles[c] = e
	}
	return e
}

// steps is one edge followed by what rest says.
func (s *System) steps(l *program.Location, rest func(*program.Location) *Expr) *Expr {
	var alts []*Expr
	for _, e := range l.Out {
		alts = append(alts, s.b.cat(s.b.edge(e), rest(e.Dst)))
	}
	return s.b.alt(alts)
}

// restricted solves an innerKey. It terminates: every step goes on in a graph
// without the heads of the components around it.
func (s *System) restricted(k innerKey) *Expr {
	c := s.o.in[k.loc.ID]
	switch {
	case k.loc == k.around.head && k.back:
		return s.b.one
	case !c.within(k.around):
		if k.back {
			return s.b.zero
		}
		return s.ToTarget(k.loc)
	}
	for !c.within(k.within) { // left the inner components
		k.within = k.within.parent
	}
	for r := k.within; ; r = r.parent {
		if k.loc == r.head {
			return s.b.zero
		}
		if r == k.around {
			break
		}
	}
	if e := s.inner[k]; e != nil {
		return e
	}
	var e *Expr
	if s.target[k.loc.ID] {
		e = s.b.one // a target inside of a loop has no way on
		if k.back {
			e = s.b.zero
		}
	} else {
		rest := k
		if c.head == k.loc { // of a component inside k.within
			rest.within = c
		}
		e = s.steps(k.loc, func(d *program.Location) *Expr {
			n := rest
			n.loc = d
			return s.restricted(n)
		})
		if c.head == k.loc {
			e = s.b.cat(s.loop(c), e)
		}
	}
	s.inner[k] = e
	return e
}
