package verifying

import (
	"bytes"
	"cmp"
	"errors"
	"flag"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"cupel/core/work"
	"cupel/engine"
	"cupel/verifier"
)

// Usual is the budget of a run that is to decide, in units of work: some ten times what such runs take.
const Usual = 20_000_000

// Prologue declares inputs, the error function and check, which calls it where its argument is false.
const Prologue = `extern int __VERIFIER_nondet_int(void); extern unsigned __VERIFIER_nondet_uint(void);
void reach_error(void) {}
void check(int c) { if (!c) reach_error(); }
`

// ArrayPrologue is Prologue and size, any number of cells from 1 to 10000.
const ArrayPrologue = Prologue + `void abort(void);
int size(void) { int n = __VERIFIER_nondet_int(); if (n < 1 || n > 10000) abort(); return n; }
`

// A Setting changes the default settings of a run.
type Setting func(*verifier.Config)

// With chooses an engine and some of its choices, given as --name value.
func With(engine string, choices ...string) Setting {
	return func(c *verifier.Config) {
		c.Engine = engine
		for i := 0; i < len(choices); i += 2 {
			c.Choose(choices[i], choices[i+1])
		}
	}
}

// BySize is nothing but induction on the size of arrays, whose step an engine proves.
func BySize(engine string) Setting {
	return func(c *verifier.Config) { c.Engine, c.Induction, c.NoRun = engine, verifier.InductionOnly, true }
}

// Names are the sorted keys of a map: tests go through their programs in the same order each time.
func Names[K cmp.Ordered, V any](m map[K]V) []K { return slices.Sorted(maps.Keys(m)) }

// Load writes a program to a file and loads it as a task about the error function.
func Load(t testing.TB, file, text string) *verifier.Task {
	t.Helper()
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return File(t, file)
}

// File loads a file as a task.
func File(t testing.TB, file string) *verifier.Task {
	t.Helper()
	task, err := verifier.LoadTask(file, "")
	if err != nil {
		t.Fatal(err)
	}
	return task
}

// Run verifies a task with the default settings, changed by set, within a budget of work. With the flag -spent it logs what it took.
func Run(t testing.TB, task *verifier.Task, units int, set func(*verifier.Config)) *verifier.Report {
	t.Helper()
	cfg := verifier.DefaultConfig()
	if set != nil {
		set(&cfg)
	}
	ctx, stop := work.Within(t.Context(), units)
	defer stop()
	ctx, spent := work.Measured(ctx)
	start := work.ProcessorTime()
	rep, err := verifier.Verify(ctx, task, cfg, engine.Quiet{})
	if err != nil {
		t.Fatal(err)
	}
	if *spending {
		t.Logf("%s: %s by %s: %s, %d thousand units, %.2f s", filepath.Base(task.File), cfg.Engine, rep.DecidedBy, rep.Verdict, spent()/1000, (work.ProcessorTime() - start).Seconds())
	}
	return rep
}

// Source verifies a text within the usual budget.
func Source(t testing.TB, text string, set func(*verifier.Config)) *verifier.Report {
	t.Helper()
	return Run(t, Load(t, filepath.Join(t.TempDir(), "p.c"), text), Usual, set)
}

// Text verifies a text in a file of that name within the usual budget, and returns the witness, too, where there is a verdict.
func Text(t testing.TB, name, text string, set func(*verifier.Config)) (*verifier.Report, []byte) {
	t.Helper()
	dir := t.TempDir()
	witness := ""
	rep := Run(t, Load(t, filepath.Join(dir, name), text), Usual, func(c *verifier.Config) {
		c.Witness, c.CommandLine = filepath.Join(dir, "witness.yml"), "cupel verify"
		if set != nil {
			set(c)
		}
		witness = c.Witness
	})
	data, err := os.ReadFile(witness)
	if err != nil && (rep.Verdict != "UNKNOWN" || !errors.Is(err, fs.ErrNotExist)) {
		t.Fatal(err)
	}
	return rep, data
}

// SolverThatSays writes a solver that gives one answer to every question, and returns its file.
func SolverThatSays(t testing.TB, answer string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), answer)
	script := `#!/bin/sh
while read -r line; do case "$line" in *check-sat*) echo ` + answer + ` ;; *get-info*) echo '(:reason-unknown "fake")' ;; *get-*) echo '(error "fake")' ;; esac; done
`
	if err := os.WriteFile(file, []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	return file
}

var spending = flag.Bool("spent", false, "log the work and the processor time of each run")

var update = flag.Bool("update", false, "rewrite the golden files")

// Golden compares a text with a golden file, which -update rewrites.
func Golden(t testing.TB, file string, got []byte) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if want, err := os.ReadFile(file); err != nil || !bytes.Equal(want, got) {
		t.Errorf("%s differs (%v); run the test with -update, and read the difference\n%s", file, err, got)
	}
}
