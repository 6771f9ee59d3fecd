package scale

import (
	"os"
	"strconv"
	"testing"

	"cupel/tests/verifying"
	"cupel/verifier"
)

// TestSafe: one instance of the modules is proven.
func TestSafe(t *testing.T) {
	text, instances := Program(1)
	if rep := verifying.Source(t, text, verifying.With("symex")); instances != 1 || rep.Verdict != "TRUE" {
		t.Errorf("%d instances: %s %s", instances, rep.Verdict, rep.Reason)
	}
}

// TestFunctionAlone: the work for one function of a library does not depend on how large the library is.
func TestFunctionAlone(t *testing.T) {
	work := func(lines int) int {
		text, _ := Program(lines)
		rep := verifying.Source(t, text, func(c *verifier.Config) { c.Engine, c.Function = "symex", "table_check_0" })
		if rep.Verdict != "TRUE" {
			t.Errorf("%d lines: %s %s", lines, rep.Verdict, rep.Reason)
		}
		return rep.Work
	}
	if few, many := work(1), work(3000); few == 0 || many > few {
		t.Errorf("work %d, of 3000 lines %d", few, many)
	}
}

// TestWrite writes a program of CUPEL_SCALE_LINES lines to CUPEL_SCALE_FILE, for scripts/scale.sh.
func TestWrite(t *testing.T) {
	file := os.Getenv("CUPEL_SCALE_FILE")
	if file == "" {
		t.Skip("no file to write")
	}
	lines, err := strconv.Atoi(os.Getenv("CUPEL_SCALE_LINES"))
	if err != nil {
		t.Fatal(err)
	}
	text, _ := Program(lines)
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}
