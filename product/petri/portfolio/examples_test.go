package portfolio

import (
	"testing"

	"cupel/core/work"
	"cupel/product/petri/petritest"
	"cupel/product/petri/query"
)

// examples are the worked examples of the thesis (figures 1.3 to 1.13) and small nets
// that need one method each.
var examples = map[string]struct {
	net, goal string
	want      Verdict
	// cegar and bmc tell whether these methods alone must decide within the budget.
	cegar, bmc bool
}{
	"fig 1.3": {
		"p0=0 p1=1 p2=0 p3=2\nt0: p1+p2 -> 2p0+p2\nt1: p1 -> p2\nt2: 2p2 -> 2p1\nt3: p3 -> p1\nt4: p1 -> p3",
		"p0 == 2 && p1 == 0 && p2 == 0 && p3 == 2", Reachable, true, true},
	"fig 1.5a: jump": {
		"p0=0 p1=0 p2=1 p3=0\nt0: p1 -> p1+p0\nt1: p3 -> p2+p0\nt2: p2 -> p3",
		"p0 == 1 && p1 == 0 && p2 == 1 && p3 == 0", Reachable, true, true},
	"fig 1.5b: increment": {
		"p0=0 p1=0 p2=1\nt0: p1 -> p1+p0\nt1: p2 -> p1\nt2: p1 -> p2",
		"p0 == 1 && p1 == 0 && p2 == 1", Reachable, true, true},
	"fig 1.8": {
		"p0=0 p1=0 p2=0 p3=2\nt0: p1+p2 -> p0+p1+p2\nt1: p1 -> p2\nt2: p2 -> p1\nt3: p2 -> p3\nt4: p3 -> p2",
		"p0 == 1 && p1 == 0 && p2 == 0 && p3 == 2", Reachable, true, true},
	"fig 1.10: inhibitor": {
		"p0=0 p1=0 p2=0 p3=1\nt0: p1 -> p1+p0, p3<1\nt1: p2 -> p1\nt2: p1 -> p2\nt3: p3 -> p2\nt4: p2 -> p3",
		"p0 == 1 && p1 == 0 && p2 == 0 && p3 == 1", Reachable, true, true},
	"fig 1.11: distant": {
		"p0=0 p1=1 p2=0\nt0: 2p1 -> 2p1+p0\nt1: p2 -> p1\nt2: p1 -> p2\nt3: -> p2\nt4: p2 -> ",
		"p0 == 1 && p1 == 1 && p2 == 0", Reachable, true, true},
	"fig 1.12: distant, in two steps": {
		"p0=0 p1=1 p2=0 p3=0 p4=2\nt0: 3p1 -> 3p1+p0\nt1: p2 -> p1\nt2: p1 -> p2\nt3: p3 -> p2\nt4: p2 -> p3\nt5: p4 -> p3\nt6: p3 -> p4",
		"p0 == 1 && p1 == 1 && p2 == 0 && p3 == 0 && p4 == 2", Reachable, true, true},
	"a token too few": {
		"p0=0 p1=1 p2=0 p3=0 p4=1\nt0: 3p1 -> 3p1+p0\nt1: p2 -> p1\nt2: p1 -> p2\nt3: p3 -> p2\nt4: p2 -> p3\nt5: p4 -> p3\nt6: p3 -> p4",
		"p0 == 1 && p1 == 1 && p2 == 0 && p3 == 0 && p4 == 1", Unreachable, false, false},
	"fig 1.13a": {
		"p0=0 p1=1 p2=0\nt0: 2p1 -> 2p1+p0\nt1: 2p2 -> p1\nt2: p1 -> 2p2\nt3: -> p2\nt4: p2 -> ",
		"p0 == 1 && p1 == 1 && p2 == 0", Reachable, true, true},
	"trap": {
		"p=1 q=0 r=0\nt: p -> q\nu: q -> p + r\nv: p + q -> q", "p == 0 && q == 0", Unreachable, true, true},
	"cause": {
		"p=0 q=0 r=0\nt: p -> q\nu: q -> p + r", "r >= 1", Unreachable, true, true},
	"parity": {
		"p=1 r=0\nt: -> 2p\nu: -> 2r\nv: 2p -> 2r", "p - r == 4", Unreachable, true, true},
	"deadlock of two": {
		"a=1 b=1 p=1 q=1 pa=0 qb=0\nt: a+p -> pa\nu: pa+b -> a+b+p\nv: b+q -> qb\nw: qb+a -> a+b+q", "deadlock", Reachable, true, true},
	"no deadlock with an order": {
		"a=1 b=1 p=1 q=1 pa=0 qa=0\nt: a+p -> pa\nu: pa+b -> a+b+p\nv: a+q -> qa\nw: qa+b -> a+b+q", "deadlock", Unreachable, true, true},
	"counter with inhibitors": {
		"b0=0 b1=0 b2=0\ni0: -> b0, b0<1\ni1: b0 -> b1, b1<1\ni2: b0+b1 -> b2, b2<1", "b0 == 1 && b1 == 1 && b2 == 1", Reachable, false, true},
}

// TestExamples: every example gets its verdict, by all methods together and by the single ones that must decide it.
func TestExamples(t *testing.T) {
	for name, c := range examples {
		t.Run(name, func(t *testing.T) {
			n := petritest.Parse(t, c.net)
			goal, err := query.Parse(c.goal, n)
			if err != nil {
				t.Fatal(err)
			}
			for _, o := range []struct {
				Options
				must bool
			}{
				{Options{}, true}, {Options{NoReduce: true}, true},
				{Options{Algorithm: "cegar", NoReduce: true}, c.cegar},
				{Options{Algorithm: "bmc", NoReduce: true}, c.bmc},
			} {
				units := 1_000_000
				if !o.must {
					units = 50_000
				}
				ctx, cancel := work.Within(t.Context(), units)
				r := New(n, o.Options).Check(ctx, goal)
				cancel()
				switch {
				case r.Verdict == Unknown && o.must:
					t.Errorf("%+v: %v", o.Options, r.Reasons)
				case r.Verdict != Unknown && r.Verdict != c.want:
					t.Errorf("%+v: %v by %s (%s)", o.Options, r.Verdict, r.Method, r.Certificate)
				case r.Verdict == Reachable:
					if err := petritest.CheckSequence(n, r.Sequence, goal); err != nil {
						t.Error(err)
					}
				}
			}
		})
	}
}
