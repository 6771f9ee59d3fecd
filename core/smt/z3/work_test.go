package z3

import (
	"context"
	"testing"

	"cupel/core/logic"
	"cupel/core/smt"
	"cupel/core/work"
)

// TestWork: the measure grows with the questions and is the same in every run.
func TestWork(t *testing.T) {
	measure := func() []int {
		f := logic.NewFactory()
		s, err := Open(f, smt.Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		m, ok := s.(smt.Metered)
		if !ok {
			t.Fatal("the solver does not measure its work")
		}
		works := []int{m.Work()}
		x, y := f.Var("x", logic.BVSort(16)), f.Var("y", logic.BVSort(16))
		for i := range 3 {
			if err := s.Assert(f.Eq(f.BVOp(logic.OpBVMul, x, y), f.BVOp(logic.OpBVAdd, f.BV(uint64(10403+i), 16), f.BVOp(logic.OpBVMul, x, x)))); err != nil {
				t.Fatal(err)
			}
			if _, err := s.Check(t.Context()); err != nil {
				t.Fatal(err)
			}
			works = append(works, m.Work())
		}
		return works
	}
	first, again := measure(), measure()
	for i := range first {
		if i > 0 && first[i] <= first[i-1] || first[i] != again[i] {
			t.Fatalf("work after each question: %v, and in a second run %v", first, again)
		}
	}
}

// TestWorkLimit: a check that exceeds its own budget or the rest of a common one ends with Unknown after the same work in every run, and the solver
// stays usable.
func TestWorkLimit(t *testing.T) {
	for _, sort := range []*logic.Sort{logic.Int, logic.BVSort(8)} { // the latter with a solver of its own
		spent := func(o smt.Options, budget int) int {
			f := logic.NewFactory()
			s, err := New(f, o)
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			small := f.Eq(f.Var("x", sort), f.Zero(sort))
			if err := s.Assert(small); err != nil {
				t.Fatal(err)
			}
			ctx, all := work.Measured(t.Context())
			if budget > 0 {
				var stop context.CancelFunc
				ctx, stop = work.Within(ctx, budget)
				defer stop()
			}
			if r, err := s.Check(ctx, hard(f)); r != smt.Unknown || err != nil || s.ReasonUnknown() != reasonWork {
				t.Errorf("%v, %v (%s)", r, err, s.ReasonUnknown())
			}
			if budget > 0 != work.Spent(ctx) {
				t.Errorf("budget %d: %v", budget, context.Cause(ctx))
			}
			if r, err := s.Check(t.Context(), small); r != smt.Sat || err != nil {
				t.Errorf("afterwards %v, %v (%s)", r, err, s.ReasonUnknown())
			}
			return all()
		}
		for _, tt := range []struct {
			o      smt.Options
			budget int
		}{{smt.Options{Work: 50_000}, 0}, {smt.Options{}, 50_000}, {smt.Options{Work: 1_000_000}, 700_000}} {
			first, again := spent(tt.o, tt.budget), spent(tt.o, tt.budget)
			if least := max(tt.o.Work, tt.budget) / 2; first != again || first < least || first > 4*least+4*firstBudget {
				t.Errorf("%+v, budget %d: %d and %d spent", tt.o, tt.budget, first, again)
			}
		}
	}
}
