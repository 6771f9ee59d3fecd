package diagram_test

import (
	"context"
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"cupel/core/logic"
	"cupel/core/smt"
	"cupel/core/smt/z3"
	"cupel/core/work"
	"cupel/product/condition/diagram"
)

// terms draws formulas over the symbols.
type terms struct {
	f     *logic.Factory
	t     *rapid.T
	syms  []*logic.Term
	flags []*logic.Term
}

func (g *terms) value(depth int) *logic.Term {
	w := g.syms[0].Sort().Width()
	if depth == 0 || rapid.IntRange(0, 3).Draw(g.t, "leaf") == 0 {
		if rapid.Bool().Draw(g.t, "const") {
			return g.f.BV(rapid.Uint64Range(0, 7).Draw(g.t, "value"), w)
		}
		return rapid.SampledFrom(g.syms).Draw(g.t, "symbol")
	}
	switch rapid.IntRange(0, 3).Draw(g.t, "value of") {
	case 0:
		return g.f.BVOp(logic.OpBVAdd, g.value(depth-1), g.value(depth-1))
	case 1:
		return g.f.BVOp(logic.OpBVMul, g.value(depth-1), g.value(depth-1))
	}
	return g.f.Ite(g.formula(depth-1), g.value(depth-1), g.value(depth-1))
}

func (g *terms) formula(depth int) *logic.Term {
	if depth == 0 {
		return rapid.SampledFrom(g.flags).Draw(g.t, "flag")
	}
	switch rapid.IntRange(0, 7).Draw(g.t, "formula of") {
	case 0:
		return g.f.Not(g.formula(depth - 1))
	case 1:
		return g.f.And(g.formula(depth-1), g.formula(depth-1))
	case 2:
		return g.f.Or(g.formula(depth-1), g.formula(depth-1))
	case 3:
		return g.f.Ite(g.formula(depth-1), g.formula(depth-1), g.formula(depth-1))
	case 4:
		return g.f.Eq(g.formula(depth-1), g.formula(depth-1))
	case 5:
		return g.f.Eq(g.value(depth-1), g.value(depth-1))
	case 6:
		return g.f.ULt(g.value(depth-1), g.value(depth-1))
	}
	return g.f.SLe(g.value(depth-1), g.value(depth-1))
}

// TestOfRandom: a diagram is equivalent to its formula.
func TestOfRandom(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		f := logic.NewFactory()
		g := &terms{f: f, t: rt}
		w := logic.BVSort(3)
		g.syms = []*logic.Term{f.Var("x", w), f.Var("y", w), f.Var("z", w)}
		g.flags = []*logic.Term{f.Var("a", logic.Bool), f.Var("b", logic.Bool)}
		before := g.formula(rapid.IntRange(1, 6).Draw(rt, "depth"))
		after, _ := diagram.Of(context.Background(), f, before, rapid.Permutation(append(g.syms[:2:2], g.flags...)).Draw(rt, "order"), 100_000)
		if after == nil {
			rt.Skip("too large")
		}
		s, err := z3.Open(f, smt.Options{})
		if err != nil {
			rt.Fatal(err)
		}
		defer s.Close()
		if r, err := s.Check(context.Background(), f.Not(f.Eq(before, after))); err != nil || r != smt.Unsat {
			rt.Fatalf("%v became %v: %v, %v", before, after, r, err)
		}
	})
}

// TestOf: the decisions of merged flags and counters are made once.
func TestOf(t *testing.T) {
	f := logic.NewFactory()
	w := logic.BVSort(32)
	n := f.BV(0, 32)
	var order []*logic.Term
	for _, name := range []string{"a", "b", "c", "d", "e", "f", "g", "h"} {
		x := f.Var(name, w)
		order = append(order, x)
		n = f.Ite(f.Eq(x, f.BV(0, 32)), n, f.BVOp(logic.OpBVAdd, n, f.BV(1, 32)))
	}
	before := f.SLt(f.BV(6, 32), n) // at least seven of them
	after, spent := diagram.Of(context.Background(), f, before, order, 10_000)
	if after == nil || logic.Size(after) > 40 || spent <= 0 || spent >= 10_000 {
		t.Errorf("%v, %d steps", after, spent)
	}
	if small, all := diagram.Of(context.Background(), f, before, order, 10); small != nil || all != 10 {
		t.Errorf("beyond the limit: %v", small)
	}
}

// TestOfEnds: a diagram that grows without bound is given up soon after the end of the context, also that of a budget of work.
func TestOfEnds(t *testing.T) {
	f := logic.NewFactory()
	w := logic.BVSort(32)
	sum := f.BV(0, 32)
	var order []*logic.Term
	for i := range 24 { // 2^24 sums
		x := f.Var(fmt.Sprint("x", i), w)
		order = append(order, x)
		sum = f.BVOp(logic.OpBVAdd, sum, f.Ite(f.Eq(x, f.BV(0, 32)), f.BVOp(logic.OpBVMul, x, f.BV(3, 32)), f.BV(1<<i, 32)))
	}
	before := f.SLt(f.BV(6, 32), sum)
	canceled, cancel := context.WithCancel(context.Background())
	cancel()
	budget, end := work.Within(context.Background(), 5_000)
	defer end()
	for _, c := range []struct {
		name string
		ctx  context.Context
		most int // units
	}{{"canceled", canceled, 1_000}, {"budget", budget, 6_000}} {
		ctx, spent := work.Measured(c.ctx)
		if after, _ := diagram.Of(ctx, f, before, order, 1<<40); after != nil || spent() > c.most {
			t.Errorf("%s: %v, %d units", c.name, after, spent())
		}
	}
	ctx, spent := work.Measured(context.Background())
	if _, steps := diagram.Of(ctx, f, before, order, 10_000); spent() < 10_000 || spent() > 10_000+1_000 || steps != 10_000 {
		t.Errorf("%d steps counted as %d units", steps, spent())
	}
}
