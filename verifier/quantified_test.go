package verifier

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"cupel/engine"
	"cupel/tests/effort"
	"cupel/tests/need"
	"cupel/tests/oracle"
)

// arrayEngines are the configurations that know facts about all cells.
var arrayEngines = map[string]configuring{
	"quantified": with("quantified"),
	"induction":  bySize("quantified"),
	"cells":      func(c *Config) { c.Engine, c.Cells = "symexecia", CellsSearch },
	"segments":   func(c *Config) { c.Engine, c.Cells, c.Timeout = "symexecia", CellsSegments, time.Second },
}

// arrayPrograms are n random programs with arrays, and what all their executions say.
func arrayPrograms(t *testing.T, n int) ([]oracle.Program, []oracle.Truth) {
	t.Helper()
	need.Tool(t, "gcc")
	var ps []oracle.Program
	for i := range n {
		ps = append(ps, oracle.Arrays(effort.Seed(0)+uint64(i), false))
	}
	truths, err := oracle.DecideAll(context.Background(), ps, 2)
	if err != nil {
		t.Fatal(err)
	}
	return ps, truths
}

// TestArrayPrograms: what trying all inputs refutes is never proven, neither for few cells nor for many.
func TestArrayPrograms(t *testing.T) {
	n := effort.Programs(12, 60, 3000)
	ps, truths := arrayPrograms(t, n)
	dir := t.TempDir()
	solved, safe := map[string]int{}, 0
	for i, p := range ps {
		if !truths[i].Unsafe {
			safe++
		}
		for _, wide := range []bool{false, true} {
			file := filepath.Join(dir, "p.c")
			if err := os.WriteFile(file, []byte(oracle.Arrays(p.Seed, wide).Source), 0o644); err != nil {
				t.Fatal(err)
			}
			task, err := LoadTask(file, "")
			if err != nil {
				t.Fatal(err)
			}
			for name, set := range arrayEngines {
				if name == "cells" && (!wide || i%6 != 0) || name == "segments" && !wide { // what is not proven takes all of the time
					continue
				}
				cfg := DefaultConfig()
				cfg.NoRun, cfg.Timeout = true, 4*time.Second
				set(&cfg)
				rep, err := Verify(context.Background(), task, cfg, engine.Quiet{})
				switch {
				case err != nil:
					t.Errorf("seed %d, %s: %v\n%s", p.Seed, name, err, p.Source)
				case rep.Verdict == "TRUE" && truths[i].Unsafe:
					t.Errorf("seed %d, wide %v: %s proves what is wrong\n%s", p.Seed, wide, name, p.Source)
				case rep.Verdict == "FALSE" && !wide && !truths[i].Unsafe:
					t.Errorf("seed %d: %s refutes what is right\n%s", p.Seed, name, p.Source)
				case rep.Verdict == "TRUE":
					solved[name]++
				}
			}
		}
	}
	t.Logf("%d programs, %d safe, proven: %v", n, safe, solved)
	if n >= 12 && solved["quantified"] < safe/2 {
		t.Errorf("of %d safe programs, twice each, %d proofs", safe, solved["quantified"])
	}
}
