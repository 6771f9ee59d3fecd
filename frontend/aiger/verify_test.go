package aiger_test

import (
	"path/filepath"
	"strings"
	"testing"

	"cupel/tests/verifying"
	"cupel/verifier"
)

// alone leaves a circuit to an engine.
func alone(set verifying.Setting) verifying.Setting {
	return func(c *verifier.Config) {
		c.NoRun, c.Invariants, c.Prepare = true, verifier.InvariantsNone, verifier.PrepareLower
		set(c)
	}
}

// TestVerify: engines decide the circuits of testdata as their names say, in both formats; a counterexample names the inputs of each step, and the line of the bad
// state.
func TestVerify(t *testing.T) {
	files, err := filepath.Glob("testdata/*.a?g")
	if err != nil || len(files) != 8 {
		t.Fatal(files, err)
	}
	for i, file := range files {
		want := "TRUE"
		if strings.Contains(file, "_bug.") {
			want = "FALSE"
		}
		settings := map[string]verifying.Setting{
			"auto": verifying.With(verifier.Auto),
			"expl": alone(verifying.With("cegar", "domain", "expl", "max-enum", "10", "encoding", "sbe")),
			"bw":   alone(verifying.With("cegar", "domain", "pred-cart", "refinement", "bw-bin-itp", "search", "err", "encoding", "sbe")),
		}
		if i%2 == 1 {
			settings = map[string]verifying.Setting{
				"bool":       alone(verifying.With("cegar", "domain", "pred-bool", "encoding", "sbe")),
				"traceabs":   alone(verifying.With("traceabs")),
				"kinduction": alone(verifying.With("kinduction")),
			}
		}
		for _, name := range verifying.Names(settings) {
			t.Run(filepath.Base(file)+"/"+name, func(t *testing.T) {
				rep := verifying.Run(t, verifying.File(t, file), verifying.Usual, settings[name])
				if rep.Verdict != want {
					t.Fatalf("%s %s, want %s", rep.Verdict, rep.Reason, want)
				}
				if want == "FALSE" && (len(rep.Inputs) == 0 || !strings.Contains(rep.Inputs[0].At, filepath.Base(file))) {
					t.Errorf("inputs %+v", rep.Inputs)
				}
			})
		}
	}
}
