package recurrence

import (
	"context"
	"fmt"
	"slices"

	"cupel/analysis/execution/interp"
	"cupel/core/logic"
	"cupel/core/program"
)

// Reach executes the program with inputs, and arguments of main, up to a state of the set, within so many steps. The execution and that the state is in the set depend on nothing but the inputs: not on
// uninitialised memory, nor on an order of evaluation, nor on where objects lie.
func Reach(ctx context.Context, p *program.Program, s *Set, inputs, arguments []*logic.Term, most int) (*Lasso, error) {
	m, err := interp.NewTracking(p)
	if err != nil {
		return nil, err
	}
	where := p.Terms.And(s.Where...)
	memory := slices.ContainsFunc(s.Ways, func(w Way) bool {
		return slices.ContainsFunc(w.Path, func(e *program.Edge) bool {
			return slices.ContainsFunc(e.Ops, func(o program.Op) bool { return o.Kind == program.OpAccess || o.Kind == program.OpFree })
		})
	})
	steps, found := 0, false
	var wrong error
	count := &edgeCount{n: &steps}
	out := m.Run(ctx, &replayed{arguments: arguments}, interp.Options{MaxSteps: most + 1, Stepwise: true, Case: &interp.Case{Values: inputs, Arguments: true}, Watch: count, Visit: func(l *program.Location) bool {
		if l != s.Head || memory && m.Strayed() || !includes(m.Live(), s.Live) {
			return true
		}
		holds, known, err := m.Decided(where)
		wrong = err
		found = err == nil && holds && known
		return err == nil && !found
	}})
	switch {
	case wrong != nil:
		return nil, wrong
	case !found && out.Kind == interp.Unknown:
		return nil, fmt.Errorf("%w: %w: %s", ErrUnreached, errUndetermined, out.Note)
	case !found:
		return nil, fmt.Errorf("%w: %s %s", ErrUnreached, out.Kind, out.Note)
	case out.Adjacent:
		return nil, fmt.Errorf("%w: the execution depends on which objects are adjacent", ErrUnreached)
	}
	return &Lasso{Set: *s, Inputs: out.Inputs, Arguments: out.Arguments, Steps: steps}, nil
}

// includes reports whether all of some objects are among those that live.
func includes(live, some []interp.Span) bool {
	for _, o := range some {
		if !slices.Contains(live, o) {
			return false
		}
	}
	return true
}

// edgeCount counts the edges of a run.
type edgeCount struct{ n *int }

// Edge implements interp.Watcher.
func (c *edgeCount) Edge(*interp.Machine, *program.Edge) { *c.n++ }

// Before implements interp.Watcher.
func (*edgeCount) Before(*interp.Machine, *program.Op) {}

// After implements interp.Watcher.
func (*edgeCount) After(*interp.Machine, *program.Op) {}
