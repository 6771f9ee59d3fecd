package btor_test

import (
	"path/filepath"
	"strings"
	"testing"

	"cupel/tests/verifying"
	"cupel/verifier"
)

// alone leaves a model to an engine.
func alone(set verifying.Setting) verifying.Setting {
	return func(c *verifier.Config) {
		c.NoRun, c.Invariants, c.Prepare = true, verifier.InvariantsNone, verifier.PrepareLower
		set(c)
	}
}

// TestVerify: engines decide the models of testdata as their names say; a counterexample names its inputs.
func TestVerify(t *testing.T) {
	files, err := filepath.Glob("testdata/*.btor2")
	if err != nil || len(files) != 4 {
		t.Fatal(files, err)
	}
	settings := map[string]verifying.Setting{
		"auto": verifying.With(verifier.Auto),

		"bw": alone(verifying.With("cegar", "refinement", "bw-bin-itp", "encoding", "sbe")),
	}
	for _, file := range files {
		want := "TRUE"
		if strings.Contains(file, "_bug.") {
			want = "FALSE"
		}
		for _, name := range verifying.Names(settings) {
			t.Run(filepath.Base(file)+"/"+name, func(t *testing.T) {
				rep := verifying.Run(t, verifying.File(t, file), verifying.Usual, settings[name])
				if rep.Verdict != want {
					t.Fatalf("%s %s, want %s", rep.Verdict, rep.Reason, want)
				}
				if strings.Contains(file, "fifo_bug") && (len(rep.Inputs) == 0 || !strings.Contains(rep.Inputs[0].At, "fifo_bug.btor2:4:")) {
					t.Errorf("inputs %+v", rep.Inputs)
				}
			})
		}
	}
}
