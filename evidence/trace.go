package evidence

import (
	"context"

	"cupel/execution"
	"cupel/frontend/c/library"
	"cupel/program"
	"cupel/program/interp"
)

// trace runs the confirmed execution once more and tells what happens; nil: nobody asks, or it takes too long.
func (s *explanation) trace(ctx context.Context, end program.Pos) *execution.Trace {
	if !s.Case.Trace || s.Proven.Again == nil || s.Proven.Program == nil {
		return nil
	}
	if s.Proven.Execution.Steps > toldSteps {
		s.Warn("the execution is too long to be told step by step")
		return nil
	}
	r := execution.NewRecorder(s.Proven.Program, execution.Source{Module: s.Module, Lines: s.text.of, Hidden: library.Within})
	out := s.Proven.Again(ctx, interp.Options{Watch: r, MaxSteps: s.Proven.Execution.Steps + 1})
	if out == nil || out.Kind != interp.ReachedError {
		return nil
	}
	return r.Trace(end)
}
