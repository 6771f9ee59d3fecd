package lists

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"cupel/analysis/absint/shape"
	"cupel/analysis/execution/interp"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/program/passes"
	"cupel/core/work"
	"cupel/tests/effort"
	"cupel/verifier"
)

// A subject is a program with a judge of its executions.
type subject struct {
	*verifier.Subject
	judge  *interp.Memory
	source string
}

func read(t *testing.T, source string) *subject {
	t.Helper()
	file := filepath.Join(t.TempDir(), "p.c")
	if err := os.WriteFile(file, []byte(source), 0o644); err != nil {
		t.Fatal(err)
	}
	task, err := verifier.LoadTask(file, "")
	if err != nil {
		t.Fatal(err)
	}
	task.DataModel = program.LP64
	cfg := verifier.DefaultConfig()
	cfg.DataModel = program.LP64
	s, err := verifier.Read(t.Context(), task, cfg)
	if err != nil {
		t.Fatalf("%v\n%s", err, source)
	}
	return &subject{s, interp.NewMemory(s.Module, "main"), source}
}

// prove runs the analysis. Blocks: none is to be lost. Hasty: it joins more.
func (s *subject) prove(t *testing.T, blocks, hasty bool, most int) *shape.Result {
	ctx, stop := work.Within(t.Context(), most)
	defer stop()
	p, err := passes.Inline(s.Module, passes.InlineOptions{SymbolicBases: true})
	if err != nil {
		t.Fatal(err)
	}
	task := shape.Task{Program: p, Static: s.judge.Globals, Blocks: s.Module.Blocks, Lost: blocks, Hasty: hasty}
	for _, l := range p.Locs {
		if l.Origin == s.judge.Main.Exit {
			task.Returns = append(task.Returns, l)
		}
	}
	return shape.Analyse(ctx, task)
}

// bits are random inputs, true for so many of a hundred.
type bits struct {
	f    *logic.Factory
	r    *rand.Rand
	true int
}

// Next implements interp.Source.
func (s *bits) Next(op *program.Op, _ *program.Edge) (*logic.Term, bool) {
	if op.Input == nil {
		return nil, false
	}
	b := int64(0)
	if s.r.IntN(100) < s.true {
		b = 1
	}
	return s.f.BVInt(b, op.Var.Sort().Width()), true
}

// fault is one that some execution has; "": none is found.
func (s *subject) fault(ctx context.Context, blocks bool, runs int) string {
	judge := *s.judge
	judge.InvalidAccess, judge.InvalidRelease, judge.LostBlock = true, true, blocks
	for i := range runs {
		r := rand.New(rand.NewPCG(uint64(i), 5))
		out := s.RunWith(ctx, &bits{logic.NewFactory(), r, 25 + r.IntN(60)}, interp.Options{MaxSteps: 3000, Memory: &judge})
		if out.Kind == interp.ReachedError {
			return fmt.Sprintf("%s: %s (run %d)", out.Pos, out.Note, i)
		}
	}
	return ""
}

// TestRandom: what is proved of random programs is not contradicted by executions.
func TestRandom(t *testing.T) {
	count, first := effort.Programs(150, 600, 20000), effort.Seed(0)
	tally := map[string]int{}
	for i := range count {
		seed := first + uint64(i)
		source, kind := Wild(seed), "wild"
		if i%2 == 1 {
			source, kind = Tidy(seed/2), "tidy"
		}
		s := read(t, source)
		for _, blocks := range []bool{false, true} {
			r := s.prove(t, blocks, i%3 == 0, 300_000)
			state := fmt.Sprintf("%s, blocks %v: ", kind, blocks)
			if !r.Proved() {
				tally[state+"open"]++
				continue
			}
			if r.Lists > 0 {
				state += "lists, "
			}
			tally[state+"proved"]++
			if f := s.fault(t.Context(), blocks, 60); f != "" {
				t.Errorf("seed %d, %s: proved, but %s\n%s", seed, state, f, source)
			}
		}
	}
	t.Log(tally)
}
