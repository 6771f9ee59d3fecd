package explicit

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"cupel/product/petri"
	"cupel/product/petri/petritest"
	"cupel/product/petri/query"
)

func parseGoal(t *testing.T, n *petri.Net, text string) *petri.Predicate {
	t.Helper()
	p, err := query.Parse(text, n)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestReduce: stubborn sets of given markings.
func TestReduce(t *testing.T) {
	for name, c := range map[string]struct {
		net, goal string
		want      string // enabled transitions of the stubborn set
	}{
		"one of two independent":        {"p=1 q=1 r=0 s=0\nt: p -> r\nu: q -> s", "r == 1", "[t]"},
		"the other conjunct is as good": {"p=1 q=1 r=0 s=0\nt: p -> r\nu: q -> s", "r == 1 && s == 1", "[t]"},
		"both disjuncts":                {"p=1 q=1 r=0 s=0\nt: p -> r\nu: q -> s", "r == 1 || s == 1", "[t u]"},
		"conflict":                      {"p=1 r=0 s=0\nt: p -> r\nu: p -> s", "r == 1", "[t u]"},
		"a reader is in conflict":       {"p=1 r=0 s=0\nt: p -> r\nu: p -> p + s", "r == 1", "[t u]"},
		"only readers are not":          {"p=1 r=0 s=0\nt: p -> p + r\nu: p -> p + s", "r == 1", "[t]"},
		"disabled: its producer":        {"p=1 q=1 r=0 s=0 g=0\nt: p -> r\nu: q -> s\nv: r -> g", "g == 1", "[t]"},
		"disabled: the smaller reason":  {"p=1 q=1 r=0 s=0 g=0\nt: p -> r\nx: p -> r\nu: q -> s\nv: r + s -> g", "g == 1", "[u]"},
		"inhibited: its consumer":       {"p=1 q=1 s=0 g=0\nt: p -> \nu: q -> s\nv: -> g, p<1", "g == 1", "[t]"},
		"firing inhibits":               {"p=1 q=1 r=0 s=0\nt: p -> r\nu: q -> s, r<1", "r == 1", "[t u]"},
		"no way":                        {"p=1 q=1 s=0 g=0\nu: q -> s\nv: g -> 2g", "g == 1", "[]"},
		"lower bound and upper bound":   {"p=1 q=3 s=0\nt: p -> \nu: q -> s", "q <= 1", "[u]"},
		"a difference":                  {"p=1 q=3 s=0\nt: p -> s\nu: q -> s", "p - q >= 1", "[u]"},
		"deadlock: the fewest enemies":  {"p=1 q=1 r=1\nt: p -> \nu: q + r -> \nv: r + q -> ", "deadlock", "[t]"},
		"deadlock: never":               {"p=1 q=1\nt: p -> p\nu: q -> ", "deadlock", "[]"},
		"equality from above":           {"p=5 q=0\nt: p -> q\nu: q -> p\nv: p -> 2p", "p == 3", "[t v]"},
	} {
		n := petritest.Parse(t, c.net)
		g := newGoal(n, parseGoal(t, n, c.goal))
		s := newStubborn(n, g)
		s.enable(n.Initial())
		names := []string{}
		for _, x := range s.reduce(n.Initial(), nil) {
			names = append(names, n.Transitions[x].ID)
		}
		if got := fmt.Sprint(names); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

// TestEnable agrees with the definition, in every marking of random nets.
func TestEnable(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	for range 60 {
		n, space := petritest.Net(rng, petritest.Small())
		s := newStubborn(n, newGoal(n, petri.Deadlock()))
		for _, m := range space.Markings {
			s.enable(m)
			if want := n.EnabledTransitions(m, nil); !slices.Equal(s.enabled, want) && len(want)+len(s.enabled) > 0 {
				t.Fatalf("%v, want %v", s.enabled, want)
			}
		}
	}
}

// TestDistance: it is zero exactly where the goal holds.
func TestDistance(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 2))
	for range 60 {
		n, space := petritest.Net(rng, petritest.Small())
		p := petritest.Predicate(rng, space, 3)
		g := newGoal(n, p)
		for _, m := range space.Markings {
			enabled := n.EnabledTransitions(m, nil)
			holds, d := n.Holds(p, m), g.distance(m, enabled)
			if g.holds(m, enabled) != holds || (d == 0) != holds {
				t.Fatalf("%s at %s: %v, distance %v", p.Format(n), n.FormatMarking(m), holds, d)
			}
		}
	}
}

// TestReduction: stubborn sets pay on independent components.
func TestReduction(t *testing.T) {
	b := petri.NewBuilder("independent")
	for i := range 12 {
		p, q := b.AddPlace(fmt.Sprint("p", i), 1), b.AddPlace(fmt.Sprint("q", i), 0)
		x := b.AddTransition(fmt.Sprint("t", i))
		b.AddInput(p, x, 1)
		b.AddOutput(q, x, 1)
	}
	n, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	full := Search(context.Background(), n, petri.False(), Options{NoStubborn: true})
	dead := Search(context.Background(), n, petri.Deadlock(), Options{Order: BFS})
	one := Search(context.Background(), n, petri.Tokens(23, petri.GE, 2), Options{})
	if full.States != 4096 || dead.States != 13 || dead.Status != Reached || len(dead.Sequence) != 12 || one.Status != Complete || one.States > 2 {
		t.Errorf("%d, %d, %d markings", full.States, dead.States, one.States)
	}
	if full.Fired != 12*2048 || full.Bytes <= 0 {
		t.Errorf("%+v", full)
	}
}
