package traps_test

import (
	"path/filepath"
	"slices"
	"testing"
	"time"

	"cupel/tests/effort"
	"cupel/tests/suites"
)

// TestTraps: small programs, safe and unsafe, each about one rule of C that is easily broken. No
// engine may give a wrong verdict; symex decides nearly all of them. The other engines, which share
// all that can be wrong here but for their own part, take turns in make check, so that each trap has two
// engines; make test has a third of that, make long all engines on all of them.
func TestTraps(t *testing.T) {
	dir, err := filepath.Abs("testdata")
	if err != nil {
		t.Fatal(err)
	}
	tasks, err := suites.Traps(dir)
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(dir, "*", "*.c"))
	if err != nil || len(files) != len(tasks) {
		t.Errorf("%d files, %d of them in the table, %v", len(files), len(tasks), err)
	}
	binary := suites.Build(t)
	symex := tasks
	if testing.Short() {
		symex = every(tasks, 4)
	}
	suites.Run(t, binary, symex, suites.Engines[:1], time.Duration(effort.Count(2, 10, 10))*time.Second, 80)
	if testing.Short() {
		return
	}
	limit := time.Duration(effort.Count(1, 2, 10)) * time.Second
	if effort.Long() {
		suites.Run(t, binary, tasks, suites.Engines[1:], limit, 0)
		return
	}
	others := suites.Engines[1:]
	for i, e := range others {
		mine := every(tasks[i:], len(others))
		suites.Run(t, binary, every(mine, effort.Count(3, 1, 1)), []string{e}, limit, 0)
	}
}

// every takes each n-th element.
func every[T any](all []T, n int) []T {
	return slices.Collect(func(yield func(T) bool) {
		for i := 0; i < len(all) && yield(all[i]); i += n {
		}
	})
}
