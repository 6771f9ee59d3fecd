package cegar

import (
	"fmt"
	"strings"
	"testing"

	"cupel/core/work"
	"cupel/product/petri"
)

// tokens makes a target m(place) = count for each pair.
func tokens(t testing.TB, net *petri.Net, rel petri.Relation, counts map[string]int64) []petri.Row {
	var rows []petri.Row
	for p := range net.Places {
		if k, ok := counts[net.Places[p].ID]; ok {
			rows = append(rows, petri.Row{Terms: []petri.Arc{{Index: p, Weight: 1}}, Rel: rel, Bound: k})
		}
	}
	if len(rows) != len(counts) {
		t.Fatal("a place is missing")
	}
	return rows
}

// kanban is the net of Tilgner, Takahashi and Ciardo (1996): four cells with n cards, the
// second and third side by side.
func kanban(t testing.TB, n int64) (*petri.Net, []petri.Row) {
	net := parse(t, `
		in1: card1 -> m1
		redo1: m1 -> back1
		ok1: m1 -> out1
		again1: back1 -> m1
		split: out1 + card2 + card3 -> card1 + m2 + m3
		redo2: m2 -> back2
		ok2: m2 -> out2
		again2: back2 -> m2
		redo3: m3 -> back3
		ok3: m3 -> out3
		again3: back3 -> m3
		join: out2 + out3 + card4 -> card2 + card3 + m4
		redo4: m4 -> back4
		ok4: m4 -> out4
		again4: back4 -> m4
		leave4: out4 -> card4`,
		map[string]int64{"card1": n, "card2": n, "card3": n, "card4": n}, nil)
	return net, tokens(t, net, petri.EQ, map[string]int64{"back1": n, "out2": n, "back3": n, "out4": n})
}

// fms is the flexible manufacturing system of Ciardo and Trivedi (1993).
func fms(t testing.TB, n int64) (*petri.Net, []petri.Row) {
	net := parse(t, `
		tP1: P1 -> P1wM1
		tP1M1: P1wM1 + M1 -> P1M1
		tP1e: P1M1 -> P1d + M1
		tP1s: P1d -> P1s
		tP1j: P1d -> P1wP2
		tP1b: P1s -> P1
		tP2: P2 -> P2wM2
		tP2M2: P2wM2 + M2 -> P2M2
		tP2e: P2M2 -> P2d + M2
		tP2s: P2d -> P2s
		tP2j: P2d -> P2wP1
		tP2b: P2s -> P2
		join: P1wP2 + P2wP1 -> P12
		tP12: P12 -> P12wM3
		tM3: P12wM3 + M3 -> P12M3
		tP12e: P12M3 -> P12s + M3
		tP12b: P12s -> P1 + P2
		tP3: P3 -> P3wM2
		tP3M2: P3wM2 + M2 -> M2 + P3s
		tP3b: P3s -> P3`,
		map[string]int64{"P1": n, "P2": n, "P3": n, "M1": 3, "M2": 1, "M3": 2}, nil)
	return net, tokens(t, net, petri.EQ, map[string]int64{"P12s": n})
}

// philosophers is the dining philosophers net with 6n places; every second one eats.
func philosophers(t testing.TB, n int) (*petri.Net, []petri.Row) {
	var b strings.Builder
	initial, goal := map[string]int64{}, map[string]int64{}
	for i := range n {
		next := (i + 1) % n
		fmt.Fprintf(&b, "hungry%d: think%d -> wl%d + wr%d\n", i, i, i, i)
		fmt.Fprintf(&b, "left%d: wl%d + fork%d -> hl%d\n", i, i, next, i)
		fmt.Fprintf(&b, "right%d: wr%d + fork%d -> hr%d\n", i, i, i, i)
		fmt.Fprintf(&b, "done%d: hl%d + hr%d -> fork%d + fork%d + think%d\n", i, i, i, i, next, i)
		initial[fmt.Sprint("think", i)] = 1
		initial[fmt.Sprint("fork", i)] = 1
		if i%2 == 0 && i+1 < n {
			goal[fmt.Sprint("hl", i)] = 1
			goal[fmt.Sprint("hr", i)] = 1
		}
	}
	net := parse(t, b.String(), initial, nil)
	return net, tokens(t, net, petri.GE, goal)
}

// counter is the binary counter with inhibitor arcs; the target is 2^n - 1.
func counter(t testing.TB, n int) (*petri.Net, []petri.Row) {
	var b strings.Builder
	goal := map[string]int64{}
	all := ""
	for i := range n {
		fmt.Fprintf(&b, "inc%d: %s -> b%d, inhibited by b%d\n", i, all, i, i)
		all += fmt.Sprintf(" + b%d", i)
		goal[fmt.Sprint("b", i)] = 1
	}
	fmt.Fprintf(&b, "reset: %s ->\n", all)
	net := parse(t, b.String(), nil, nil)
	return net, tokens(t, net, petri.EQ, goal)
}

// distantChain is figure 1.12 with a chain of n buffers between the transition's place,
// which needs need tokens, and the pool.
func distantChain(t testing.TB, n int, need, pool int64) (*petri.Net, []petri.Row) {
	var b strings.Builder
	fmt.Fprintf(&b, "t0: %dp1 -> %dp1 + p0\n", need, need)
	for i := 1; i <= n; i++ {
		fmt.Fprintf(&b, "f%d: p%d -> p%d\nb%d: p%d -> p%d\n", i, i+1, i, i, i, i+1)
	}
	last := fmt.Sprint("p", n+1)
	net := parse(t, b.String(), map[string]int64{"p1": 1, last: pool}, nil)
	goal := map[string]int64{"p0": 1, "p1": 1}
	for i := 2; i <= n; i++ {
		goal[fmt.Sprint("p", i)] = 0
	}
	goal[last] = pool
	return net, tokens(t, net, petri.EQ, goal)
}

// reach demands that the target is reached and returns the length of the sequence.
func reach(t testing.TB, net *petri.Net, target []petri.Row, o Options) int {
	t.Helper()
	ctx, cancel := work.Within(t.Context(), 10_000_000)
	defer cancel()
	r, err := checkRows(ctx, net, net.Initial(), target, o)
	if err != nil || r.Verdict != Reachable {
		t.Fatalf("%v %s %v\n%v", r.Verdict, r.Reason, err, r.Stats)
	}
	return len(r.Sequence)
}

// TestFamilies: parametrised families of nets are decided, with firing sequences of the expected lengths.
func TestFamilies(t *testing.T) {
	for n := 1; n <= 10; n++ {
		net, target := counter(t, n)
		if k := reach(t, net, target, Options{}); k != 1<<n-1 {
			t.Errorf("counter %d: %d steps", n, k)
		}
	}
	for n := 1; n <= 6; n++ {
		for _, need := range []int64{2, 3} {
			net, target := distantChain(t, n, need, need-1)
			for _, without := range []Part{0, beyond} {
				if k := reach(t, net, target, Options{Without: without}); int64(k) < 1+2*(need-1)*int64(n) {
					t.Errorf("chain %d: %d steps cannot do", n, k)
				}
			}
		}
	}
	for _, n := range []int64{1, 5, 40} {
		net, target := kanban(t, n)
		reach(t, net, target, Options{})
		net, target = fms(t, n)
		if k := reach(t, net, target, Options{}); int64(k) != 12*n {
			t.Errorf("fms %d: %d steps", n, k)
		}
	}
	for _, n := range []int{4, 11} {
		net, target := philosophers(t, n)
		if k := reach(t, net, target, Options{Without: beyond}); k != n/2*3 {
			t.Errorf("%d philosophers: %d steps", n, k)
		}
	}
}

// TestSearchOrders: breadth-first and best-first find sequences no longer than depth-first.
func TestSearchOrders(t *testing.T) {
	for n := 1; n <= 3; n++ {
		net, target := distantChain(t, n, 3, 2)
		length := map[Search]int{}
		for _, s := range []Search{DFS, BFS, Hybrid, Best} {
			length[s] = reach(t, net, target, Options{Search: s, Without: beyond})
		}
		if length[BFS] > length[DFS] || length[Best] > length[DFS] {
			t.Errorf("%d buffers: %v", n, length)
		}
	}
}

func BenchmarkFMS(b *testing.B) {
	for _, n := range []int64{10, 100, 1600, 12800} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			net, target := fms(b, n)
			for b.Loop() {
				reach(b, net, target, Options{})
			}
		})
	}
}

func BenchmarkKanban(b *testing.B) {
	for _, n := range []int64{10, 25, 100, 1000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			net, target := kanban(b, n)
			for b.Loop() {
				reach(b, net, target, Options{})
			}
		})
	}
}

func BenchmarkPhilosophers(b *testing.B) {
	for _, n := range []int{10, 50, 200} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			net, target := philosophers(b, n)
			for b.Loop() {
				reach(b, net, target, Options{})
			}
		})
	}
}

func BenchmarkDistantChain(b *testing.B) {
	for _, n := range []int{1, 3, 7} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			net, target := distantChain(b, n, 3, 2)
			for b.Loop() {
				reach(b, net, target, Options{Without: beyond})
			}
		})
	}
}

func BenchmarkCounter(b *testing.B) {
	for _, n := range []int{8, 12, 16} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			net, target := counter(b, n)
			for b.Loop() {
				reach(b, net, target, Options{})
			}
		})
	}
}
