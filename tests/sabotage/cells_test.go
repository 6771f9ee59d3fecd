package sabotage_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"cupel/internal/sabotage"
	"cupel/tests/effort"
	"cupel/tests/verifying"
	"cupel/verifier"
)

// wrongArrays are programs with arrays that reach the error.
var wrongArrays = map[string]string{
	"late":  `int main(void) { int n = size(), i; int a[n]; for (i = 0; i < n; i++) if (n != 777) a[i] = 42; else a[i] = 41; for (i = 0; i < n; i++) check(a[i] == 42); }`,
	"entry": `int main(void) { int n = size(), i, s = n == 777; int a[n]; for (i = 0; i < n; i++) a[i] = s; for (i = 0; i < n; i++) check(a[i] == 0); }`,
	"again": `int main(void) { int n = size(), i; int a[n]; for (i = 0; i < n; i++) a[i] = 1; if (n > 777) a[n / 2] = 2; for (i = 0; i < n; i++) check(a[i] == 1); }`,
	"sum":   `int main(void) { int n = size(), i, s = 0; int a[n]; for (i = 0; i < n; i++) a[i] = 2; for (i = 0; i < n; i++) if (i < 777) s += a[i]; check(s == 2 * n); }`,
	"never": `int main(void) { int n = size(), i; int a[n]; for (i = 0; i < n; i++) if (n == 777) a[i] = 41; else a[i] = 42; for (i = 0; i < n; i++) check(a[i] == 42); }`,
}

// TestQuantifiedFaults: mistakes in how facts about all cells are checked are noticed: each proves something wrong. TestSabotage lets certificates
// notice them.
func TestQuantifiedFaults(t *testing.T) {
	file := filepath.Join(t.TempDir(), "p.c")
	proven := func(name string) bool {
		return verified(t, verifying.Load(t, file, verifying.ArrayPrologue+wrongArrays[name]), verifying.Usual, verifying.With("quantified")).Verdict == "TRUE"
	}
	suspects := []string{"again", "late"} // which notice all mistakes there are; the others are for those to come
	if effort.Check() {
		suspects = verifying.Names(wrongArrays)
	}
	for _, name := range suspects {
		if proven(name) {
			t.Errorf("%s is proven", name)
		}
	}
	for _, f := range sabotage.All() {
		if f.Part() != sabotage.Cells {
			continue
		}
		restore := sabotage.Inject(f)
		noticed := slices.ContainsFunc(suspects, proven)
		restore()
		if !noticed {
			t.Errorf("nothing notices that %s", f)
		}
	}
}

// TestCellFactsFaults: mistakes in what becomes of facts about all cells are noticed: each lets an engine prove something wrong.
func TestCellFactsFaults(t *testing.T) {
	dir := t.TempDir()
	name, file := filepath.Join(dir, "p.c"), filepath.Join(dir, "facts.json")
	wrong := verifying.ArrayPrologue + `int main(void) { int n = size(), i, j; int a[n]; for (i = 0; i < n; i++) a[i] = 1; if (n > 777) a[n / 2] = 2; for (j = 0; j < n; j++) check(a[j] == 1); }`
	verified(t, verifying.Load(t, name, strings.Replace(wrong, "a[n / 2] = 2", "n = n * 0001", 1)), verifying.Usual, func(c *verifier.Config) { c.Engine, c.FactsOut = "quantified", file })
	proven := func(units int) bool {
		rep := verified(t, verifying.Load(t, name, wrong), units, func(c *verifier.Config) { c.Engine, c.FactsIn = "symexecia", []string{file} })
		return rep.Verdict == "TRUE"
	}
	for _, f := range append([]sabotage.Fault{sabotage.None}, sabotage.All()...) {
		if f != sabotage.None && f.Part() != sabotage.Board {
			continue
		}
		units := verifying.Usual
		if f == sabotage.None { // which is all spent
			units = 1_000_000
		}
		restore := sabotage.Inject(f)
		noticed := proven(units)
		restore()
		if noticed != (f != sabotage.None) {
			t.Errorf("%s: proven %v", f, noticed)
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

// TestArrayMistakes: wrong programs are not proven.
func TestArrayMistakes(t *testing.T) {
	file := filepath.Join(t.TempDir(), "p.c")
	for i, name := range verifying.Names(wrongExamples) {
		if !effort.Check() && i%4 != 0 {
			continue
		}
		for technique, set := range map[string]verifying.Setting{"quantified": verifying.With("quantified"), "cells": func(c *verifier.Config) {
			c.Engine, c.Cells = []string{"symexecia", "kinduction", "cegar"}[i%3], verifier.CellsSearch2
		}} {
			most := effort.Count(3_000_000, 6_000_000, 60_000_000)
			if technique == "cells" {
				most = effort.Count(500_000, 1_500_000, 1_500_000)
			}
			if rep := verified(t, verifying.Load(t, file, verifying.ArrayPrologue+wrongExamples[name]), most, set); rep.Verdict == "TRUE" {
				t.Errorf("%s, %s: %s", name, technique, rep.Verdict)
			}
		}
	}
}

// verified is the report about a task, without runs before the engine, within a budget of work.
func verified(t *testing.T, task *verifier.Task, units int, set func(*verifier.Config)) *verifier.Report {
	t.Helper()
	return verifying.Run(t, task, units, func(c *verifier.Config) {
		c.NoRun = true
		set(c)
	})
}
