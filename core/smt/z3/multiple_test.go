package z3

import (
	"testing"

	"pgregory.net/rapid"

	"cupel/core/logic"
	"cupel/tests/effort"
)

// holdsFor evaluates a formula over symbols of few bits.
func holdsFor(t *rapid.T, f *logic.Factory, phi *logic.Term, values map[*logic.Term]uint64) bool {
	b, err := f.NewEvaluator(func(s *logic.Term) *logic.Term { return f.BV(values[s], s.Sort().Width()) }).Bool(phi)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestEliminateMultiples compares eliminations of factors in equations with all values of five bits.
func TestEliminateMultiples(t *testing.T) {
	effort.Checks(t, 200, 1000, 20_000)
	const w = 5
	removed := 0
	rapid.Check(t, func(t *rapid.T) {
		f := logic.NewFactory()
		wide := rapid.SampledFrom([]int{0, 0, 1, 2}).Draw(t, "extension")
		v, r := f.Var("v", logic.BVSort(w-wide)), f.Var("r", logic.BVSort(w))
		x := v
		switch {
		case wide > 0 && rapid.Bool().Draw(t, "signed"):
			x = f.SignExt(wide, v)
		case wide > 0:
			x = f.ZeroExt(wide, v)
		}
		k := f.BV(uint64(rapid.IntRange(1, 1<<w-1).Draw(t, "factor")), w)
		product := f.BVOp(logic.OpBVMul, k, x)
		for range rapid.IntRange(0, 2).Draw(t, "summands") {
			other := f.BVOp(logic.OpBVAdd, r, f.BV(uint64(rapid.IntRange(0, 31).Draw(t, "summand")), w))
			op := rapid.SampledFrom([]logic.Op{logic.OpBVAdd, logic.OpBVSub}).Draw(t, "sum")
			if rapid.Bool().Draw(t, "left") {
				product = f.BVOp(op, other, product)
			} else {
				product = f.BVOp(op, product, other)
			}
		}
		cs := []*logic.Term{f.Eq(r, product)}
		if rapid.Bool().Draw(t, "exact") {
			cs = append(cs, f.SignedOK(logic.OpSMulOK, k, x))
		}
		if rapid.Bool().Draw(t, "bounded") {
			cs = append(cs, f.SLt(f.BV(uint64(rapid.IntRange(0, 31).Draw(t, "bound")), w), x))
		}
		if rapid.Bool().Draw(t, "related") {
			cs = append(cs, f.Not(f.ULe(x, r)))
		}
		phi := f.And(cs...)
		got, left := EliminateSyntactic(f, []*logic.Term{v}, phi)
		if len(left) > 0 {
			return
		}
		removed++
		for a := range uint64(1 << w) {
			want := false
			for b := range uint64(1) << (w - wide) {
				want = want || holdsFor(t, f, phi, map[*logic.Term]uint64{r: a, v: b})
			}
			if is := holdsFor(t, f, got, map[*logic.Term]uint64{r: a}); is != want {
				t.Fatalf("r = %d: %v, want %v\nexists v. %v\nis %v", a, is, want, phi, got)
			}
		}
	})
	if removed == 0 {
		t.Error("no factor is eliminated")
	}
}

// TestEliminateEven: that x is twice something means that it is even.
func TestEliminateEven(t *testing.T) {
	f := logic.NewFactory()
	x, y := f.Var("x", logic.BVSort(32)), f.Var("y", logic.BVSort(32))
	two := f.BV(2, 32)
	for _, phi := range []*logic.Term{
		f.Eq(x, f.BVOp(logic.OpBVMul, two, y)),
		f.And(f.Eq(x, f.BVOp(logic.OpBVMulNSW, two, y)), f.SignedOK(logic.OpSMulOK, two, y)),
	} {
		got, left := EliminateSyntactic(f, []*logic.Term{y}, phi)
		if len(left) > 0 {
			t.Errorf("%v is not eliminated", phi)
			continue
		}
		for _, v := range []int64{0, 1, -1, 2, -2, 1<<31 - 1, -1 << 31} {
			b, err := f.NewEvaluator(func(*logic.Term) *logic.Term { return f.BVInt(v, 32) }).Bool(got)
			if err != nil || b != (v%2 == 0) {
				t.Errorf("%v at %d: %v, %v", got, v, b, err)
			}
		}
	}
}
