package evidence

import (
	"context"
	"fmt"

	"cupel/execution"
	"cupel/frontend/c/library"
	"cupel/program"
	"cupel/program/interp"
)

// trace runs the confirmed execution once more and tells what happens; nil: nobody asks, or it takes too long. The verdict
// stands, whatever goes wrong here.
func (s *explanation) trace(ctx context.Context, end program.Pos) (told *execution.Trace) {
	defer func() {
		if r := recover(); r != nil {
			told = nil
			s.Warn(fmt.Sprintf("the execution cannot be told step by step: %v; please report this with the input", r))
		}
	}()
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
