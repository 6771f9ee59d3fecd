package verifier_test

import (
	"path/filepath"
	"slices"
	"testing"
	"time"

	"cupel/internal/effort"
	"cupel/internal/suites"
)

// TestTraps: small programs, safe and unsafe, each about one rule of C that is easily broken. No
// engine may give a wrong verdict; symex decides nearly all of them. make test takes a tenth of
// them for the other engines, which share all that can be wrong here but for their own part.
func TestTraps(t *testing.T) {
	dir, err := filepath.Abs("testdata/traps")
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
	suites.Run(t, binary, symex, suites.Engines[:1], 10*time.Second, 80)
	if testing.Short() {
		return
	}
	suites.Run(t, binary, every(tasks, effort.Count(10, 1, 1)), suites.Engines[1:], time.Duration(effort.Count(2, 3, 10))*time.Second, 0)
}

// every takes each n-th element.
func every[T any](all []T, n int) []T {
	return slices.Collect(func(yield func(T) bool) {
		for i := 0; i < len(all) && yield(all[i]); i += n {
		}
	})
}
