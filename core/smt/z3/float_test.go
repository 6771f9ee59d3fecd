package z3

import (
	"context"
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"cupel/core/logic"
	"cupel/core/smt"
	"cupel/tests/effort"
)

func double(f *logic.Factory, x float64) *logic.Term {
	return f.FloatBits(logic.Float64, new(big.Int).SetUint64(math.Float64bits(x)))
}

func single(f *logic.Factory, x float32) *logic.Term {
	return f.FloatBits(logic.Float32, new(big.Int).SetUint64(uint64(math.Float32bits(x))))
}

// TestFloatConstants: every float goes to libz3 and comes back as it was.
func TestFloatConstants(t *testing.T) {
	f := logic.NewFactory()
	s, err := New(f, smt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	x, y := f.Var("x", logic.Float64), f.Var("y", logic.Float32)
	check := func(t interface{ Fatalf(string, ...any) }, d float64, e float32) {
		c, k := double(f, d), single(f, e)
		if r, err := s.Check(context.Background(), f.Eq(x, c), f.Eq(y, k)); r != smt.Sat || err != nil {
			t.Fatalf("%v, %v", r, err)
		}
		m, err := s.Model()
		if err != nil {
			t.Fatalf("%v", err)
		}
		if v := m.Value(x); v != c {
			t.Fatalf("%v came back as %v", d, v)
		}
		if v := m.Value(y); v != k {
			t.Fatalf("%v came back as %v", e, v)
		}
		for _, c := range []*logic.Term{c, k} {
			if back, err := readBack(s.z, c, true); err != nil || back != c {
				t.Fatalf("%v read back as %v, %v", c, back, err)
			}
		}
	}
	zero := 0.0
	for _, d := range []float64{0, -zero, math.Copysign(0, -1), 1, -1.5, 0.1, math.Inf(1), math.Inf(-1), math.NaN(),
		math.MaxFloat64, math.SmallestNonzeroFloat64, -0x1p-1022, 0x1p-1040} {
		check(t, d, float32(d))
	}
	rapid.Check(t, func(t *rapid.T) {
		check(t, math.Float64frombits(rapid.Uint64().Draw(t, "double")), math.Float32frombits(rapid.Uint32().Draw(t, "single")))
	})
}

// TestFloatOperations: libz3's simplifier computes what Go computes, and terms
// over symbols come back as they went.
func TestFloatOperations(t *testing.T) {
	f := logic.NewFactory()
	x, y := f.Var("x", logic.Float64), f.Var("y", logic.Float64)
	s, err := New(f, smt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	ops := []struct {
		name string
		t    *logic.Term
		want func(a, b float64) *logic.Term
	}{
		{"add", f.FP(logic.OpFPAdd, logic.RNE, x, y), func(a, b float64) *logic.Term { return double(f, a+b) }},
		{"sub", f.FP(logic.OpFPSub, logic.RNE, x, y), func(a, b float64) *logic.Term { return double(f, a-b) }},
		{"mul", f.FP(logic.OpFPMul, logic.RNE, x, y), func(a, b float64) *logic.Term { return double(f, a*b) }},
		{"div", f.FP(logic.OpFPDiv, logic.RNE, x, y), func(a, b float64) *logic.Term { return double(f, a/b) }},
		{"sqrt", f.FP(logic.OpFPSqrt, logic.RNE, x), func(a, _ float64) *logic.Term { return double(f, math.Sqrt(a)) }},
		{"fma", f.FP(logic.OpFPFMA, logic.RNE, x, y, x), func(a, b float64) *logic.Term { return double(f, math.FMA(a, b, a)) }},
		{"neg", f.FP(logic.OpFPNeg, 0, x), func(a, _ float64) *logic.Term { return double(f, -a) }},
		{"abs", f.FP(logic.OpFPAbs, 0, x), func(a, _ float64) *logic.Term { return double(f, math.Abs(a)) }},
		{"floor", f.FP(logic.OpFPRoundToIntegral, logic.RTN, x), func(a, _ float64) *logic.Term { return double(f, math.Floor(a)) }},
		{"ceil", f.FP(logic.OpFPRoundToIntegral, logic.RTP, x), func(a, _ float64) *logic.Term { return double(f, math.Ceil(a)) }},
		{"trunc", f.FP(logic.OpFPRoundToIntegral, logic.RTZ, x), func(a, _ float64) *logic.Term { return double(f, math.Trunc(a)) }},
		{"round", f.FP(logic.OpFPRoundToIntegral, logic.RNA, x), func(a, _ float64) *logic.Term { return double(f, math.Round(a)) }},
		{"narrow", f.FPConvert(logic.OpFPFromFP, logic.Float32, logic.RNE, x), func(a, _ float64) *logic.Term { return single(f, float32(a)) }},
		{"eq", f.FP(logic.OpFPEq, 0, x, y), func(a, b float64) *logic.Term { return f.BoolConst(a == b) }},
		{"le", f.FP(logic.OpFPLe, 0, x, y), func(a, b float64) *logic.Term { return f.BoolConst(a <= b) }},
		{"lt", f.FP(logic.OpFPLt, 0, x, y), func(a, b float64) *logic.Term { return f.BoolConst(a < b) }},
		{"isNaN", f.FP(logic.OpFPIsNaN, 0, x), func(a, _ float64) *logic.Term { return f.BoolConst(math.IsNaN(a)) }},
		{"isInf", f.FP(logic.OpFPIsInf, 0, x), func(a, _ float64) *logic.Term { return f.BoolConst(math.IsInf(a, 0)) }},
	}
	for _, o := range ops {
		if back, err := readBack(s.z, o.t, false); err != nil || back != o.t {
			t.Errorf("%s read back as %v, %v", o.name, back, err)
		}
	}
	special := []float64{0, math.Copysign(0, -1), 1, -1, 0.5, 2.5, -2.5, math.Inf(1), math.Inf(-1), math.NaN(), math.MaxFloat64, 0x1p-1074, 0x1p-1022}
	rapid.Check(t, func(t *rapid.T) {
		num := rapid.OneOf(rapid.SampledFrom(special), rapid.Float64(), rapid.Map(rapid.Uint64(), math.Float64frombits))
		a, b := num.Draw(t, "a"), num.Draw(t, "b")
		z, err := newContext(f)
		if err != nil {
			t.Fatal(err)
		}
		defer z.close()
		if r, err := s.Check(context.Background(), f.Eq(x, double(f, a)), f.Eq(y, double(f, b))); r != smt.Sat || err != nil {
			t.Fatal(r, err)
		}
		m, err := s.Model()
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range ops {
			if got, want := m.Value(o.t), o.want(a, b); got != want {
				t.Fatalf("%s(%v, %v) = %v, want %v", o.name, a, b, got, want)
			}
		}
	})
}

// TestFloatQueries: questions that need the solver.
func TestFloatQueries(t *testing.T) {
	f := logic.NewFactory()
	s, err := New(f, smt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	x := f.Var("x", logic.Float32)
	one := single(f, 1)
	for _, c := range []struct {
		t    *logic.Term
		want smt.Result
	}{
		{f.And(f.FP(logic.OpFPEq, 0, f.FP(logic.OpFPAdd, logic.RNE, x, one), x), f.FP(logic.OpFPLt, 0, x, single(f, 3e7)), f.FP(logic.OpFPLt, 0, one, x)), smt.Sat},
		{f.And(f.FP(logic.OpFPEq, 0, f.FP(logic.OpFPAdd, logic.RNE, x, one), x), f.FP(logic.OpFPLt, 0, x, single(f, 1000)), f.FP(logic.OpFPLt, 0, one, x)), smt.Unsat},
		{f.And(f.Not(f.FP(logic.OpFPEq, 0, x, x)), f.Not(f.FP(logic.OpFPIsNaN, 0, x))), smt.Unsat},
		{f.Eq(f.FPToBV(true, 32, logic.RTZ, x), f.BVInt(-7, 32)), smt.Sat},
	} {
		if r, err := s.Check(context.Background(), c.t); r != c.want || err != nil {
			t.Errorf("%v: %v, %v, want %v", c.t, r, err, c.want)
		}
	}
}

// TestArrayModels: models of random constraints over arrays satisfy them.
func TestArrayModels(t *testing.T) {
	effort.Checks(t, 50, 100, 1000)
	rapid.Check(t, func(t *rapid.T) {
		f := logic.NewFactory()
		srt := logic.ArraySort(logic.BVSort(4), rapid.SampledFrom([]*logic.Sort{logic.Int, logic.Bool, logic.Float32, logic.ArraySort(logic.Int, logic.Int)}).Draw(t, "elem"))
		arrays := []*logic.Term{f.Var("a", srt), f.Var("b", srt), f.Var("c", srt)}
		i := []*logic.Term{f.Var("i", logic.BVSort(4)), f.Var("j", logic.BVSort(4)), f.BV(3, 4)}
		arr := func() *logic.Term { return rapid.SampledFrom(arrays).Draw(t, "array") }
		idx := func() *logic.Term { return rapid.SampledFrom(i).Draw(t, "index") }
		var cs []*logic.Term
		for range rapid.IntRange(1, 6).Draw(t, "n") {
			var c *logic.Term
			switch a, b := arr(), arr(); rapid.IntRange(0, 2).Draw(t, "kind") {
			case 0:
				c = f.Eq(a, f.Store(b, idx(), f.Select(arr(), idx())))
			case 1:
				c = f.Eq(f.Select(a, idx()), f.Select(b, idx()))
			default:
				c = f.Eq(a, b)
			}
			if rapid.Bool().Draw(t, "negate") {
				c = f.Not(c)
			}
			cs = append(cs, c)
		}
		s, err := New(f, smt.Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		r, err := s.Check(context.Background(), cs...)
		if err != nil || r == smt.Unknown {
			t.Fatal(r, err)
		}
		if r == smt.Unsat {
			return
		}
		m, err := s.Model()
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range logic.FreeVars(cs...) {
			if m.Value(v) == nil {
				t.Fatalf("no value of %v", v)
			}
		}
		for _, c := range cs {
			if v, err := f.NewEvaluator(m.Value).Bool(c); err != nil || !v {
				t.Fatalf("%v is %v, %v", c, v, err)
			}
		}
	})
}
