package work_test

import (
	"context"
	"slices"
	"testing"

	"cupel/core/work"
)

// TestNested: an inner budget cannot exceed the outer one, and work counts in both.
func TestNested(t *testing.T) {
	if _, bounded := work.Left(t.Context()); bounded {
		t.Fatal("a context without budget is bounded")
	}
	work.Spend(t.Context(), 1) // charges nobody
	outer, cancel := work.Within(t.Context(), 10)
	defer cancel()
	inner, cancel := work.Within(outer, 100)
	defer cancel()
	if n, _ := work.Left(inner); n != 10 {
		t.Errorf("an inner budget has %d, more than the outer one", n)
	}
	small, cancel := work.Within(outer, 3)
	defer cancel()
	derived, stop := context.WithCancel(small)
	defer stop()
	work.Spend(derived, 3)
	if !work.Spent(small) || derived.Err() == nil || !work.Spent(derived) {
		t.Error("a spent budget does not end its context")
	}
	if outer.Err() != nil || work.Spent(inner) {
		t.Error("a spent budget ends others")
	}
	if n, _ := work.Left(outer); n != 7 {
		t.Errorf("%d left, not 7", n)
	}
	work.Spend(outer, 8)
	if !work.Spent(outer) || inner.Err() == nil {
		t.Error("the outer budget does not end the inner context")
	}
}

// TestMeasured: measuring counts the work of inner contexts without bounding it.
func TestMeasured(t *testing.T) {
	ctx, spent := work.Measured(t.Context())
	inner, cancel := work.Within(ctx, 5)
	defer cancel()
	work.Spend(inner, 7)
	if _, bounded := work.Left(ctx); bounded || spent() != 7 || ctx.Err() != nil || !work.Counted(ctx) {
		t.Errorf("%d measured, not 7", spent())
	}
	outer, cancel := work.Within(t.Context(), 100)
	defer cancel()
	if n := work.Share(outer, 80, 0.5); n != 50 {
		t.Errorf("half of 100 is %d", n)
	}
	if n := work.Share(ctx, 80, 0.5); n != 80 {
		t.Errorf("a share of anything is %d", n)
	}
	planned := work.Planned(ctx, 160)
	work.Spend(planned, 60)
	if n := work.Share(planned, 80, 0.5); n != 50 {
		t.Errorf("half of what is left of a plan is %d, not 50", n)
	}
	work.Spend(planned, 100)
	if n := work.Share(planned, 80, 0.5); n != 10 || planned.Err() != nil {
		t.Errorf("half of what is left of a plan that is overdue is %d, not 10", n)
	}
}

// TestCanceled: a context that is given up is not one whose budget is spent.
func TestCanceled(t *testing.T) {
	ctx, cancel := work.Within(t.Context(), 10)
	cancel()
	work.Spend(ctx, 20)
	if ctx.Err() == nil || work.Spent(ctx) {
		t.Error("canceled, but", context.Cause(ctx))
	}
	none, cancel := work.Within(t.Context(), 0)
	defer cancel()
	if !work.Spent(none) {
		t.Error("no budget is not spent")
	}
}

// TestPaced: a computation is suspended when its allowance of work is spent, in nested budgets, too.
func TestPaced(t *testing.T) {
	var at []int
	ctx := work.Paced(t.Context(), 10, func(spent int) int {
		at = append(at, spent)
		return 2 * spent
	})
	inner, cancel := work.Within(ctx, 1000)
	defer cancel()
	for range 20 {
		work.Spend(inner, 3)
	}
	if want := []int{12, 24, 48}; !slices.Equal(at, want) {
		t.Errorf("held after %v, not %v", at, want)
	}
	if _, bounded := work.Left(ctx); bounded {
		t.Error("a pace is no budget")
	}
}
