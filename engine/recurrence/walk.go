package recurrence

import (
	"context"
	"fmt"
	"slices"

	"cupel/analysis/execution/interp"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/work"
)

// Walk executes the lasso in the interpreter: up to the set, and then some turns, each by a way that can be made. It is no part of the proof, but what it does not
// confirm is a fault of it. It returns the inputs of the whole execution, and its number of edges.
func Walk(ctx context.Context, p *program.Program, l *Lasso, turns int) (all []*logic.Term, steps int, _ error) {
	m, err := interp.New(p)
	if err != nil {
		return nil, 0, err
	}
	all, steps = values(l.Inputs), l.Steps
	src := &replayed{inputs: values(l.Inputs), arguments: values(l.Arguments)}
	if l.Steps == 0 {
		m.Begin(nil)
	} else if out := m.Run(ctx, src, interp.Options{MaxSteps: l.Steps, Stepwise: true}); out.Kind != interp.StepLimit || out.Loc != l.Head {
		return nil, 0, fmt.Errorf("%w: the execution ends before it: %s %s", ErrUnreached, out.Kind, out.Note)
	}
	where, err := m.Predicate(p.Terms.And(l.Where...))
	if err != nil {
		return nil, 0, err
	}
	state := m.Snapshot()
	for n := range turns {
		next := (*interp.State)(nil)
		for _, w := range l.Ways {
			m.Begin(state)
			inputs, ok := w.inputs(m, p.Terms)
			if !ok {
				continue
			}
			along := &guided{replayed: replayed{inputs: inputs}, path: w.Path}
			out := short(ctx, m, along, interp.Options{From: state, MaxSteps: len(w.Path), Stepwise: true, Trace: true, Visit: along.visit})
			if ctx.Err() != nil {
				return nil, 0, ctx.Err()
			}
			if out.Kind != interp.StepLimit || !slices.Equal(out.Path, w.Path) {
				continue
			}
			if in, err := where(); err == nil && in {
				next, all, steps = m.Snapshot(), append(all, inputs...), steps+len(w.Path)
				break
			}
		}
		if next == nil {
			return nil, 0, fmt.Errorf("%w: turn %d cannot be made", ErrRefuted, n+1)
		}
		state = next
	}
	return all, steps, nil
}

// inputs are the values of the way's inputs in the machine's state.
func (w Way) inputs(m *interp.Machine, f *logic.Factory) ([]*logic.Term, bool) {
	var out []*logic.Term
	for _, t := range w.Inputs {
		if !t.IsConst() {
			get, err := m.Word(t)
			if err != nil {
				return nil, false
			}
			u, ok := get()
			switch {
			case !ok:
				return nil, false
			case t.Sort().IsBool():
				t = f.BoolConst(u != 0)
			default:
				t = f.BV(u, t.Sort().Width())
			}
		}
		out = append(out, t)
	}
	return out, true
}

func values(cs []interp.Consumed) []*logic.Term {
	var out []*logic.Term
	for _, c := range cs {
		out = append(out, c.Value)
	}
	return out
}

// replayed gives inputs, and main's arguments, their values in turn.
type replayed struct{ inputs, arguments []*logic.Term }

// Next implements interp.Source.
func (r *replayed) Next(op *program.Op, _ *program.Edge) (*logic.Term, bool) {
	from := &r.inputs
	switch {
	case op.Unknown.OfMain():
		from = &r.arguments
	case op.Input == nil:
		return nil, false
	}
	if len(*from) == 0 || (*from)[0].Sort() != op.Var.Sort() {
		return nil, false
	}
	v := (*from)[0]
	*from = (*from)[1:]
	return v, true
}

// short is a run of few steps, for which the work that a run pays in advance would be too much.
func short(ctx context.Context, m *interp.Machine, src interp.Source, o interp.Options) *interp.Outcome {
	out := m.Run(context.Background(), src, o)
	work.Spend(ctx, 10+out.Steps/4)
	return out
}

// guided takes the edges of a path where several can be taken.
type guided struct {
	replayed
	path program.Path
	at   int // locations that were visited
}

func (g *guided) visit(*program.Location) bool {
	g.at++
	return true
}

// Choose implements interp.Chooser.
func (g *guided) Choose(_ *program.Location, enabled []*program.Edge) int {
	if g.at > len(g.path) {
		return 0
	}
	return max(0, slices.Index(enabled, g.path[g.at-1]))
}
