package bmc

import "cupel/core/logic"

// A guard is a conjunction of literals, represented as a linked chain that shares its prefixes; the empty chain
// is true. Guards are hash-consed: equal chains are the same pointer.
type guard struct {
	up    *guard
	lit   *logic.Term
	depth int
	term  *logic.Term                 // conjunction of all literals; nil until needed
	sat   bool                        // known to be satisfiable
	vals  map[*logic.Term]*logic.Term // a model, if sat; missing symbols are zero
}

// guards creates guards and keeps them unique.
type guards struct {
	f    *logic.Factory
	root *guard
	made map[extension]*guard
}

// extension is the key of a guard: its prefix and last literal.
type extension struct {
	up  *guard
	lit *logic.Term
}

func newGuards(f *logic.Factory) *guards {
	return &guards{f: f, root: &guard{term: f.True(), sat: true, vals: map[*logic.Term]*logic.Term{}}, made: map[extension]*guard{}}
}

// and conjoins a condition; nil if the result is syntactically false.
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

// under simplifies a condition assuming g, by syntactic matches with its literals.
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

// of returns the term of a guard.
func (gs *guards) of(g *guard) *logic.Term {
	if g.term == nil {
		g.term = gs.f.And(gs.since(g, gs.root)...)
	}
	return g.term
}

// since returns the literals of g beyond those of above, which g extends.
func (gs *guards) since(g, above *guard) []*logic.Term {
	var out []*logic.Term
	for ; g != above; g = g.up {
		out = append(out, g.lit)
	}
	return out
}

// parting returns the longest common prefix of two guards.
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

// extends reports whether h is a prefix of g.
func (g *guard) extends(h *guard) bool {
	for g.depth > h.depth {
		g = g.up
	}
	return g == h
}

// satisfiable records a model of a guard, which satisfies its prefixes, too.
func (g *guard) satisfiable(vals map[*logic.Term]*logic.Term) {
	for ; g != nil && !g.sat; g = g.up {
		g.sat, g.vals = true, vals
	}
}
