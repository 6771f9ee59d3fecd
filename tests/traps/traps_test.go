package traps_test

import (
	"path/filepath"
	"slices"
	"testing"

	"cupel/core/program"
	"cupel/engine"
	"cupel/product/bench"
	"cupel/tests/effort"
	"cupel/tests/suites"
	"cupel/tests/verifying"
	"cupel/verifier"
)

// TestTraps: small programs, safe and unsafe, each about one rule of C that is easily broken. No
// engine may give a wrong verdict; symex decides nearly all of them. The other engines, which share
// all that can be wrong here but for their own part, take turns in make check, so that every second trap has two
// engines; make test has a quarter of that, make long all engines on all of them, as processes of the command.
func TestTraps(t *testing.T) {
	tasks, err := suites.Traps("testdata")
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join("testdata", "*", "*.c"))
	if err != nil || len(files) != len(tasks) {
		t.Errorf("%d files, %d of them in the table, %v", len(files), len(tasks), err)
	}
	if effort.Long() {
		binary := suites.Build(t)
		suites.Run(t, binary, tasks, suites.Engines[:1], suites.Time, 80)
		suites.Run(t, binary, tasks, suites.Engines[1:], suites.Time, 0)
		return
	}
	symex := tasks
	if testing.Short() {
		symex = every(tasks, 4)
	}
	decided := 0
	for _, task := range symex {
		if right(t, task, "symex", max(500_000, effort.Count(0, 1_000_000, 0))) {
			decided++
		}
	}
	if t.Logf("symex decides %d of %d", decided, len(symex)); decided < len(symex)*7/8 {
		t.Errorf("symex decides %d of %d", decided, len(symex))
	}
	if testing.Short() {
		return
	}
	others := suites.Engines[1:]
	for i, e := range others {
		for _, task := range every(every(tasks[i:], len(others)), effort.Count(8, 2, 1)) {
			right(t, task, e, effort.Count(300_000, 500_000, 0))
		}
	}
}

// right reports whether an engine decides a trap within a budget of work; a wrong verdict and a fault are errors.
func right(t *testing.T, task bench.Task, name string, units int) bool {
	t.Helper()
	rep := verifying.Run(t, verifying.File(t, task.Path), units, func(c *verifier.Config) {
		if c.Engine, c.DataModel = name, program.LP64; slices.Contains(task.Flags, "--32") {
			c.DataModel = program.ILP32
		}
	})
	switch want := map[string]string{"true": "TRUE", "false": "FALSE"}[task.Expected]; {
	case rep.Verdict == want:
		return true
	case rep.Verdict != "UNKNOWN":
		t.Errorf("WRONG: %s: %s is %s", name, task.Path, rep.Verdict)
	case rep.ReasonKind == string(engine.Fault):
		t.Errorf("fault: %s: %s: %s", name, task.Path, rep.Reason)
	}
	return false
}

// every takes each n-th element.
func every[T any](all []T, n int) []T {
	return slices.Collect(func(yield func(T) bool) {
		for i := 0; i < len(all) && yield(all[i]); i += n {
		}
	})
}
