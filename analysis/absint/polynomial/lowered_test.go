package polynomial

import (
	"testing"

	"cupel/analysis/absint/absinttest"
	"cupel/analysis/absint/interval"
	"cupel/analysis/absint/relational"
	"cupel/analysis/intlower"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/tests/effort"

	"pgregory.net/rapid"
)

// TestLowered: the same for machine-typed programs, lowered to integers, with the facts of the linear analysis.
func TestLowered(t *testing.T) {
	effort.Checks(t, 200, 1000, 10000)
	found, proved := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		g := absinttest.NewGen(t, 3, 3, false)
		p := g.Program(5, 2)
		program.MarkLoopHeads(p)
		q, err := intlower.Lower(t.Context(), p, intlower.Options{Ranges: interval.Analyze(t.Context(), p)})
		if err != nil {
			return
		}
		program.MarkLoopHeads(q)
		states, ok := absinttest.Explore(p, absinttest.Initial(p), 3000)
		if !ok {
			return
		}
		known, _ := relational.Search(t.Context(), q)
		if !known.Complete() {
			return
		}
		facts := map[*program.Location]*logic.Term{}
		for _, l := range q.LoopHeads() {
			facts[l] = known.Invariant(l)
		}
		r := find(t.Context(), q, facts, true)
		if len(r.Invariants) > 0 {
			found++
		}
		if r.Safe {
			proved++
		}
		for _, s := range states {
			if s.Loc == p.Error && r.Safe {
				t.Fatalf("the error is reached where %s", s.Key(p.Vars))
			}
		}
	})
	if t.Logf("%d with equations, %d proved", found, proved); proved == 0 {
		t.Error("nothing was proved")
	}
}
