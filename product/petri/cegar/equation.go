package cegar

import (
	"errors"
	"fmt"
	"slices"

	"cupel/product/petri"
	"cupel/product/petri/ilp"
)

// errLarge is returned for nets whose numbers do not fit the integer solver.
var errLarge = errors.New("cegar: the numbers of the net or target are too large")

// An equation is the state equation of a net as an integer problem over firing counts x >= 0: m0 + C x >= 0.
// Rows over markings are translated by substituting m = m0 + C x (thesis 1.2.1).
//
// Invariant: the Parikh image of every firing sequence from the initial marking that satisfies the rows is a
// solution; the converse does not hold.
type equation struct {
	net     *petri.Net
	initial petri.Marking
	problem *ilp.Problem // its rows: the places', then those of the caller
}

// newEquation builds the equation with rows over the final marking. Rows with the same left
// side become one equation where they meet, and a place's row m(p) >= 0 goes where another
// row implies it: targets that fix a marking are given as pairs of inequalities, and a
// system half as large is solved several times faster.
func newEquation(net *petri.Net, initial petri.Marking, rows []petri.Row) (*equation, error) {
	cost := make([]int64, len(net.Transitions))
	for t := range cost {
		cost[t] = 1
	}
	e := &equation{net: net, initial: initial, problem: ilp.NewProblem(cost)}
	type side struct {
		terms  []petri.Arc
		lo, hi int64
	}
	const none = 1 << 62
	var sides []*side
	index := map[string]*side{}
	join := func(r petri.Row) {
		var k []byte
		for _, a := range r.Terms {
			k = fmt.Appendf(k, "%d*%d,", a.Weight, a.Index)
		}
		s := index[string(k)]
		if s == nil {
			s = &side{terms: r.Terms, lo: -none, hi: none}
			index[string(k)] = s
			sides = append(sides, s)
		}
		if r.Rel != petri.LE {
			s.lo = max(s.lo, r.Bound)
		}
		if r.Rel != petri.GE {
			s.hi = min(s.hi, r.Bound)
		}
	}
	for p := range net.Places {
		if slices.ContainsFunc(net.Places[p].Effect, func(a petri.Arc) bool { return a.Weight < 0 }) {
			join(petri.Row{Terms: []petri.Arc{{Index: p, Weight: 1}}, Rel: petri.GE})
		}
	}
	for _, r := range rows {
		join(r)
	}
	for _, s := range sides {
		var err error
		if s.lo == s.hi {
			err = e.add(petri.Row{Terms: s.terms, Rel: petri.EQ, Bound: s.lo})
		} else {
			if s.lo > -none {
				err = e.add(petri.Row{Terms: s.terms, Rel: petri.GE, Bound: s.lo})
			}
			if s.hi < none && err == nil {
				err = e.add(petri.Row{Terms: s.terms, Rel: petri.LE, Bound: s.hi})
			}
		}
		if err != nil {
			return nil, err
		}
	}
	return e, nil
}

// add appends a row over the final marking.
func (e *equation) add(r petri.Row) error {
	row, err := e.translate(r)
	if err != nil {
		return err
	}
	if err := e.problem.Add(row); err != nil {
		return fmt.Errorf("%w: %w", errLarge, err)
	}
	return nil
}

// translate turns a row over the final marking into one over firing counts.
func (e *equation) translate(r petri.Row) (ilp.Row, error) {
	sum := map[int]int64{}
	out := ilp.Row{Rel: [...]ilp.Relation{petri.GE: ilp.GE, petri.LE: ilp.LE, petri.EQ: ilp.EQ}[r.Rel], Bound: r.Bound}
	var order []int
	for _, a := range r.Terms {
		k, ok := mulAdd(out.Bound, -a.Weight, e.initial[a.Index])
		if !ok {
			return ilp.Row{}, errLarge
		}
		out.Bound = k
		for _, c := range e.net.Places[a.Index].Effect {
			if _, seen := sum[c.Index]; !seen {
				order = append(order, c.Index)
			}
			if sum[c.Index], ok = mulAdd(sum[c.Index], a.Weight, c.Weight); !ok {
				return ilp.Row{}, errLarge
			}
		}
	}
	for _, t := range order {
		if sum[t] != 0 {
			out.Terms = append(out.Terms, ilp.Term{Var: t, Coef: sum[t]})
		}
	}
	return out, nil
}

// limit is how large products and sums may get: additions of a few stay within int64.
const limit = 1 << 61

// mulAdd returns s + a*b unless it is beyond the limit.
func mulAdd(s, a, b int64) (int64, bool) {
	if a == 0 || b == 0 {
		return s, true
	}
	p := a * b
	if p/b != a || p > limit || p < -limit || s > limit || s < -limit {
		return 0, false
	}
	s += p
	return s, s <= limit && s >= -limit
}

// final returns m0 + C x; ok is false on overflow.
func (e *equation) final(x []int64) (m petri.Marking, ok bool) {
	m = make(petri.Marking, len(e.initial))
	for p := range m {
		m[p] = e.initial[p]
		for _, c := range e.net.Places[p].Effect {
			if m[p], ok = mulAdd(m[p], c.Weight, x[c.Index]); !ok {
				return nil, false
			}
		}
	}
	return m, true
}

// constraints are what a solution must satisfy besides the target: lower bounds (increments
// of single transitions, algorithm 1.3), upper bounds (jumps) and increments. nil bounds
// mean none. Values are shared and never changed.
type constraints struct {
	lower, upper []int64
	rows         []ilp.Row
}

func (c constraints) low(t int) int64 {
	if c.lower == nil {
		return 0
	}
	return c.lower[t]
}

func (c constraints) up(t int) int64 {
	if c.upper == nil {
		return ilp.Infinity
	}
	return c.upper[t]
}

// key identifies equal constraints.
func (c constraints) key() string {
	var b []byte
	for t, k := range c.lower {
		if k != 0 {
			b = fmt.Appendf(b, "%d>%d,", t, k)
		}
	}
	for t, k := range c.upper {
		if k != ilp.Infinity {
			b = fmt.Appendf(b, "%d<%d,", t, k)
		}
	}
	for _, r := range c.rows {
		b = append(b, r.String()...)
		b = append(b, ';')
	}
	return string(b)
}

// impose puts the constraints on the problem; the caller truncates its rows afterwards.
func (e *equation) impose(c constraints) error {
	for t := range e.problem.Vars() {
		if err := e.problem.SetBounds(t, c.low(t), c.up(t)); err != nil {
			return fmt.Errorf("%w: %w", errLarge, err)
		}
	}
	for _, r := range c.rows {
		if err := e.problem.Add(r); err != nil {
			return fmt.Errorf("%w: %w", errLarge, err)
		}
	}
	return nil
}
