package smtlib

import (
	"bufio"
	"context"
	"errors"
	"math"
	"math/big"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"cupel/core/logic"
	"cupel/core/rational"
	"cupel/core/smt"
	"cupel/core/smt/z3"
	"cupel/tests/effort"
)

// TestValues reads values of all sorts.
func TestValues(t *testing.T) {
	solvers(t, func(t *testing.T, name string) {
		f := logic.NewFactory()
		s, err := Opener(name)(f, smt.Options{Seed: 3})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		r := f.Var("r", logic.Real)
		d, nan := f.Var("d", logic.Float64), f.Var("nan", logic.Float64)
		a := f.Var("a|b c", logic.ArraySort(logic.BVSort(8), logic.BVSort(16)))
		w := f.Var("wide", logic.BVSort(70))
		third := f.Num(logic.Real, rational.FromRat(big.NewRat(-1, 3)))
		bits := f.FloatBits(logic.Float64, new(big.Int).SetUint64(math.Float64bits(-0.1)))
		big70 := f.BVBig(new(big.Int).Lsh(big.NewInt(5), 66), 70)
		for _, c := range []*logic.Term{
			f.Eq(r, third), f.Eq(d, bits), f.FP(logic.OpFPIsNaN, 0, nan), f.Eq(w, big70),
			f.Eq(f.Select(a, f.BV(3, 8)), f.BV(40000, 16)), f.Eq(f.Select(a, f.BV(7, 8)), f.BV(7, 16)),
		} {
			if err := s.Assert(c); err != nil {
				t.Fatal(err)
			}
		}
		if r, err := s.Check(context.Background()); r != smt.Sat || err != nil {
			t.Fatal(r, err)
		}
		m, err := s.Model()
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range []struct{ t, want *logic.Term }{
			{r, third}, {d, bits}, {f.FP(logic.OpFPIsNaN, 0, m.Value(nan)), f.True()}, {w, big70},
			{f.Select(m.Value(a), f.BV(3, 8)), f.BV(40000, 16)},
			{f.Select(a, f.BV(7, 8)), f.BV(7, 16)},
			{f.Add(f.Var("unseen", logic.Int), f.IntConst(4)), f.IntConst(4)},
		} {
			if got := m.Value(c.t); got != c.want {
				t.Errorf("%v = %v, want %v", c.t, got, c.want)
			}
		}
		if err := s.Push(); err != nil {
			t.Fatal(err)
		}
		if v := m.Value(r); v != nil {
			t.Error("the model outlives a push:", v)
		}
	})
}

// TestCore: a part of the assumptions, each a compound formula.
func TestCore(t *testing.T) {
	solvers(t, func(t *testing.T, name string) {
		f := logic.NewFactory()
		s, err := New(f, Preset(name), smt.Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		x, y := f.Var("x", logic.Int), f.Var("y", logic.Int)
		var as []*logic.Term
		for i := range int64(12) {
			as = append(as, f.Le(f.Var("z", logic.Int), f.IntConst(i)))
		}
		as = append(as, f.Lt(x, y), f.Lt(y, x))
		ctx := context.Background()
		if r, err := s.Check(ctx, as...); r != smt.Unsat || err != nil {
			t.Fatal(r, err)
		}
		core, err := s.Core()
		if err != nil || len(core) != 2 || core[0] != as[12] || core[1] != as[13] {
			t.Errorf("%v, %v", core, err)
		}
		if r, err := s.Check(ctx, as[:13]...); r != smt.Sat || err != nil {
			t.Error(r, err)
		}
	})
}

// TestAgainstZ3: random formulas get the answers of libz3.
func TestAgainstZ3(t *testing.T) {
	effort.Checks(t, 20, 60, 500)
	solvers(t, func(t *testing.T, name string) {
		f := logic.NewFactory()
		s, err := New(f, Preset(name), smt.Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		lib, err := z3.New(f, smt.Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer lib.Close()
		b := logic.BVSort(8)
		vars := []*logic.Term{f.Var("a", b), f.Var("b", b), f.BV(3, 8), f.BV(0x80, 8)}
		ops := []logic.Op{logic.OpBVAddNSW, logic.OpBVSub, logic.OpBVMul, logic.OpBVUDiv, logic.OpBVSRem, logic.OpBVSDiv, logic.OpBVShl, logic.OpBVAShr, logic.OpBVXor}
		rapid.Check(t, func(t *rapid.T) {
			var term func(d int) *logic.Term
			term = func(d int) *logic.Term {
				if d == 0 {
					return rapid.SampledFrom(vars).Draw(t, "leaf")
				}
				return f.BVOp(rapid.SampledFrom(ops).Draw(t, "op"), term(d-1), term(d-1))
			}
			x, y := term(2), term(2)
			as := []*logic.Term{f.ULt(x, y), f.SignedOK(rapid.SampledFrom([]logic.Op{logic.OpSAddOK, logic.OpSSubOK, logic.OpSMulOK}).Draw(t, "ok"), x, y), f.Ne(term(1), y)}
			ctx := context.Background()
			want, err := lib.Check(ctx, as...)
			if err != nil {
				t.Fatal(err)
			}
			got, err := s.Check(ctx, as...)
			if err != nil || got != want {
				t.Fatalf("%v, %v, libz3 says %v", got, err, want)
			}
			if got == smt.Sat {
				m, err := s.Model()
				if err != nil {
					t.Fatal(err)
				}
				if v, err := f.NewEvaluator(m.Value).Bool(f.And(as...)); err != nil || !v {
					t.Fatalf("no model of %v: a=%v b=%v, %v", f.And(as...), m.Value(vars[0]), m.Value(vars[1]), err)
				}
			}
		})
	})
}

// TestBrokenSolvers: programs that answer nonsense or nothing are errors.
func TestBrokenSolvers(t *testing.T) {
	f := logic.NewFactory()
	for _, command := range [][]string{{"echo", "hello"}, {"true"}, {"sh", "-c", "echo wrong >&2; exit 3"}, {"sh", "-c", "echo '(error \"no\")'; cat >/dev/null"}} {
		s, err := New(f, command, smt.Options{})
		if err != nil {
			continue // the program is not there
		}
		if r, err := s.Check(context.Background(), f.Var("p", logic.Bool)); err == nil || r != smt.Unknown {
			t.Errorf("%v: %v, %v", command, r, err)
		}
		if _, err := s.Model(); !errors.Is(err, smt.ErrNoModel) {
			t.Error(err)
		}
		for range 2 {
			if err := s.Close(); err != nil {
				t.Error(err)
			}
		}
		if _, err := s.Check(context.Background()); !errors.Is(err, smt.ErrClosed) {
			t.Error(err)
		}
	}
	if _, err := New(f, nil, smt.Options{}); err == nil {
		t.Error("no command is no error")
	}
}

// TestReadExpr: one answer is read at a time, with any line breaks.
func TestReadExpr(t *testing.T) {
	r := bufio.NewReader(strings.NewReader(" sat\n((|a ) b|\n 1)) ; comment (\n(error \"un)balanced\")unknown"))
	for _, want := range []string{"sat", "((|a ) b|\n 1))", `(error "un)balanced")`, "unknown"} {
		if got, err := readExpr(r); err != nil || got != want {
			t.Errorf("%q, %v, want %q", got, err, want)
		}
	}
	if _, err := readExpr(r); err == nil {
		t.Error("no error at the end")
	}
}

// FuzzReadValue: no answer makes the reader panic or return a wrong sort.
func FuzzReadValue(f *testing.F) {
	for _, s := range []string{"((x (- 5)))", "((x (/ 1.0 3.0)))", "((a (store ((as const (Array Int Int)) 0) 3 4)))", "((f (_ NaN 8 24)))", "((x #b01))", "((p true))", "))", "((x ((("} {
		f.Add(s)
	}
	fac := logic.NewFactory()
	f.Fuzz(func(t *testing.T, s string) {
		_, _ = readExpr(bufio.NewReader(strings.NewReader(s)))
		for _, srt := range []*logic.Sort{logic.Bool, logic.Int, logic.Real, logic.BVSort(2), logic.Float32} {
			if v := readValue(fac, srt, lastExpr(s)); v != nil && v.Sort() != srt {
				t.Errorf("%v of sort %v", v, v.Sort())
			}
		}
	})
}
