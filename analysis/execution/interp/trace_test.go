package interp_test

import (
	"context"
	"testing"

	"cupel/analysis/execution/interp"
	"cupel/core/program"
)

// TestMaxTrace keeps the beginning of a long path, its last edge and its steps.
func TestMaxTrace(t *testing.T) {
	p := lower(t, header+"int main(void) { int i = 0; while (i < 5000) i++; reach_error(); return 0; }", program.LP64)
	long := run(t, p, interp.Options{Trace: true})
	short := run(t, p, interp.Options{Trace: true, MaxTrace: 10})
	if long.Kind != interp.ReachedError || short.Kind != long.Kind || short.Steps != long.Steps || short.Last != long.Last {
		t.Fatalf("%+v and %+v", short, long)
	}
	if len(long.Path) != long.Steps || long.Path[len(long.Path)-1] != long.Last || len(short.Path) != 10 {
		t.Errorf("%d and %d edges of %d", len(short.Path), len(long.Path), long.Steps)
	}
	out, err := interp.Replay(context.Background(), p, &program.Counterexample{}, interp.Options{Trace: true, MaxSteps: 100})
	if err != nil || out.Kind != interp.StepLimit || out.Path != nil {
		t.Errorf("%+v, %v", out, err)
	}
}
