package vc

import (
	"context"
	"errors"
	"testing"

	"cupel/core/logic"
	"cupel/core/smt"
	"cupel/core/smt/z3"
)

// faltering answers unknown twice and then fails.
type faltering struct {
	smt.Solver
	checks int
}

func (s *faltering) Check(context.Context, ...*logic.Term) (smt.Result, error) {
	if s.checks++; s.checks > 2 {
		return smt.Unknown, errors.New("the solver has ended")
	}
	return smt.Unknown, nil
}

// TestSolverFails: queries that the first solver left open before it failed are given to the second one, and stay open if there is none.
func TestSolverFails(t *testing.T) {
	p := newProgram(checked(t, "procedure p(x: int, y: int) { if (x > y) { assert x > 0; } else { assert x < y; } }"))
	g := buildGraph(p, p.units[0])
	c := generate(newTranslator(logic.NewFactory(), g), g, nil)
	first := attempt{name: "first", open: func(f *logic.Factory, o smt.Options) (smt.Solver, error) {
		s, err := z3.Open(f, o)
		return &faltering{Solver: s}, err
	}}
	a, err := solve(context.Background(), c, []attempt{first}, maxErrors)
	if err == nil && a.reason == "" {
		t.Errorf("alone: %+v", a)
	}
	a, err = solve(context.Background(), c, []attempt{first, {name: "z3", open: z3.Open}}, maxErrors)
	if err != nil || len(a.failures) != 2 {
		t.Errorf("with a second: %+v %v", a, err)
	}
}
