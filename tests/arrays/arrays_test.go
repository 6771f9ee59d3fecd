package arrays_test

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"cupel/tests/effort"
	"cupel/tests/verifying"
	"cupel/verifier"
)

// arrayEngines are the configurations that support facts about all cells.
var arrayEngines = map[string]verifying.Setting{
	"quantified": verifying.With("quantified"),
	"induction":  verifying.BySize("quantified"),
	"cells":      func(c *verifier.Config) { c.Engine, c.Cells = "symexecia", verifier.CellsSearch },
	"segments":   func(c *verifier.Config) { c.Engine, c.Cells = "symexecia", verifier.CellsSegments },
}

// arrayProofs are the programs of testdata/arrays that other techniques than quantified prove, too: all of them are proven by that.
var arrayProofs = map[string][]string{
	"segments": {"structs"},
}

// byCells are the programs of testdata/arrays that two cells prove and quantified does not; no technique proves the others.
var (
	byCells = []string{"sorted_fill"}
	notYet  = []string{"sorted_copy", "insertion_sorted", "reversed_twice", "s5if"}
)

// TestTwoCells: facts about any two cells are found by engines without quantifiers.
func TestTwoCells(t *testing.T) {
	proven := append([]string{"merged", "no_duplicates", "sorted_neighbours"}, byCells...)
	for i, by := range []string{"symexecia", "cegar", "kinduction"} {
		for j, name := range proven {
			if name == "sorted_neighbours" && by != "symexecia" || !effort.Check() && (i+j)%3 != 0 {
				continue
			}
			rep := verified(t, example(t, name), func(c *verifier.Config) { c.Engine, c.Cells = by, verifier.CellsSearch })
			if rep.Verdict != "TRUE" {
				t.Errorf("%s, %s: %s", name, by, rep.Reason)
			}
		}
	}
}

// example is a program of testdata/arrays.
func example(t *testing.T, name string) *verifier.Task {
	t.Helper()
	return verifying.File(t, filepath.Join("testdata/arrays", name+".c"))
}

// TestRememberedReads: cells that were read into variables before are distinguished where those that the error reads do not do.
func TestRememberedReads(t *testing.T) {
	wrong := map[string]string{
		"pair":  `int main(void) { int n = size(), i, v, w = 1; int a[n]; for (i = 0; i < n; i++) a[i] = i == 777 ? 0 : i; int p = __VERIFIER_nondet_int(), q = __VERIFIER_nondet_int(); if (p < 0 || q <= p || q >= n) return 0; v = a[p]; if (__VERIFIER_nondet_int()) w = 2; check(!(v > a[q] && w > 0)); }`,
		"value": `int main(void) { int n = size(), i, v, s = 0; int a[n]; for (i = 0; i < n; i++) a[i] = i; int p = __VERIFIER_nondet_int(); if (p < 0 || p >= n) return 0; v = a[p]; for (i = 0; i < n; i++) { s++; if (s == 777) v = a[s - 1]; } check(v == p); }`,
		"again": `int main(void) { int n = size(), i, p, v = 0, s = 0; int a[n]; for (i = 0; i < n; i++) a[i] = i == 777; for (p = 0; p < n; p++) { if (a[p]) v = 1; } for (i = 0; i < n; i++) s++; check(v == 0); }`,
	}
	file := filepath.Join(t.TempDir(), "p.c")
	run := func(task *verifier.Task, by string, units int) *verifier.Report {
		return verifying.Run(t, task, units, func(c *verifier.Config) { c.Engine, c.Cells, c.NoRun = by, verifier.CellsOnly, true })
	}
	const open = 1_000_000 // for what is wrong, and some times what the others take
	for name, by := range map[string]string{"pair": "symexecia", "value": "cegar", "flag": "cegar"} {
		if name == "flag" && !effort.Check() { // a search ten times as long about the same reads as in "value"
			continue
		}
		if rep := run(example(t, "remembered_"+name), by, verifying.Usual); rep.Verdict != "TRUE" {
			t.Errorf("%s, %s: %s, %s", name, by, rep.Verdict, rep.Reason)
		}
		if text := wrong[name]; text != "" {
			if rep := run(verifying.Load(t, file, verifying.ArrayPrologue+text), by, open); rep.Verdict == "TRUE" {
				t.Errorf("%s, which is wrong, %s: %s", name, by, rep.Verdict)
			}
		}
	}
	if rep := run(verifying.Load(t, file, verifying.ArrayPrologue+wrong["again"]), "symexecia", open); rep.Verdict == "TRUE" {
		t.Errorf("again, which is wrong: %s", rep.Verdict)
	}
}

// TestArrayExamples: quantified guesses what sorts, partitions, lists, strings and all kinds of arrays of a thousand cells and more need, each something else; make test takes
// an eighth of them, make check a quarter.
func TestArrayExamples(t *testing.T) {
	files, err := filepath.Glob("testdata/arrays/*.c")
	if err != nil || len(files) < 20 {
		t.Fatalf("%d programs, %v", len(files), err)
	}
	of := effort.Count(8, 4, 1)
	for i, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".c")
		if i%of != 0 || slices.Contains(byCells, name) || slices.Contains(notYet, name) {
			continue
		}
		if rep := verified(t, verifying.File(t, file), verifying.With("quantified")); rep.Verdict != "TRUE" {
			t.Errorf("%s: %s", file, rep.Reason)
		}
	}
}

// TestArrayTechniques prints which technique proves which example, for the table in docs/arrays.md, and requires those that the table claims.
func TestArrayTechniques(t *testing.T) {
	if !effort.Long() {
		t.Skip("CUPEL_LONG=1 runs it")
	}
	files, err := filepath.Glob("testdata/arrays/*.c")
	if err != nil {
		t.Fatal(err)
	}
	for _, technique := range slices.Sorted(maps.Keys(arrayEngines)) {
		for _, file := range files {
			rep := verifying.Run(t, verifying.File(t, file), 10_000_000, func(c *verifier.Config) {
				arrayEngines[technique](c)
				c.NoRun = true
			})
			if rep.Verdict == "FALSE" {
				t.Errorf("%s, %s: %s", file, technique, rep.Verdict)
				continue
			}
			name := filepath.Base(file[:len(file)-len(".c")])
			t.Logf("%-10s %-20s %s", technique, name, rep.Verdict)
			if rep.Verdict != "TRUE" && slices.Contains(arrayProofs[technique], name) {
				t.Errorf("%s is not proven by %s", name, technique)
			}
		}
	}
}

// verified is the report about a task within the usual budget, without runs before the engine.
func verified(t *testing.T, task *verifier.Task, set func(*verifier.Config)) *verifier.Report {
	t.Helper()
	return verifying.Run(t, task, verifying.Usual, func(c *verifier.Config) {
		c.NoRun = true
		set(c)
	})
}
