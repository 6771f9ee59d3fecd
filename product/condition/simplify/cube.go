package simplify

import (
	"slices"
	"strconv"

	"cupel/core/logic"
)

// cube is a conjunction: for every symbol the set of its allowed keys, nil for all, and the literals that no
// set expresses.
//
// Invariant: sets are non-empty, and rest is sorted by less.
type cube struct {
	sets []set
	rest []*logic.Term
}

func (c *cube) clone() *cube {
	return &cube{slices.Clone(c.sets), slices.Clone(c.rest)}
}

// values is the set of a symbol.
func (z *simplifier) values(c *cube, i int) set {
	if c.sets[i] == nil {
		return z.syms[i].all
	}
	return c.sets[i]
}

// restrict keeps some values of a symbol; false: none are left.
func (z *simplifier) restrict(c *cube, i int, s set) bool {
	s = z.values(c, i).intersect(s)
	return z.assign(c, i, s)
}

// assign sets the values of a symbol; false: there are none.
func (z *simplifier) assign(c *cube, i int, s set) bool {
	c.sets[i] = s
	if s.equal(z.syms[i].all) {
		c.sets[i] = nil
	}
	return len(s) > 0
}

// cube reads a conjunction of literals. empty: it is contradictory; false: it is none.
func (z *simplifier) cube(ls []*logic.Term) (c *cube, empty, ok bool) {
	c = &cube{sets: make([]set, len(z.syms))}
	has := map[*logic.Term]bool{}
	for len(ls) > 0 {
		l := ls[0]
		ls = ls[1:]
		if i, s, ok := z.setOf(l); ok {
			if !z.restrict(c, i, s) {
				return nil, true, true
			}
			continue
		}
		switch l.Op() {
		case logic.OpConst:
			if l.IsFalse() {
				return nil, true, true
			}
			continue
		case logic.OpAnd:
			ls = append(slices.Clone(l.Args()), ls...)
			continue
		}
		l = z.canonical(l)
		switch {
		case has[l] || l.IsTrue():
			continue
		case l.IsFalse() || has[z.f.Not(l)]:
			return nil, true, true
		case !logic.IsAtom(l) && (l.Op() != logic.OpNot || !logic.IsAtom(l.Arg(0))):
			return nil, false, false
		}
		has[l] = true
		c.rest = append(c.rest, l)
	}
	slices.SortFunc(c.rest, z.compare)
	return c, false, true
}

// cubes reads a disjunction of cubes; false: it is none.
func (z *simplifier) cubes(t *logic.Term) ([]*cube, bool) {
	var out []*cube
	for _, d := range logic.Disjuncts(t) {
		c, empty, ok := z.cube(logic.Conjuncts(d))
		if !ok {
			return nil, false
		}
		if !empty {
			out = append(out, c)
		}
	}
	return out, true
}

// literals writes a cube, in a readable order. A set that is no conjunction of literals is
// one disjunction.
func (z *simplifier) literals(c *cube, progressions bool) []*logic.Term {
	var out []*logic.Term
	for i, s := range c.sets {
		if s == nil {
			continue
		}
		if d := z.describe(i, s, progressions); len(d) == 1 {
			out = append(out, d[0]...)
		} else {
			out = append(out, d.term(z.f))
		}
	}
	out = append(out, c.rest...)
	slices.SortStableFunc(out, z.compare)
	return slices.Compact(out)
}

// size is the number of a cube's atoms when it is written.
func (z *simplifier) size(c *cube) int {
	n := len(c.rest)
	for i, s := range c.sets {
		if s != nil {
			n += z.describe(i, s, true).size()
		}
	}
	return n
}

// key identifies a cube without the set of a symbol and a literal.
func (z *simplifier) key(c *cube, but int, lit *logic.Term) string {
	var b []byte
	for i, s := range c.sets {
		if s != nil && i != but {
			b = strconv.AppendInt(b, int64(i), 36)
			b = append(b, ':')
			b = s.key(b)
		}
	}
	b = append(b, '|')
	for _, l := range c.rest {
		if l != lit {
			b = strconv.AppendUint(b, uint64(l.ID()), 36)
			b = append(b, ' ')
		}
	}
	return string(b)
}

// none is no symbol, for within and key.
const none = -1

// within reports whether c is part of d by its sets and literals, the set of one symbol and a
// literal of each left out.
func (z *simplifier) within(c, d *cube, but int, lit, other *logic.Term) bool {
	for i, s := range d.sets {
		if s == nil || i == but {
			continue
		}
		if !z.values(c, i).subset(s) {
			return false
		}
	}
	for _, l := range d.rest {
		if l != other && (l == lit || !slices.Contains(c.rest, l)) {
			return false
		}
	}
	return true
}
