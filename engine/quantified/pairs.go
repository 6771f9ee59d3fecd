package quantified

import (
	"cmp"
	"math/bits"
	"slices"

	"cupel/analysis/execution/observe"
	"cupel/core/logic"
	"cupel/core/program"
)

// apart turns a formula about two cells of one array into predicates about any two cells: a[i] <= a[i+1] and
// a[j] < a[m] into a[k] <= a[j], in both orders.
func (g *guesser) apart(t *logic.Term) {
	var cells []*logic.Term
	var of *array
	two := true
	logic.Walk(func(u *logic.Term) bool {
		if u.Op() != logic.OpSelect || !two {
			return two
		}
		accesses(g.p, func(v *program.Var, index *logic.Term) {
			for _, a := range g.mem.arrays {
				if a.v == v && a.number(g.f, index) != nil && !slices.Contains(cells, u) {
					cells = append(cells, u)
					two = two && (of == nil || of == a)
					of = a
				}
			}
		}, u)
		return true
	}, t)
	if !two || len(cells) != 2 {
		return
	}
	for i := range 2 {
		body := logic.Transform(t, func(u *logic.Term, args []*logic.Term) *logic.Term {
			switch u {
			case cells[i]:
				return of.cell(g.f, g.k)
			case cells[1-i]:
				return of.cell(g.f, g.j)
			}
			return g.f.With(u, args)
		})
		g.pair(pred{body: body, lead: of, bound: []*logic.Term{g.k, g.j}})
	}
}

// pair adds a predicate about two cells, unless it is known.
func (g *guesser) pair(p pred) {
	if g.parts.Pairs && !slices.ContainsFunc(g.pairs, func(q pred) bool { return q.body == p.body }) && len(g.pairs) < maxPairs {
		g.pairs = append(g.pairs, p)
	}
}

// A set is a bit set of the observed (state, k, j) triples.
type set []uint64

func newSet(n int) set { return make(set, (n+63)/64) }

func (s set) add(i int) { s[i/64] |= 1 << (i % 64) }

// meets reports whether three sets have a common element.
func (s set) meets(a, b set) bool {
	for i, w := range s {
		if w&a[i]&b[i] != 0 {
			return true
		}
	}
	return false
}

// and returns the intersection.
func (s set) and(o set) set {
	out := make(set, len(s))
	for i, w := range s {
		out[i] = w & o[i]
	}
	return out
}

func (s set) size() int {
	n := 0
	for _, w := range s {
		n += bits.OnesCount64(w)
	}
	return n
}

func (s set) within(o set) bool {
	for i, w := range s {
		if w&^o[i] != 0 {
			return false
		}
	}
	return true
}

// pairTrial is the evaluation of a predicate about cells k and j, k before j: the observed pairs, those for
// which it holds and does not hold, and for each range those whose first or second number lies in it.
type pairTrial struct {
	states        []int // states of the pairs
	k, j          []int64
	good, bad     set
	first, second []set
}

// tryPair evaluates a predicate about two cells in a sample of a view's states.
func (g *guesser) tryPair(v *view, p pred) *pairTrial {
	x, ok := g.data.Compile(p.body, p.bound...)
	if !ok || !g.lives(v.at, p.body) {
		return nil
	}
	t := &pairTrial{}
	var values []bool
	e := &observe.Env{Bound: []int64{0, 0}}
	step := max(1, len(v.states)/pairStates)
	for i := 0; i < len(v.states); i += step {
		e.State = v.states[i]
		ks := g.numbers(e.State, p.lead)
		ks = slices.DeleteFunc(ks, func(k int64) bool {
			return !slices.ContainsFunc(v.ranges, func(r span) bool { return r.lo != nil && r.has(i, k) })
		})
		for n, a := range ks {
			for _, b := range ks[n+1:] {
				e.Bound[0], e.Bound[1] = a, b
				if y, ok := x.Value(e); ok && len(values) < maxTried {
					t.states, t.k, t.j = append(t.states, i), append(t.k, a), append(t.j, b)
					values = append(values, y != 0)
				}
			}
		}
	}
	n := len(values)
	t.good, t.bad = newSet(n), newSet(n)
	for i, y := range values {
		if y {
			t.good.add(i)
		} else {
			t.bad.add(i)
		}
	}
	for r := range v.ranges {
		a, b := newSet(n), newSet(n)
		for i, s := range t.states {
			if v.ranges[r].lo != nil && v.ranges[r].has(s, t.k[i]) {
				a.add(i)
			}
			if v.ranges[r].lo != nil && v.ranges[r].has(s, t.j[i]) {
				b.add(i)
			}
		}
		t.first, t.second = append(t.first, a), append(t.second, b)
	}
	return t
}

// where returns the pairs in states that pass a guard.
func (t *pairTrial) where(guard []bool) set {
	out := newSet(len(t.states))
	for i, s := range t.states {
		if guard == nil || guard[s] {
			out.add(i)
		}
	}
	return out
}

// supported reports whether a set has pairs of several states.
func (t *pairTrial) supported(s set) bool {
	last, n := -1, 0
	for i, x := range t.states {
		if x != last && s[i/64]&(1<<(i%64)) != 0 {
			last = x
			n++
		}
	}
	return n >= fewSupport
}

// placedPairs returns the claims that a predicate holds of a cell in one range and a later cell in the same or
// another range; guarded claims where no unguarded one fits.
func (g *guesser) placedPairs(v *view, p pred) []*claim {
	t := g.tryPair(v, p)
	if t == nil {
		return nil
	}
	out := g.rectangles(v, p, t, nil, nil)
	for _, c := range g.flags {
		x, ok := g.evaluate(v.states, c)
		if !ok || !g.lives(v.at, c) || len(out) >= maxRectangles {
			continue
		}
		guard := make([]bool, len(x.values))
		for i, n := range x.values {
			guard[i] = n != 0
		}
		if slices.Contains(guard, false) {
			out = append(out, g.rectangles(v, p, t, c, guard)...)
		}
	}
	return out
}

// rectangles returns the claims that a predicate holds for k and j in two ranges, k before j, under a guard
// (nil: true), without those subsumed by another one.
func (g *guesser) rectangles(v *view, p pred, t *pairTrial, cond *logic.Term, guard []bool) (out []*claim) {
	type rectangle struct {
		r, s   *span
		in     set
		number int
	}
	let := t.where(guard)
	good, bad := t.good.and(let), t.bad.and(let)
	var fit []rectangle
	for i := range v.ranges {
		a := t.first[i]
		if v.ranges[i].lo == nil || !good.meets(a, a) {
			continue
		}
		for j := range v.ranges {
			if b := t.second[j]; v.ranges[j].lo != nil && !(g.parts.Data && bad.meets(a, b)) && good.meets(a, b) && len(fit) < maxFitting {
				in := good.and(a).and(b)
				fit = append(fit, rectangle{&v.ranges[i], &v.ranges[j], in, in.size()})
			}
		}
	}
	slices.SortStableFunc(fit, func(a, b rectangle) int { return cmp.Compare(b.number, a.number) })
	var chosen []rectangle
	for _, x := range fit {
		if len(out) >= maxRectangles {
			break
		}
		if slices.ContainsFunc(chosen, func(o rectangle) bool { return x.in.within(o.in) }) || !t.supported(x.in) {
			continue
		}
		chosen = append(chosen, x)
		body := g.f.Implies(g.f.And(x.r.formula(g.f, g.k), g.f.Lt(g.k, g.j), x.s.formula(g.f, g.j)), p.body)
		if cond != nil {
			body = g.f.Implies(cond, body)
		}
		out = g.claim(out, v, body, g.k, g.j)
	}
	return out
}
