package automaton_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"cupel/core/interpolation"
	"cupel/core/smt/z3"
	"cupel/core/work"
	"cupel/engine"
	"cupel/engine/cegar"
	"cupel/product/petri"
	"cupel/product/petri/automaton"
	"cupel/product/petri/petritest"
	"cupel/tests/effort"
)

func verify(t *testing.T, n *petri.Net, goal *petri.Predicate, units int) (*engine.Result, *automaton.System) {
	t.Helper()
	itp, err := interpolation.ByName("portfolio", interpolation.Options{Open: z3.Open})
	if err != nil {
		t.Fatal(err)
	}
	s := automaton.New(n, n.Normalize(goal))
	ctx, cancel := work.Within(t.Context(), units)
	defer cancel()
	r, err := cegar.New(cegar.Defaults()).Verify(ctx,
		engine.Problem{Program: s.Program, Tools: engine.Tools{Open: z3.Open, Interpolate: itp}}, engine.Quiet{})
	if err != nil {
		t.Fatal(err)
	}
	return r, s
}

// TestPhases: an unbounded net whose safety needs an invariant for each phase
// (figure 1.13b of the thesis).
func TestPhases(t *testing.T) {
	n := petritest.Parse(t, `p0=0 p1=1 p2=0 p3=1 p4=0 p5=0
		t0: 2p1 -> 2p1 + p0
		t1: 2p2 + p5 -> p1 + p5
		t2: p1 -> 2p2
		t3: p3 -> p2 + p3
		t4: p2 + p4 -> p4
		t5: p3 -> p4
		t6: p4 -> p5`)
	var rows []*petri.Predicate
	for p, k := range []int64{1, 1, 0, 0, 0, 1} {
		rows = append(rows, petri.Tokens(p, petri.EQ, k))
	}
	r, _ := verify(t, n, petri.And(rows...), 40_000_000)
	if r.Verdict != engine.True {
		t.Fatalf("%v: %s", r.Verdict, r.Reason)
	}
	if err := r.Proof.Check(context.Background(), z3.Open); err != nil {
		t.Error(err)
	}
}

// TestRandomNets compares with the state space; paths are firing sequences.
func TestRandomNets(t *testing.T) {
	count := effort.Count(40, 40, 1000)
	solved := 0
	for seed := range count {
		rng := rand.New(rand.NewPCG(uint64(seed), 7))
		n, space := petritest.Net(rng, petritest.Small())
		goal := petritest.Predicate(rng, space, 2)
		want := space.Reachable(goal)
		r, s := verify(t, n, goal, 200_000)
		switch r.Verdict {
		case engine.True:
			if want {
				t.Errorf("seed %d: a reachable goal is proven unreachable", seed)
			}
			if err := r.Proof.Check(context.Background(), z3.Open); err != nil {
				t.Errorf("seed %d: %v", seed, err)
			}
			solved++
		case engine.False:
			if err := petritest.CheckSequence(n, s.Sequence(r.Cex.Path), goal); err != nil {
				t.Errorf("seed %d: %v", seed, err)
			}
			solved++
		}
	}
	t.Logf("%d of %d solved", solved, count)
	if 4*solved < count {
		t.Errorf("only %d of %d solved", solved, count)
	}
}
