package pathexpr

import "cupel/core/program"

// System answers single-target path expression queries on one program.
type System struct {
	b      *builder
	in     []*program.Loop // the innermost loop by location ID; a head belongs to its own
	target []bool
	sums   []*Expr // by location ID
	cycles map[*program.Loop]*Expr
	inner  map[innerKey]*Expr
	passed map[passed]*passed
}

// innerKey identifies the paths from a location that avoid the heads of the components passed, until they return to around's head or leave around.
type innerKey struct {
	loc    *program.Location
	passed *passed // innermost first, around last
	around *program.Loop
	back   bool // to the head; otherwise out of around and on to the targets
}

// passed lists the components around a location whose heads a path has visited. A component entered elsewhere, which irreducible loops allow, is not listed.
type passed struct {
	c     *program.Loop
	outer *passed
}

// enter adds a component; equal lists are one.
func (s *System) enter(c *program.Loop, outer *passed) *passed {
	k := passed{c, outer}
	p := s.passed[k]
	if p == nil {
		p = &k
		s.passed[k] = p
	}
	return p
}

// at is the key of the paths from c's head after one step to d.
func (s *System) at(d *program.Location, c *program.Loop, back bool) innerKey {
	return innerKey{d, s.enter(c, nil), c, back}
}

// New prepares queries for the paths from any location to the targets, which
// have no outgoing edges.
func New(p *program.Program, targets ...*program.Location) *System {
	_, innermost := program.Loops(p, p.Locs...) // all locations, Init's loops as they run
	s := &System{b: newBuilder(), in: innermost, target: make([]bool, len(p.Locs)), sums: make([]*Expr, len(p.Locs)),
		cycles: map[*program.Loop]*Expr{}, inner: map[innerKey]*Expr{}, passed: map[passed]*passed{}}
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
	c := s.in[l.ID]
	switch {
	case s.target[l.ID]:
		e = s.b.one
	case c != nil && c.Head == l:
		e = s.b.cat(s.loop(c), s.steps(l, func(d *program.Location) *Expr { return s.restricted(s.at(d, c, false)) }))
	default:
		e = s.steps(l, s.ToTarget)
	}
	s.sums[l.ID] = e
	return e
}

// Heads returns the locations at which loops are cut.
func (s *System) Heads() []*program.Location {
	var hs []*program.Location
	seen := map[*program.Loop]bool{}
	for _, c := range s.in {
		for ; c != nil && !seen[c]; c = c.Parent {
			seen[c] = true
			hs = append(hs, c.Head)
		}
	}
	return hs
}

// Loop returns the expression of the iterations of the loop cut at a head, any
// number of them; nil when the location is no head.
func (s *System) Loop(head *program.Location) *Expr {
	c := s.in[head.ID]
	if c == nil || c.Head != head {
		return nil
	}
	return s.loop(c)
}

func (s *System) loop(c *program.Loop) *Expr {
	e := s.cycles[c]
	if e == nil {
		e = s.b.star(s.steps(c.Head, func(d *program.Location) *Expr { return s.restricted(s.at(d, c, true)) }), c.Head)
		s.cycles[c] = e
	}
	return e
}

// steps is the choice over l's edges, each followed by rest of its target.
func (s *System) steps(l *program.Location, rest func(*program.Location) *Expr) *Expr {
	var alts []*Expr
	for _, e := range l.Out {
		alts = append(alts, s.b.cat(s.b.edge(e), rest(e.Dst)))
	}
	return s.b.alt(alts)
}

// restricted solves an innerKey. It terminates: every step continues in a graph without the heads of the components around it.
func (s *System) restricted(k innerKey) *Expr {
	c := s.in[k.loc.ID]
	switch {
	case k.loc == k.around.Head && k.back:
		return s.b.one
	case !c.Within(k.around):
		if k.back {
			return s.b.zero
		}
		return s.ToTarget(k.loc)
	}
	for !c.Within(k.passed.c) { // left the inner components
		k.passed = k.passed.outer
	}
	for r := k.passed; r != nil; r = r.outer {
		if k.loc == r.c.Head {
			return s.b.zero
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
		if c.Head == k.loc {
			rest.passed = s.enter(c, k.passed)
		}
		e = s.steps(k.loc, func(d *program.Location) *Expr {
			n := rest
			n.loc = d
			return s.restricted(n)
		})
		if c.Head == k.loc {
			e = s.b.cat(s.loop(c), e)
		}
	}
	s.inner[k] = e
	return e
}
