package interpolation_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"cupel/core/interpolation"
	"cupel/core/logic"
	"cupel/core/smt/z3"
)

// diamonds is a path that adds one or two n times and ends with less than n:
// there are 2^n ways through it.
func diamonds(f *logic.Factory, n int) []interpolation.Step {
	at := func(i int) *logic.Term { return f.Var(fmt.Sprintf("x@%d", i), logic.Int) }
	steps := []interpolation.Step{{Assumes: []*logic.Term{f.Eq(at(0), f.IntConst(0))}}}
	for i := range n {
		one, two := f.Eq(at(i+1), f.Add(at(i), f.IntConst(1))), f.Eq(at(i+1), f.Add(at(i), f.IntConst(2)))
		steps = append(steps, interpolation.Step{Assumes: []*logic.Term{f.Or(one, two)}})
	}
	return append(steps, interpolation.Step{Assumes: []*logic.Term{f.Lt(at(n), f.IntConst(int64(n)))}})
}

// TestCubesManyCases: cubes interpolate a sequence with 2^14 cases, which Farkas would enumerate.
func TestCubesManyCases(t *testing.T) {
	f := logic.NewFactory()
	steps := diamonds(f, 14)
	o := options()
	if _, err := interpolation.NewFarkas(o).Sequence(context.Background(), f, steps); !errors.Is(err, interpolation.ErrUnknown) {
		t.Errorf("Farkas enumerates 2^14 cases: %v", err)
	}
	itps, err := interpolation.NewCubes(o).Sequence(context.Background(), f, steps)
	if err != nil {
		t.Fatal(err)
	}
	if err := interpolation.Check(context.Background(), z3.Open, solver, f, steps, itps); err != nil {
		t.Error(err)
	}
	for k, itp := range itps {
		if n := len(logic.Disjuncts(itp)); n > 3 {
			t.Errorf("position %d: %d disjuncts in %s", k, n, itp)
		}
	}
	// Feasible paths have no interpolants.
	if _, err := interpolation.NewCubes(o).Sequence(context.Background(), f, steps[:14]); !errors.Is(err, interpolation.ErrSat) {
		t.Errorf("a feasible path: %v", err)
	}
}

func BenchmarkCubes(b *testing.B) {
	f := logic.NewFactory()
	steps := diamonds(f, 10)
	m := interpolation.NewCubes(options())
	for b.Loop() {
		if _, err := m.Sequence(context.Background(), f, steps); err != nil {
			b.Fatal(err)
		}
	}
}
