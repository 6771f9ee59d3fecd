package suites

import (
	"testing"
	"time"

	"cupel/tests/effort"
	"cupel/tests/need"
)

// TestTorture: gcc's own tests, of which make test takes a sample.
func TestTorture(t *testing.T) {
	n := effort.Count(3, 12, 0)
	source, err := TortureSource(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if source == "" {
		need.Missing(t, "source of gcc")
	}
	tasks, skipped, err := Torture(source, t.TempDir(), n, effort.Seed(1))
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d eligible tests, not: %v", len(tasks), skipped)
	Run(t, Build(t), tasks, []string{"symex"}, Time, 80)
}

// TestCsmith: random programs, with and without inputs; some of them with every engine and no run
// in the interpreter before it.
func TestCsmith(t *testing.T) {
	if !CsmithAvailable() {
		need.Missing(t, "csmith")
	}
	binary := Build(t)
	for _, c := range []struct {
		name   string
		n      int
		inputs bool
		least  int
	}{
		{"plain", effort.Count(4, 6, 500), false, 70},
		{"inputs", effort.Count(1, 3, 100), true, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			ts, next, err := Csmith(t.TempDir(), c.n, effort.Seed(1), c.inputs)
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("seeds %d to %d", effort.Seed(1), next-1)
			Run(t, binary, ts, []string{"symex"}, Time, c.least)
		})
	}
	if !effort.Check() {
		return
	}
	t.Run("engines", func(t *testing.T) {
		ts, _, err := Csmith(t.TempDir(), effort.Count(0, 1, 60), effort.Seed(1), false)
		if err != nil {
			t.Fatal(err)
		}
		for i := range ts { // else the run in the interpreter decides them all
			ts[i].Flags = append(ts[i].Flags, "--no-run")
		}
		Run(t, binary, ts, append([]string{"gpslite", "cra"}, Engines...), time.Duration(effort.Count(1, 3, 5))*time.Second, 0)
	})
}
