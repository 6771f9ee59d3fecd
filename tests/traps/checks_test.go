package traps_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"cupel/core/program"
	"cupel/engine"
	"cupel/evidence"
	"cupel/tests/effort"
	"cupel/tests/suites"
	"cupel/tests/verifying"
	"cupel/verifier"
)

// undefined are the traps with executions of undefined behaviour, of which gcc's sanitizers tell (but for the result in noreturn_value, C11 6.9.1p12, the release in belong_free_safe and the order in belong_order_safe, 6.5.6p8, 6.5.8p5).
var undefined = []string{"dead_local", "memcpy_overlap", "neg_vla", "noreturn_value", "strlit_write", "ovf_loop_safe", "ovf_ub_safe", "ub_div_safe",
	"belong_array_safe", "belong_far_safe", "belong_free_safe", "belong_heap_safe", "belong_heap_unsafe", "belong_order_safe"}

// TestChecks: in the tables of checks of the traps, assertions have the verdict of the trap, and no other check is violated where nothing is undefined.
func TestChecks(t *testing.T) {
	tasks, err := suites.Traps("testdata")
	if err != nil {
		t.Fatal(err)
	}
	states := map[string]int{}
	for _, task := range every(tasks, effort.Count(8, 3, 1)) {
		rep := verifying.Run(t, verifying.File(t, task.Path), effort.Count(300_000, 500_000, 2_000_000), func(c *verifier.Config) {
			c.Checks, c.AllChecks = []string{program.AllChecks}, true
			if c.DataModel = program.LP64; slices.Contains(task.Flags, "--32") {
				c.DataModel = program.ILP32
			}
		})
		if rep.ReasonKind == string(engine.Fault) {
			t.Errorf("fault: %s: %s", task.Path, rep.Reason)
		}
		name := strings.TrimSuffix(filepath.Base(task.Path), ".c")
		proved := len(rep.Checks) > 0
		for _, c := range rep.Checks {
			states[c.State]++
			proved = proved && c.State == evidence.CheckProved
			switch {
			case c.State != evidence.CheckViolated:
			case c.Kind == "assertion" && task.Expected == "true", c.Kind != "assertion" && !slices.Contains(undefined, name):
				t.Errorf("WRONG: %s: %s is violated (%s)", task.Path, c.Condition, c.At)
			}
		}
		if proved && task.Expected == "false" {
			t.Errorf("WRONG: %s: all checks are proved", task.Path)
		}
	}
	t.Log(states)
}
