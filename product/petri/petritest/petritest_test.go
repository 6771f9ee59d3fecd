package petritest

import (
	"math/rand/v2"
	"slices"
	"testing"

	"cupel/product/petri"
)

// TestNet: random nets are bounded, reproducible, varied, and their spaces closed.
func TestNet(t *testing.T) {
	a, b := rand.New(rand.NewPCG(1, 2)), rand.New(rand.NewPCG(1, 2))
	inhibitors, big := 0, 0
	for range 300 {
		n, s := Net(a, Small())
		again, s2 := Net(b, Small())
		if n.String() != again.String() || len(s.Markings) != len(s2.Markings) {
			t.Fatal("not reproducible")
		}
		if n.HasInhibitors() {
			inhibitors++
		}
		if len(s.Markings) > 50 {
			big++
		}
		p, q := Predicate(a, s, 3), Predicate(b, s2, 3)
		if p.Format(n) != q.Format(n) {
			t.Fatal("predicates are not reproducible")
		}
		for _, m := range s.Markings {
			for u := range n.Transitions {
				if n.Enabled(m, u) != (n.Enabled(m, u) && contains(s, n, m, u)) {
					t.Fatal("the space is not closed")
				}
			}
		}
	}
	if inhibitors < 100 || big < 30 {
		t.Errorf("poor variety: %d with inhibitors, %d with more than 50 markings", inhibitors, big)
	}
}

func contains(s *Space, n *petri.Net, m petri.Marking, u int) bool {
	next, err := n.Fire(m, u)
	return err == nil && slices.ContainsFunc(s.Markings, func(o petri.Marking) bool { return slices.Equal(o, next) })
}

// TestSpace: a known state space and its questions.
func TestSpace(t *testing.T) {
	n := Parse(t, "p=3 q=0\nt: p -> q\nu: 2q -> p")
	s, ok := Explore(n, 100)
	if !ok || len(s.Markings) != 9 {
		t.Fatalf("%d markings", len(s.Markings))
	}
	if !s.Reachable(petri.Tokens(1, petri.GE, 3)) || s.Reachable(petri.Tokens(1, petri.GE, 4)) {
		t.Error("q reaches 3 and no more")
	}
	if err := CheckSequence(n, []int{0, 0, 1}, petri.Tokens(0, petri.EQ, 2)); err != nil {
		t.Error(err)
	}
	for _, seq := range [][]int{{1}, {0}} {
		if CheckSequence(n, seq, petri.Tokens(0, petri.EQ, 1)) == nil {
			t.Errorf("%v accepted", seq)
		}
	}
	if _, ok := Explore(n, 5); ok {
		t.Error("the limit is not reported")
	}
	if _, ok := Explore(Parse(t, "p=2000000000000000000\nt: -> 2000000000000000000p"), 100); ok {
		t.Error("the overflow is not reported")
	}
}
