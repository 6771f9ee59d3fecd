package smtlib_test

import (
	"context"
	"testing"

	"cupel/core/logic"
	"cupel/core/smt"
	"cupel/core/smt/smtlib"
	"cupel/tests/need"
)

// TestOnce: answers of a solver that is started for each question.
func TestOnce(t *testing.T) {
	f := logic.NewFactory()
	w := logic.BVSort(8)
	x, y, p := f.Var("x", w), f.Var("an odd |name|", w), f.Var("p", logic.Bool)
	n := f.Var("n", logic.Int)
	for _, command := range [][]string{{"boolector"}, {"z3", "-in", "-smt2"}, {"cvc5", "--lang=smt2"}} {
		if !need.Has(t, command[0]) {
			continue
		}
		s, err := smtlib.Once(command...)(f, smt.Options{})
		if err != nil {
			t.Fatal(err)
		}
		ask := func(want smt.Result, ts ...*logic.Term) {
			t.Helper()
			if r, err := s.Check(context.Background(), ts...); err != nil || r != want {
				t.Errorf("%s, %v: %v (%s), %v, want %v", command[0], ts, r, s.ReasonUnknown(), err, want)
			}
		}
		ask(smt.Sat)
		if err := s.Assert(f.ULt(x, y)); err != nil {
			t.Fatal(err)
		}
		ask(smt.Sat, f.Or(p, f.Eq(x, f.BV(3, 8))))
		ask(smt.Unsat, f.Eq(y, f.BV(0, 8)))
		if err := s.Push(); err != nil {
			t.Fatal(err)
		}
		if err := s.Assert(f.ULt(y, x)); err != nil {
			t.Fatal(err)
		}
		ask(smt.Unsat)
		if s.Pop(1) != nil || s.Pop(1) == nil {
			t.Error("levels")
		}
		ask(smt.Sat, f.Eq(f.BVOp(logic.OpBVUDiv, x, f.BV(3, 8)), f.BV(7, 8)))
		ask(smt.Unknown, f.Eq(f.BVOp(logic.OpBVUDiv, x, y), f.BV(7, 8)))
		ask(smt.Unknown, f.Eq(n, f.IntConst(7)))
		if _, err := s.Model(); err == nil {
			t.Error("a model")
		}
		canceled, cancel := context.WithCancel(context.Background())
		cancel()
		if r, err := s.Check(canceled); r != smt.Unknown || err != nil {
			t.Errorf("%v, %v", r, err)
		}
	}
	if s, err := smtlib.Once("no-such-solver")(f, smt.Options{}); err == nil {
		if _, err := s.Check(context.Background()); err == nil {
			t.Error("a program that is not there answers")
		}
	}
}
