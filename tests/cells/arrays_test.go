package cells_test

import (
	"context"
	"cupel/core/work"
	"cupel/engine"
	"cupel/tests/effort"
	"cupel/tests/verifying"
	"cupel/verifier"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// arrayEngines are the configurations that know facts about all cells.
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

// byCells are the programs of testdata/arrays that two cells prove and quantified does not; nobody proves the others.
var (
	byCells = []string{"sorted_fill"}
	notYet  = []string{"sorted_copy", "insertion_sorted", "reversed_twice", "s5if"}
)

// TestTwoCells: facts about any two cells are found by engines that know of no quantifiers.
func TestTwoCells(t *testing.T) {
	proven := append([]string{"merged", "no_duplicates", "sorted_neighbours"}, byCells...)
	for i, by := range []string{"symexecia", "cegar", "kinduction"} {
		for j, name := range proven {
			if name == "sorted_neighbours" && by != "symexecia" || !effort.Check() && (i+j)%3 != 0 {
				continue
			}
			task, err := verifier.LoadTask(filepath.Join("testdata/arrays", name+".c"), "")
			if err != nil {
				t.Fatal(err)
			}
			cfg := verifier.DefaultConfig()
			cfg.Engine, cfg.Cells, cfg.NoRun, cfg.Timeout = by, verifier.CellsSearch, true, 2*time.Minute
			ctx, stop := work.Within(context.Background(), 40_000_000)
			rep, err := verifier.Verify(ctx, task, cfg, engine.Quiet{})
			stop()
			if err != nil || rep.Verdict != "TRUE" {
				t.Errorf("%s, %s: %+v, %v", name, by, rep.Reason, err)
			}
		}
	}
}

// TestRememberedReads: cells that were read into variables before are distinguished where those that the error reads do not do.
func TestRememberedReads(t *testing.T) {
	wrong := map[string]string{
		"pair":  `int main(void) { int n = size(), i, v, w = 1; int a[n]; for (i = 0; i < n; i++) a[i] = i == 777 ? 0 : i; int p = __VERIFIER_nondet_int(), q = __VERIFIER_nondet_int(); if (p < 0 || q <= p || q >= n) return 0; v = a[p]; if (__VERIFIER_nondet_int()) w = 2; check(!(v > a[q] && w > 0)); }`,
		"value": `int main(void) { int n = size(), i, v, s = 0; int a[n]; for (i = 0; i < n; i++) a[i] = i; int p = __VERIFIER_nondet_int(); if (p < 0 || p >= n) return 0; v = a[p]; for (i = 0; i < n; i++) { s++; if (s == 777) v = a[s - 1]; } check(v == p); }`,
		"again": `int main(void) { int n = size(), i, p, v = 0, s = 0; int a[n]; for (i = 0; i < n; i++) a[i] = i == 777; for (p = 0; p < n; p++) { if (a[p]) v = 1; } for (i = 0; i < n; i++) s++; check(v == 0); }`,
	}
	file := filepath.Join(t.TempDir(), "p.c")
	run := func(task *verifier.Task, by string) *verifier.Report {
		cfg := verifier.DefaultConfig()
		cfg.Engine, cfg.Cells, cfg.NoRun, cfg.Timeout = by, verifier.CellsOnly, true, 2*time.Minute
		ctx, stop := work.Within(context.Background(), 40_000_000)
		defer stop()
		rep, err := verifier.Verify(ctx, task, cfg, engine.Quiet{})
		if err != nil {
			t.Fatal(err)
		}
		return rep
	}
	for name, by := range map[string]string{"pair": "symexecia", "value": "cegar", "flag": "cegar"} {
		task, err := verifier.LoadTask(filepath.Join("testdata/arrays", "remembered_"+name+".c"), "")
		if err != nil {
			t.Fatal(err)
		}
		if rep := run(task, by); rep.Verdict != "TRUE" {
			t.Errorf("%s, %s: %s, %s", name, by, rep.Verdict, rep.Reason)
		}
		if text := wrong[name]; text != "" {
			if rep := run(verifying.Load(t, file, verifying.ArrayPrologue+text), by); rep.Verdict == "TRUE" {
				t.Errorf("%s, which is wrong, %s: %s", name, by, rep.Verdict)
			}
		}
	}
	if rep := run(verifying.Load(t, file, verifying.ArrayPrologue+wrong["again"]), "symexecia"); rep.Verdict == "TRUE" {
		t.Errorf("again, which is wrong: %s", rep.Verdict)
	}
}

// TestArrayExamples: sorts, partitions, lists, strings and all kinds of arrays of a thousand cells and more are proven.
func TestArrayExamples(t *testing.T) {
	files, err := filepath.Glob("testdata/arrays/*.c")
	if err != nil || len(files) < 20 {
		t.Fatalf("%d programs, %v", len(files), err)
	}
	all := effort.Check() && !testing.Short()
	for i, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".c")
		if !all && i%4 != 0 || slices.Contains(byCells, name) || slices.Contains(notYet, name) {
			continue
		}
		task, err := verifier.LoadTask(file, "")
		if err != nil {
			t.Fatal(err)
		}
		cfg := verifier.DefaultConfig()
		cfg.NoRun, cfg.Timeout = true, 5*time.Minute
		verifying.With("quantified")(&cfg)
		rep, err := verifier.Verify(context.Background(), task, cfg, engine.Quiet{})
		if err != nil || rep.Verdict != "TRUE" {
			t.Errorf("%s: %+v, %v", file, rep.Reason, err)
		}
	}
}

// TestArrayTechniques prints which technique proves which example, for the table in docs/arrays.md, and requires those that are told there.
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
			task, err := verifier.LoadTask(file, "")
			if err != nil {
				t.Fatal(err)
			}
			cfg := verifier.DefaultConfig()
			arrayEngines[technique](&cfg)
			cfg.NoRun, cfg.Timeout = true, 10*time.Second
			rep, err := verifier.Verify(context.Background(), task, cfg, engine.Quiet{})
			if err != nil || rep.Verdict == "FALSE" {
				t.Errorf("%s, %s: %s, %v", file, technique, rep.Verdict, err)
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
