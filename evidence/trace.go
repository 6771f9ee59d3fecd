package evidence

import (
	"context"
	"fmt"
	"slices"

	"cupel/analysis/execution"
	"cupel/analysis/execution/interp"
	"cupel/core/program"
	"cupel/frontend/c/library"
)

// trace repeats the confirmed execution and describes its steps; nil if not requested or too long. Failures
// here do not affect the verdict.
func (s *explanation) trace(ctx context.Context, end program.Pos) (told *execution.Trace) {
	defer func() {
		if r := recover(); r != nil {
			told = nil
			s.journal.Warn(fmt.Sprintf("the execution cannot be told step by step: %v; please report this with the input", r))
		}
	}()
	if !s.options.Trace || s.answer.Proven.Again == nil || s.answer.Proven.Program == nil {
		return nil
	}
	if s.answer.Proven.Execution.Steps > toldSteps {
		s.journal.Warn("the execution is too long to be told step by step")
		return nil
	}
	r := execution.NewRecorder(s.answer.Proven.Program, execution.Source{Module: s.stages.Module, Lines: s.text.of, Hidden: library.Within})
	out := s.answer.Proven.Again(ctx, interp.Options{Watch: r, MaxSteps: s.answer.Proven.Execution.Steps + 1})
	if out == nil || out.Kind != interp.ReachedError {
		return nil
	}
	s.passed = r.Passed()
	return r.Trace(end)
}

// fault tells the fault of memory at the end of the confirmed execution, which is repeated to find the last pointer to a block.
func (s *explanation) fault(ctx context.Context, end program.Pos) (told *execution.Fault) {
	defer func() {
		if r := recover(); r != nil {
			told = nil
			s.journal.Warn(fmt.Sprintf("the fault of memory cannot be told: %v; please report this with the input", r))
		}
	}()
	x := s.answer.Proven
	out := x.Execution
	var last *interp.LastPointer
	none := false
	if out.Misuse != nil && (out.Fault == interp.LostBlock || out.Fault == interp.LeftBlock) && x.Again != nil && out.Steps <= toldSteps {
		last, none = interp.FindLast(ctx, out.Misuse, out.Steps, x.Again)
	}
	return execution.TellFault(x.Program, out, end, last, none)
}

// A Passage identifies an edge on an execution: its number within a function of the module, in the order of
// locations and their edges; for a control-flow automaton Func is "" and Edge the edge's number.
type Passage struct {
	Func string `json:"func"`
	Edge int    `json:"edge"`
}

// Passages numbers edges of a module, or of an automaton (nil module).
func Passages(m *program.Module, passed map[*program.Edge]bool) []Passage {
	var out []Passage
	if m == nil {
		for e := range passed {
			if e.Origin == nil {
				out = append(out, Passage{Edge: e.ID})
			}
		}
		slices.SortFunc(out, func(a, b Passage) int { return a.Edge - b.Edge })
		return out
	}
	for _, f := range m.Funcs {
		n := 0
		for _, l := range f.Locs {
			for _, e := range l.Out {
				if passed[e] {
					out = append(out, Passage{f.Name, n})
				}
				n++
			}
		}
	}
	return out
}
