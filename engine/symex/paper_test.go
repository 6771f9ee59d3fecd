package symex

import (
	"context"
	"strings"
	"testing"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/work"
	"cupel/engine"
	"cupel/tests/enginetest"
)

// published is the paper's configuration: nothing of our own.
func published(threshold int) Options {
	return Options{Abstract: true, Threshold: threshold, Predicates: Atoms, Order: BySource, Cover: engine.CoverAncestors, PathConditions: Incremental, Raise: ByOne}
}

// fig1Precision is p(b).P of section IV-B.
func fig1Precision(p *program.Program) []*logic.Term {
	f := p.Terms
	n, x, y := f.Var("n", logic.Int), f.Var("x", logic.Int), f.Var("y", logic.Int)
	return []*logic.Term{f.Lt(f.IntConst(0), n), f.Lt(f.IntConst(1), f.Sub(x, y)), f.Eq(x, y)}
}

// TestFig3 follows the path of Fig. 3, init.ab.cdfb.cefb.cdfb.c: it is simple up to its last step, where the path condition implies
// that the abstract states of the second and the fourth abstraction point are the same.
func TestFig3(t *testing.T) {
	for _, queries := range []PathConditions{Incremental, Sliced} {
		p, b := fig1()
		o := published(0)
		o.PathConditions = queries
		given := enginetest.Problem(t, p)
		given.Precision = map[*program.Location][]*logic.Term{b: fig1Precision(p)}
		x, err := newExplorer(&given, &o, engine.Quiet{})
		if err != nil {
			t.Fatal(err)
		}
		defer x.close()
		const path = "abcdfbcefbcdfbc"
		at := func() string { return x.loc().Pos.File }
		for i, next := range strings.Split(path, "") {
			if ok, err := x.arrive(t.Context(), x.loc()); err != nil || !ok {
				if queries == Sliced && err == nil && i == len(path)-1 {
					break // the abstraction point itself is checked
				}
				t.Fatalf("%v, step %d at %s: %v, %v", queries, i, at(), ok, err)
			}
			var e *program.Edge
			for _, out := range x.loc().Out {
				if out.Dst.Pos.File == next {
					e = out
				}
			}
			ok, err := x.take(t.Context(), &choice{edge: e})
			if err != nil || ok != (i < len(path)-1) {
				t.Fatalf("%v, step %d to %s: %v, %v", queries, i, next, ok, err)
			}
		}
		if len(x.points) != 4 {
			t.Errorf("%v: %d abstraction points, want 4", queries, len(x.points))
		}
	}
}

// TestText: the paper's configuration, and each rule of our own against it, on its running example and on loops that count.
func TestText(t *testing.T) {
	variants := map[string]func(*Options){
		"text":     func(*Options) {},
		"cover":    func(o *Options) { o.Cover = engine.CoverAny },
		"order":    func(o *Options) { o.Order = ByDistance },
		"queries":  func(o *Options) { o.PathConditions = Sliced },
		"unroll":   func(o *Options) { o.UnrollAfter = 1 },
		"raise":    func(o *Options) { o.Raise = ToVisits },
		"restart":  func(o *Options) { o.Restart = FromRoot },
		"restart1": func(o *Options) { o.Restart, o.Threshold = FromRoot, 1 },
	}
	for name, set := range variants {
		for _, threshold := range []int{0, 1} {
			o := published(threshold)
			set(&o)
			p, b := fig1()
			if r := run(t, p, o, 60_000_000); r.Verdict != engine.True || stat(r, "refinements") == "0" {
				t.Errorf("%s, threshold %d: %v (%s)", name, threshold, r.Verdict, r.Reason)
			}
			p, b = fig1()
			r := runWith(t, p, o, 60_000_000, map[*program.Location][]*logic.Term{b: fig1Precision(p)})
			if r.Verdict != engine.True || stat(r, "refinements") != "0" {
				t.Errorf("%s, threshold %d, given precision: %v, %s refinements", name, threshold, r.Verdict, stat(r, "refinements"))
			}
			for bad, want := range map[int64]engine.Verdict{3: engine.False, 6: engine.True} {
				if r := run(t, counting(5, bad), o, 60_000_000); r.Verdict != want {
					t.Errorf("%s, threshold %d, bad %d: %v (%s)", name, threshold, bad, r.Verdict, r.Reason)
				}
			}
		}
	}
}

// TestGivenThreshold: a threshold of a location prevails over that of all.
func TestGivenThreshold(t *testing.T) {
	for _, own := range []int{0, 4} {
		p := counting(3, 9)
		given := enginetest.Problem(t, p)
		given.Thresholds = map[*program.Location]int{p.LoopHeads()[0]: own}
		ctx, cancel := work.Within(context.Background(), 60_000_000)
		r, err := New(published(9-own)).Verify(ctx, given, engine.Quiet{})
		cancel()
		if err != nil || r.Verdict != engine.True {
			t.Fatal(r, err)
		}
		if abstracted := stat(r, "abstraction points") != "0"; abstracted != (own == 0) {
			t.Errorf("threshold %d: %s abstraction points", own, stat(r, "abstraction points"))
		}
	}
}
