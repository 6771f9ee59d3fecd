package portfolio

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"cupel/core/work"
	"cupel/product/petri"
	"cupel/product/petri/petritest"
	"cupel/tests/need"
)

var long = flag.Bool("long", false, "check the portfolio on 1,000 large random nets")

// TestPortfolio: the portfolio answers every question as the state space does.
func TestPortfolio(t *testing.T) {
	nets, cfg := 60, petritest.Small()
	if *long {
		nets, cfg = 1000, petritest.Large()
	}
	rng := rand.New(rand.NewPCG(77, 1))
	methods := map[string]int{}
	for range nets {
		n, space := petritest.Net(rng, cfg)
		for range 2 {
			goal := petritest.Predicate(rng, space, 3)
			ctx, cancel := work.Within(t.Context(), 10_000_000)
			r := New(n, Options{}).Check(ctx, goal)
			cancel()
			if r.Verdict == Unknown || (r.Verdict == Reachable) != space.Reachable(goal) {
				t.Fatalf("%v by %s %s %v: %s\n%s", r.Verdict, r.Method, r.Certificate, r.Reasons, goal.Format(n), petritest.Format(n))
			}
			methods[r.Method]++
		}
	}
	t.Log(methods)
}

// TestOracle: every algorithm, with and without reductions, agrees with the state space
// where it answers, and the portfolio always answers.
func TestOracle(t *testing.T) {
	nets := 40
	rng := rand.New(rand.NewPCG(21, 1))
	answers := map[string]int{}
	for range nets {
		n, space := petritest.Net(rng, petritest.Small())
		for range 3 {
			goal := petritest.Predicate(rng, space, 3)
			want := Unreachable
			if space.Reachable(goal) {
				want = Reachable
			}
			for _, o := range []Options{{}, {NoReduce: true}, {Algorithm: "explicit"}, {Algorithm: "cegar"}, {Algorithm: "bmc"}} {
				complete, units := o.Algorithm == "" || o.Algorithm == "explicit", 100_000
				if complete {
					units = 1_000_000
				}
				ctx, cancel := work.Within(t.Context(), units)
				r := New(n, o).Check(ctx, goal)
				cancel()
				answers[o.Algorithm+" "+r.Verdict.String()]++
				switch {
				case r.Verdict == Unknown && complete:
					t.Fatalf("%+v: %v", o, r.Reasons)
				case r.Verdict == Unknown:
					if len(r.Reasons) == 0 {
						t.Fatalf("%+v: unknown without a reason", o)
					}
				case r.Verdict != want:
					t.Fatalf("%+v: %v by %s %s, want %v: %s", o, r.Verdict, r.Method, r.Certificate, want, goal.Format(n))
				case r.Verdict == Reachable:
					if err := petritest.CheckSequence(n, r.Sequence, goal); err != nil {
						t.Fatal(err)
					}
				case r.Certificate == "":
					t.Fatalf("%+v: unreachable without a certificate", o)
				}
			}
		}
	}
	t.Log(answers)
	for _, k := range []string{"bmc reachable", "bmc unreachable", "cegar reachable", "cegar unreachable"} {
		if answers[k] < nets/3 {
			t.Errorf("%s: only %d", k, answers[k])
		}
	}
}

// endless is an unbounded net in which p and r count up by 2 from 1 and 0, and returns the
// predicate p - r == k.
func endless(t *testing.T, k int64) (*petri.Net, *petri.Predicate) {
	b := petri.NewBuilder("endless")
	p, q, r := b.AddPlace("p", 1), b.AddPlace("q", 1), b.AddPlace("r", 0)
	for i, place := range []int{p, r} {
		b.AddTransition([]string{"x", "y"}[i])
		b.AddInput(q, i, 1)
		b.AddOutput(q, i, 1)
		b.AddOutput(place, i, 2)
	}
	n, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	return n, petri.Linear(petri.Row{Terms: []petri.Arc{{Index: p, Weight: 1}, {Index: r, Weight: -1}}, Rel: petri.EQ, Bound: k})
}

// TestUnbounded: the parity of p of the difference is an integer argument.
func TestUnbounded(t *testing.T) {
	n, goal := endless(t, 40)
	ctx, cancel := work.Within(t.Context(), 1_000_000)
	defer cancel()
	r := New(n, Options{}).Check(ctx, goal)
	if r.Verdict != Unreachable || !strings.Contains(r.Certificate, "integer solution") {
		t.Errorf("%v %s %v", r.Verdict, r.Certificate, r.Reasons)
	}
	n, goal = endless(t, -41)
	r = New(n, Options{}).Check(ctx, goal)
	if r.Verdict != Reachable || r.Marking[2]-r.Marking[0] != 41 {
		t.Errorf("%v %v", r.Verdict, r.Reasons)
	}
}

// TestLimits: the end of the context and of the memory are reasons.
func TestLimits(t *testing.T) {
	n, goal := endless(t, 40)
	ctx, cancel := work.Within(t.Context(), 50_000)
	defer cancel()
	r := New(n, Options{Algorithm: "explicit", NoReduce: true}).Check(ctx, goal)
	if r.Verdict != Unknown || len(r.Reasons) == 0 {
		t.Errorf("%v %v", r.Verdict, r.Reasons)
	}
	r = New(n, Options{Algorithm: "explicit", NoReduce: true, MaxBytes: 3 << 20}).Check(context.Background(), goal)
	if r.Verdict != Unknown || !strings.Contains(r.Reasons[0], "memory limit") {
		t.Errorf("%v %v", r.Verdict, r.Reasons)
	}
}

// TestValidate: unknown values of options are rejected.
func TestValidate(t *testing.T) {
	for _, o := range []Options{{Algorithm: "magic"}, {Search: "magic"}, {Distant: "magic"}} {
		if err := o.Validate(); err == nil || !strings.Contains(err.Error(), "unknown value") {
			t.Errorf("%+v: %v", o, err)
		}
	}
	if err := (Options{Algorithm: "bmc", Search: "bfs", Distant: "off"}).Validate(); err != nil {
		t.Error(err)
	}
}

// TestTrivial: what needs no method.
func TestTrivial(t *testing.T) {
	n, _ := endless(t, 0)
	c := New(n, Options{})
	if r := c.Check(context.Background(), petri.Tokens(0, petri.GE, 1)); r.Verdict != Reachable || r.Method != "INITIAL_STATE" || len(r.Sequence) != 0 {
		t.Errorf("%+v", r)
	}
	if r := c.Check(context.Background(), petri.False()); r.Verdict != Unreachable {
		t.Errorf("%+v", r)
	}
	if r := c.Check(context.Background(), petri.Deadlock()); r.Verdict != Unreachable || r.Method != "STRUCTURAL_REDUCTION" {
		t.Errorf("%+v", r)
	}
}

// TestDeterministic: two checks give the same sequence and statistics.
func TestDeterministic(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	for range 10 {
		n, space := petritest.Net(rng, petritest.Small())
		goal := petritest.Predicate(rng, space, 2)
		show := func() (s string) {
			r := New(n, Options{}).Check(context.Background(), goal)
			for _, x := range r.Stats {
				if !strings.HasSuffix(x.Name, "seconds") {
					s += fmt.Sprintln(x)
				}
			}
			return s + r.Method + r.Certificate + n.FormatMarking(r.Marking)
		}
		if a, b := show(), show(); a != b {
			t.Fatalf("%s\n---\n%s", a, b)
		}
	}
}

// TestCertify: a second solver confirms proofs by the state equation.
func TestCertify(t *testing.T) {
	need.Tool(t, Certifier)
	n, goal := endless(t, 40)
	ctx, cancel := work.Within(t.Context(), 1_000_000)
	defer cancel()
	r := New(n, Options{Certify: true}).Check(ctx, goal)
	if r.Verdict != Unreachable || r.CheckedBy != Certifier {
		t.Errorf("%+v", r)
	}
}
