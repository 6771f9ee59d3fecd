package reporting_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cupel/tests/verifying"
	"cupel/verifier"
)

// TestFaults: what is told of the fault of memory that each program has.
func TestFaults(t *testing.T) {
	files, err := filepath.Glob("testdata/faults/*.c")
	if err != nil || len(files) == 0 {
		t.Fatal(err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			task, err := verifier.LoadTask(file, setting.FindStringSubmatch(string(text))[2])
			if err != nil {
				t.Fatal(err)
			}
			rep := verifying.Run(t, task, verifying.Usual, func(c *verifier.Config) { c.Engine = "symex" })
			if rep.Fault == nil {
				t.Fatalf("nothing is told: %s (%s)", rep.Result, rep.Reason)
			}
			var b strings.Builder
			fmt.Fprintf(&b, "%s\n%s\n", rep.Result, rep.Fault.Text)
			for _, p := range rep.Fault.Places {
				fmt.Fprintf(&b, "%s: %s\n", p.At, p.Text)
			}
			verifying.Golden(t, strings.TrimSuffix(file, ".c")+".txt", []byte(strings.ReplaceAll(b.String(), "testdata/faults/", "")))
		})
	}
}
