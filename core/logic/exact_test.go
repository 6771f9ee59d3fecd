package logic

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"testing"
)

// TestExact: comparisons, roundings and conversions of integers that floats hold exactly, simplified to operations on bit-vectors, against the same operations
// on constants, for all values of narrow bit-vectors and at the ends of the ranges of wide ones.
func TestExact(t *testing.T) {
	f := NewFactory()
	r := rand.New(rand.NewPCG(1, 2))
	sorts := []*Sort{FloatSort(4, 4), FloatSort(5, 11), Float32, Float64, FloatSort(15, 64)}
	simplified := 0
	for round := range 4000 {
		s, width, signed := sorts[r.IntN(len(sorts))], 1+r.IntN(66), r.IntN(2) == 0
		from := OpFPFromUBV
		if signed {
			from = OpFPFromSBV
		}
		x := f.Var(fmt.Sprint("x", round), BVSort(width))
		a := f.FPConvert(from, s, RNE, x)
		b, y := constantNear(f, r, s, width), (*Term)(nil)
		if r.IntN(3) == 0 {
			y = f.Var(fmt.Sprint("y", round), BVSort(1+r.IntN(66)))
			b = f.FPConvert([]Op{OpFPFromUBV, OpFPFromSBV}[r.IntN(2)], s, RNE, y)
		}
		other, to := 1+r.IntN(70), r.IntN(2) == 0
		apply := func(a, b *Term) []*Term {
			return []*Term{f.FP(OpFPLt, RNE, a, b), f.FP(OpFPLe, RNE, a, b), f.FP(OpFPEq, RNE, a, b), f.FP(OpFPLt, RNE, b, a), f.FP(OpFPLe, RNE, b, a),
				f.FP(OpFPRoundToIntegral, RTZ, a), f.FPToBV(to, other, RTZ, a)}
		}
		terms := apply(a, b)
		if w, ok := exact(a); ok && w.x == x {
			simplified++
		}
		for range 8 {
			v := valueNear(r, width)
			m := map[*Term]*Term{x: f.BVBig(v, width)}
			if y != nil {
				m[y] = f.BVBig(valueNear(r, y.sort.Width()), y.sort.Width())
			}
			want := apply(f.Subst(a, m), f.Subst(b, m))
			for i, term := range terms {
				if got := f.Subst(term, m); got != want[i] && want[i].IsConst() {
					t.Fatalf("%v with %v: %v, want %v", term, m, got, want[i])
				}
			}
		}
	}
	if simplified < 500 {
		t.Errorf("%d simplified", simplified)
	}
}

// valueNear is a value at an end of the range, or any.
func valueNear(r *rand.Rand, width int) *big.Int {
	v := new(big.Int).Lsh(bigOne, uint(r.IntN(width+1)))
	v.Add(v, big.NewInt(int64(r.IntN(5)-2)))
	if r.IntN(3) == 0 {
		v.SetUint64(r.Uint64())
	}
	return v.And(v, new(big.Int).Sub(pow2(width), bigOne))
}

// constantNear is a float near an integer of that width, a special value, or any.
func constantNear(f *Factory, r *rand.Rand, s *Sort, width int) *Term {
	switch r.IntN(6) {
	case 0:
		return f.bits(s, special(s, []floatClass{fpZero, fpInf, fpNaN}[r.IntN(3)], r.IntN(2) == 0))
	case 1:
		return f.FloatBits(s, new(big.Int).And(new(big.Int).SetUint64(r.Uint64()), new(big.Int).Sub(pow2(min(s.p+s.q, 64)), bigOne)))
	}
	v := valueNear(r, width+1)
	c := f.FPConvert(OpFPFromSBV, s, RNE, f.BVBig(v, width+3))
	if r.IntN(2) == 0 {
		c = f.FP(OpFPAdd, RNE, c, f.FP(OpFPDiv, RNE, f.FPConvert(OpFPFromSBV, s, RNE, f.BVInt(int64(r.IntN(5)-2), 8)), f.FPConvert(OpFPFromSBV, s, RNE, f.BVInt(4, 8))))
	}
	if r.IntN(3) == 0 {
		c = f.FP(OpFPNeg, RNE, c)
	}
	return c
}
