package harness_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"cupel/analysis/execution/interp"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/program/passes"
	"cupel/evidence/harness"
	"cupel/frontend/c"
	"cupel/tests/effort"
	"cupel/tests/need"
	"cupel/tests/oracle"
)

// combination supplies the inputs of one execution.
type combination struct {
	f      *logic.Factory
	values []int
}

// Next implements interp.Source.
func (s *combination) Next(op *program.Op, _ *program.Edge) (*logic.Term, bool) {
	if op.Input == nil || len(s.values) == 0 {
		return nil, false
	}
	v := int64(oracle.Low(op.Input.Callee) + s.values[0])
	s.values = s.values[1:]
	return s.f.BVInt(v, op.Var.Sort().Width()), true
}

// TestRandom: the harness of an execution of a random program reaches the error
// exactly when the execution does.
func TestRandom(t *testing.T) {
	need.Tool(t, "gcc")
	ctx := context.Background()
	hits, n := 0, uint64(effort.Programs(4, 16, 100))
	for seed := range n {
		p := oracle.Generate(seed, oracle.All)
		truth, err := oracle.Decide(ctx, p)
		if err != nil {
			t.Fatal(err)
		}
		want := truth.Unsafe
		k := slices.Index(truth.Outcomes, oracle.Error)
		if !want {
			k = slices.Index(truth.Outcomes, oracle.Ended)
		}
		if k < 0 {
			continue
		}
		m, _, err := c.Lower(ctx, "p.c", []byte(p.Source), c.Options{Model: program.LP64})
		if err != nil {
			t.Fatal(err)
		}
		q, err := passes.Inline(m, passes.InlineOptions{})
		if err != nil {
			t.Fatal(err)
		}
		x, err := interp.New(q)
		if err != nil {
			t.Fatal(err)
		}
		out := x.Run(ctx, &combination{q.Terms, oracle.Values(p, k)}, interp.Options{})
		dir := t.TempDir()
		s := &harness.Spec{Source: filepath.Join(dir, "p.c"), Model: program.LP64, Errors: []string{"reach_error"}}
		if err := os.WriteFile(s.Source, []byte(p.Source), 0o644); err != nil {
			t.Fatal(err)
		}
		for _, in := range out.Inputs {
			s.Inputs = append(s.Inputs, harness.NewInput(in.Input, in.Value))
		}
		if _, err := harness.Write(dir, s); err != nil {
			t.Fatal(err)
		}
		r, err := harness.Run(ctx, dir, s)
		if err != nil || r.Hit != want || want != (out.Kind == interp.ReachedError) {
			t.Errorf("seed %d: %+v, %v, want hit %v; interpreter: %v\n%s", seed, r, err, want, out.Kind, p.Source)
		}
		if r != nil && r.Hit {
			hits++
		}
	}
	if hits == 0 && n >= 6 { // of fewer none may fail
		t.Error("no hit")
	}
}
