package interp

import (
	"context"

	"cupel/engine"
	"cupel/logic"
	"cupel/program"
	"cupel/program/intlower"
)

// queue supplies a counterexample's values: those of an input in the order the
// input consumed them, those of other havocs by variable.
type queue struct {
	f      *logic.Factory
	inputs map[*program.Input][]*logic.Term
	vars   map[*program.Var][]*logic.Term
}

// Next implements Source.
func (q *queue) Next(op *program.Op) *logic.Term {
	var v *logic.Term
	if op.Input != nil {
		v = pop(q.inputs, op.Input)
	} else {
		v = pop(q.vars, op.Var)
	}
	if v == nil {
		return nil
	}
	return intlower.ToSort(q.f, op.Var.Sort(), v)
}

func pop[K comparable](m map[K][]*logic.Term, k K) *logic.Term {
	vs := m[k]
	if len(vs) == 0 {
		return nil
	}
	m[k] = vs[1:]
	return vs[0]
}

// Replay runs the original program with the values of a counterexample found
// on a program derived from it.
func Replay(ctx context.Context, original *program.Program, cex *engine.Counterexample, o Options) (*Outcome, error) {
	q := &queue{f: original.Terms, inputs: map[*program.Input][]*logic.Term{}, vars: map[*program.Var][]*logic.Term{}}
	own := make(map[*program.Var]bool, len(original.Vars))
	for _, v := range original.Vars {
		own[v] = true
	}
	for _, h := range cex.Havocs {
		if h.Input != nil {
			q.inputs[h.Input] = append(q.inputs[h.Input], h.Value)
			continue
		}
		v := h.Var
		for v != nil && !own[v] {
			v = v.Origin
		}
		q.vars[v] = append(q.vars[v], h.Value)
	}
	m, err := New(original)
	if err != nil {
		return nil, err
	}
	return m.Run(ctx, q, o), nil
}
