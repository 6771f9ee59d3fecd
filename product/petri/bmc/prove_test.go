package bmc

import (
	"context"
	"math/rand/v2"
	"testing"

	"cupel/core/smt/z3"
	"cupel/product/petri"
	"cupel/product/petri/petritest"
)

// TestProve: nothing reachable is refuted, and every certificate passes its check.
func TestProve(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 1))
	proven, unreachable, reached := 0, 0, 0
	var facts [3]int
	for range 80 {
		n, space := petritest.Net(rng, petritest.Small())
		for range 4 {
			g := petritest.Predicate(rng, space, 3)
			reachable := space.Reachable(g)
			p, err := Prove(context.Background(), n, g, z3.Open, ProveOptions{Rounds: 100, Markings: 500})
			if err != nil {
				t.Fatal(err)
			}
			if !reachable {
				unreachable++
			}
			if p.Reached {
				reached++
				if err := petritest.CheckSequence(n, p.Sequence, g); err != nil {
					t.Fatal(err)
				}
			}
			if p.Certificate == nil {
				continue
			}
			if reachable {
				t.Fatalf("%v denies a reachable predicate", p.Certificate)
			}
			proven++
			for _, f := range p.Certificate.Facts {
				facts[f.Kind]++
			}
			if err := p.Certificate.Check(context.Background(), n, g, z3.Open); err != nil {
				t.Fatalf("%v: %v", p.Certificate, err)
			}
		}
	}
	t.Logf("%d of %d unreachable predicates proven, with %d facts; %d reached", proven, unreachable, facts, reached)
	if 20*proven < 19*unreachable || reached < 60 || facts[Trap]*facts[Cause]*facts[Exceed] == 0 {
		t.Errorf("poor: %d of %d unreachable predicates proven, with %d facts; %d reached", proven, unreachable, facts, reached)
	}
}

// TestUnrollInduct: sequences replay, base cases exclude no short sequence, and nothing
// reachable is refuted.
func TestUnrollInduct(t *testing.T) {
	rng := rand.New(rand.NewPCG(12, 1))
	reached, proven, deep := 0, 0, 0
	for range 25 {
		n, space := petritest.Net(rng, petritest.Small())
		for range 3 {
			g := petritest.Predicate(rng, space, 2)
			reachable := space.Reachable(g)
			u, err := Unroll(context.Background(), n, g, z3.Open, 4)
			if err != nil {
				t.Fatal(err)
			}
			if u.Reached {
				reached++
				if err := petritest.CheckSequence(n, u.Sequence, g); err != nil {
					t.Fatal(err)
				}
			}
			if !u.Reached && short(n, g, 4) {
				t.Fatalf("%s is reachable within 4 firings", g.Format(n))
			}
			p, err := Prove(context.Background(), n, g, z3.Open, ProveOptions{Rounds: 100, Markings: 500})
			if err != nil {
				t.Fatal(err)
			}
			in, err := Induct(context.Background(), n, g, z3.Open, p.General(), 3)
			if err != nil {
				t.Fatal(err)
			}
			if in.Certificate == nil {
				continue
			}
			if reachable {
				t.Fatalf("%v denies a reachable predicate", in.Certificate)
			}
			proven++
			if in.Certificate.K > 0 {
				deep++
			}
			if err := in.Certificate.Check(context.Background(), n, g, z3.Open); err != nil {
				t.Fatal(err)
			}
		}
	}
	t.Logf("%d reached, %d proven, %d of them with k > 1", reached, proven, deep)
	if reached < 20 || proven < 10 {
		t.Errorf("poor variety: %d reached, %d proven", reached, proven)
	}
}

// short reports whether some sequence of at most k firings satisfies g.
func short(n *petri.Net, g *petri.Predicate, k int) bool {
	level := []petri.Marking{n.Initial()}
	for ; ; k-- {
		var next []petri.Marking
		for _, m := range level {
			if n.Holds(g, m) {
				return true
			}
			for t := range n.Transitions {
				if m2, err := n.Fire(m, t); err == nil {
					next = append(next, m2)
				}
			}
		}
		if k == 0 {
			return false
		}
		level = next
	}
}
