package bmc

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"cupel/product/petri"
	"cupel/product/petri/petritest"
)

// holds evaluates a fact for the firing counts x and the marking m of a sequence.
func holds(f Fact, n *petri.Net, x []int64, m petri.Marking) bool {
	fires := func(ts []int) bool { return slices.ContainsFunc(ts, func(t int) bool { return x[t] > 0 }) }
	marked := func(m petri.Marking) bool {
		return slices.ContainsFunc(f.Places, func(p int) bool { return m[p] > 0 })
	}
	switch f.Kind {
	case Cause:
		return !fires(f.Sources) || fires(f.Outside)
	case Trap:
		return !marked(n.Initial()) && !fires(f.Sources) || fires(f.Outside) || marked(m)
	}
	for i, t := range f.Outside {
		if x[t] > f.Counts[i] {
			return true
		}
	}
	return false
}

// TestFacts: the facts found for random solutions pass their check; with an element
// removed they fail it or hold all the same, in random sequences.
func TestFacts(t *testing.T) {
	rng := rand.New(rand.NewPCG(41, 7))
	var found, refused [3]int
	for range 150 {
		n, _ := petritest.Net(rng, petritest.Small())
		fired, marked := make([]bool, len(n.Transitions)), make([]bool, len(n.Places))
		for range 8 {
			for i := range fired {
				fired[i] = rng.IntN(2) == 0
			}
			for i := range marked {
				marked[i] = rng.IntN(3) == 0
			}
			for _, f := range refute(n, fired, marked) {
				found[f.Kind]++
				if err := f.Check(context.Background(), n, petri.True()); err != nil {
					t.Fatalf("%+v: %v", f, err)
				}
				checkRuns(t, rng, n, f)
				for _, g := range damaged(rng, f) {
					if g.Check(context.Background(), n, petri.True()) != nil {
						refused[f.Kind]++
						continue
					}
					checkRuns(t, rng, n, g)
				}
			}
		}
	}
	if found[Trap] < 100 || found[Cause] < 100 || refused[Trap] < 20 || refused[Cause] < 20 {
		t.Errorf("poor variety: %d found, %d damaged ones refused", found, refused)
	}
}

// damaged removes a random element of each list.
func damaged(rng *rand.Rand, f Fact) []Fact {
	drop := func(list []int) []int {
		if len(list) == 0 {
			return list
		}
		i := rng.IntN(len(list))
		return slices.Delete(slices.Clone(list), i, i+1)
	}
	a, b, c := f, f, f
	a.Places, b.Sources, c.Outside = drop(f.Places), drop(f.Sources), drop(f.Outside)
	return []Fact{a, b, c}
}

func checkRuns(t *testing.T, rng *rand.Rand, n *petri.Net, f Fact) {
	t.Helper()
	for range 5 {
		m, x := n.Initial(), make([]int64, len(n.Transitions))
		for range 30 {
			if !holds(f, n, x, m) {
				t.Fatalf("%+v fails at %v, %v", f, x, m)
			}
			enabled := n.EnabledTransitions(m, nil)
			if len(enabled) == 0 {
				break
			}
			u := enabled[rng.IntN(len(enabled))]
			if err := n.FireInPlace(m, u); err != nil {
				t.Fatal(err)
			}
			x[u]++
		}
	}
}

// TestExceed: a bounded search's fact is confirmed by repeating the search, and a false one
// is refused.
func TestExceed(t *testing.T) {
	b := petri.NewBuilder("chain")
	p, q := b.AddPlace("p", 0), b.AddPlace("q", 0)
	x, y := b.AddTransition("x"), b.AddTransition("y")
	b.AddOutput(p, x, 1)
	b.AddInput(p, y, 2)
	b.AddOutput(q, y, 1)
	n, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	goal := petri.Tokens(q, petri.GE, 2) // needs x four times, y twice
	for _, c := range []struct {
		outside []int
		counts  []int64
		ok      bool
	}{
		{[]int{x}, []int64{3}, true},
		{[]int{y}, []int64{1}, true},
		{[]int{x, y}, []int64{3, 1}, true},
		{[]int{x}, []int64{4}, false},
		{[]int{x, y}, []int64{4, 2}, false},
	} {
		f := Fact{Kind: Exceed, Outside: c.outside, Counts: c.counts}
		ctx, cancel := context.WithCancel(context.Background())
		if err := f.Check(ctx, n, goal); (err == nil) != c.ok {
			t.Errorf("%+v: %v", f, err)
		}
		cancel()
		if f.General() {
			t.Error("it holds for this goal only")
		}
	}
}
