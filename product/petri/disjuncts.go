package petri

import (
	"math"
	"slices"
)

// A Disjuncts enumerates the conjunctions of a predicate's disjunctive normal form one by one. It drops
// conjunctions whose bounds on single places contradict each other, skips clauses implied by the rows chosen so
// far, and branches on the clause with the fewest remaining alternatives: a deadlock predicate has one clause
// per transition, far too many to multiply out, but most of them follow from a few choices.
//
// The enumerated conjunctions cover the predicate. If disjoint is set, of two alternatives that are single rows
// the second is conjoined with the negation of the first, so that the conjunctions do not overlap there.
type Disjuncts struct {
	stack    []branch
	disjoint bool
	steps    int
	limit    int
}

// branch is an unfinished conjunction.
type branch struct {
	rows    []Row
	bounds  map[int]interval
	clauses []*Predicate // OpOr nodes, none decided yet
	todo    []*Predicate // conjuncts to be added
}

type interval struct{ lo, hi int64 }

var naturals = interval{0, math.MaxInt64}

// NewDisjuncts starts the enumeration for p, a result of Net.Normalize. At most limit branches are examined; 0:
// no limit.
func NewDisjuncts(p *Predicate, disjoint bool, limit int) *Disjuncts {
	return &Disjuncts{stack: []branch{{bounds: map[int]interval{}, todo: []*Predicate{p}}}, disjoint: disjoint, limit: limit}
}

// Next returns the next conjunction, which may be empty (all markings). ok is false at
// the end of the enumeration or at the limit; see Complete.
func (d *Disjuncts) Next() (rows []Row, ok bool) {
	for len(d.stack) > 0 {
		if d.limit > 0 && d.steps >= d.limit {
			return nil, false
		}
		d.steps++
		k := len(d.stack) - 1
		b := d.stack[k]
		d.stack = d.stack[:k]
		if !b.propagate() {
			continue
		}
		if len(b.clauses) == 0 {
			return b.rows, true
		}
		d.split(b)
	}
	return nil, false
}

// Complete reports whether every conjunction was returned.
func (d *Disjuncts) Complete() bool { return len(d.stack) == 0 }

// split pushes the alternatives of the smallest clause, the first on top.
func (d *Disjuncts) split(b branch) {
	best := 0
	for i, c := range b.clauses {
		if len(c.Args) < len(b.clauses[best].Args) {
			best = i
		}
	}
	clause := b.clauses[best]
	b.clauses = slices.Delete(b.clauses, best, best+1)
	for i := len(clause.Args) - 1; i >= 0; i-- {
		next := branch{
			rows:    slices.Clone(b.rows),
			bounds:  make(map[int]interval, len(b.bounds)),
			clauses: slices.Clone(b.clauses),
			todo:    []*Predicate{clause.Args[i]},
		}
		for p, v := range b.bounds {
			next.bounds[p] = v
		}
		if d.disjoint {
			for _, q := range clause.Args[:i] {
				if q.Op == OpRow && q.Row.Rel != EQ {
					next.todo = append(next.todo, Linear(q.Row.Negate()[0]))
				}
			}
		}
		d.stack = append(d.stack, next)
	}
}

// propagate adds all conjuncts and simplifies the clauses until nothing changes; it
// reports false when the branch is contradictory.
func (b *branch) propagate() bool {
	for {
		for len(b.todo) > 0 {
			p := b.todo[len(b.todo)-1]
			b.todo = b.todo[:len(b.todo)-1]
			switch p.Op {
			case OpFalse:
				return false
			case OpRow:
				if !b.addRow(p.Row) {
					return false
				}
			case OpAnd:
				for _, q := range slices.Backward(p.Args) {
					b.todo = append(b.todo, q)
				}
			case OpOr:
				b.clauses = append(b.clauses, p)
			}
		}
		kept := b.clauses[:0:0]
		for _, c := range b.clauses {
			switch c = b.simplify(c); c.Op {
			case OpTrue:
			case OpOr:
				kept = append(kept, c)
			default:
				b.todo = append(b.todo, c)
			}
		}
		b.clauses = kept
		if len(b.todo) == 0 {
			return true
		}
	}
}

// addRow records a row unless the bounds imply it.
func (b *branch) addRow(r Row) bool {
	switch b.decide(r) {
	case -1:
		return false
	case 1:
		return true
	}
	if len(r.Terms) == 1 && r.Terms[0].Weight == 1 {
		p := r.Terms[0].Index
		v := b.bound(p)
		if r.Rel != LE {
			v.lo = max(v.lo, r.Bound)
		}
		if r.Rel != GE {
			v.hi = min(v.hi, r.Bound)
		}
		b.bounds[p] = v
		// The new bound replaces weaker rows on the same place.
		b.rows = slices.DeleteFunc(b.rows, func(o Row) bool {
			return len(o.Terms) == 1 && o.Terms[0] == r.Terms[0] && (r.Rel == EQ || o.Rel == r.Rel)
		})
	}
	if !slices.ContainsFunc(b.rows, r.Equal) {
		b.rows = append(b.rows, r)
	}
	return true
}

func (b *branch) bound(p int) interval {
	if v, ok := b.bounds[p]; ok {
		return v
	}
	return naturals
}

// decide returns +1 if the bounds imply r, -1 if they contradict it, else 0.
func (b *branch) decide(r Row) int {
	if len(r.Terms) != 1 || r.Terms[0].Weight != 1 {
		return 0
	}
	v := b.bound(r.Terms[0].Index)
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

// simplify evaluates a formula under the bounds as far as they decide it.
func (b *branch) simplify(p *Predicate) *Predicate {
	switch p.Op {
	case OpRow:
		switch b.decide(p.Row) {
		case 1:
			return constTrue
		case -1:
			return constFalse
		}
	case OpAnd, OpOr:
		var args []*Predicate
		changed := false
		for i, q := range p.Args {
			s := b.simplify(q)
			if s != q && !changed {
				changed = true
				args = append(args, p.Args[:i]...)
			}
			if changed {
				args = append(args, s)
			}
		}
		if changed && p.Op == OpAnd {
			return And(args...)
		}
		if changed {
			return Or(args...)
		}
	}
	return p
}
