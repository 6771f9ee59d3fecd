package interp_test

import (
	"encoding/csv"
	"math/big"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"cupel/analysis/execution/interp"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/program/passes"
	"cupel/frontend/c"
	"cupel/tests/need"
)

// dice draws inputs, small ones mostly; other havocs are zero.
type dice struct {
	f *logic.Factory
	r *rand.Rand
}

func (d dice) Next(op *program.Op, _ *program.Edge) (*logic.Term, bool) {
	s := op.Var.Sort()
	if op.Input == nil || !s.IsBV() && !s.IsFloat() {
		return nil, false
	}
	n := []uint64{0, 1, uint64(d.r.IntN(10)), uint64(d.r.IntN(100)), uint64(d.r.IntN(1000)), d.r.Uint64(), -uint64(d.r.IntN(10))}[d.r.IntN(7)]
	if op.Var.Bool {
		n &= 1
	}
	if s.IsFloat() {
		if d.r.IntN(2) == 0 {
			return d.f.FPConvert(logic.OpFPFromSBV, s, logic.RNE, d.f.BV(n, 32)), true
		}
		return d.f.FloatBits(s, new(big.Int).SetUint64(d.r.Uint64())), true
	}
	return d.f.BV(n, s.Width()), true
}

// corpusDir is where the verification tasks are.
func corpusDir() string { return need.CorpusDir("c") }

// readTable returns the rows of a table by its header.
func readTable(file string) []map[string]string {
	f, err := os.Open(file)
	if err != nil {
		return nil
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil || len(rows) == 0 {
		return nil
	}
	var out []map[string]string
	for _, r := range rows[1:] {
		m := map[string]string{}
		for i, h := range rows[0] {
			m[h] = r[i]
		}
		out = append(out, m)
	}
	return out
}

// TestCorpus runs real programs with random inputs: every term has a value,
// and no defined execution of a program known to be safe reaches the error.
func TestCorpus(t *testing.T) {
	tasks := readTable(filepath.Join(corpusDir(), "MANIFEST.csv"))
	if len(tasks) == 0 {
		t.Skip("no corpus")
	}
	disputed := map[string]bool{}
	for _, r := range readTable(filepath.Join("..", "..", "docs", "disputed.csv")) {
		disputed[r["path"]] = true
	}
	step := 10
	switch {
	case os.Getenv("CUPEL_LONG") != "":
		step = 1
	case testing.Short():
		step = 50
	}
	ends := map[interp.Kind]int{}
	found, unsafe, steps := 0, 0, 0
	var spent time.Duration
	for i := 0; i < len(tasks); i += step {
		task := tasks[i]
		model := program.ILP32
		if task["data_model"] == "LP64" {
			model = program.LP64
		}
		m, _, err := c.Lower(t.Context(), filepath.Join(corpusDir(), task["path"]), nil, c.Options{Model: model, ErrorFunctions: []string{"reach_error"}})
		if err != nil {
			continue // the front end's tests report it
		}
		p, err := passes.Inline(m, passes.InlineOptions{MaxLocations: 50_000})
		if err != nil {
			continue
		}
		x, err := interp.New(p)
		if err != nil {
			t.Errorf("%s: %v", task["path"], err)
			continue
		}
		hit := false
		for seed := range uint64(6) {
			start := time.Now()
			out := x.Run(t.Context(), dice{p.Terms, rand.New(rand.NewPCG(seed, 1))}, interp.Options{MaxSteps: 20_000})
			spent += time.Since(start)
			ends[out.Kind]++
			steps += out.Steps
			switch {
			case out.Kind == interp.Failed:
				t.Errorf("%s: %v: %s", task["path"], out.Pos, out.Note)
			case out.Kind == interp.ReachedError && task["expected_verdict"] == "true" && !disputed[task["path"]]:
				t.Errorf("%s is safe, but reaches the error with %d inputs", task["path"], len(out.Inputs))
			}
			hit = hit || out.Kind == interp.ReachedError
		}
		if task["expected_verdict"] == "false" {
			unsafe++
			if hit {
				found++
			}
		}
	}
	t.Logf("ends: %v; the error was found in %d of %d unsafe programs; %d steps in %v", ends, found, unsafe, steps, spent)
}
