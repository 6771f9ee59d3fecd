package work

import (
	"context"
	"errors"
	"math"
	"sync/atomic"
	"time"
)

// ErrSpent is the cause of the end of a context whose budget is spent.
var ErrSpent = errors.New("work limit")

// key is the context key of a meter.
type key struct{}

// meter counts the work in a context.
type meter struct {
	outer *meter // that is charged, too
	spent atomic.Int64
	limit int64
	plan  int64 // expected total, see Planned; 0: none
	pace  *pace // see Paced; nil: no suspension
	end   context.CancelCauseFunc
}

// unlimited is the limit of a meter that only counts.
const unlimited = math.MaxInt64

// Within returns a context that ends, with the cause ErrSpent, when units of work were spent in it or in contexts derived from it. Budgets nest: work counts in all
// enclosing ones. A budget that is not positive is spent already.
func Within(ctx context.Context, units int) (context.Context, context.CancelFunc) {
	sub, end := context.WithCancelCause(ctx)
	if units <= 0 {
		end(ErrSpent)
	}
	m := &meter{outer: of(ctx), limit: int64(units), end: end}
	return context.WithValue(sub, key{}, m), func() { end(context.Canceled) }
}

// For is the work that a time has room for.
func For(d time.Duration) int { return int(d.Microseconds()) }

// Measured returns a context without a limit of its own, and a function that returns the work spent in it.
func Measured(ctx context.Context) (context.Context, func() int) {
	m := &meter{outer: of(ctx), limit: unlimited}
	return context.WithValue(ctx, key{}, m), func() int { return int(m.spent.Load()) }
}

// Planned returns a context without a limit of its own in which units of work are expected,
// for Share to divide. An eighth of them is always left.
func Planned(ctx context.Context, units int) context.Context {
	return context.WithValue(ctx, key{}, &meter{outer: of(ctx), limit: unlimited, plan: int64(units)})
}

func of(ctx context.Context) *meter {
	m, _ := ctx.Value(key{}).(*meter)
	return m
}

// Counted reports whether work in ctx is counted.
func Counted(ctx context.Context) bool { return of(ctx) != nil }

// Spend charges the budgets of ctx. Contexts whose budget that exceeds have ended when it
// returns.
func Spend(ctx context.Context, units int) {
	for m := of(ctx); m != nil; m = m.outer {
		total := m.spent.Add(int64(units))
		if total >= m.limit {
			m.end(ErrSpent)
		}
		if m.pace != nil {
			m.pace.spent(total)
		}
	}
}

// Left returns the work left in ctx; false: it is unbounded.
func Left(ctx context.Context) (units int, bounded bool) {
	for m := of(ctx); m != nil; m = m.outer {
		if m.limit == unlimited {
			continue
		}
		if l := int(m.limit - m.spent.Load()); !bounded || l < units {
			units, bounded = l, true
		}
	}
	return max(units, 0), bounded
}

// Share returns the given part of the work left in ctx, by budgets and plans, at most units: the budget of an attempt that leaves the rest to others.
func Share(ctx context.Context, units int, part float64) int {
	left, bounded := Left(ctx)
	for m := of(ctx); m != nil; m = m.outer {
		if m.plan == 0 {
			continue
		}
		if l := int(max(m.plan-m.spent.Load(), m.plan/8)); !bounded || l < left {
			left, bounded = l, true
		}
	}
	if !bounded {
		return units
	}
	return min(units, int(float64(left)*part))
}

// Spent reports whether ctx ended because a budget was spent.
func Spent(ctx context.Context) bool { return errors.Is(context.Cause(ctx), ErrSpent) }

// Reason describes why ctx ended: its budget, or the time.
func Reason(ctx context.Context) string {
	if Spent(ctx) {
		return ErrSpent.Error()
	}
	return "time limit"
}
