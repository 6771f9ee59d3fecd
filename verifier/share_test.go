package verifier

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
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

// TestInlinedInPart: of a program that takes too long to inline, calls become cuts, so that errors before them are still found; where even that takes too
// long, the run ends with a reason.
func TestInlinedInPart(t *testing.T) {
	var text strings.Builder
	text.WriteString("extern int __VERIFIER_nondet_int(void);\nvoid reach_error(void) {}\nint g0(int x) { return x + 1; }\n")
	for i := range 12 {
		fmt.Fprintf(&text, "int g%d(int x) { int y = g%d(x); if (y & 4) y += 3; return g%[2]d(y) - %[1]d; }\n", i+1, i)
	}
	text.WriteString("int main(void) { int x = __VERIFIER_nondet_int(); if (x == 77) reach_error(); return g12(x); }\n")
	cfg := DefaultConfig()
	cfg.Timeout, cfg.CPUTime = 3*time.Hour, 0
	u, err := newSetup(loadText(t, filepath.Join(t.TempDir(), "tree.c"), text.String()), cfg, Run{})
	if err != nil {
		t.Fatal(err)
	}
	src, err := u.read(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		left int // work
		part bool
		err  error
	}{{work.For(time.Hour), false, nil}, {600_000, true, nil}, {100, true, errShare}} {
		u.shares = &shares{start: work.ProcessorTime(), used: map[string]usage{"inlining": {work: work.For(time.Hour) - tt.left}}}
		in, err := src.inline(t.Context(), firstRecursionBound)
		if !errors.Is(err, tt.err) {
			t.Errorf("%d left: %v", tt.left, err)
		}
		if err != nil {
			continue
		}
		if cuts := in.original.Cuts(); len(cuts) > 0 != tt.part || tt.part && !strings.HasPrefix(cuts[0].Cut, "a call of g") {
			t.Errorf("%d left: %d locations, cuts %v", tt.left, len(in.original.Locs), cuts)
		}
	}
	var r Report
	u.journal.Into(&r)
	u.journal.Ended(&r)
	if len(r.Warnings) != 1 || r.EndedIn == nil || r.EndedIn.Name != "inlining" {
		t.Errorf("%v, ended in %v", r.Warnings, r.EndedIn)
	}
}
