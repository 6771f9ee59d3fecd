package language_test

import (
	"path/filepath"
	"strings"
	"testing"

	"cupel/core/program"
	"cupel/tests/verifying"
	"cupel/verifier"
)

// TestMemory: the programs in testdata/memory have the verdict in their names;
// those with 64 in it are for LP64.
func TestMemory(t *testing.T) {
	files, err := filepath.Glob("testdata/memory/*.c")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, f := range files {
		name := strings.TrimSuffix(filepath.Base(f), ".c")
		t.Run(name, func(t *testing.T) {
			rep := verifying.Run(t, verifying.File(t, f), verifying.Usual, func(c *verifier.Config) {
				if c.Engine = "symex"; strings.Contains(name, "64") {
					c.DataModel = program.LP64
				}
			})
			if want := strings.ToUpper(name[strings.LastIndex(name, "_")+1:]); rep.Verdict != want {
				t.Errorf("%s (%s), want %s", rep.Verdict, rep.Reason, want)
			}
		})
	}
}
