package cegar

import (
	"context"
	"math/rand/v2"
	"testing"

	"cupel/product/petri"
	"cupel/product/petri/ilp"
	"cupel/product/petri/petritest"
)

// A run is a firing sequence with the data that a state constrains: its counts and last marking.
type run struct {
	counts []int64
	last   petri.Marking
}

// wander fires a random sequence.
func wander(rng *rand.Rand, net *petri.Net, steps int) run {
	m := net.Initial()
	r := run{counts: make([]int64, len(net.Transitions))}
	var buf []int
	for range steps {
		if buf = net.EnabledTransitions(m, buf[:0]); len(buf) == 0 {
			break
		}
		t := buf[rng.IntN(len(buf))]
		if net.FireInPlace(m, t) != nil {
			break
		}
		r.counts[t]++
	}
	r.last = m
	return r
}

// satisfies evaluates everything that a state assumes on a run.
func (r run) satisfies(net *petri.Net, st *state) bool {
	if st.contradiction {
		return false
	}
	for _, row := range st.rows {
		if !row.Holds(r.last) {
			return false
		}
	}
	for t, k := range r.counts {
		if k < st.cs.low(t) || k > st.cs.up(t) {
			return false
		}
	}
	for _, row := range st.cs.rows {
		if !row.Holds(r.counts) {
			return false
		}
	}
	for _, c := range st.clauses {
		if !net.Holds(c, r.last) {
			return false
		}
	}
	return true
}

// TestRulesCover is the heart of soundness: for any arguments of a rule, every run of the net that satisfies the state satisfies one of the cases. The
// rules are made from random vectors and markings that are independent of the run.
func TestRulesCover(t *testing.T) {
	rng := rand.New(rand.NewPCG(21, 4))
	applied := map[Rule]int{}
	for range 1500 {
		net, space := petritest.Net(rng, petritest.Small())
		r := wander(rng, net, rng.IntN(25))
		st := newCase(petri.True())
		// Go down some levels of cases, always into one that the run satisfies.
		for range 6 {
			by := randomRule(t, rng, net, space, st, r)
			if by == nil {
				continue
			}
			cases, ok := by.split(net, net.Initial(), st)
			if !ok {
				t.Fatalf("%v does not apply to what it was made for", by.Rule)
			}
			applied[by.Rule]++
			var next *state
			for _, k := range cases {
				if r.satisfies(net, k) {
					next = k
				}
			}
			if next == nil {
				t.Fatalf("%v loses a run with counts %v to %s\nrule %+v", by.Rule, r.counts, net.FormatMarking(r.last), by)
			}
			st = next
			// The run solves the system of every case that it satisfies.
			p, err := st.problem(net, net.Initial())
			if err != nil {
				t.Fatal(err)
			}
			if err := p.Check(r.counts); err != nil {
				t.Fatalf("after %v: %v", by.Rule, err)
			}
		}
	}
	for rule := ByClause; rule <= ByExhaustion; rule++ {
		if applied[rule] < 10 {
			t.Errorf("%v was applied %d times only", rule, applied[rule])
		}
	}
}

func randomRule(t *testing.T, rng *rand.Rand, net *petri.Net, space *petritest.Space, st *state, r run) *Certificate {
	x := make([]int64, len(net.Transitions))
	for u := range x {
		x[u] = rng.Int64N(3)
	}
	m := net.Initial()
	for p := range m {
		m[p] = rng.Int64N(3) * rng.Int64N(2)
	}
	switch Rule(rng.IntN(int(ByExhaustion) + 1)) {
	case ByClause:
		goal := net.Normalize(petritest.Predicate(rng, space, 3))
		if goal.Op != petri.OpOr || !net.Holds(goal, r.last) {
			return nil
		}
		st.assume(goal)
		return &Certificate{Rule: ByClause, Clause: len(st.clauses) - 1}
	case ByTrap:
		if trap := emptyTrap(net, m); isTrap(net, net.Initial(), trap) {
			return &Certificate{Rule: ByTrap, Places: trap}
		}
	case BySiphon:
		return firstFiring(net, net.Initial(), x)
	case ByLast:
		return lastFiring(net, m, x)
	case ByCapacity:
		p := rng.IntN(len(net.Places))
		if _, ok := capacity(net, net.Initial(), p); ok {
			return &Certificate{Rule: ByCapacity, Places: []int{p}}
		}
	case ByDead:
		u := rng.IntN(len(net.Transitions))
		p, err := enabling(net, net.Initial(), u)
		if err != nil {
			t.Fatal(err)
		}
		s, err := ilp.Solve(context.Background(), p, ilp.Options{Certify: true})
		if err != nil {
			t.Fatal(err)
		}
		if s.Status == ilp.Infeasible {
			return &Certificate{Rule: ByDead, Transitions: []int{u}, Equation: s.Certificate}
		}
	case ByExhaustion:
		tr := tree{net: net, initial: net.Initial(), x: x, reducer: newReducer(net), nodes: 10000, drop: true}
		if tr.run(context.Background()); tr.complete && !tr.found {
			return &Certificate{Rule: ByExhaustion, X: x}
		}
	}
	return nil
}

// TestRulesRefuse: rules with wrong facts do not apply.
func TestRulesRefuse(t *testing.T) {
	net := build(t, fig8, 0, 0, 0, 2)
	st := newCase(petri.True())
	for _, c := range []*Certificate{
		{Rule: ByClause, Clause: 0},
		{Rule: ByTrap, Places: []int{1, 2}},                       // not marked
		{Rule: ByTrap, Places: []int{3}},                          // t4 empties it
		{Rule: ByTrap, Places: []int{3, 2, 1}},                    // not ascending
		{Rule: ByTrap, Places: []int{17}},                         // no such place
		{Rule: BySiphon, Transitions: []int{4}, Places: []int{3}}, // t4 can fire at once
		{Rule: BySiphon, Transitions: []int{-1}},
		{Rule: ByLast, Transitions: []int{0}, Places: []int{3}, Least: []int64{1}}, // t0 puts nothing there
		{Rule: ByLast, Transitions: []int{0}, Places: []int{1}},                    // no threshold
		{Rule: ByCapacity, Places: []int{1}},
		{Rule: ByCapacity},
		{Rule: ByEquation},
	} {
		if _, ok := c.split(net, net.Initial(), st); ok {
			t.Errorf("%v %+v applies", c.Rule, c)
		}
	}
	for _, c := range []*Certificate{
		nil,
		{Rule: ByEquation},
		{Rule: ByFalse},
		{Rule: ByDead, Transitions: []int{0}},
		{Rule: ByExhaustion, X: []int64{1}},
		{Rule: ByExhaustion, X: []int64{0, 0, 0, 0, 1}}, // t4 is realizable
	} {
		if err := c.Check(context.Background(), net, net.Initial(), petri.True()); err == nil {
			t.Errorf("%+v is accepted", c)
		}
	}
}

// TestMemoKeepsLeaves: visiting every remaining vector once finds the same leaves as
// following every sequence.
func TestMemoKeepsLeaves(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	for i := range 150 {
		net, _ := petritest.Net(rng, petritest.Small())
		x := make([]int64, len(net.Transitions))
		for u := range x {
			x[u] = rng.Int64N(3)
		}
		leaves := func(every bool) (map[string]bool, bool) {
			tr := tree{net: net, initial: net.Initial(), x: x, every: every, nodes: 50_000, leaves: 50_000}
			tr.run(context.Background())
			keys := map[string]bool{}
			for _, l := range tr.ends {
				keys[vectorKey(l.left)] = true
			}
			return keys, tr.complete && !tr.found
		}
		all, complete := leaves(true)
		once, same := leaves(false)
		if !complete || !same {
			continue // too many sequences, or x is realizable
		}
		if len(all) != len(once) {
			t.Fatalf("net %d: %d leaves, with the memo %d", i, len(all), len(once))
		}
		for k := range all {
			if !once[k] {
				t.Fatalf("net %d: a leaf is lost", i)
			}
		}
	}
}
