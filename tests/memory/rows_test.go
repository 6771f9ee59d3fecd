package memory

import (
	"os"
	"path/filepath"
	"testing"

	"cupel/analysis/execution/interp"
	"cupel/core/program"
	"cupel/core/work"
	"cupel/engine"
	"cupel/evidence"
	"cupel/verifier"
)

// firstFailures are the checks that are the first to fail in some executions of a program.
func firstFailures(t *testing.T, task *verifier.Task, cfg verifier.Config) map[string]bool {
	t.Helper()
	cfg.Aim = &verifier.Aim{All: true}
	s, err := verifier.Read(t.Context(), task, cfg)
	if err != nil {
		t.Fatal(err)
	}
	kinds := map[interp.MemoryFault]program.CheckKind{interp.InvalidAccess: program.InvalidAccess, interp.InvalidRelease: program.InvalidRelease, interp.Unrelated: program.PointerOrder}
	notes := map[program.CheckKind]string{}
	for _, g := range s.Module.Goals {
		notes[g.Check] = g.Note
	}
	fails := map[string]bool{}
	for k := range uint64(64) {
		out := s.RunWith(t.Context(), &bits{s.Flat.Terms, k * 0x9e3779b97f4a7c15 >> 32}, interp.Options{MaxSteps: 20_000, Memory: s.Judge})
		switch {
		case out.Kind != interp.ReachedError:
		case out.Fault != interp.NoFault:
			fails[notes[kinds[out.Fault]]+" at "+out.Pos.String()] = true
		case !out.Last.Goal.Call:
			fails[out.Last.Goal.Note+" at "+out.Last.Goal.Pos.String()] = true
		}
	}
	return fails
}

// TestRows: in the tables of checks of random programs, no check is proved that is the first to fail in an execution.
func TestRows(t *testing.T) {
	file := filepath.Join(t.TempDir(), "p.c")
	states, failing := map[string]int{}, 0
	for i := range number(t, "CUPEL_PROGRAMS", 12) {
		seed := number(t, "CUPEL_SEED", 0) + i
		text := prologue + Generate(uint64(seed)).Source()
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		task, err := verifier.LoadTask(file, "")
		if err != nil {
			t.Fatal(err)
		}
		cfg := verifier.DefaultConfig()
		cfg.DataModel, cfg.Checks, cfg.AllChecks, cfg.NoRun = program.LP64, []string{program.AllChecks}, true, i%2 == 1
		cfg.Engine = []string{"symex", verifier.Auto, "kinduction", "bmc"}[i%4]
		fails := firstFailures(t, task, cfg)
		failing += len(fails)
		ctx, stop := work.Within(t.Context(), 1_000_000)
		rep, err := verifier.Verify(ctx, task, cfg, engine.Quiet{})
		stop()
		if err != nil {
			t.Fatal(seed, err)
		}
		for _, c := range rep.Checks {
			states[c.State]++
			if name := c.Condition + " at " + c.At; c.State == evidence.CheckProved && fails[name] {
				t.Errorf("program %d, %s: %s is proved by %s, and fails\n%s", seed, cfg.Engine, name, c.By, text)
			}
		}
	}
	t.Log(states, "first failures in executions:", failing)
}
