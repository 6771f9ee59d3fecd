package ctext

import (
	"errors"
	"math"
	"math/big"
	"testing"

	"cupel/core/logic"
	"cupel/core/program"
)

// fixture has symbols of all types.
type fixture struct {
	*logic.Factory
	operands map[*logic.Term]Operand
}

func newFixture() *fixture { return &fixture{logic.NewFactory(), map[*logic.Term]Operand{}} }

func (f *fixture) input(name, typ string, s *logic.Sort, isSigned bool) *logic.Term {
	t := f.Var(name, s)
	f.operands[t] = Operand{Name: name, Type: typ, Signed: isSigned}
	return t
}

func (f *fixture) n(v int64) *logic.Term { return f.BVInt(v, 32) }

// TestReadable: conditions are printed as a programmer would write them.
func TestReadable(t *testing.T) {
	f := newFixture()
	x := f.input("x", "int", logic.BVSort(32), true)
	y := f.input("y", "int", logic.BVSort(32), true)
	u := f.input("u", "unsigned int", logic.BVSort(32), false)
	v := f.input("v", "unsigned int", logic.BVSort(32), false)
	c := f.input("c", "char", logic.BVSort(8), true)
	b := f.input("b", "unsigned char", logic.BVSort(8), false)
	l := f.input("l", "long", logic.BVSort(64), true)
	d := f.input("d", "double", logic.Float64, false)
	g := f.input("g", "float", logic.Float32, false)
	flag := f.input("flag", "_Bool", logic.BVSort(8), false)
	ready := f.input("ready", "_Bool", logic.Bool, false)
	op := f.BVOp
	add, and := logic.OpBVAddNSW, logic.OpBVAnd
	double := func(v float64) *logic.Term {
		return f.FloatBits(logic.Float64, new(big.Int).SetUint64(math.Float64bits(v)))
	}
	even := f.Eq(op(logic.OpBVSRem, x, f.n(2)), f.n(0))
	for _, tt := range []struct {
		t    *logic.Term
		want string
	}{
		{f.True(), "1"},
		{f.SLt(x, f.n(0)), "x < 0"},
		{f.SLe(f.n(1), x), "x > 0"},
		{f.SLe(f.n(6), x), "x >= 6"},
		{f.SLt(x, f.n(5)), "x < 5"},
		{f.SLe(x, f.n(4)), "x <= 4"},
		{f.SLe(x, f.n(-1)), "x < 0"},
		{f.SLt(f.n(999999), x), "x >= 1000000"},
		{f.Not(f.SLe(x, y)), "y < x"},
		{f.Not(f.Eq(x, y)), "x != y"},
		{f.Or(f.SLt(x, f.n(0)), even), "x < 0 || x % 2 == 0"},
		{f.Eq(op(and, x, f.n(1)), f.n(0)), "x % 2 == 0"},
		{f.Eq(op(and, x, f.n(1)), f.n(1)), "x % 2 != 0"},
		{f.Eq(f.Extract(0, 0, u), f.BV(1, 1)), "u % 2 == 1"},
		{f.Eq(f.Extract(1, 0, x), f.BV(2, 2)), "(x & 3) == 2"},
		{f.Eq(op(and, x, f.n(255)), f.n(16)), "(x & 0xff) == 16"},
		{f.And(f.Eq(y, op(add, x, f.n(1))), f.SLt(x, f.n(5)), f.SLe(f.n(1), x)), "x > 0 && x < 5 && y == x + 1"},
		{f.And(f.SLe(x, f.n(1000000)), f.SLe(f.n(-1000000), x), f.SLe(y, f.n(1000000)), f.SLe(f.n(-1000000), y), f.SLt(f.n(100), op(add, x, y))),
			"-1000000 <= x && x <= 1000000 && -1000000 <= y && y <= 1000000 && x + y > 100"},
		{f.SLt(f.n(100), op(add, x, y)), "(int)((unsigned int)x + y) > 100"},
		{f.And(f.SignedOK(logic.OpSAddOK, x, y), f.SLt(f.n(100), op(add, x, y))),
			"-2147483648L <= (long)x + y && (long)x + y <= 2147483647 && x + y > 100"},
		{f.SignedOK(logic.OpSAddOK, x, f.n(1)), "x <= 2147483646"},
		{f.ULt(u, v), "u < v"},
		{f.ULt(op(logic.OpBVAdd, u, f.n(-1)), v), "u - 1 < v"},
		{f.Eq(op(logic.OpBVSub, x, f.n(1)), f.n(0)), "x == 1"},
		{f.Eq(f.SignExt(24, c), x), "x == c"},
		{f.SLt(f.SignExt(24, c), f.ZeroExt(24, b)), "c < b"},
		{f.SLt(op(logic.OpBVAdd, f.SignExt(24, c), f.ZeroExt(24, b)), x), "c + b < x"},
		{f.Eq(f.Extract(7, 0, x), b), "b == (unsigned char)x"},
		{f.SLt(l, f.SignExt(32, x)), "l < x"},
		{f.SLe(op(logic.OpBVAdd, f.SignExt(32, x), f.SignExt(32, y)), l), "(long)x + y <= l"},
		{f.ULt(op(logic.OpBVUDiv, u, f.n(10)), v), "u / 10 < v"},
		{f.Eq(op(logic.OpBVSDiv, x, y), f.n(3)), "(int)(y == 0 ? (x < 0 ? 1 : -1) : (long)x / y) == 3"},
		{f.And(f.SLt(f.n(0), y), f.Eq(op(logic.OpBVSDiv, x, y), f.n(3))), "y > 0 && x / y == 3"},
		{f.And(f.Ne(v, f.n(0)), f.Eq(op(logic.OpBVURem, u, v), f.n(3))), "v != 0 && u % v == 3"},
		{f.ULt(u, f.n(-5)), "u < 4294967291U"},
		{f.Eq(x, f.BVBig(big.NewInt(-1<<31), 32)), "x == -2147483647 - 1"},
		{f.Or(f.And(f.SLt(x, f.n(0)), f.SLt(y, f.n(0))), f.SLt(x, y)), "(x < 0 && y < 0) || x < y"},
		{f.Not(f.Eq(flag, f.BV(0, 8))), "flag != 0"},
		{f.Eq(f.Concat(b, c), f.BV(0x1234, 16)), "c == 52 && b == 18"},
		{f.Eq(f.Not(ready), f.SLt(x, y)), "ready != (x < y)"},
		{f.Or(f.Not(ready), f.ULt(u, f.n(1))), "u == 0 || !ready"},
		{f.SignedOK(logic.OpSMulOK, f.Extract(15, 0, x), f.SignExt(8, c)), "-32768 <= (short)x * c && (short)x * c <= 32767"},
		{f.FP(logic.OpFPLt, logic.RNE, d, double(0.5)), "d < 0.5"},
		{f.FP(logic.OpFPLe, logic.RNE, double(1e10), d), "d >= 1e+10"},
		{f.FP(logic.OpFPIsNaN, logic.RNE, d), "d != d"},
		{f.FP(logic.OpFPLt, logic.RNE, f.FPConvert(logic.OpFPFromFP, logic.Float64, logic.RNE, g), double(0.1)), "g < 0.1"},
		{f.FP(logic.OpFPEq, logic.RNE, d, f.FPConvert(logic.OpFPFromSBV, logic.Float64, logic.RNE, x)), "d == (double)x"},
	} {
		got, err := New(f.Factory, program.LP64, f.operands).Bool(tt.t)
		if err != nil {
			t.Errorf("%s: %v", tt.t, err)
		} else if got != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.t, got, tt.want)
		}
	}
}

// TestHolds: facts proven by a solver simplify the printed arithmetic.
func TestHolds(t *testing.T) {
	f := newFixture()
	x := f.input("x", "int", logic.BVSort(32), true)
	y := f.input("y", "int", logic.BVSort(32), true)
	p := New(f.Factory, program.LP64, f.operands)
	var asked []*logic.Term
	p.Holds = func(_ []*logic.Term, fact *logic.Term) bool {
		asked = append(asked, fact)
		return true
	}
	got, err := p.Bool(f.SLt(f.n(100), f.BVOp(logic.OpBVAddNSW, x, y)))
	if err != nil || got != "x + y > 100" {
		t.Errorf("%s, %v", got, err)
	}
	if len(asked) == 0 || asked[0] != f.SignedOK(logic.OpSAddOK, x, y) {
		t.Errorf("asked %v", asked)
	}
}

// TestErrors: terms that C cannot express exactly are errors, never approximations.
func TestErrors(t *testing.T) {
	f := newFixture()
	x := f.input("x", "int", logic.BVSort(32), true)
	wide := f.Var("wide", logic.BVSort(200))
	f.operands[wide] = Operand{Name: "wide"}
	a := f.Var("a", logic.ArraySort(logic.BVSort(32), logic.BVSort(32)))
	big := x
	for range 40 {
		big = f.BVOp(logic.OpBVXor, f.BVOp(logic.OpBVMul, big, big), f.n(3))
	}
	deep := f.Eq(x, f.n(0))
	for i := range 60 {
		deep = f.Eq(f.Eq(deep, f.Eq(x, f.n(int64(i)))), f.Not(f.Or(deep, f.Eq(x, f.n(-5)))))
	}
	tall := x
	for range 20_000 {
		tall = f.BVOp(logic.OpBVAdd, f.BVNot(tall), x)
	}
	for _, tt := range []struct {
		t    *logic.Term
		want error
	}{
		{f.Eq(f.Select(a, x), f.n(0)), ErrUnsupported},
		{f.Eq(f.App("g", logic.BVSort(32), x), f.n(0)), ErrUnsupported},
		{f.Le(f.BV2Nat(x), f.IntConst(3)), ErrUnsupported},
		{f.Exists([]*logic.Term{x}, f.SLt(x, f.n(3))), ErrUnsupported},
		{f.Eq(f.Var("other", logic.BVSort(32)), x), ErrOperand},
		{f.ULt(wide, f.BV(3, 200)), ErrOperand},
		{f.Eq(big, f.n(0)), ErrTooLarge},
		{deep, ErrTooLarge},
		{f.Eq(tall, f.n(0)), ErrTooLarge},
	} {
		if s, err := New(f.Factory, program.LP64, f.operands).Bool(tt.t); !errors.Is(err, tt.want) {
			t.Errorf("%.200s: %.100s, %v", tt.t.StringN(200), s, err)
		} else {
			t.Log(err)
		}
	}
}
