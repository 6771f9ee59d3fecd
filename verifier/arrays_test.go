package verifier

import (
	"context"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"cupel/core/work"
	"cupel/engine"
	"cupel/tests/effort"
)

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
			task, err := LoadTask(filepath.Join("testdata/arrays", name+".c"), "")
			if err != nil {
				t.Fatal(err)
			}
			cfg := DefaultConfig()
			cfg.Engine, cfg.Cells, cfg.NoRun, cfg.Timeout = by, CellsSearch, true, 2*time.Minute
			ctx, stop := work.Within(context.Background(), 40_000_000)
			rep, err := Verify(ctx, task, cfg, engine.Quiet{})
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
	run := func(task *Task, by string) *Report {
		cfg := DefaultConfig()
		cfg.Engine, cfg.Cells, cfg.NoRun, cfg.Timeout = by, CellsOnly, true, 2*time.Minute
		ctx, stop := work.Within(context.Background(), 40_000_000)
		defer stop()
		rep, err := Verify(ctx, task, cfg, engine.Quiet{})
		if err != nil {
			t.Fatal(err)
		}
		return rep
	}
	for name, by := range map[string]string{"pair": "symexecia", "value": "cegar", "flag": "cegar"} {
		task, err := LoadTask(filepath.Join("testdata/arrays", "remembered_"+name+".c"), "")
		if err != nil {
			t.Fatal(err)
		}
		if rep := run(task, by); rep.Verdict != "TRUE" {
			t.Errorf("%s, %s: %s, %s", name, by, rep.Verdict, rep.Reason)
		}
		if text := wrong[name]; text != "" {
			if rep := run(loadText(t, file, arrayHead+text), by); rep.Verdict == "TRUE" {
				t.Errorf("%s, which is wrong, %s: %s", name, by, rep.Verdict)
			}
		}
	}
	if rep := run(loadText(t, file, arrayHead+wrong["again"]), "symexecia"); rep.Verdict == "TRUE" {
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
		task, err := LoadTask(file, "")
		if err != nil {
			t.Fatal(err)
		}
		cfg := DefaultConfig()
		cfg.NoRun, cfg.Timeout = true, 5*time.Minute
		with("quantified")(&cfg)
		rep, err := Verify(context.Background(), task, cfg, engine.Quiet{})
		if err != nil || rep.Verdict != "TRUE" {
			t.Errorf("%s: %+v, %v", file, rep.Reason, err)
		}
	}
}

// wrongExamples are programs like those that are proven, each with a mistake that few of its executions show.
var wrongExamples = map[string]string{
	"sort":      `int main(void) { int n = size(), i, j, t; int a[n]; for (i = 0; i < n; i++) for (j = i + 1; j < n; j++) if (a[j] < a[i] && j != 777) { t = a[j]; a[j] = a[i]; a[i] = t; } for (i = 0; i + 1 < n; i++) check(a[i] <= a[i + 1]); }`,
	"insertion": `int main(void) { int n = size(), i, j, x; int a[n]; for (i = 1; i < n; i++) { x = a[i]; j = i - 1; while (j >= 0 && a[j] > x) { a[j + 1] = a[j]; j--; } if (i != 777) a[j + 1] = x; else a[j + 1] = x - (x > 0); } for (i = 1; i < n; i++) check(a[i - 1] <= a[i]); }`,
	"partition": `int main(void) { int n = size(), i = 0, j, k, l, t, p; int a[n]; p = a[n - 1]; for (j = 0; j < n - 1; j++) if (a[j] < p || j == 777) { t = a[i]; a[i] = a[j]; a[j] = t; i++; } for (k = 0; k < i; k++) for (l = i; l < n; l++) check(a[k] <= a[l]); }`,
	"list": `extern void *malloc(__SIZE_TYPE__); struct node { struct node *next; int value; };
		int main(void) { struct node *list = 0, *p; int n = 0; while (n < 1000 && __VERIFIER_nondet_int()) { p = malloc(sizeof *p); p->value = n == 777 ? -1 : 1; p->next = list; list = p; n++; } for (p = list; p; p = p->next) check(p->value >= 0); }`,
	"shared": `extern void *malloc(__SIZE_TYPE__); struct node { struct node *next; int value; };
		int main(void) { struct node *list = 0, *p = 0; int n = 0; while (n < 1000 && __VERIFIER_nondet_int()) { if (n != 777) p = malloc(sizeof *p); p->value = n == 777 ? -1 : 1; if (n != 777) { p->next = list; list = p; } n++; } for (p = list; p; p = p->next) check(p->value >= 0); }`,
	"matrix": `int main(void) { int a[100][40]; int i, j; for (i = 0; i < 100; i++) for (j = 0; j < 40; j++) a[i][j] = i == 77 && j == 7; for (i = 0; i < 100; i++) for (j = 0; j < 40; j++) check(a[i][j] == 0); }`,
	"bytes":  `int main(void) { int a[4000], *p, i; for (p = a; p < a + 3999; p++) *p = 11; for (i = 0; i < 4000; i++) check(a[i] == 11); }`,
	"string": `int main(void) { char s[2000]; int i, n = 0; for (i = 0; i < 2000; i++) s[i] = __VERIFIER_nondet_int(); s[1999] = 0; while (s[n]) n++; check(n < 1999); }`,
}

// TestArrayMistakes: what is wrong is not proven.
func TestArrayMistakes(t *testing.T) {
	file := filepath.Join(t.TempDir(), "p.c")
	for i, name := range names(wrongExamples) {
		if !effort.Check() && i%2 != 0 {
			continue
		}
		for technique, set := range map[string]configuring{"quantified": with("quantified"), "cells": func(c *Config) { c.Engine, c.Cells = []string{"symexecia", "kinduction", "cegar"}[i%3], CellsSearch2 }} {
			cfg := DefaultConfig()
			cfg.NoRun, cfg.Timeout = true, 5*time.Minute
			set(&cfg)
			most := guessWork * 60
			if technique == "cells" {
				most = 1_500_000
			}
			ctx, stop := work.Within(context.Background(), most)
			rep, err := Verify(ctx, loadText(t, file, arrayHead+wrongExamples[name]), cfg, engine.Quiet{})
			stop()
			if err != nil || rep.Verdict == "TRUE" {
				t.Errorf("%s, %s: %s, %v", name, technique, rep.Verdict, err)
			}
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
			task, err := LoadTask(file, "")
			if err != nil {
				t.Fatal(err)
			}
			cfg := DefaultConfig()
			arrayEngines[technique](&cfg)
			cfg.NoRun, cfg.Timeout = true, 10*time.Second
			rep, err := Verify(context.Background(), task, cfg, engine.Quiet{})
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
