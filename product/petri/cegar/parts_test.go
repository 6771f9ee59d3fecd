package cegar

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"cupel/core/work"
	"cupel/product/petri"
	"cupel/product/petri/ilp"
	"cupel/tests/canceled"
)

// at makes a partial solution of x that has fired seq.
func at(t testing.TB, net *petri.Net, x []int64, seq ...int) *partial {
	t.Helper()
	m, err := net.Replay(seq)
	if err != nil {
		t.Fatal(err)
	}
	fired := net.Parikh(seq)
	return &partial{sol: &solution{x: x}, seq: seq, fired: fired, left: minus(x, fired), last: m}
}

func rowsOf(net *petri.Net, incs []increment) string {
	var rows []ilp.Row
	for _, i := range incs {
		rows = append(rows, i.row(1<<40))
	}
	return describeRows(net, rows)
}

// TestIncrements: the constraints of algorithms 1.4 and 1.8 that the examples state.
func TestIncrements(t *testing.T) {
	f8 := build(t, fig8, 0, 0, 0, 2)
	f10 := build(t, fig10, 0, 0, 0, 1)
	f11 := build(t, fig11, 0, 1, 0)
	f12 := build(t, fig12, 0, 1, 0, 0, 2)
	// Two transitions wait for p0: a takes 2 and gives back 1, b takes 1. Firing a first,
	// 3 tokens do.
	groups := build(t, "a: 2p0 -> p0\nb: p0 ->\nc: p1 -> p0", 0, 5)
	atHand := build(t, "a: 5p0 -> p1\nc: p2 -> p0", 3, 0, 9)
	// a and b feed each other; b misses less.
	loop := build(t, "a: 3p0 -> p1\nb: 2p1 -> p0\nc: -> p1", 0, 0)
	weighted := build(t, "a: -> p1, inhibited by 3p0\nc: p0 ->", 5, 0)
	fed := build(t, "a: p0 -> p1\nc: p2 -> p0", 0, 0, 1)
	tests := []struct {
		name   string
		net    *petri.Net
		p      *partial
		tokens string
		holds  string
		stuck  bool
	}{
		{"1.8 ps0", f8, at(t, f8, []int64{1, 0, 0, 0, 0}), "|t2| >= 1, |t1| + |t4| >= 1", "", false},
		{"1.8 ps1", f8, at(t, f8, []int64{1, 1, 1, 0, 0}), "|t4| >= 1", "", false},
		{"1.8 bs1", f8, at(t, f8, []int64{1, 1, 1, 1, 1}, 4), "", "", false},
		{"1.8 bs2", f8, at(t, f8, []int64{1, 1, 1, 1, 1}, 4, 2), "|t4| >= 2", "", false},
		{"1.10", f10, at(t, f10, []int64{1, 0, 0, 0, 0}), "|t1| >= 1", "|t3| >= 1", false},
		{"1.11: one token at hand", f11, at(t, f11, []int64{1, 0, 0, 0, 0}), "|t1| >= 1", "", false},
		{"1.12: one of three", f12, at(t, f12, []int64{1, 0, 0, 0, 0, 0, 0}), "|t1| >= 2", "", false},
		{"groups", groups, at(t, groups, []int64{2, 1, 0}), "|c| >= 3", "", false},
		{"tokens at hand", atHand, at(t, atHand, []int64{1, 0}), "|c| >= 2", "", false},
		{"component", loop, at(t, loop, []int64{1, 1, 0}), "|c| >= 2", "", false},
		{"weighted inhibitor", weighted, at(t, weighted, []int64{1, 0}), "", "|c| >= 3", false},
		{"fed from outside", f12, at(t, f12, []int64{0, 0, 0, 1, 0, 1, 0}), "|t4| >= 1", "", false},
		{"fed by what remains", fed, at(t, fed, []int64{1, 1}), "", "", false},
		{"stuck", build(t, "a: p0 ->", 0), at(t, build(t, "a: p0 ->", 0), []int64{1}), "", "", true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			incs, stuck := tokenIncrements(tt.net, tt.p)
			holds, stuck2 := inhibitorIncrements(tt.net, tt.p)
			if got := rowsOf(tt.net, incs); got != tt.tokens {
				t.Errorf("tokens: %s, want %s", got, tt.tokens)
			}
			if got := rowsOf(tt.net, holds); got != tt.holds {
				t.Errorf("inhibitors: %s, want %s", got, tt.holds)
			}
			if (stuck || stuck2) != tt.stuck {
				t.Errorf("stuck %v %v", stuck, stuck2)
			}
		})
	}
}

// TestLowerEstimates: an estimate without solution is lowered to the largest with one.
func TestLowerEstimates(t *testing.T) {
	net := build(t, "t0: p1 -> p0\nt1: p2 -> p1", 0, 0, 2)
	eq, err := newEquation(net, net.Initial(), cover(0, 1))
	if err != nil {
		t.Fatal(err)
	}
	var stats Stats
	s := newSearch(net, eq, nil, Options{}.defaults(), false, &stats)
	p := at(t, net, []int64{1, 0})
	s.number(p)
	err = s.increase(context.Background(), p, []increment{{terms: []ilp.Term{{Var: 1, Coef: 1}}, amount: 7}})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for s.queue.len() > 0 {
		got = append(got, fmt.Sprint(s.queue.pop().sol.x))
	}
	if !slices.Contains(got, "[1 2]") || !slices.Contains(got, "[1 1]") {
		t.Errorf("solutions %v", got)
	}
}

// TestOrderAndFilter: partial solutions between two comparable ones are dropped, others stay.
func TestOrderAndFilter(t *testing.T) {
	var ps []*partial
	for i, left := range [][]int64{{3, 3}, {2, 2}, {1, 1}, {0, 5}} {
		ps = append(ps, &partial{id: i, left: left})
	}
	var kept []int
	for _, p := range orderAndFilter(ps) {
		kept = append(kept, p.id)
	}
	// Of the chain 0 > 1 > 2 both ends stay, and so does 3, which nothing compares with.
	if !slices.Equal(kept, []int{0, 2, 3}) {
		t.Errorf("kept %v", kept)
	}
}

// TestFilters: each filter skips the partial solutions that it should.
func TestFilters(t *testing.T) {
	net := build(t, fig11, 0, 1, 0)
	first := at(t, net, []int64{1, 0, 0, 0, 0})
	first.sol.partials = []*partial{first}
	next := at(t, net, []int64{1, 1, 1, 0, 0}, 2, 1)
	next.sol.parent = first
	next.sol.partials = []*partial{next}
	if q := filterInvariant(net, next, true); q != first {
		t.Error("algorithm 1.5 does not skip")
	}
	if filterInvariant(net, first, true) != nil {
		t.Error("the root is skipped")
	}
	// The invariant {t3, t4} stays in the remainder: algorithm 1.10 skips only when the
	// other was skipped.
	last := at(t, net, []int64{1, 1, 1, 1, 1}, 2, 1)
	last.sol.parent = next
	if filterRemainder(net, last) != nil {
		t.Error("algorithm 1.10 skips although the other was not skipped")
	}
	next.skipped = true
	if q := filterRemainder(net, last); q != next {
		t.Error("algorithm 1.10 does not skip")
	}
	if !isDistant(net, []int64{0, 0, 0, 1, 1}, []int64{0, 1, 1, 0, 0}) {
		t.Error("{t3, t4} is distant for {t1, t2}")
	}
	if isDistant(net, []int64{0, 1, 1, 0, 0}, []int64{0, 1, 1, 0, 0}) {
		t.Error("an invariant is not distant for itself")
	}
}

// TestComponents: the numbering of strongly connected components.
func TestComponents(t *testing.T) {
	comp := numbered([][]int{{1}, {2}, {0, 3}, {4}, {}, {5}})
	if comp[0] != comp[1] || comp[1] != comp[2] || comp[2] == comp[3] || comp[3] == comp[4] || comp[5] == comp[4] {
		t.Errorf("components %v", comp)
	}
}

// TestStructure: unreachable targets whose state equation is feasible.
func TestStructure(t *testing.T) {
	trap := build(t, "a: 2p0 -> p0", 2)
	siphon := build(t, "a: p1 -> p1 + p0\nb: p2 -> p1 + p2", 0, 0, 0)
	// b reads p1, which stays empty; backwards, the cycle {p1} is a trap.
	last := build(t, "a: p2 -> p0\nb: p0 + p1 -> p1 + p2", 1, 0, 0)
	tests := []struct {
		name   string
		net    *petri.Net
		target []petri.Row
		rule   Rule
	}{
		{"trap", trap, exactly(0), ByTrap},
		{"siphon", siphon, cover(0, 1), BySiphon},
		{"read arc", last, exactly(0, 0, 1), ByTrap},
		{"dead transition", build(t, "a: 2p0 -> 2p0 + p1\nb: p0 -> p2\nc: p2 -> p0", 1, 0, 0), cover(1, 1), ByDead},
		{"capacity", build(t, "a: -> p0, inhibited by p0\nb: p0 ->", 0), cover(0, 2), ByCapacity},
		{"parity", build(t, "a: -> 2p0", 0), exactly(3), ByEquation},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r, _ := record(t, tt.net, tt.target, Options{})
			if r.Verdict != NotReachable || !strings.Contains(r.Certificate.String(), tt.rule.String()) {
				t.Fatalf("%v %s: %v", r.Verdict, r.Reason, r.Certificate)
			}
			// No certificate passes for a target that is reachable.
			err := r.Certificate.Check(context.Background(), tt.net, tt.net.Initial(), petri.True())
			if err == nil {
				t.Error("the certificate proves that nothing is reachable")
			}
			if r.Certificate.Rule != ByEquation {
				r.Certificate.Cases = r.Certificate.Cases[:len(r.Certificate.Cases)-1]
				err := r.Certificate.Check(context.Background(), tt.net, tt.net.Initial(), petri.True())
				if !errors.Is(err, ErrCertificate) {
					t.Errorf("a certificate that lacks a case: %v", err)
				}
			}
		})
	}
}

// TestExhaustion: a finite set of solutions, none realizable, is a proof.
func TestExhaustion(t *testing.T) {
	// d needs the token that c takes, so it fires before c, but its own token inhibits c.
	net := build(t, "a: p0 -> p1\nb: p0 -> p2\nc: p1 -> p3, inhibited by p4\nd: p1 -> p4 + p1\ne: p4 -> p5", 1, 0, 0, 0, 0, 0)
	r, _ := record(t, net, []petri.Row{cover(3, 1)[0], {Terms: []petri.Arc{{Index: 4, Weight: 1}}, Rel: petri.GE, Bound: 1}, {Terms: []petri.Arc{{Index: 4, Weight: 1}}, Rel: petri.LE, Bound: 1}, {Terms: []petri.Arc{{Index: 5, Weight: 1}}, Rel: petri.LE, Bound: 0}}, Options{})
	if r.Verdict != NotReachable || !strings.Contains(r.Certificate.String(), "exhausted") {
		t.Fatalf("%v %s: %v", r.Verdict, r.Reason, r.Certificate)
	}
}

// TestPredicates: predicates with disjunctions are decided by their cases.
func TestPredicates(t *testing.T) {
	net := build(t, fig3, 0, 1, 0, 2)
	tests := []struct {
		p    *petri.Predicate
		want Verdict
	}{
		{petri.True(), Reachable},
		{petri.False(), NotReachable},
		{petri.Or(petri.Tokens(0, petri.GE, 50), petri.Tokens(2, petri.GE, 3)), Reachable},
		{petri.And(petri.Tokens(0, petri.EQ, 1), petri.Or(petri.Tokens(1, petri.GE, 1), petri.Tokens(2, petri.GE, 1))), NotReachable},
		{petri.Or(petri.Tokens(0, petri.GE, 50), petri.Tokens(3, petri.GE, 4)), NotReachable},
		{petri.Not(petri.Fireable(4)), Reachable},
	}
	for i, tt := range tests {
		ctx, cancel := work.Within(t.Context(), 2_000_000)
		r, err := CheckPredicate(ctx, net, net.Initial(), tt.p, Options{})
		cancel()
		if err != nil || r.Verdict != tt.want {
			t.Errorf("%d: %v %s %v, want %v", i, r.Verdict, r.Reason, err, tt.want)
		}
	}
	if _, err := checkRows(context.Background(), net, petri.Marking{1}, nil, Options{}); err == nil {
		t.Error("a marking of the wrong length")
	}
}

// TestLimits: every limit makes the answer inconclusive, with its reason.
func TestLimits(t *testing.T) {
	net := build(t, fig13b, 0, 1, 0, 1, 0, 0)
	target := exactly(1, 1, 0, 0, 0, 1)
	for _, tt := range []struct {
		o      Options
		reason string
	}{
		{Options{MaxSolutions: 5}, "solutions"},
		{Options{MaxMemory: 1}, "memory"},
		{Options{MaxLength: 3}, "firings"},
		{Options{Without: beyond, Distant: Off}, "skipped"},
	} {
		tt.o.Without = beyond
		r, _ := record(t, net, target, tt.o)
		if r.Verdict != Inconclusive || !strings.Contains(r.Reason, tt.reason) {
			t.Errorf("%+v: %v %s", tt.o, r.Verdict, r.Reason)
		}
	}
}

// TestCancel: a cancelled search ends soon, without a verdict and with a reason.
func TestCancel(t *testing.T) {
	net := build(t, fig13b, 0, 1, 0, 1, 0, 0)
	for _, at := range []int{0, 10_000, 100_000} {
		ctx, late := canceled.At(t, at)
		r, err := checkRows(ctx, net, net.Initial(), exactly(1, 1, 0, 0, 0, 1), Options{})
		if err != nil || r.Verdict != Inconclusive || r.Reason == "" {
			t.Errorf("%v %q %v", r.Verdict, r.Reason, err)
		}
		if late() > 50_000 {
			t.Errorf("canceled at %d, %d more", at, late())
		}
	}
}

// TestDeterminism: equal runs, equal results and counters.
func TestDeterminism(t *testing.T) {
	net, goal := family(t, "distant", 3, 2)
	var first Result
	for i := range 3 {
		r, err := CheckPredicate(t.Context(), net, net.Initial(), goal, Options{})
		if err != nil {
			t.Fatal(err)
		}
		r.Stats.SolverTime, r.Stats.TreeTime, r.Stats.TotalTime = 0, 0, 0
		if i == 0 {
			first = r
		} else if !slices.Equal(r.Sequence, first.Sequence) || r.Stats != first.Stats {
			t.Fatalf("run %d differs: %v, first %v", i, r.Stats, first.Stats)
		}
	}
}

// TestLargeNumbers: weights at the limit do not overflow to a wrong proof of unreachability.
func TestLargeNumbers(t *testing.T) {
	net := build(t, fmt.Sprintf("a: %dp0 -> p1\nb: -> %dp0", int64(petri.MaxWeight), int64(petri.MaxWeight)), 0, 0)
	r, _ := record(t, net, cover(1, 9), Options{})
	if r.Verdict == NotReachable {
		t.Errorf("%v", r.Verdict)
	}
}

// TestLemmas: what closed one case closes others that contain the same rows, and only
// those.
func TestLemmas(t *testing.T) {
	problem := func(rows ...ilp.Row) *ilp.Problem {
		p := ilp.NewProblem([]int64{1, 1, 1})
		for _, r := range rows {
			if err := p.Add(r); err != nil {
				t.Fatal(err)
			}
		}
		return p
	}
	row := func(rel ilp.Relation, bound, a, b, c int64) ilp.Row {
		return ilp.Row{Terms: []ilp.Term{{Var: 0, Coef: a}, {Var: 1, Coef: b}, {Var: 2, Coef: c}}, Rel: rel, Bound: bound}
	}
	p := problem(row(ilp.GE, 2, 1, -1, 0), row(ilp.LE, 1, 1, -1, 0), row(ilp.GE, 0, 0, 0, 1))
	r, err := ilp.Solve(context.Background(), p, ilp.Options{Certify: true})
	if err != nil || r.Status != ilp.Infeasible {
		t.Fatal(r, err)
	}
	var l lemmas
	l.learn(p, r.Certificate)
	for _, tt := range []struct {
		name string
		p    *ilp.Problem
		want bool
	}{
		{"the same rows in another order", problem(row(ilp.LE, 1, 1, -1, 0), row(ilp.GE, 5, 1, 1, 1), row(ilp.GE, 2, 1, -1, 0)), true},
		{"tighter bounds", problem(row(ilp.LE, -3, 1, -1, 0), row(ilp.GE, 7, 1, -1, 0)), true},
		{"an equation for one of them", problem(row(ilp.LE, 1, 1, -1, 0), row(ilp.EQ, 3, 1, -1, 0)), true},
		{"bounds that allow it", problem(row(ilp.LE, 4, 1, -1, 0), row(ilp.GE, 2, 1, -1, 0)), false},
		{"a row missing", problem(row(ilp.LE, 1, 1, -1, 0)), false},
		{"the wrong direction", problem(row(ilp.GE, 2, 1, -1, 0), row(ilp.GE, 1, 1, -1, 0)), false},
	} {
		c := l.refute(tt.p)
		if (c != nil) != tt.want {
			t.Errorf("%s: %v", tt.name, c)
		}
		if c != nil {
			if err := c.Check(context.Background(), tt.p); err != nil {
				t.Errorf("%s: %v", tt.name, err)
			}
		}
	}
}
