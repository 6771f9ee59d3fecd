package verifier

import (
	"context"
	"fmt"

	"cupel/analysis/execution/interp"
	"cupel/analysis/execution/overlap"
	"cupel/engine"
)

// overlapping is the answer instead of a about a program an execution of which reads what it wrote through a pointer to another member: the one that reaches the
// error or, for a proof, one of some on random inputs. nil: none is found.
func (a *answer) overlapping(ctx context.Context) *answer {
	var found *overlap.Overlap
	switch {
	case a.result.Verdict == engine.False && a.proven != nil && a.proven.Again != nil && a.proven.Execution != nil:
		if w := overlap.New(a.proven.Program); w != nil {
			a.proven.Again(ctx, interp.Options{Watch: w, MaxSteps: min(a.proven.Execution.Steps+1, overlapError)})
			found = w.Found
		}
	case a.result.Verdict == engine.True && a.source.module != nil:
		found = a.source.overlap(ctx)
	}
	if found == nil {
		return nil
	}
	return &answer{source: a.source, seen: a.seen, summaries: a.summaries, result: &engine.Result{Stats: a.result.Stats, Reason: engine.Reason{Kind: engine.ModelEnds,
		Text: fmt.Sprintf("%s: what is read here was written at %s through a pointer into another member, which is undefined and not modelled", found.Read, found.Written)}}}
}

// overlap is an overlap in one of some executions.
func (s *source) overlap(ctx context.Context) *overlap.Overlap {
	defer s.setup.journal.Begin("overlaps", "whether writes stay in the members that pointers point into")()
	p, stack, err := s.flat()
	if err != nil {
		return nil
	}
	w := overlap.New(p)
	m, err := interp.New(p)
	if w == nil || err != nil {
		return nil
	}
	d := newDice(p)
	steps := 0
	for seed := range uint64(overlapRuns) {
		var source interp.Source = d.roll(uint64(s.setup.cfg.Seed)*randomRuns + seed)
		if seed == 0 {
			source = interp.Zeros{}
		}
		w.Restart()
		out := m.Run(ctx, source, interp.Options{MaxSteps: overlapSteps - steps, Calls: stack, Watch: w})
		if w.Found != nil {
			return w.Found
		}
		if steps += out.Steps; steps >= overlapSteps || ctx.Err() != nil || len(out.Inputs)+len(out.Arguments) == 0 {
			break
		}
	}
	return nil
}
