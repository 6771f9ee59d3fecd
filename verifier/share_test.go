package verifier

import (
	"context"
	"errors"
	"testing"
	"time"

	"cupel/core/work"
	"cupel/evidence"
)

// TestShare: the turns of a phase together have a third of the limits, each phase its own, and the run goes on.
func TestShare(t *testing.T) {
	u := &setup{journal: &evidence.Journal{}, shares: &shares{used: map[string]usage{}}}
	u.cfg.CPUTime = 3 * time.Hour
	third := work.For(time.Hour)
	ctx := t.Context()
	sub, done := u.begin(ctx, "inlining", "")
	work.Spend(sub, third-10)
	if sub.Err() != nil {
		t.Error("less than a third is too much")
	}
	done()
	part, done := u.beginPart(ctx, "inlining", "", 0.5)
	work.Spend(part, 6)
	if !cutShort(ctx, part) {
		t.Error("more than half of what is left")
	}
	done()
	sub, done = u.begin(ctx, "inlining", "")
	if sub.Err() != nil {
		t.Error("something is left")
	}
	work.Spend(sub, 10)
	done()
	if !cutShort(ctx, sub) {
		t.Error("more than a third")
	}
	sub, done = u.begin(ctx, "invariants", "")
	defer done()
	if sub.Err() != nil {
		t.Error("another phase has used it")
	}
	u.cfg.CPUTime, u.cfg.Timeout = 0, 0
	free, done := u.begin(ctx, "inlining", "")
	defer done()
	if work.Spend(free, 10*third); free.Err() != nil {
		t.Error("there is a share of no limit")
	}
}

// TestEndAt: a context ends when there is no time left, which is looked at again where the processor did something else.
func TestEndAt(t *testing.T) {
	if sub, stop := endAt(t.Context(), func() time.Duration { return -1 }); sub != t.Context() {
		stop()
		t.Error("no limit is one")
	}
	sub, stop := endAt(t.Context(), func() time.Duration { return 0 })
	defer stop()
	if !errors.Is(context.Cause(sub), errShare) {
		t.Error(context.Cause(sub))
	}
	answers := []time.Duration{time.Nanosecond, time.Nanosecond, 0}
	sub, stop = endAt(t.Context(), func() time.Duration {
		next := answers[0]
		answers = answers[1:]
		return next
	})
	defer stop()
	if <-sub.Done(); !errors.Is(context.Cause(sub), errShare) || len(answers) > 0 {
		t.Error(context.Cause(sub), answers)
	}
}
