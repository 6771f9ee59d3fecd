package cegar

import (
	"math/rand/v2"
	"testing"

	"cupel/core/work"
	"cupel/product/petri"
	"cupel/product/petri/petritest"
)

// TestParts: without any single part, and without all of ours, no answer is wrong; the names are distinct and the parts different.
func TestParts(t *testing.T) {
	names, all := map[string]bool{}, Part(0)
	configs := []Options{{Without: Exact | OnTheWay | Orders | Estimates | Disjoint | Vectors | Chain, BetterFirst: true}, {Ordering: Never}, {Ordering: Always, Search: BFS}}
	for _, p := range Parts {
		if names[p.Name] || all&p.Part != 0 {
			t.Errorf("%s twice", p.Name)
		}
		names[p.Name] = true
		all |= p.Part
		configs = append(configs, Options{Without: p.Part}, Options{Without: p.Part | beyond, Distant: On})
	}
	rng := rand.New(rand.NewPCG(17, 1))
	for i, o := range configs {
		for range 6 {
			net, space := petritest.Net(rng, petritest.Small())
			goal := petritest.Predicate(rng, space, 2)
			ctx, cancel := work.Within(t.Context(), 100_000)
			r, err := CheckPredicate(ctx, net, net.Initial(), goal, o)
			cancel()
			if err != nil {
				t.Fatal(err)
			}
			if r.Verdict != Inconclusive && (r.Verdict == Reachable) != space.Reachable(goal) {
				t.Errorf("configuration %d: %v: %s\n%s", i, r.Verdict, goal.Format(net), petritest.Format(net))
			}
		}
	}
}

// TestIsMarking: which targets are one marking.
func TestIsMarking(t *testing.T) {
	net := build(t, fig5b, 0, 0, 1)
	le := func(p int, k int64) *petri.Predicate { return petri.Tokens(p, petri.LE, k) }
	ge := func(p int, k int64) *petri.Predicate { return petri.Tokens(p, petri.GE, k) }
	eq := func(p int, k int64) *petri.Predicate { return petri.Tokens(p, petri.EQ, k) }
	for _, tt := range []struct {
		target *petri.Predicate
		want   bool
	}{
		{petri.And(eq(0, 1), eq(1, 0), eq(2, 5)), true},
		{petri.And(eq(0, 1), le(1, 0), le(2, 5), ge(2, 5)), true},
		{petri.And(eq(0, 1), eq(1, 0)), false},
		{petri.And(eq(0, 1), eq(1, 0), ge(2, 5)), false},
		{petri.Or(eq(0, 1), eq(1, 0)), false},
		{eq(0, 1), false},
		{petri.False(), true},
	} {
		if got := isMarking(net, net.Normalize(tt.target)); got != tt.want {
			t.Errorf("%s: %v", tt.target.Format(net), got)
		}
	}
}
