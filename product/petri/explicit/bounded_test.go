package explicit

import (
	"context"
	"math/rand/v2"
	"testing"

	"cupel/product/petri"
	"cupel/product/petri/petritest"
)

// TestBounded: sequences respect the counts, and when there is none, none exists within
// the counts of the listed transitions alone.
func TestBounded(t *testing.T) {
	rng := rand.New(rand.NewPCG(31, 7))
	reached, complete, short := 0, 0, 0
	for range 120 {
		n, space := petritest.Net(rng, petritest.Small())
		for range 5 {
			p := petritest.Predicate(rng, space, 2)
			counts := make([]int64, len(n.Transitions))
			for i := range counts {
				counts[i] = rng.Int64N(4)
			}
			r, exceeded, err := Bounded(context.Background(), n, p, counts, Options{Order: DFS})
			if err != nil {
				t.Fatal(err)
			}
			switch r.Status {
			case Reached:
				reached++
				if err := petritest.CheckSequence(n, r.Sequence, p); err != nil {
					t.Fatal(err)
				}
				for i, k := range n.Parikh(r.Sequence) {
					if k > counts[i] {
						t.Fatalf("t%d fires %d times, not %d", i, k, counts[i])
					}
				}
			case Complete:
				complete++
				if len(exceeded) < len(counts)/2 {
					short++
				}
				if reachableWithin(t, n, p, counts, exceeded) {
					t.Fatalf("reachable within the counts %v of %v\n%s", counts, exceeded, describe(n, p))
				}
			default:
				t.Fatal(r.Reason)
			}
		}
	}
	t.Logf("%d reached, %d not, %d of them for few reasons", reached, complete, short)
	if reached < 100 || complete < 100 || short < 50 {
		t.Errorf("poor variety: %d reached, %d not, %d of them for few reasons", reached, complete, short)
	}
}

// reachableWithin explores the net in which only the listed transitions are bounded.
func reachableWithin(t *testing.T, n *petri.Net, p *petri.Predicate, counts []int64, listed []int) bool {
	b := petri.NewBuilder("within")
	for i, k := range n.Initial() {
		b.AddPlace(n.Places[i].ID, k)
	}
	for i, tr := range n.Transitions {
		b.AddTransition(tr.ID)
		for _, a := range tr.Pre {
			b.AddInput(a.Index, i, a.Weight)
		}
		for _, a := range tr.Post {
			b.AddOutput(a.Index, i, a.Weight)
		}
		for _, a := range tr.Inhibitors {
			b.AddInhibitor(a.Index, i, a.Weight)
		}
	}
	for _, i := range listed {
		b.AddInput(b.AddPlace("budget"+n.Transitions[i].ID, counts[i]), i, 1)
	}
	m, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	space, ok := petritest.Explore(m, 200_000)
	if !ok {
		t.Fatal("too many markings")
	}
	return space.Reachable(n.Normalize(p))
}
