package interp

import (
	"context"

	"cupel/analysis/intlower"
	"cupel/core/logic"
	"cupel/core/program"
)

// queue supplies a counterexample's values: those of an input in the order the input consumed them, those of other
// havocs by operation ID, or else by variable.
type queue struct {
	f      *logic.Factory
	inputs map[*program.Input][]*logic.Term
	ids    map[int][]*logic.Term
	vars   map[*program.Var][]*logic.Term
}

// newQueue finds the variables of the original program by their origins.
func newQueue(original *program.Program, cex *program.Counterexample) *queue {
	q := &queue{f: original.Terms, inputs: map[*program.Input][]*logic.Term{}, ids: map[int][]*logic.Term{}, vars: map[*program.Var][]*logic.Term{}}
	own := make(map[*program.Var]bool, len(original.Vars))
	for _, v := range original.Vars {
		own[v] = true
	}
	for _, h := range cex.Havocs {
		if h.Input != nil {
			q.inputs[h.Input] = append(q.inputs[h.Input], h.Value)
			continue
		}
		if h.ID != 0 {
			q.ids[h.ID] = append(q.ids[h.ID], h.Value)
			continue
		}
		v := h.Var
		for v != nil && !own[v] {
			v = v.Origin
		}
		if v != nil {
			q.vars[v] = append(q.vars[v], h.Value)
		}
	}
	return q
}

// Next implements Source.
func (q *queue) Next(op *program.Op, _ *program.Edge) (*logic.Term, bool) {
	var v *logic.Term
	switch {
	case op.Input != nil:
		v = pop(q.inputs, op.Input)
	case op.ID != 0:
		v = pop(q.ids, op.ID)
	default:
		v = pop(q.vars, op.Var)
	}
	if v == nil {
		return nil, false
	}
	v = intlower.ToSort(q.f, op.Var.Sort(), v)
	return v, v != nil
}

func pop[K comparable](m map[K][]*logic.Term, k K) *logic.Term {
	vs := m[k]
	if len(vs) == 0 {
		return nil
	}
	m[k] = vs[1:]
	return vs[0]
}

// Replay runs the original, machine-typed program with the values of a counterexample found on a program derived from
// it. The counterexample is confirmed exactly when the outcome is ReachedError; otherwise Kind, Note and Pos describe
// where and why the execution ended elsewhere. The path is only kept for a confirmed one, at most a million edges.
func Replay(ctx context.Context, original *program.Program, cex *program.Counterexample, o Options) (*Outcome, error) {
	m, err := New(original)
	if err != nil {
		return nil, err
	}
	if o.MaxSteps == 0 && o.MaxEffort == 0 {
		o.MaxEffort = max(replaySteps, replayFactor*cex.Steps)
	}
	if o.MaxTrace == 0 {
		o.MaxTrace = ReplayTrace
	}
	out := m.Run(ctx, newQueue(original, cex), o)
	if out.Kind != ReachedError {
		out.Path, out.Havocs = nil, nil
	}
	if out.Kind != ReachedError && out.Defaulted > 0 && out.Kind != Failed {
		if out.Note != "" {
			out.Note += "; "
		}
		out.Note += "the execution asks for inputs that the counterexample does not give"
	}
	return out, nil
}
