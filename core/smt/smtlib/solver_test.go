package smtlib

import (
	"context"
	"testing"
	"time"

	"cupel/core/logic"
	"cupel/core/smt"
	"cupel/tests/need"
)

// solvers runs f for every installed solver.
func solvers(t *testing.T, f func(t *testing.T, name string)) {
	n := 0
	for _, name := range []string{"cvc5", "z3"} {
		if Available(name) {
			n++
			t.Run(name, func(t *testing.T) { f(t, name) })
		}
	}
	if n == 0 {
		need.Missing(t, "cvc5")
	}
}

// TestSolver: levels, assumptions, values.
func TestSolver(t *testing.T) {
	solvers(t, func(t *testing.T, name string) {
		f := logic.NewFactory()
		s, err := New(f, Preset(name), smt.Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		ctx := context.Background()
		x, y, b := f.Var("x", logic.Int), f.Var("main::y", logic.Int), f.Var("b", logic.BVSort(8))
		check := func(want smt.Result, as ...*logic.Term) {
			t.Helper()
			if r, err := s.Check(ctx, as...); err != nil || r != want {
				t.Fatalf("%v, %v, want %v", r, err, want)
			}
		}
		ok := func(err error) {
			t.Helper()
			if err != nil {
				t.Fatal(err)
			}
		}
		ok(s.Assert(f.Lt(x, y)))
		check(smt.Unsat, f.Lt(y, x))
		check(smt.Sat, f.Eq(x, f.IntConst(-5)), f.Eq(b, f.BV(200, 8)))
		m, err := s.Model()
		ok(err)
		if v := m.Value(x); v != f.IntConst(-5) {
			t.Errorf("x = %v", v)
		}
		if v := m.Value(b); v != f.BV(200, 8) {
			t.Errorf("b = %v", v)
		}
		ok(s.Push())
		ok(s.Assert(f.Lt(y, x)))
		check(smt.Unsat)
		s.kill() // a dead process comes back with its assertions
		check(smt.Unsat)
		ok(s.Pop(1))
		check(smt.Sat)
		ok(s.Assert(f.Not(f.SignedOK(logic.OpSMulOK, b, b))))
		check(smt.Sat)
	})
}

// TestTimeout: the end of a context ends a process that would search for hours.
func TestTimeout(t *testing.T) {
	solvers(t, func(t *testing.T, name string) {
		f := logic.NewFactory()
		s, err := New(f, Preset(name), smt.Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		b := logic.BVSort(64)
		p, q := f.Var("p", b), f.Var("q", b)
		lim := f.BV(1<<32, 64)
		if err := s.Assert(f.And(f.Eq(f.BVOp(logic.OpBVMul, p, q), f.BV(0xfffffffffffffc5, 64)),
			f.ULt(f.BV(1, 64), p), f.ULt(p, lim), f.ULt(f.BV(1, 64), q), f.ULt(q, lim))); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(context.Background(), 200*time.Millisecond)
		defer cancel()
		if r, err := s.Check(ctx); err != nil || r != smt.Unknown {
			t.Fatal(r, err)
		}
	})
}

// TestBounded: a question that is too hard ends by the work that cvc5 counts; the ones after it are answered.
func TestBounded(t *testing.T) {
	if !Available("cvc5") {
		need.Missing(t, "cvc5")
	}
	f := logic.NewFactory()
	s, err := Bounded("cvc5", 200_000)(f, smt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	cube := func(name string) *logic.Term {
		x := f.Var(name, logic.Int)
		return f.Mul(x, f.Mul(x, x))
	}
	hard := f.Eq(f.Add(cube("x"), cube("y"), cube("z")), f.IntConst(33))
	easy := f.Gt(f.Var("x", logic.Int), f.IntConst(7))
	for _, c := range []struct {
		question *logic.Term
		want     smt.Result
	}{{hard, smt.Unknown}, {easy, smt.Sat}} {
		if err := s.Push(); err != nil {
			t.Fatal(err)
		}
		if err := s.Assert(c.question); err != nil {
			t.Fatal(err)
		}
		if r, err := s.Check(t.Context()); err != nil || r != c.want {
			t.Errorf("%v, %v, want %v", r, err, c.want)
		}
		if err := s.Pop(1); err != nil {
			t.Fatal(err)
		}
	}
}

// TestMissing: a solver that is not there is an error, not a panic.
func TestMissing(t *testing.T) {
	if _, err := New(logic.NewFactory(), []string{"no-such-solver"}, smt.Options{}); err == nil {
		t.Error("no error")
	}
}
