package petritest

import (
	"fmt"
	"math/rand/v2"

	"cupel/product/petri"
)

// A Config bounds random nets.
type Config struct {
	Places, Transitions int // at most
	Weight              int // arc weights, at most
	Tokens              int // initial tokens a place, at most
	States              int // reachable markings, at most
	NoInhibitors        bool
}

// Small nets are explored within a millisecond.
func Small() Config {
	return Config{Places: 6, Transitions: 7, Weight: 3, Tokens: 3, States: 2000}
}

// Large nets have up to 10^5 reachable markings.
func Large() Config {
	return Config{Places: 10, Transitions: 12, Weight: 3, Tokens: 4, States: 100_000}
}

// Net returns a random bounded net with its state space. The net is a function of rng's
// state alone.
func Net(rng *rand.Rand, c Config) (*petri.Net, *Space) {
	for {
		n := candidate(rng, c)
		s, ok := Explore(n, c.States)
		// Most candidates die at once; keep few of those.
		if ok && (len(s.Markings) > 30 || rng.IntN(20) == 0) {
			return n, s
		}
	}
}

// candidate is a random net that need not be bounded.
func candidate(rng *rand.Rand, c Config) *petri.Net {
	b := petri.NewBuilder("random")
	places := 3 + rng.IntN(c.Places-2)
	for p := range places {
		tokens := 0
		if rng.IntN(2) == 0 {
			tokens = rng.IntN(c.Tokens + 1)
		}
		b.AddPlace(fmt.Sprint("p", p), int64(tokens))
	}
	weight := func() int64 {
		if rng.IntN(3) > 0 {
			return 1
		}
		return 1 + rng.Int64N(int64(c.Weight))
	}
	var split []step
	var outputs []output
	count := 2 + rng.IntN(c.Transitions-1)
	for t := range count {
		b.AddTransition(fmt.Sprint("t", t))
		in := 1 + rng.IntN(2)
		budget := int64(0) // tokens taken; giving back no more keeps the net bounded
		for range in {
			w := weight()
			b.AddInput(rng.IntN(places), t, w)
			budget += w
		}
		if rng.IntN(25) == 0 {
			budget += rng.Int64N(3) // may be unbounded
		}
		out := t
		if rng.IntN(4) == 0 { // in two steps, through a place of its own
			q := b.AddPlace(fmt.Sprint("q", t), rng.Int64N(2)*rng.Int64N(2))
			out = -1 - t
			split = append(split, step{t, q, 1 + rng.Int64N(2)*rng.Int64N(2)})
		}
		for budget > 0 && rng.IntN(16) > 0 {
			w := min(weight(), budget)
			outputs = append(outputs, output{rng.IntN(places), out, w})
			budget -= w
		}
		if rng.IntN(4) == 0 { // a read arc
			p, w := rng.IntN(places), weight()
			b.AddInput(p, t, w)
			b.AddOutput(p, t, w)
		}
		if !c.NoInhibitors && rng.IntN(4) == 0 {
			b.AddInhibitor(rng.IntN(places), t, weight())
		}
	}
	finish(rng, b, split, outputs)
	n, err := b.Build()
	if err != nil {
		panic(err) // weights are small and names unique
	}
	return n
}

// step is a transition that puts tokens into a place for a second one; output an arc of a
// transition, or of the second step of transition -1-t when t is negative.
type (
	step struct {
		first, place int
		weight       int64
	}
	output struct {
		place, transition int
		weight            int64
	}
)

// finish adds the second steps, which sometimes need more than their place, and the
// output arcs.
func finish(rng *rand.Rand, b *petri.Builder, split []step, outputs []output) {
	second := map[int]int{}
	for _, s := range split {
		u := b.AddTransition(fmt.Sprint("u", s.first))
		second[-1-s.first] = u
		b.AddOutput(s.place, s.first, s.weight)
		b.AddInput(s.place, u, 1+(s.weight-1)*rng.Int64N(2))
		if rng.IntN(2) == 0 {
			b.AddInput(rng.IntN(3), u, 1)
		}
	}
	for _, o := range outputs {
		t := o.transition
		if t < 0 {
			t = second[t]
		}
		b.AddOutput(o.place, t, o.weight)
	}
}

// Predicate returns a random predicate, in which a goal that few markings satisfy is
// likely.
func Predicate(rng *rand.Rand, s *Space, depth int) *petri.Predicate {
	n := s.Net
	if depth > 0 && rng.IntN(4) > 0 {
		a, b := Predicate(rng, s, depth-1), Predicate(rng, s, depth-1)
		switch rng.IntN(5) {
		case 0:
			return petri.Not(a)
		case 1, 2:
			return petri.Or(a, b)
		}
		return petri.And(a, b)
	}
	switch rng.IntN(10) {
	case 0:
		return petri.Deadlock()
	case 1, 2:
		return petri.Fireable(rng.IntN(len(n.Transitions)))
	case 3: // a marking, or one that nearly is
		m := s.Markings[rng.IntN(len(s.Markings))]
		var rows []*petri.Predicate
		for p, k := range m {
			if rng.IntN(3) > 0 {
				rows = append(rows, petri.Tokens(p, petri.EQ, k+rng.Int64N(2)*rng.Int64N(2)))
			}
		}
		return petri.And(rows...)
	}
	var terms []petri.Arc
	for range 1 + rng.IntN(3) {
		terms = append(terms, petri.Arc{Index: rng.IntN(len(n.Places)), Weight: rng.Int64N(5) - 2})
	}
	row, err := petri.NewRow(terms, petri.Relation(rng.IntN(3)), rng.Int64N(9)-2)
	if err != nil {
		panic(err) // coefficients are small
	}
	return petri.Linear(row)
}
