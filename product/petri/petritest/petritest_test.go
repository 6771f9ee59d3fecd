package petritest

import (
	"math/rand/v2"
	"slices"
	"strings"
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

// TestNotation: what Format writes, Parse reads back; mistakes are found.
func TestNotation(t *testing.T) {
	text := "p=2 q=0 r=5\nt: 2p+q->3r\nu: r->r, p<1, q<2\nv: ->p\nw: p->"
	if got := Format(Parse(t, strings.ReplaceAll(text, "+", " + "))); got != text {
		t.Errorf("%s", got)
	}
	for want, bad := range map[string]string{
		"no arrow":                    "p=1\nt: p",
		"no place q":                  "p=1\nt: p -> q",
		"no place r":                  "p=1\nt: p -> p, r<1",
		"is no weighted place":        "p=1\nt: p* -> p",
		"is no inhibitor test":        "p=1\nt: p -> p, p>1",
		"is no place with its tokens": "p\n",
		"weight 0":                    "p=1\nt: 0p -> p",
	} {
		if _, err := parse(bad); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
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
