package interpolation_test

import (
	"context"
	"errors"
	"testing"

	"cupel/core/interpolation"
	"cupel/core/logic"
	"cupel/core/smt"
	"cupel/core/smt/z3"
	"cupel/tests/effort"

	"pgregory.net/rapid"
)

// The conjuncts of interpolants, among others, refute the path again, and what
// Among makes of them is a sequence of interpolants.
func TestAmong(t *testing.T) {
	effort.Checks(t, 15, 100, 1000)
	tried, found := 0, 0
	rapid.Check(t, func(rt *rapid.T) {
		g := newGen(rt, logic.Int)
		steps := g.steps()
		if feasible(rt, g.f, steps) != smt.Unsat {
			return
		}
		o := options()
		o.Horn = nil
		m, err := interpolation.ByName("farkas", o)
		if err != nil {
			rt.Fatal(err)
		}
		itps, err := m.Sequence(context.Background(), g.f, steps)
		if err != nil {
			return
		}
		at := map[*logic.Term]map[int]bool{}
		var preds []*logic.Term
		add := func(p *logic.Term, k int) {
			if p.IsConst() {
				return
			}
			if at[p] == nil {
				at[p] = map[int]bool{}
				preds = append(preds, p)
			}
			at[p][k] = true
		}
		for k := 1; k < len(itps)-1; k++ {
			if len(logic.FreeVars(itps[k])) > 0 { // something that does not help
				add(g.f.Eq(logic.FreeVars(itps[k])[0], g.f.IntConst(1000)), k)
			}
			add(itps[k], k)
		}
		place := func(p *logic.Term, k int) *logic.Term {
			if at[p][k] {
				return p
			}
			return nil
		}
		trivial := false // an interpolant that is false needs a predicate that is
		for _, i := range itps[1 : len(itps)-1] {
			trivial = trivial || i.IsFalse()
		}
		got, err := interpolation.Among(context.Background(), o, g.f, steps, preds, place)
		if err != nil && !errors.Is(err, interpolation.ErrUnknown) {
			rt.Fatal(err)
		}
		if !trivial {
			tried++
		}
		if got == nil {
			return
		}
		if !trivial {
			found++
		}
		if err := interpolation.Check(context.Background(), z3.Open, solver, g.f, steps, got); err != nil && !errors.Is(err, interpolation.ErrUnknown) {
			rt.Fatalf("%v: %v", err, got)
		}
	})
	t.Logf("%d of %d refuted again", found, tried)
	if 10*found < 9*tried-20 { // two in a small sample are chance
		t.Errorf("only %d of %d refuted again", found, tried)
	}
}

// Predicates that do not refute the path give nothing, a contradiction in it
// needs none.
func TestAmongEdges(t *testing.T) {
	ctx := context.Background()
	f := logic.NewFactory()
	x, y, steps := intPath(f)
	weak := f.Le(x, f.IntConst(5))
	place := func(p *logic.Term, k int) *logic.Term {
		for _, v := range logic.FreeVars(p) {
			if v == x && k != 1 || v == y && k != 2 {
				return nil
			}
		}
		return p
	}
	if got, err := interpolation.Among(ctx, options(), f, steps, []*logic.Term{weak}, place); got != nil || err != nil {
		t.Errorf("%v, %v", got, err)
	}
	strong := []*logic.Term{f.Le(x, f.IntConst(0)), weak, f.Le(y, f.IntConst(1))}
	got, err := interpolation.Among(ctx, options(), f, steps, strong, place)
	if err != nil || len(got) != 4 || got[1] != strong[0] || got[2] != strong[2] {
		t.Errorf("%v, %v", got, err)
	}
	dead := append([]interpolation.Step{{Assumes: []*logic.Term{f.False()}}}, steps...)
	if got, err := interpolation.Among(ctx, options(), f, dead, nil, place); err != nil || got == nil || !got[1].IsFalse() {
		t.Errorf("%v, %v", got, err)
	}
}
