package smt_test

import (
	"context"
	"testing"

	"cupel/core/logic"
	"cupel/core/smt"
	"cupel/core/smt/z3"
)

// TestInTurn: the first solver that has an answer gives it, about all assertions in force.
func TestInTurn(t *testing.T) {
	ctx := context.Background()
	f := logic.NewFactory()
	x := f.Var("x", logic.Int)
	silent := 0
	unknown := func(f *logic.Factory, o smt.Options) (smt.Solver, error) {
		s, err := z3.Open(f, o)
		return &silentSolver{s, &silent}, err
	}
	s, err := smt.InTurn(unknown, z3.Open)(f, smt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	ask := func(want smt.Result) {
		t.Helper()
		if r, err := s.Check(ctx); err != nil || r != want {
			t.Errorf("%s, %v, want %s", r, err, want)
		}
	}
	for _, err := range []error{s.Assert(f.Le(x, f.IntConst(3))), s.Push(), s.Assert(f.Le(f.IntConst(4), x))} {
		if err != nil {
			t.Fatal(err)
		}
	}
	ask(smt.Unsat)
	if err := s.Pop(1); err != nil {
		t.Fatal(err)
	}
	ask(smt.Sat)
	if m, err := s.Model(); err != nil || m.Value(x).Rational().Cmp(f.IntConst(3).Rational()) > 0 {
		t.Error("no model")
	}
	if silent != 2 {
		t.Errorf("the first solver was asked %d times", silent)
	}
}

type silentSolver struct {
	smt.Solver
	asked *int
}

func (s *silentSolver) Check(context.Context, ...*logic.Term) (smt.Result, error) {
	*s.asked++
	return smt.Unknown, nil
}
