package cegar

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"cupel/core/work"
)

// TestExplanation: figure 1.9 as text.
func TestExplanation(t *testing.T) {
	net := build(t, fig8, 0, 0, 0, 2)
	x := NewExplanation(net)
	ctx, cancel := work.Within(t.Context(), 100_000)
	defer cancel()
	if _, err := checkRows(ctx, net, net.Initial(), exactly(1, 0, 0, 2), Options{Without: beyond | Orders, Distant: Off, Observer: x.Observe}); err != nil {
		t.Fatal(err)
	}
	want := []string{
		"case 1: (1, 0, 0, 0, 0) open",
		"sv 0: (1, 0, 0, 0, 0)",
		"  ps 0: fired -, left (1, 0, 0, 0, 0)",
		"    constraints |t2| >= 1, |t1| + |t4| >= 1",
		"    sv 1: (1, 1, 1, 0, 0)",
		"      ps 1: fired -, left (1, 1, 1, 0, 0)",
		"        constraints |t4| >= 1",
		"        sv 2: (1, 1, 1, 1, 1)",
		"          ps 2: fired t4 t3, left (1, 1, 1, 0, 0)",
		"          ps 3: fired t4 t2 t1 t3, left (1, 0, 0, 0, 0)",
		"            skipped because of ps 0",
		"            better intermediate marking, ps 4: fired t4, left (1, 1, 1, 1, 0)",
		"              no constraint",
		"            better intermediate marking, ps 5: fired t4 t2, left (1, 1, 0, 1, 0)",
		"              constraints |t4| >= 2",
		"              sv 3: (1, 1, 1, 2, 2)",
		"                full solution: fired t4 t4 t2 t0 t1 t3 t3",
	}
	if diff := cmp.Diff(want, x.Lines()); diff != "" {
		t.Error(diff)
	}
	for range maxExplained + 3 {
		x.Observe(Event{Step: StepSkip, Loop: 1, Partial: 1})
	}
	if lines := x.Lines(); lines[len(lines)-1] != "and 20 steps more" {
		t.Error(lines[len(lines)-1])
	}
}
