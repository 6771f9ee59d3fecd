package interpolation_test

import (
	"context"
	"testing"

	"cupel/core/interpolation"
	"cupel/core/logic"
	"cupel/core/smt"
	"cupel/core/smt/z3"
)

// TestSliced: of a long path only the steps that the proof needs are interpolated, and the result has a formula for every position.
func TestSliced(t *testing.T) {
	f := logic.NewFactory()
	v := func(name string) *logic.Term { return f.Var(name, logic.Int) }
	n := func(k int64) *logic.Term { return f.IntConst(k) }
	var steps []interpolation.Step
	y := v("y0")
	steps = append(steps, interpolation.Step{Defs: []interpolation.Def{{Sym: v("x0"), Value: n(1)}}})
	for range 60 { // y does not matter
		next := f.Fresh("y", logic.Int)
		steps = append(steps, interpolation.Step{Defs: []interpolation.Def{{Sym: next, Value: f.Add(y, n(1))}}})
		y = next
	}
	steps = append(steps,
		interpolation.Step{Defs: []interpolation.Def{{Sym: v("x1"), Value: f.Add(v("x0"), n(1))}}, Assumes: []*logic.Term{f.Ge(y, n(0))}},
		interpolation.Step{Assumes: []*logic.Term{f.Lt(v("x1"), n(0))}})
	o := interpolation.Options{Open: z3.Open}
	inner, err := interpolation.ByName("portfolio", o)
	if err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	itps, err := interpolation.NewSliced(inner, o).Sequence(ctx, f, steps)
	if err != nil {
		t.Fatal(err)
	}
	if err := interpolation.Check(ctx, z3.Open, smt.Options{}, f, steps, itps); err != nil {
		t.Fatal(err)
	}
	for i := 2; i <= 61; i++ {
		if itps[i] != itps[1] {
			t.Errorf("position %d: %v, before %v", i, itps[i], itps[1])
		}
	}
	steps[len(steps)-1] = interpolation.Step{}
	if _, err := interpolation.NewSliced(inner, o).Sequence(ctx, f, steps); err == nil {
		t.Error("a feasible path has no interpolants")
	}
	core, err := interpolation.Core(ctx, z3.Open, smt.Options{}, f, append(steps[:len(steps)-1:len(steps)-1], interpolation.Step{Assumes: []*logic.Term{f.Eq(v("x1"), n(7))}}), 64)
	if err != nil || len(core) != 3 || core[0].Step != 0 || core[0].Def == nil || core[2].Def != nil {
		t.Errorf("core %v, %v", core, err)
	}
}
