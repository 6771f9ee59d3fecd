package z3

import (
	"context"
	"testing"

	"pgregory.net/rapid"

	"cupel/core/logic"
	"cupel/core/logic/arrayfree"
	"cupel/core/logic/arrayfree/arrayfreetest"
	"cupel/core/smt"
	"cupel/tests/effort"
)

// TestWithoutArrays compares answers about formulas whose arrays are eliminated with the incremental solver's, and evaluates models.
func TestWithoutArrays(t *testing.T) {
	t.Run("bit-vectors", func(t *testing.T) { withoutArrays(t, false, 5) })
	t.Run("floats", func(t *testing.T) { withoutArrays(t, true, 3) })
}

func withoutArrays(t *testing.T, floats bool, depth int) {
	effort.Checks(t, 30, 150, 2000)
	rapid.Check(t, func(rt *rapid.T) {
		g := arrayfreetest.New(rt, floats)
		open := func() *Solver {
			s, err := New(g.F, smt.Options{})
			if err != nil {
				rt.Fatal(err)
			}
			return s
		}
		alone, incremental := open(), open()
		defer alone.Close()
		defer incremental.Close()
		alone.own.skip = 1000
		var all []*logic.Term
		for range 4 {
			c, assumed := g.Bool(depth), g.Bool(2)
			all = append(all, c)
			var answers [2]smt.Result
			for i, s := range []*Solver{alone, incremental} {
				if err := s.Assert(c); err != nil {
					rt.Fatal(err)
				}
				r, err := s.Check(context.Background(), assumed)
				if err != nil {
					rt.Fatal(err)
				}
				answers[i] = r
			}
			if answers[0] != answers[1] || answers[0] == smt.Unknown {
				rt.Fatalf("%v, %v alone: %v", answers[1], answers[0], all)
			}
			if answers[0] == smt.Sat {
				evaluate(rt, g, alone, append(all[:len(all):len(all)], assumed))
			}
		}
		if alone.stats.Alone < 4 {
			rt.Fatal("not asked alone")
		}
	})
}

// evaluate checks that the formulas hold in the model, as the model and as package logic evaluates them.
func evaluate(rt *rapid.T, g *arrayfreetest.Gen, s *Solver, all []*logic.Term) {
	m, err := s.Model()
	if err != nil {
		rt.Fatal(err)
	}
	values := map[*logic.Term]*logic.Term{}
	for _, v := range g.Symbols {
		if values[v] = m.Value(v); values[v] == nil {
			rt.Fatalf("no value of %v", v)
		}
	}
	for _, c := range all {
		if v := m.Value(c); v == nil || !v.IsTrue() {
			rt.Fatalf("%v is %v in the model", c, v)
		}
		if v, err := g.F.Eval(c, func(v *logic.Term) *logic.Term { return values[v] }); err != nil || !v.IsTrue() {
			rt.Fatalf("%v is %v, %v with %v", c, v, err, values)
		}
	}
}

// TestTurns: a query on which a way gives up or exceeds its budget is left to the other one, and the limit of work holds.
func TestTurns(t *testing.T) {
	f := logic.NewFactory()
	bv := logic.BVSort(32)
	x, y := f.Var("x", bv), f.Var("y", bv)
	hard := []*logic.Term{f.Eq(f.BVOp(logic.OpBVMul, f.ZeroExt(32, x), f.ZeroExt(32, y)), f.BV(0xfffffffb*0xffffffef, 64)),
		f.ULt(f.BV(1, 32), x), f.ULt(x, y)}
	s, err := New(f, smt.Options{Work: 5_000_000})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	s.own.skip = 1000
	before := s.Work()
	if r, err := s.Check(context.Background(), hard...); err != nil || r == smt.Unknown && s.ReasonUnknown() != reasonWork {
		t.Fatal(r, s.ReasonUnknown(), err)
	}
	if used := since(before, s.Work()); used > 6_000_000 {
		t.Errorf("%d units", used)
	}
	if r, err := s.Check(context.Background(), f.ULt(x, y), f.ULt(y, x)); r != smt.Unsat || err != nil {
		t.Error(r, err)
	}
}

// TestCompleteChecks: a model of the result in which the formulas do not hold is refused.
func TestCompleteChecks(t *testing.T) {
	f := logic.NewFactory()
	s, err := New(f, smt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	x := f.Var("x", logic.BVSort(8))
	in := []*logic.Term{f.ULt(x, f.BV(3, 8))}
	wrong := &arrayfree.Result{Formulas: []*logic.Term{f.ULt(f.BV(5, 8), x)}}
	if err := s.solveAs(context.Background(), s.bits(false), wrong.Formulas, 0); err != nil || s.last != smt.Sat {
		t.Fatal(s.last, err)
	}
	if s.complete(in, wrong) {
		t.Error("a wrong model was accepted")
	}
}

// TestArraysKept: where arrays cannot be eliminated the incremental solver gets more work, and the answers are the same.
func TestArraysKept(t *testing.T) {
	f := logic.NewFactory()
	s, err := New(f, smt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	bv := logic.BVSort(8)
	a, b := f.Var("a", logic.ArraySort(bv, bv)), f.Var("b", logic.ArraySort(bv, bv))
	i, j := f.Var("i", bv), f.Var("j", bv)
	s.own.budget = 1
	same := []*logic.Term{f.Eq(a, f.Store(b, j, i)), f.Eq(i, j), f.Ne(f.Select(a, i), i)}
	if r, err := s.Check(context.Background(), same...); r != smt.Unsat || err != nil {
		t.Fatal(r, err)
	}
	if !s.own.arrays || s.own.first() != arrayFactor {
		t.Error("the budget is the same")
	}
	if r, err := s.Check(context.Background(), same[:2]...); r != smt.Sat || err != nil {
		t.Error(r, err)
	}
}
