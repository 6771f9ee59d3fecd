package ctext

import (
	"math/big"

	"cupel/core/logic"
)

// context is the set of facts that hold where the text is evaluated: what was printed before in the same
// conjunction, and the negation of what was printed before in the same disjunction.
type context struct {
	facts   []*logic.Term
	known   map[*logic.Term]int
	ranges  map[ranged]interval
	version int // identifies the set of facts in caches
	names   map[step]int
}

// ranged is a word as a number.
type ranged struct {
	t  *logic.Term
	as view
}

type interval struct{ lo, hi *big.Int }

type step struct {
	version int
	fact    *logic.Term
}

// mark is the state of a context before facts were added.
type mark struct {
	facts, version int
	undo           []undo
}

type undo struct {
	r   ranged
	old interval
	had bool
}

func newContext() context {
	return context{known: map[*logic.Term]int{}, ranges: map[ranged]interval{}, names: map[step]int{}}
}

// mark returns the current state, for drop.
func (c *context) mark() *mark { return &mark{facts: len(c.facts), version: c.version} }

// drop removes the facts added since m.
func (c *context) drop(m *mark) {
	for _, t := range c.facts[m.facts:] {
		c.known[t]--
	}
	c.facts, c.version = c.facts[:m.facts], m.version
	for i := len(m.undo) - 1; i >= 0; i-- {
		if u := m.undo[i]; u.had {
			c.ranges[u.r] = u.old
		} else {
			delete(c.ranges, u.r)
		}
	}
}

// assume adds a fact until m is dropped.
func (p *Printer) assume(m *mark, t *logic.Term) {
	c := &p.context
	if t.IsTrue() {
		return
	}
	s := step{c.version, t}
	if c.names[s] == 0 {
		c.names[s] = len(c.names) + 1
	}
	c.version = c.names[s]
	c.facts = append(c.facts, t)
	c.known[t]++
	if t.Op() == logic.OpAnd {
		for _, a := range t.Args() {
			p.bound(m, a)
		}
		return
	}
	p.bound(m, t)
}

// bound narrows the range of a word that t compares with a constant.
func (p *Printer) bound(m *mark, t *logic.Term) {
	x, lo, hi, as, ok := bounds(t)
	if ok {
		p.narrow(m, x, as, lo, hi)
		return
	}
	if t.Op() != logic.OpNot || t.Arg(0).Op() != logic.OpEq || !t.Arg(0).Arg(1).IsConst() || !t.Arg(0).Arg(0).Sort().IsBV() {
		return
	}
	x, c := t.Arg(0).Arg(0), t.Arg(0).Arg(1)
	for _, as := range []view{signed, unsigned} { // an end of the range is excluded
		v := number(c, as)
		r := p.rangeOf(x, as)
		switch {
		case r.lo.Cmp(v) == 0:
			p.narrow(m, x, as, new(big.Int).Add(v, one), r.hi)
		case r.hi.Cmp(v) == 0:
			p.narrow(m, x, as, r.lo, new(big.Int).Sub(v, one))
		}
	}
}

// narrow intersects the range of x in a view, and in the other one as far as both
// agree.
func (p *Printer) narrow(m *mark, x *logic.Term, as view, lo, hi *big.Int) {
	r := p.rangeOf(x, as)
	r = interval{larger(r.lo, lo), smaller(r.hi, hi)}
	if r.lo.Cmp(r.hi) > 0 {
		return // never evaluated
	}
	p.setRange(m, ranged{x, as}, r)
	s, u := p.rangeOf(x, signed), p.rangeOf(x, unsigned)
	full := new(big.Int).Lsh(one, uint(x.Sort().Width()))
	negative := s.hi.Sign() < 0 || u.lo.BitLen() == x.Sort().Width()
	switch {
	case negative: // the numbers differ by full
		u = interval{new(big.Int).Sub(u.lo, full), new(big.Int).Sub(u.hi, full)}
	case s.lo.Sign() < 0 && u.hi.BitLen() == x.Sort().Width():
		return
	}
	r = interval{larger(s.lo, u.lo), smaller(s.hi, u.hi)}
	if r.lo.Cmp(r.hi) > 0 {
		return
	}
	p.setRange(m, ranged{x, signed}, r)
	if negative {
		r = interval{new(big.Int).Add(r.lo, full), new(big.Int).Add(r.hi, full)}
	}
	p.setRange(m, ranged{x, unsigned}, r)
}

func (p *Printer) setRange(m *mark, r ranged, i interval) {
	old, had := p.context.ranges[r]
	m.undo = append(m.undo, undo{r, old, had})
	p.context.ranges[r] = i
}

// rangeOf returns the known range of a word as a number.
func (p *Printer) rangeOf(x *logic.Term, as view) interval {
	if r, ok := p.context.ranges[ranged{x, as}]; ok {
		return r
	}
	lo, hi := limits(x.Sort().Width(), as)
	return interval{lo, hi}
}

// bounds reads a comparison of a word with a constant.
func bounds(t *logic.Term) (x *logic.Term, lo, hi *big.Int, as view, ok bool) {
	if t.NumArgs() != 2 || !t.Arg(0).Sort().IsBV() {
		return nil, nil, nil, 0, false
	}
	as = unsigned
	switch t.Op() {
	case logic.OpSLe, logic.OpSLt:
		as = signed
	case logic.OpULe, logic.OpULt, logic.OpEq:
	default:
		return nil, nil, nil, 0, false
	}
	a, b := t.Arg(0), t.Arg(1)
	strict := t.Op() == logic.OpSLt || t.Op() == logic.OpULt
	lo, hi = limits(a.Sort().Width(), as)
	switch {
	case b.IsConst():
		x, hi = a, number(b, as)
		if strict {
			hi = new(big.Int).Sub(hi, one)
		}
		if t.Op() == logic.OpEq {
			lo = hi
		}
	case a.IsConst():
		x, lo = b, number(a, as)
		if strict {
			lo = new(big.Int).Add(lo, one)
		}
	default:
		return nil, nil, nil, 0, false
	}
	return x, lo, hi, as, true
}

// holds reports whether a fact follows from the context.
func (p *Printer) holds(fact *logic.Term) bool {
	if p.err != nil || fact.IsTrue() || p.context.known[fact] > 0 {
		return true
	}
	return p.Holds != nil && !fact.IsFalse() && p.Holds(p.context.facts, fact)
}
