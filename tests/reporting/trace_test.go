package reporting_test

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"cupel/tests/verifying"
	"cupel/verifier"
)

// TestTraces: counterexamples in readable form, of runs before the engine and of an engine.
func TestTraces(t *testing.T) {
	files, err := filepath.Glob("testdata/trace/*.c")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		for _, full := range []bool{false, true} {
			rep := verifyFile(t, file, true)
			if rep.Verdict != "FALSE" || rep.Trace == nil {
				t.Fatalf("%s: %s (%s), trace %v", file, rep.Verdict, rep.Reason, rep.Trace)
			}
			var b bytes.Buffer
			if err := rep.Trace.WriteText(&b, full); err != nil {
				t.Fatal(err)
			}
			golden := strings.TrimSuffix(file, ".c") + map[bool]string{false: ".folded", true: ".full"}[full]
			verifying.Golden(t, golden, b.Bytes())
		}
	}
}

// TestTraceOnDemand: no trace is computed unless it is requested.
func TestTraceOnDemand(t *testing.T) {
	if rep := verifyFile(t, "testdata/trace/loops.c", false); rep.Verdict != "FALSE" || rep.Trace != nil {
		t.Errorf("%s, %v", rep.Verdict, rep.Trace)
	}
}

func verifyFile(t *testing.T, file string, trace bool) *verifier.Report {
	t.Helper()
	return verifying.Run(t, verifying.File(t, file), verifying.Usual, func(c *verifier.Config) { c.Engine, c.Trace = "symex", trace })
}
