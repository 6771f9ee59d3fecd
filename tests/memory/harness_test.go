package memory

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cupel/engine"
	"cupel/tests/need"
	"cupel/verifier"
)

// TestHarness: compiled by gcc, each erroneous program of the textbook has the fault that the replay has, for the sanitizer or where blocks are looked at.
func TestHarness(t *testing.T) {
	need.Tool(t, "gcc")
	if testing.Short() {
		t.Skip("not short")
	}
	for _, l := range textbook(t) {
		if l.mended || l.asked != "valid-memsafety" || l.mayFail { // the allocator of the harness never fails
			continue
		}
		f := l.file
		dir := t.TempDir()
		rep := verify(t, f, "valid-memsafety", func(c *verifier.Config) { c.Harness = dir })
		if rep.Verdict != "FALSE" || !strings.HasPrefix(rep.Harness, "hit: ") {
			t.Errorf("%s: %s, %s", f, rep.Result, rep.Harness)
		}
	}
}

// TestHarnessCleanup: a block that is left is seen where the compiled program ends, however it does.
func TestHarnessCleanup(t *testing.T) {
	need.Tool(t, "gcc")
	for _, f := range []string{"testdata/aborted.c", "testdata/variable_of_file.c", "testdata/exit_in_callee.c"} {
		dir := t.TempDir()
		rep := verify(t, f, "valid-memcleanup", func(c *verifier.Config) { c.Harness = dir })
		if rep.Result != "false(valid-memcleanup)" || !strings.Contains(rep.Harness, "is left") {
			t.Errorf("%s: %s, %s", f, rep.Result, rep.Harness)
		}
		if _, err := os.Stat(filepath.Join(dir, "harness.c")); err != nil {
			t.Error(err)
		}
	}
}

// TestHarnessDisagrees: where the sanitizer sees no error, the compiled program contradicts the replay, and the answer is open.
func TestHarnessDisagrees(t *testing.T) {
	need.Tool(t, "gcc")
	rep := verify(t, "testdata/dropped_value.c", "valid-memsafety", func(c *verifier.Config) { c.Harness = t.TempDir() })
	if rep.Result != "unknown" || rep.ReasonKind != string(engine.Disagreement) || !strings.Contains(rep.Reason, "which is silent about accesses") {
		t.Errorf("%s, %s: %s; %s", rep.Result, rep.ReasonKind, rep.Reason, rep.Harness)
	}
}
