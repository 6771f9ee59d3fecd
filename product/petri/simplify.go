package petri

import (
	"fmt"
	"math"
	"strings"
)

// Simplify returns a predicate with the same meaning as p, a result of Net.Normalize, in
// every marking that respects the upper bounds, one per place (nil: none). Within a
// conjunction, bounds on single places decide rows in the other conjuncts; within a
// disjunction, the negations of such rows do. Equal subformulas become one. Generated
// properties shrink a lot.
func Simplify(p *Predicate, upper []int64) *Predicate {
	s := &simplifier{bounds: map[int]interval{}, known: map[string]*Predicate{}, numbers: map[*Predicate]int{}}
	for place, k := range upper {
		if k != Unbounded {
			s.bounds[place] = interval{0, k}
		}
	}
	for range maxSimplify {
		q := s.simplify(p)
		if q == p {
			break
		}
		p = q
	}
	return p
}

type interval struct{ lo, hi int64 }

var naturals = interval{0, math.MaxInt64}

type simplifier struct {
	bounds  map[int]interval
	trail   []change // what to undo when a scope ends
	known   map[string]*Predicate
	numbers map[*Predicate]int
}

// change is a former bound of a place; had tells whether there was one.
type change struct {
	place int
	was   interval
	had   bool
}

// simplify works under the bounds of the enclosing formulas.
func (s *simplifier) simplify(p *Predicate) *Predicate {
	switch p.Op {
	case OpRow:
		switch s.decide(p.Row) {
		case 1:
			return constTrue
		case -1:
			return constFalse
		}
		return s.shared(p)
	case OpAnd, OpOr:
		mark := len(s.trail)
		args := s.scope(p)
		s.undo(mark)
		if p.Op == OpAnd {
			return s.shared(And(s.distinct(args)...))
		}
		return s.shared(Or(s.distinct(args)...))
	}
	return p
}

// scope simplifies the arguments of a junction: first its rows, each under those before
// it, then the rest under all of them.
func (s *simplifier) scope(p *Predicate) []*Predicate {
	args := make([]*Predicate, 0, len(p.Args))
	for _, rows := range []bool{true, false} {
		for _, a := range p.Args {
			if (a.Op == OpRow) != rows {
				continue
			}
			a = s.simplify(a)
			args = append(args, a)
			s.assume(a, p.Op == OpAnd)
		}
	}
	return args
}

// assume adds the bounds that a row, or its negation, puts on a single place.
func (s *simplifier) assume(p *Predicate, positive bool) {
	if p.Op != OpRow || len(p.Row.Terms) != 1 || p.Row.Terms[0].Weight != 1 || !positive && p.Row.Rel == EQ {
		return
	}
	r := p.Row
	if !positive {
		r = r.Negate()[0]
	}
	place := r.Terms[0].Index
	was, had := s.bounds[place]
	v := was
	if !had {
		v = naturals
	}
	if r.Rel != LE {
		v.lo = max(v.lo, r.Bound)
	}
	if r.Rel != GE {
		v.hi = min(v.hi, r.Bound)
	}
	s.trail = append(s.trail, change{place, was, had})
	s.bounds[place] = v
}

// decide is +1 when the bounds imply r, -1 when they contradict it, else 0.
func (s *simplifier) decide(r Row) int {
	if len(r.Terms) != 1 || r.Terms[0].Weight != 1 {
		return 0
	}
	v, ok := s.bounds[r.Terms[0].Index]
	if !ok {
		v = naturals
	}
	above, below := v.lo >= r.Bound, v.hi <= r.Bound
	switch r.Rel {
	case GE:
		if above {
			return 1
		}
		if v.hi < r.Bound {
			return -1
		}
	case LE:
		if below {
			return 1
		}
		if v.lo > r.Bound {
			return -1
		}
	default:
		if above && below {
			return 1
		}
		if v.lo > r.Bound || v.hi < r.Bound {
			return -1
		}
	}
	return 0
}

func (s *simplifier) undo(mark int) {
	for len(s.trail) > mark {
		c := s.trail[len(s.trail)-1]
		s.trail = s.trail[:len(s.trail)-1]
		if c.had {
			s.bounds[c.place] = c.was
		} else {
			delete(s.bounds, c.place)
		}
	}
}

// distinct drops repeated arguments.
func (s *simplifier) distinct(args []*Predicate) []*Predicate {
	seen := map[*Predicate]bool{}
	out := args[:0]
	for _, a := range args {
		if !seen[a] {
			seen[a] = true
			out = append(out, a)
		}
	}
	return out
}

// shared returns the one representative of equal predicates.
func (s *simplifier) shared(p *Predicate) *Predicate {
	if _, ok := s.numbers[p]; ok {
		return p
	}
	key := leafKey(p)
	if p.Op == OpAnd || p.Op == OpOr {
		var b strings.Builder
		fmt.Fprint(&b, p.Op)
		for _, a := range p.Args {
			fmt.Fprintf(&b, " %d", s.number(s.shared(a)))
		}
		key = b.String()
	}
	if key == "" {
		return p
	}
	if q, ok := s.known[key]; ok {
		return q
	}
	s.known[key] = p
	s.number(p)
	return p
}

func (s *simplifier) number(p *Predicate) int {
	k, ok := s.numbers[p]
	if !ok {
		k = len(s.numbers) + 1
		s.numbers[p] = k
	}
	return k
}
