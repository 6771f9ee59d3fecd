package gps

import (
	"context"
	"testing"

	"pgregory.net/rapid"

	"cupel/core/program"
	"cupel/core/program/programtest"
	"cupel/core/smt/z3"
	"cupel/core/work"
	"cupel/engine"
	"cupel/engine/definedness"
	"cupel/product/preset"
	"cupel/tests/effort"
	"cupel/tests/enginetest"
)

// published returns the options of the presets of this package's engines, by name.
func published(t testing.TB) map[string]Options {
	out := map[string]Options{}
	for _, p := range preset.Of(preset.Verify) {
		chosen, name := engine.Values{}, ""
		for _, f := range p.Flags {
			if f.Name == "engine" {
				name = f.Value
			}
			chosen[f.Name] = f.Value
		}
		for _, info := range Engines() {
			if info.Name != name {
				continue
			}
			v, err := info.Complete(chosen)
			if err != nil {
				t.Fatal(p.Name, err)
			}
			out[p.Name] = optionsOf(Mode(name), v)
		}
	}
	return out
}

// TestPublished: the presets are those of the paper's table, and no rule of our own is left in them.
func TestPublished(t *testing.T) {
	ps := published(t)
	if len(ps) != 6 {
		t.Errorf("%d presets", len(ps))
	}
	for name, o := range ps {
		if o.Mode != CRA && (o.Frontier == "" || o.Frontier == Mixed || o.Explore == Sparse || !o.AnyGas && !o.NoGas || o.Choices >= 0 && o.Explore != Statements) {
			t.Errorf("%s: tests: %+v", name, o)
		}
		if o.Mode == GPS && (!o.AllLabels || !o.AtOnce || !o.NoReuse || !o.WholeSummary || !o.LeavesOnly) {
			t.Errorf("%s: labels: %+v", name, o)
		}
		if !o.NoSummaries && (!o.NoPhases || !o.NoRanges || o.Iteration != "lossy+polyhedral") {
			t.Errorf("%s: summaries: %+v", name, o)
		}
	}
}

// TestPresetsOnRandomPrograms compares the presets, and single rules of theirs, with the enumeration of the states.
func TestPresetsOnRandomPrograms(t *testing.T) {
	effort.Checks(t, 15, 60, 600)
	configurations := published(t)
	for name, o := range map[string]Options{
		"labels":     {AllLabels: true},
		"at once":    {AtOnce: true, WholeSummary: true},
		"leaves":     {LeavesOnly: true, NoReuse: true, Frontier: Lifo},
		"statements": {Explore: Statements, Frontier: Fifo, Iteration: "strong"},
		"demand":     {Iteration: Demand, AnyGas: true, Choices: 2},
	} {
		o.Mode = GPS
		configurations[name] = o
	}
	solved, tried := map[string]int{}, 0
	rapid.Check(t, func(rt *rapid.T) {
		q := programtest.Program(rt, programtest.Small)
		p := programtest.AnyStart(q)
		truth, err := programtest.Explore(q, programtest.Options{})
		if err != nil {
			rt.Skip(err)
		}
		tried++
		for name, o := range configurations {
			given := enginetest.Problem(t, p)
			given.Tools.Confirm = func(ctx context.Context, cex *program.Counterexample) engine.Replay {
				return enginetest.Replay(ctx, p, cex)
			}
			ctx, cancel := work.Within(context.Background(), 200_000)
			r, err := definedness.Verify(ctx, New(o), given, engine.Quiet{})
			if err != nil {
				rt.Fatal(name, err)
			}
			switch r.Verdict {
			case engine.True:
				if truth.Error || len(truth.Cuts) > 0 {
					rt.Fatalf("%s proves a program that reaches %v", name, truth)
				}
				if err := r.Proof.Check(ctx, z3.Open); err != nil && ctx.Err() == nil {
					rt.Fatalf("%s: the tree is refused: %v", name, err)
				}
			case engine.False:
				if !truth.Error {
					rt.Fatalf("%s refutes a safe program", name)
				}
			}
			if r.Verdict != engine.Unknown {
				solved[name]++
			}
			cancel()
		}
	})
	t.Logf("of %d solved: %v", tried, solved)
	for name := range configurations {
		if tried >= 10 && name != string(CRA) && 3*solved[name] < tried {
			t.Errorf("%s solved only %d of %d", name, solved[name], tried)
		}
	}
}
