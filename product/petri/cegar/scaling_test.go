package cegar

import (
	"fmt"
	"testing"

	"cupel/core/work"
	"cupel/product/petri"
	"cupel/product/petri/models"
)

// family is a net of a parametrised family with its target.
func family(t testing.TB, name string, k ...int64) (*petri.Net, *petri.Predicate) {
	t.Helper()
	net, p, err := models.Generate(name, k...)
	if err != nil {
		t.Fatal(err)
	}
	return net, net.Normalize(p.Goal())
}

// reach demands that the goal is reached and returns the length of the sequence.
func reach(t testing.TB, net *petri.Net, goal *petri.Predicate, o Options) int {
	t.Helper()
	ctx, cancel := work.Within(t.Context(), 10_000_000)
	defer cancel()
	r, err := CheckPredicate(ctx, net, net.Initial(), goal, o)
	if err != nil || r.Verdict != Reachable {
		t.Fatalf("%v %s %v\n%v", r.Verdict, r.Reason, err, r.Stats)
	}
	return len(r.Sequence)
}

// TestFamilies: parametrised families of nets are decided, with firing sequences of the expected lengths.
func TestFamilies(t *testing.T) {
	for n := int64(1); n <= 10; n++ {
		net, goal := family(t, "counter", n)
		if k := reach(t, net, goal, Options{}); k != 1<<n-1 {
			t.Errorf("counter %d: %d steps", n, k)
		}
	}
	for n := int64(1); n <= 6; n++ {
		for _, missing := range []int64{1, 2} {
			net, goal := family(t, "distant", n, missing)
			for _, without := range []Part{0, beyond} {
				if k := reach(t, net, goal, Options{Without: without}); int64(k) < 1+2*missing*n {
					t.Errorf("chain %d: %d steps cannot do", n, k)
				}
			}
		}
	}
	for _, n := range []int64{1, 5, 40} {
		net, goal := family(t, "kanban", n)
		reach(t, net, goal, Options{})
		net, goal = family(t, "fms", n)
		if k := reach(t, net, goal, Options{}); int64(k) != 12*n {
			t.Errorf("fms %d: %d steps", n, k)
		}
	}
	for _, n := range []int64{4, 11} {
		net, goal := family(t, "dphil", n)
		if k := reach(t, net, goal, Options{Without: beyond}); int64(k) != n/2*3 {
			t.Errorf("%d philosophers: %d steps", n, k)
		}
	}
}

// TestSearchOrders: breadth-first and best-first find sequences no longer than depth-first.
func TestSearchOrders(t *testing.T) {
	for n := int64(1); n <= 3; n++ {
		net, goal := family(t, "distant", n, 2)
		length := map[Search]int{}
		for _, s := range []Search{DFS, BFS, Hybrid, Best} {
			length[s] = reach(t, net, goal, Options{Search: s, Without: beyond})
		}
		if length[BFS] > length[DFS] || length[Best] > length[DFS] {
			t.Errorf("%d buffers: %v", n, length)
		}
	}
}

func BenchmarkFamilies(b *testing.B) {
	for _, c := range []struct {
		name  string
		sizes []int64
		more  []int64 // parameters
		o     Options
	}{
		{"fms", []int64{10, 100, 1600, 12800}, nil, Options{}},
		{"kanban", []int64{10, 25, 100, 1000}, nil, Options{}},
		{"dphil", []int64{10, 50, 200}, nil, Options{}},
		{"distant", []int64{1, 3, 7}, []int64{2}, Options{Without: beyond}},
		{"counter", []int64{8, 12, 16}, nil, Options{}},
	} {
		for _, n := range c.sizes {
			b.Run(fmt.Sprintf("%s/%d", c.name, n), func(b *testing.B) {
				net, goal := family(b, c.name, append([]int64{n}, c.more...)...)
				for b.Loop() {
					reach(b, net, goal, c.o)
				}
			})
		}
	}
}
