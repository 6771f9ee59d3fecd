package verifier

import (
	"context"

	"cupel/analysis/execution/interp"
	"cupel/core/program"
	"cupel/core/smt"
	"cupel/core/work"
	"cupel/engine"
	"cupel/engine/recurrence"
	"cupel/evidence"
)

// byRecurrence looks for a set of states that an execution need not leave.
func (t *termination) byRecurrence(ctx context.Context) *answer {
	if len(t.openHeads()) == 0 || t.source.separable() {
		return nil
	}
	u := t.setup()
	left, _ := work.Left(ctx)
	o := recurrence.Options{Open: u.open, Solver: u.solver, Work: max(left/recurrenceParts, leastRecurrence)}
	o.Solver.Work = max(o.Work/4, leastRecurrence)
	sources := []func() interp.Source{recurrence.Zeros(t.original)}
	dice := newDice(t.original)
	for n := range uint64(recurrenceRuns) {
		sources = append(sources, func() interp.Source { return dice.roll(uint64(u.cfg.Seed)*randomRuns + n) })
	}
	l, more, err := recurrence.Refute(ctx, t.original, sources, o)
	t.more = more
	if l == nil || err != nil {
		return nil
	}
	return t.recurs(ctx, l)
}

// recurs is the answer FALSE by a recurrence set; nil: it is not confirmed.
func (t *termination) recurs(ctx context.Context, l *recurrence.Lasso) *answer {
	p, u := t.original, t.setup()
	kept := func(ctx context.Context, open smt.Opener) error {
		return recurrence.Check(ctx, p, &l.Set, open, smt.Options{Seed: u.cfg.Seed})
	}
	if recurrence.Walk(ctx, p, l, recurrenceWalk) != nil || kept(ctx, u.open) != nil {
		return nil
	}
	m, err := interp.New(p)
	if err != nil {
		return nil
	}
	in := &listed{}
	for _, c := range l.Inputs {
		in.inputs = append(in.inputs, c.Value)
	}
	for _, c := range l.Arguments {
		in.arguments = append(in.arguments, c.Value)
	}
	again := func(ctx context.Context, o interp.Options) *interp.Outcome {
		o.MaxSteps, o.Stepwise = max(1, l.Steps), true
		return m.Run(ctx, &listed{inputs: in.inputs, arguments: in.arguments}, o)
	}
	stem := again(ctx, interp.Options{Trace: true, MaxTrace: interp.ReplayTrace})
	found := &evidence.Lasso{Head: l.Head, Stem: l.Inputs, StemSteps: l.Steps, StemPath: stem.Path, Recurs: p.Terms.And(l.Where...), Program: p, Kept: kept}
	for i, w := range l.Ways {
		if i == 0 {
			found.CycleSteps, found.CyclePath, found.Cycle = len(w.Path), w.Path, consumed(w)
		}
		found.Ways = append(found.Ways, evidence.CycleWay{Path: w.Path, Inputs: w.Inputs})
	}
	return &answer{source: t.source, ran: true, result: &engine.Result{Verdict: engine.False}, lasso: found, loops: t.report(),
		proven: &evidence.Confirmation{Execution: stem, Program: p, Again: again}}
}

// consumed are the inputs of a way, if their values are the same each time; nil: they are not, or there are none.
func consumed(w recurrence.Way) []interp.Consumed {
	var out []interp.Consumed
	for _, e := range w.Path {
		for i := range e.Ops {
			op := &e.Ops[i]
			if op.Kind != program.OpHavoc || op.Input == nil {
				continue
			}
			v := w.Inputs[len(out)]
			if !v.IsConst() {
				return nil
			}
			out = append(out, interp.Consumed{Input: op.Input, Var: op.Var, Value: v})
		}
	}
	return out
}
