package interpolation_test

import (
	"context"
	"testing"

	"cupel/core/interpolation"
	"cupel/core/logic"
	"cupel/core/smt/z3"
)

// TestMeet needs the postcondition of the first step, since the second has an
// input that no substitution removes from its precondition.
func TestMeet(t *testing.T) {
	f := logic.NewFactory()
	c, x, y := f.Var("c", logic.BVSort(8)), f.Var("x", logic.BVSort(8)), f.Var("y", logic.BVSort(8))
	num := func(n int64) *logic.Term { return f.BVInt(n, 8) }
	even := f.Eq(f.BVOp(logic.OpBVAnd, f.BVOp(logic.OpBVMul, x, x), num(6)), num(0))
	steps := []interpolation.Step{
		{Defs: []interpolation.Def{{Sym: c, Value: num(0)}}},
		{Defs: []interpolation.Def{{Sym: y, Value: f.Ite(even, c, f.BVOp(logic.OpBVAdd, c, num(2)))}}},
		{Assumes: []*logic.Term{f.Eq(y, num(1))}},
	}
	itps, err := interpolation.NewNewton(options()).Sequence(context.Background(), f, steps)
	if err != nil {
		t.Fatal(err)
	}
	if err := interpolation.Check(context.Background(), z3.Open, solver, f, steps, itps); err != nil {
		t.Error(err)
	}
	if vs := logic.FreeVars(itps[1]); len(vs) != 1 || vs[0] != c {
		t.Errorf("the first interpolant is %s", itps[1])
	}
}
