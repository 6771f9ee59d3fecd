package memory

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"cupel/analysis/execution/interp"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/program/memory"
	"cupel/core/program/passes"
	"cupel/internal/sabotage"
	"cupel/verifier"
)

// bits supplies the bits of a number as inputs.
type bits struct {
	f *logic.Factory
	k uint64
}

// Next implements interp.Source.
func (s *bits) Next(op *program.Op, _ *program.Edge) (*logic.Term, bool) {
	if op.Input == nil {
		return nil, false
	}
	v := s.k & 3
	s.k >>= 2
	return s.f.BV(v&(1<<min(op.Var.Sort().Width(), 2)-1), op.Var.Sort().Width()), true
}

// runs are the ends of some executions of a flat program.
func runs(t *testing.T, p *program.Program, calls []passes.FlatCall, judge *interp.Memory) []*interp.Outcome {
	t.Helper()
	m, err := interp.New(p)
	if err != nil {
		t.Fatal(err)
	}
	stack := map[*program.Location]*interp.Call{}
	for _, c := range calls {
		stack[c.At] = &interp.Call{Enter: c.Enter, Exit: c.Exit, Return: c.Return, Locals: c.Locals, Result: c.Result, Into: c.Into, Alone: c.Alone}
	}
	var out []*interp.Outcome
	for k := range uint64(16) {
		out = append(out, m.Run(t.Context(), &bits{p.Terms, k * 0x9e3779b97f4a7c15 >> 32}, interp.Options{MaxSteps: 20_000, Calls: stack, Memory: judge}))
	}
	return out
}

// A tally counts executions.
type tally struct {
	unseen  int // with a fault that is no goal
	without int // that reach a goal without a fault
	all     int
}

// missed compares executions of a program with the goals about memory in it; some of the goals, depending on which.
func (n *tally) missed(t *testing.T, file, name string, which int) {
	t.Helper()
	task, err := verifier.LoadTask(file, "")
	if err != nil {
		t.Fatal(err)
	}
	cfg := verifier.DefaultConfig()
	cfg.DataModel = program.LP64
	s, err := verifier.Read(t.Context(), task, cfg)
	if err != nil {
		t.Fatal(name, err)
	}
	judge := interp.NewMemory(s.Module, "main")
	judge.InvalidAccess, judge.InvalidRelease, judge.LostBlock, judge.LeftBlock = true, true, which%2 == 0, which%2 == 1
	p, calls, err := passes.Flat(s.Module)
	if err != nil {
		t.Fatal(name, err)
	}
	want := runs(t, p, calls, judge)
	open := len(s.Module.Unjudged) > 0
	limits := memory.Raise(s.Module, judge.Main, memory.Goals{Access: true, Release: true, Left: judge.LeftBlock, Kept: judge.LostBlock})
	if open || limits.Blocks {
		return
	}
	q, calls, err := passes.Flat(s.Module)
	if err != nil {
		t.Fatal(name, err)
	}
	for i, out := range runs(t, q, calls, nil) {
		w := want[i]
		reached := out.Kind == interp.ReachedError
		switch {
		case w.Fault == interp.LostBlock && limits.Lost != "", w.Fault == interp.NoFault && w.Kind != interp.Halted, out.Kind == interp.Cut:
			continue // a proof would not rest on the goals, or something else is first
		case w.Fault != interp.NoFault && !reached:
			n.unseen++
			t.Logf("%s, execution %d: %s at %s is no goal: %v %s", name, i, w.Note, w.Pos, out.Kind, out.Note)
		case w.Fault == interp.NoFault && reached:
			n.without++
		}
		n.all++
	}
}

// random does so for random programs.
func (n *tally) random(t *testing.T, first, count int) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "p.c")
	for seed := first; seed < first+count; seed++ {
		text := prologue + Generate(uint64(seed)).Source()
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		n.missed(t, file, fmt.Sprint("program ", seed), seed)
	}
}

// TestGoals: an execution that has a fault reaches a goal, and one that has none seldom does.
func TestGoals(t *testing.T) {
	var n tally
	n.random(t, number(t, "CUPEL_SEED", 0), number(t, "CUPEL_PROGRAMS", 40))
	if n.unseen > 0 || n.without > n.all/20 {
		t.Errorf("of %d executions %d have a fault that is no goal, %d reach a goal without a fault", n.all, n.unseen, n.without)
	}
	t.Logf("%d executions, %d reach a goal without a fault", n.all, n.without)
	for file := range programs(t) {
		for which := range 2 {
			var n tally
			if n.missed(t, file, file, which); n.unseen > 0 {
				t.Errorf("%s: %d executions have a fault that is no goal", file, n.unseen)
			}
		}
	}
}

// TestGoalFaults: each mistake in how goals are made lets an execution with a fault reach none.
func TestGoalFaults(t *testing.T) {
	files := slices.Sorted(maps.Keys(programs(t)))
	for _, f := range sabotage.All() {
		if f.Part() != sabotage.MemoryGoals {
			continue
		}
		t.Run(f.String(), func(t *testing.T) {
			defer sabotage.Inject(f)()
			var n tally
			for i := 0; i < 2*len(files) && n.unseen == 0; i++ {
				n.missed(t, files[i/2], files[i/2], i)
			}
			for first := 0; first < 60 && n.unseen == 0; first += 20 {
				n.random(t, first, 20)
			}
			if n.unseen == 0 {
				t.Error("nothing notices that")
			}
		})
	}
}
