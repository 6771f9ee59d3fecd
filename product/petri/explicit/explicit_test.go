package explicit

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"cupel/product/petri"
	"cupel/product/petri/petritest"
)

var long = flag.Bool("long", false, "compare on 1,000 large random nets")

// TestOracle: every order, with and without stubborn sets, agrees with plain exploration.
func TestOracle(t *testing.T) {
	nets, cfg := 150, petritest.Small()
	if *long {
		nets, cfg = 1000, petritest.Large()
	}
	rng := rand.New(rand.NewPCG(7, 7))
	reached := 0
	for range nets {
		n, space := petritest.Net(rng, cfg)
		for range 6 {
			p := petritest.Predicate(rng, space, 3)
			want := space.Reachable(p)
			if want {
				reached++
			}
			shortest := -1
			for _, o := range []Options{{NoStubborn: true}, {}, {Order: DFS}, {Order: Best}} {
				r := Search(context.Background(), n, p, o)
				if r.Status == Limit || (r.Status == Reached) != want {
					t.Fatalf("%+v: %v, want reachable %v\n%s", o, r.Status, want, describe(n, p))
				}
				if !want {
					if r.States > len(space.Markings) {
						t.Fatalf("%+v: %d states of %d\n%s", o, r.States, len(space.Markings), describe(n, p))
					}
					continue
				}
				if err := petritest.CheckSequence(n, r.Sequence, p); err != nil {
					t.Fatalf("%+v: %v\n%s", o, err, describe(n, p))
				}
				if o.Order == BFS {
					if shortest >= 0 && len(r.Sequence) != shortest {
						t.Fatalf("stubborn sets lose shortest sequences: %d, not %d\n%s", len(r.Sequence), shortest, describe(n, p))
					}
					shortest = len(r.Sequence)
				}
			}
		}
	}
	if reached < nets || reached > 5*nets {
		t.Errorf("%d of %d goals reachable: poor variety", reached, 6*nets)
	}
}

func describe(n *petri.Net, p *petri.Predicate) string {
	s := fmt.Sprintf("%v, initially %s\n", n, n.FormatMarking(n.Initial()))
	for _, t := range n.Transitions {
		s += fmt.Sprintf("%s: -%v +%v !%v\n", t.ID, t.Pre, t.Post, t.Inhibitors)
	}
	return s + p.Format(n)
}

// TestWalk: random walks find near goals, replay, depend on nothing but the seed, and end.
func TestWalk(t *testing.T) {
	rng := rand.New(rand.NewPCG(17, 7))
	reached, reachable := 0, 0
	for range 60 {
		n, space := petritest.Net(rng, petritest.Small())
		for range 4 {
			p := petritest.Predicate(rng, space, 3)
			o := WalkOptions{Seed: 5, MaxSteps: 3000}
			r := Walk(context.Background(), n, p, o)
			if again := Walk(context.Background(), n, p, o); fmt.Sprint(again) != fmt.Sprint(r) {
				t.Fatal("not deterministic")
			}
			if r.Fired > 3000 {
				t.Fatalf("%d steps", r.Fired)
			}
			if space.Reachable(p) {
				reachable++
			}
			if r.Status == Complete {
				t.Fatal("a walk proves nothing")
			}
			if r.Status == Reached {
				reached++
				if err := petritest.CheckSequence(n, r.Sequence, p); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	if 10*reached < 8*reachable {
		t.Errorf("%d of %d reachable goals found", reached, reachable)
	}
}

// TestCode: encoding is injective and decode is its inverse.
func TestCode(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 3))
	seen := map[string]string{}
	for range 20_000 {
		m := make(petri.Marking, 9)
		for i := range m {
			m[i] = rng.Int64N(3) * rng.Int64N(2)
			if rng.IntN(20) == 0 {
				m[i] = rng.Int64()
			}
		}
		code := encode(nil, m)
		back := make(petri.Marking, len(m))
		decode(code, back)
		if fmt.Sprint(back) != fmt.Sprint(m) {
			t.Fatalf("%v became %v", m, back)
		}
		if other, ok := seen[string(code)]; ok && other != fmt.Sprint(m) {
			t.Fatalf("%v and %s have the same code", m, other)
		}
		seen[string(code)] = fmt.Sprint(m)
	}
}

// TestStore: numbers are stable while the table grows, across chunks.
func TestStore(t *testing.T) {
	s := newStore()
	code := func(i int) []byte { return []byte(fmt.Sprintf("%0*d", 1+i%400, i)) }
	const n = 20_000
	for i := range n {
		if k, isNew := s.add(code(i), uint32(i)-1, int32(i)); k != uint32(i) || !isNew {
			t.Fatal(i, k, isNew)
		}
	}
	for i := range n {
		if k, isNew := s.add(code(i), 0, 0); k != uint32(i) || isNew || string(s.get(k)) != string(code(i)) {
			t.Fatal(i, k, isNew)
		}
	}
	if p := s.path(3); fmt.Sprint(p) != "[1 2 3]" {
		t.Error(p)
	}
	if len(s.chunks) < 2 || s.bytes < 3<<20 {
		t.Error(len(s.chunks), s.bytes)
	}
}

// philosophers is the classical net with n philosophers, who take the left fork first.
func philosophers(n int) *petri.Net {
	b := petri.NewBuilder("philosophers")
	forks := make([]int, n)
	for i := range forks {
		forks[i] = b.AddPlace(fmt.Sprint("fork", i), 1)
	}
	for i := range n {
		think, wait, eat := b.AddPlace(fmt.Sprint("think", i), 1), b.AddPlace(fmt.Sprint("wait", i), 0), b.AddPlace(fmt.Sprint("eat", i), 0)
		arcs := [][2][]int{{{think, forks[i]}, {wait}}, {{wait, forks[(i+1)%n]}, {eat}}, {{eat}, {think, forks[i], forks[(i+1)%n]}}}
		for k, a := range arcs {
			t := b.AddTransition(fmt.Sprint("t", i, ".", k))
			for _, p := range a[0] {
				b.AddInput(p, t, 1)
			}
			for _, p := range a[1] {
				b.AddOutput(p, t, 1)
			}
		}
	}
	net, err := b.Build()
	if err != nil {
		panic(err) // the names are unique
	}
	return net
}

// TestLimits: states, memory and context end a search with a reason.
func TestLimits(t *testing.T) {
	n := philosophers(14)
	goal := petri.False()
	for want, o := range map[string]Options{
		"limit of 1000 markings": {NoStubborn: true, MaxStates: 1000},
		"memory limit":           {NoStubborn: true, MaxBytes: 2 << 20, Order: Best},
	} {
		if r := Search(context.Background(), n, goal, o); r.Status != Limit || !strings.Contains(r.Reason, want) {
			t.Errorf("%v %s", r.Status, r.Reason)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if r := Search(ctx, n, goal, Options{NoStubborn: true}); r.Status != Limit || r.Reason != "time limit" {
		t.Errorf("%v %s", r.Status, r.Reason)
	}
	if r := Walk(ctx, n, goal, WalkOptions{}); r.Status != Limit || r.Reason != "time limit" {
		t.Errorf("%v %s", r.Status, r.Reason)
	}
	// The deadlock is found at once, and a growing count ends in an overflow, not a proof.
	if r := Search(context.Background(), n, petri.Deadlock(), Options{Order: Best}); r.Status != Reached || r.States > 1000 {
		t.Errorf("%v after %d markings", r.Status, r.States)
	}
	b := petri.NewBuilder("flood")
	p := b.AddPlace("p", petri.MaxWeight)
	b.AddOutput(p, b.AddTransition("t"), petri.MaxWeight)
	flood, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	if r := Search(context.Background(), flood, petri.Tokens(p, petri.LE, 3), Options{NoStubborn: true}); r.Status != Limit || r.Reason != petri.ErrOverflow.Error() {
		t.Errorf("%v %s", r.Status, r.Reason)
	}
}

func BenchmarkSearch(b *testing.B) {
	n := philosophers(8)
	for _, o := range []Options{{NoStubborn: true}, {NoStubborn: true, Order: Best}} {
		b.Run(map[Order]string{BFS: "bfs", Best: "best"}[o.Order], func(b *testing.B) {
			states := 0
			for b.Loop() {
				states += Search(context.Background(), n, petri.Tokens(0, petri.GE, 2), o).States
			}
			b.ReportMetric(float64(states)/b.Elapsed().Seconds(), "markings/s")
		})
	}
}

func BenchmarkWalk(b *testing.B) {
	n := philosophers(50)
	for b.Loop() {
		Walk(context.Background(), n, petri.Tokens(0, petri.GE, 2), WalkOptions{MaxSteps: 10_000})
	}
}
