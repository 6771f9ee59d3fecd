package random

import (
	"fmt"
	"path/filepath"
	"testing"

	"cupel/analysis/execution/interp"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/work"
	"cupel/engine"
	"cupel/evidence"
	"cupel/tests/effort"
	"cupel/tests/oracle"
	"cupel/tests/verifying"
	"cupel/verifier"
)

// enumerated supplies the inputs of one execution of a random program.
type enumerated struct {
	f      *logic.Factory
	values []int
}

// Next implements interp.Source.
func (s *enumerated) Next(op *program.Op, _ *program.Edge) (*logic.Term, bool) {
	if op.Input == nil || len(s.values) == 0 {
		return nil, false
	}
	v := int64(oracle.Low(op.Input.Callee) + s.values[0])
	s.values = s.values[1:]
	return s.f.BVInt(v, op.Var.Sort().Width()), true
}

// failures runs a program on all values of its inputs: the checks that are the first to fail in some execution. False: some execution did not end.
func failures(t *testing.T, p oracle.Program, task *verifier.Task, cfg verifier.Config) (map[string]bool, bool) {
	cfg.Aim = &verifier.Aim{All: true}
	s, err := verifier.Read(t.Context(), task, cfg)
	if err != nil {
		t.Fatal(err)
	}
	total := 1
	for range p.Inputs {
		total *= 5
	}
	fails, all := map[string]bool{}, true
	for k := range total {
		out := s.RunWith(t.Context(), &enumerated{logic.NewFactory(), oracle.Values(p, k)}, interp.Options{MaxSteps: 1_000_000, Memory: s.Judge})
		switch {
		case out.Kind == interp.ReachedError && out.Fault == interp.Unrelated:
			fails[string(program.PointerOrder)+" at "+out.Pos.String()] = true
		case out.Kind == interp.ReachedError && out.Fault != interp.NoFault:
			fails["memory at "+out.Pos.String()] = true
		case out.Kind == interp.ReachedError:
			g := out.Last.Goal
			kind := g.Kind()
			if g.Call {
				kind = "assertion"
			}
			fails[kind+" at "+g.Pos.String()] = true
		case out.Kind != interp.Halted && out.Kind != interp.Undefined:
			all = false
		}
	}
	return fails, all
}

// TestChecks: the state of each check of random programs agrees with all executions: it is violated only if some execution fails it first, and proved only if none does. Several rounds
// of the search are needed where several checks fail.
func TestChecks(t *testing.T) {
	count, first := effort.Programs(12, 60, 1000), effort.Seed(0)
	engines := []string{"auto", "symex", "kinduction", "gps", "bmc", "symexecia"}
	states := map[string]int{}
	for i := range count {
		o := oracle.All
		o.Memory, o.Pointers, o.Bits = i%3 == 0, i%2 == 0, i%4 != 1
		p := oracle.Generate(first+uint64(i), o)
		task := verifying.Load(t, filepath.Join(t.TempDir(), "p.c"), p.Source)
		cfg := verifier.DefaultConfig()
		cfg.DataModel, cfg.Checks, cfg.AllChecks = program.LP64, []string{program.AllChecks}, true
		cfg.Engine = engines[i%len(engines)]
		if cfg.NoRun = i%2 == 1; i%5 == 2 {
			cfg.Invariants = verifier.InvariantsNone
		}
		fails, _ := failures(t, p, task, cfg)
		ctx, stop := work.Within(t.Context(), 3_000_000)
		rep, err := verifier.Verify(ctx, task, cfg, engine.Quiet{})
		stop()
		if err != nil {
			t.Fatalf("seed %d: %v", p.Seed, err)
		}
		violated := 0
		for _, c := range rep.Checks {
			states[c.State]++
			name := c.Kind + " at " + c.At
			switch {
			case c.State == evidence.CheckViolated && !fails[name], c.State == evidence.CheckProved && fails[name]:
				t.Errorf("seed %d, %s: %s is %s by %s; all executions fail %v\n%s", p.Seed, cfg.Engine, name, c.State, c.By, fails, p.Source)
			case c.State == evidence.CheckViolated:
				violated++
			}
		}
		known := map[string]bool{}
		for _, c := range rep.Checks {
			known[c.Kind+" at "+c.At] = true
		}
		for name := range fails {
			if !known[name] {
				t.Errorf("seed %d: %s fails, and is not in the table", p.Seed, name)
			}
		}
		if want := map[bool]string{true: "FALSE"}[violated > 0]; want != "" && rep.Verdict != want || rep.Verdict == "TRUE" && len(fails) > 0 {
			t.Errorf("seed %d, %s: %s with %s", p.Seed, cfg.Engine, rep.Verdict, evidence.CheckCounts(rep.Checks))
		}
	}
	t.Log(fmt.Sprint(states))
}
