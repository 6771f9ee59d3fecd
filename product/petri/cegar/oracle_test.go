package cegar

import (
	"context"
	"math/rand/v2"
	"testing"

	"cupel/core/work"
	"cupel/product/petri"
	"cupel/product/petri/petritest"
	"cupel/tests/effort"
)

// TestRandomNets compares with the complete state spaces of random bounded nets with
// weights and inhibitor arcs: no answer may be wrong, in any configuration.
func TestRandomNets(t *testing.T) {
	nets := effort.Count(60, 60, 1000)
	rng := rand.New(rand.NewPCG(7, 11))
	configs := []Options{
		{},
		{Search: DFS, Distant: Off},
		{Search: BFS, Distant: On, Generalized: 3},
		{Search: Best, TreeNodes: 50},
		{Without: beyond},
	}
	var conclusive, all [5]int
	for i := range nets {
		net, space := petritest.Net(rng, petritest.Small())
		goal := petritest.Predicate(rng, space, i%4)
		want := false
		for _, m := range space.Markings {
			want = want || net.Holds(goal, m)
		}
		c := i % len(configs)
		ctx, cancel := work.Within(t.Context(), 1_000_000)
		r, err := CheckPredicate(ctx, net, net.Initial(), goal, configs[c])
		cancel()
		if err != nil {
			t.Fatalf("net %d: %v", i, err)
		}
		all[c]++
		if r.Verdict == Inconclusive {
			if r.Reason == "" {
				t.Errorf("net %d: inconclusive without a reason", i)
			}
			continue
		}
		conclusive[c]++
		if (r.Verdict == Reachable) != want {
			t.Errorf("net %d, configuration %d: %v, but reachable is %v", i, c, r.Verdict, want)
		}
		if r.Verdict == Reachable {
			m, err := net.Replay(r.Sequence)
			if err != nil || !net.Holds(goal, m) {
				t.Errorf("net %d: the sequence does not lead to the target: %v", i, err)
			}
		} else if err := r.Certificate.Check(context.Background(), net, net.Initial(), net.Normalize(goal)); err != nil {
			t.Errorf("net %d: %v", i, err)
		}
	}
	for c, n := range conclusive {
		t.Logf("configuration %d: %d of %d conclusive", c, n, all[c])
	}
	if conclusive[0]*10 < all[0]*8 {
		t.Errorf("the default is conclusive for %d of %d only", conclusive[0], all[0])
	}
}

// TestCertificateForgery: certificates of one target do not pass for others.
func TestCertificateForgery(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 5))
	var proofs []*Certificate
	rejected, accepted := 0, 0
	for range 40 {
		net, space := petritest.Net(rng, petritest.Small())
		goal := petritest.Predicate(rng, space, 2)
		want := false
		for _, m := range space.Markings {
			want = want || net.Holds(goal, m)
		}
		for _, c := range proofs {
			err := c.Check(context.Background(), net, net.Initial(), net.Normalize(goal))
			if err == nil && want {
				t.Fatalf("a certificate of another net was accepted for a reachable target: %v", c)
			}
			if err == nil {
				accepted++
			} else {
				rejected++
			}
		}
		ctx, cancel := work.Within(t.Context(), 200_000)
		r, err := CheckPredicate(ctx, net, net.Initial(), goal, Options{})
		cancel()
		if err != nil {
			t.Fatal(err)
		}
		if r.Verdict == NotReachable {
			proofs = append(proofs, r.Certificate)
		}
	}
	t.Logf("%d rejected, %d accepted", rejected, accepted)
	if rejected == 0 {
		t.Error("nothing was rejected")
	}
}

// TestStubbornKeepsLeaves: the reduced tree has the same maximal firing sequences, up to
// their order, as the full one.
func TestStubbornKeepsLeaves(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	less := 0
	for i := range 400 {
		net, _ := petritest.Net(rng, petritest.Small())
		x := make([]int64, len(net.Transitions))
		for u := range x {
			x[u] = rng.Int64N(4)
		}
		run := func(r *reducer) (map[string]bool, int, bool) {
			tr := tree{net: net, initial: net.Initial(), x: x, reducer: r, nodes: 1 << 20, leaves: 1 << 20}
			tr.run(context.Background())
			keys := map[string]bool{}
			for _, l := range tr.ends {
				keys[vectorKey(l.left)] = true
				m, err := net.Replay(l.seq)
				if err != nil || !equal(m, l.last) {
					t.Fatal("a leaf's sequence does not lead to its marking")
				}
			}
			return keys, tr.visited, tr.found
		}
		full, n, realizable := run(nil)
		reduced, k, again := run(newReducer(net))
		if realizable != again {
			t.Fatalf("net %d: realizable %v, reduced %v", i, realizable, again)
		}
		if k < n {
			less++
		}
		if realizable {
			continue
		}
		if len(full) != len(reduced) {
			t.Fatalf("net %d: %d leaves, reduced %d", i, len(full), len(reduced))
		}
		for key := range full {
			if !reduced[key] {
				t.Fatalf("net %d: a leaf is lost", i)
			}
		}
	}
	if less == 0 {
		t.Error("no tree became smaller")
	}
}

func equal(a, b petri.Marking) bool { return string(vectorKey(a)) == string(vectorKey(b)) }
