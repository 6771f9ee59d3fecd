package bmc

import "cupel/core/logic"

// A guard is a conjunction as a chain of literals; the one without is true. Equal chains are one.
type guard struct {
	up    *guard
	lit   *logic.Term
	depth int
	term  *logic.Term                 // of all literals; nil: not made yet
	sat   bool                        // known to be satisfiable
	vals  map[*logic.Term]*logic.Term // by these values; what they do not mention is zero
}

type guards struct {
	f    *logic.Factory
	root *guard
	made map[extension]*guard
}

type extension struct {
	up  *guard
	lit *logic.Term
}

func newGuards(f *logic.Factory) *guards {
	return &guards{f: f, root: &guard{term: f.True(), sat: true, vals: map[*logic.Term]*logic.Term{}}, made: map[extension]*guard{}}
}

// and adds a condition; nil: it is false.
func (gs *guards) and(g *guard, c *logic.Term) *guard {
	if c.Op() == logic.OpAnd {
		for _, a := range c.Args() {
			if g = gs.and(g, a); g == nil {
				return nil
			}
		}
		return g
	}
	switch c = gs.under(g, c); {
	case c.IsTrue():
		return g
	case c.IsFalse():
		return nil
	case c.Op() == logic.OpAnd:
		return gs.and(g, c)
	}
	k := extension{g, c}
	next := gs.made[k]
	if next == nil {
		next = &guard{up: g, lit: c, depth: g.depth + 1}
		gs.made[k] = next
	}
	return next
}

// under is a condition where g holds, as far as the literals of g say it in so many words.
func (gs *guards) under(g *guard, c *logic.Term) *logic.Term {
	if c.IsTrue() || c.IsFalse() {
		return c
	}
	if op := c.Op(); op == logic.OpOr || op == logic.OpAnd {
		var out []*logic.Term
		changed := false
		for _, a := range c.Args() {
			b := gs.literal(g, a)
			changed = changed || a != b
			out = append(out, b)
		}
		switch {
		case !changed:
		case op == logic.OpOr:
			c = gs.f.Or(out...)
		default:
			c = gs.f.And(out...)
		}
	}
	return gs.literal(g, c)
}

func (gs *guards) literal(g *guard, c *logic.Term) *logic.Term {
	if c.IsTrue() || c.IsFalse() {
		return c
	}
	not := gs.f.Not(c)
	for n := 0; g.up != nil && n < maxKnown; n++ {
		switch g.lit {
		case c:
			return gs.f.True()
		case not:
			return gs.f.False()
		}
		g = g.up
	}
	return c
}

// of is a guard as a term.
func (gs *guards) of(g *guard) *logic.Term {
	if g.term == nil {
		g.term = gs.f.And(gs.since(g, gs.root)...)
	}
	return g.term
}

// since are the literals of g below one that it extends.
func (gs *guards) since(g, above *guard) []*logic.Term {
	var out []*logic.Term
	for ; g != above; g = g.up {
		out = append(out, g.lit)
	}
	return out
}

// parting is what two guards have in common.
func parting(a, b *guard) *guard {
	for a != b {
		if a.depth >= b.depth {
			a = a.up
		} else {
			b = b.up
		}
	}
	return a
}

// extends reports whether g has all literals of h.
func (g *guard) extends(h *guard) bool {
	for g.depth > h.depth {
		g = g.up
	}
	return g == h
}

// satisfiable notes that values satisfy a guard, and what it extends.
func (g *guard) satisfiable(vals map[*logic.Term]*logic.Term) {
	for ; g != nil && !g.sat; g = g.up {
		g.sat, g.vals = true, vals
	}
}
