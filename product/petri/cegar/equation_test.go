package cegar

import (
	"errors"
	"math/rand/v2"
	"testing"

	"cupel/product/petri"
	"cupel/product/petri/ilp"
	"cupel/product/petri/petritest"
)

// TestEquation: the counts of a run solve the equation exactly when its last marking
// satisfies the rows.
func TestEquation(t *testing.T) {
	rng := rand.New(rand.NewPCG(31, 7))
	yes, no := 0, 0
	for range 2000 {
		net, _ := petritest.Net(rng, petritest.Small())
		r := wander(rng, net, rng.IntN(20))
		var rows []petri.Row
		for range 1 + rng.IntN(3) {
			var terms []petri.Arc
			for range 1 + rng.IntN(2) {
				terms = append(terms, petri.Arc{Index: rng.IntN(len(net.Places)), Weight: rng.Int64N(5) - 2})
			}
			row, err := petri.NewRow(terms, petri.Relation(rng.IntN(3)), rng.Int64N(7)-2)
			if err != nil {
				t.Fatal(err)
			}
			rows = append(rows, row)
		}
		eq, err := newEquation(net, net.Initial(), rows)
		if err != nil {
			t.Fatal(err)
		}
		want := true
		for _, row := range rows {
			want = want && row.Holds(r.last)
		}
		if got := eq.problem.Check(r.counts) == nil; got != want {
			t.Fatalf("the equation says %v, the marking %v", got, want)
		}
		if want {
			yes++
		} else {
			no++
		}
		m, ok := eq.final(r.counts)
		if !ok || !equal(m, r.last) {
			t.Fatalf("final marking %v, want %v", m, r.last)
		}
	}
	if yes < 100 || no < 100 {
		t.Errorf("%d satisfied, %d not", yes, no)
	}
}

// TestEquationMerges: a marking given as pairs of inequalities makes one row a place.
func TestEquationMerges(t *testing.T) {
	net := build(t, fig8, 0, 0, 0, 2)
	var rows []petri.Row
	for p := range net.Places {
		one := []petri.Arc{{Index: p, Weight: 1}}
		rows = append(rows, petri.Row{Terms: one, Rel: petri.LE, Bound: 1}, petri.Row{Terms: one, Rel: petri.GE, Bound: 1})
	}
	eq, err := newEquation(net, net.Initial(), rows)
	if err != nil {
		t.Fatal(err)
	}
	if got := eq.problem.Rows(); got != len(net.Places) {
		t.Errorf("%d rows for %d places", got, len(net.Places))
	}
	for i := range eq.problem.Rows() {
		if eq.problem.Row(i).Rel != ilp.EQ {
			t.Errorf("row %d is %v", i, eq.problem.Row(i))
		}
	}
	// Contradictory bounds stay both.
	rows[0].Bound = 0
	if eq, err = newEquation(net, net.Initial(), rows); err != nil || eq.problem.Rows() != len(net.Places)+1 {
		t.Errorf("%v, %v", eq.problem.Rows(), err)
	}
}

// TestEquationOverflow: a state equation whose numbers overflow is an error, not a wrong answer.
func TestEquationOverflow(t *testing.T) {
	big := int64(petri.MaxWeight)
	b := petri.NewBuilder("big")
	p := b.AddPlace("p", big)
	u := b.AddTransition("t")
	b.AddOutput(p, u, big)
	net, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	_, err = newEquation(net, net.Initial(), []petri.Row{{Terms: []petri.Arc{{Index: p, Weight: 9}}, Rel: petri.GE, Bound: 1}})
	if !errors.Is(err, errLarge) {
		t.Errorf("error %v", err)
	}
	e := equation{net: net, initial: net.Initial()}
	if _, ok := e.final([]int64{100}); ok {
		t.Error("an overflow is not noticed")
	}
	for _, tt := range []struct {
		s, a, b, want int64
		ok            bool
	}{
		{1, 2, 3, 7, true},
		{1, -2, 3, -5, true},
		{5, 0, 1 << 62, 5, true},
		{0, 1 << 40, 1 << 40, 0, false},
		{limit, 1, 1, 0, false},
		{-limit, 1, -1, 0, false},
	} {
		if got, ok := mulAdd(tt.s, tt.a, tt.b); ok != tt.ok || ok && got != tt.want {
			t.Errorf("%d + %d*%d = %d, %v", tt.s, tt.a, tt.b, got, ok)
		}
	}
}

// TestQueueOrders: the order of items in each search order.
func TestQueueOrders(t *testing.T) {
	items := []item{
		{sol: &solution{id: 1}, cost: 5},
		{sol: &solution{id: 2}, cost: 2, jump: true},
		{part: &partial{id: 3}, cost: 2},
		{sol: &solution{id: 4}, cost: 9},
	}
	id := func(it item) int {
		if it.part != nil {
			return it.part.id
		}
		return it.sol.id
	}
	for s, want := range map[Search][4]int{
		DFS:    {4, 3, 2, 1},
		Hybrid: {4, 3, 2, 1},
		BFS:    {1, 3, 4, 2}, // jumps when the cones are done
		Best:   {3, 2, 1, 4},
	} {
		q := newQueue(s)
		for _, it := range items {
			q.push(it)
		}
		var got [4]int
		for i := range got {
			got[i] = id(q.pop())
		}
		if got != want || q.len() != 0 {
			t.Errorf("%v: %v, want %v", s, got, want)
		}
	}
	q := newQueue(DFS)
	q.push(items[0])
	q.pushBelow(items[1])
	if id(q.pop()) != 1 {
		t.Error("pushBelow puts on top")
	}
}
