package bmc

import (
	"context"
	"strings"
	"testing"

	"cupel/core/smt/z3"
	"cupel/product/petri"
	"cupel/product/petri/petritest"
	"cupel/product/petri/query"
)

func question(t *testing.T, net, goal string) (*petri.Net, *petri.Predicate) {
	t.Helper()
	n := petritest.Parse(t, net)
	g, err := query.Parse(goal, n)
	if err != nil {
		t.Fatal(err)
	}
	return n, g
}

// TestCertificates: each of these needs one kind of argument at least.
func TestCertificates(t *testing.T) {
	for name, c := range map[string]struct {
		net, goal string
		integer   bool
		kinds     [3]bool
	}{
		"invariant":          {"p=1 q=0\nt: p -> q\nu: q -> p", "p + q >= 2", false, [3]bool{}},
		"trap":               {"p=1 q=0 r=0\nt: p -> q\nu: q -> p + r\nv: p + q -> q", "p == 0 && q == 0", false, [3]bool{Trap: true}},
		"cause":              {"p=0 q=0 r=0\nt: p -> q\nu: q -> p + r", "r >= 1", false, [3]bool{Cause: true}},
		"cause by inhibitor": {"p=1 q=0\nt: -> q, p<1\nu: p -> p", "q >= 1", false, [3]bool{Cause: true}},
		"parity":             {"p=1 r=0\nt: -> 2p\nu: -> 2r", "p - r == 4", true, [3]bool{Exceed: true}},
		// q holds 1 at most, but x needs 2 and gives them back.
		"search": {"p=1 q=0 r=0\nt: p -> q\nx: 2q -> 2q + r", "r >= 1", false, [3]bool{Exceed: true}},
	} {
		n, g := question(t, c.net, c.goal)
		p, err := Prove(context.Background(), n, g, z3.Open, ProveOptions{})
		if err != nil || p.Certificate == nil {
			t.Errorf("%s: %v %s", name, err, p.Reason)
			continue
		}
		var kinds [3]bool
		for _, f := range p.Certificate.Facts {
			kinds[f.Kind] = true
			if f.String() == "" {
				t.Error("no description")
			}
		}
		missing := false
		for i, needed := range c.kinds {
			missing = missing || needed && !kinds[i]
		}
		if missing || p.Certificate.Integer != c.integer {
			t.Errorf("%s: %v", name, p.Certificate)
		}
		if err := p.Certificate.Check(context.Background(), n, g, z3.Open); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if len(p.Certificate.Facts) > 0 && !c.integer {
			weaker := &Certificate{Integer: c.integer}
			if weaker.Check(context.Background(), n, g, z3.Open) == nil {
				t.Errorf("%s: the certificate passes without its facts", name)
			}
		}
		if !strings.Contains(p.Certificate.String(), "state equation") {
			t.Error(p.Certificate)
		}
	}
}

// TestRealize: solutions become sequences, at once or after refinement.
func TestRealize(t *testing.T) {
	for name, c := range map[string][2]string{
		"direct":    {"p=3 q=0\nt: p -> q", "q == 3"},
		"increment": {"p0=0 p1=0 p2=1\nt0: p1 -> p1+p0\nt1: p2 -> p1\nt2: p1 -> p2", "p0 == 1 && p1 == 0 && p2 == 1"},
		"distant":   {"p0=0 p1=1 p2=0 p3=2\nt0: 3p1 -> 3p1+p0\nt1: p2 -> p1\nt2: p1 -> p2\nt3: p3 -> p2\nt4: p2 -> p3", "p0 == 1 && p1 == 1 && p2 == 0 && p3 == 2"},
		"inhibitor": {"p=1 q=0\nt: -> q, p<1\nu: p -> \nv: -> p", "q >= 1 && p >= 1"},
	} {
		n, g := question(t, c[0], c[1])
		p, err := Prove(context.Background(), n, g, z3.Open, ProveOptions{})
		if err != nil || !p.Reached {
			t.Errorf("%s: %v %s", name, err, p.Reason)
			continue
		}
		if err := petritest.CheckSequence(n, p.Sequence, g); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestUnroll: a step fires many transitions at once, inhibitors keep it exact, and the reported bound on the depth is correct.
func TestUnroll(t *testing.T) {
	for name, c := range map[string]struct {
		net, goal string
		depth     int
		reached   bool
		at        int
	}{
		"at once":       {"p=100 q=0\nt: p -> q", "q == 100", 0, true, 1},
		"start":         {"p=1\nt: p -> ", "p == 1", 0, true, 0},
		"one by one":    {"p=0 q=0\nt: -> p, p<1\nu: p -> q", "q == 2", 0, true, 4},
		"too shallow":   {"p=1 q=0 r=0\nt: p -> q\nu: q -> r", "r == 1", 1, false, 1},
		"just enough":   {"p=1 q=0 r=0\nt: p -> q\nu: q -> r", "r == 1", 2, true, 2},
		"own inhibitor": {"p=0\nt: -> 3p, p<2", "p == 3", 0, true, 1},
	} {
		n, g := question(t, c.net, c.goal)
		u, err := Unroll(context.Background(), n, g, z3.Open, c.depth)
		if err != nil || u.Reached != c.reached || u.Depth != c.at {
			t.Errorf("%s: %+v %v", name, u, err)
			continue
		}
		if u.Reached {
			if err := petritest.CheckSequence(n, u.Sequence, g); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
	n, g := question(t, "p=0\nt: -> 2p", "p == 1")
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if u, err := Unroll(ctx, n, g, z3.Open, 0); err != nil || u.Reached || u.Reason == "" {
		t.Errorf("%+v %v", u, err)
	}
}

// TestInduct: properties that are inductive relative to the state equation, and some that are not.
func TestInduct(t *testing.T) {
	// a + b is 1, so z never fires; the equation alone does not see inhibitors.
	n, g := question(t, "a=1 b=0 e=0\nt: a -> b\nu: b -> a\nz: -> e, a<1, b<1", "e >= 1")
	in, err := Induct(context.Background(), n, g, z3.Open, nil, 4)
	if err != nil || in.Certificate == nil {
		t.Fatalf("%+v %v", in, err)
	}
	if err := in.Certificate.Check(context.Background(), n, g, z3.Open); err != nil {
		t.Error(err)
	}
	if !strings.Contains(in.Certificate.String(), "inductive") {
		t.Error(in.Certificate)
	}
	// A reachable goal fails in the base case, whatever k.
	n, g = question(t, "p=1 q=0\nt: p -> q", "q == 1")
	if in, err := Induct(context.Background(), n, g, z3.Open, nil, 4); err != nil || in.Certificate != nil || !strings.Contains(in.Reason, "base case 1") {
		t.Errorf("%+v %v", in, err)
	}
	// Facts about one goal's sequences are no invariants.
	bad := &Inductive{Facts: []Fact{{Kind: Exceed}}}
	if err := bad.Check(context.Background(), n, g, z3.Open); err == nil || !strings.Contains(err.Error(), "does not hold for all") {
		t.Error(err)
	}
}
