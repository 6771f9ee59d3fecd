package verifier

import (
	"context"

	"cupel/analysis/execution/interp"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/smt"
	"cupel/core/work"
	"cupel/engine"
	"cupel/engine/recurrence"
	"cupel/evidence"
)

// recurrenceBy names the step.
const recurrenceBy = "recurrence"

// byRecurrence looks for a set of states that an execution need not leave: in a loop of the program as the other steps see it, or in calls that never return.
func (t *termination) byRecurrence(ctx context.Context) *answer {
	if t.source.separable() {
		return nil
	}
	var programs []*program.Program
	if len(t.openHeads()) > 0 {
		programs = append(programs, t.original)
	}
	if t.entering != nil {
		programs = append(programs, t.entering)
	}
	for i, p := range programs {
		sub, stop := work.Within(ctx, work.Share(ctx, mostStepWork, 1/float64(len(programs)-i)))
		a := t.recurrenceOf(sub, p)
		stop()
		if a != nil {
			return a
		}
	}
	return nil
}

// recurrenceOf looks for a set of states of a program whose executions are some of those of the one that was read.
func (t *termination) recurrenceOf(ctx context.Context, p *program.Program) *answer {
	u := t.setup()
	left, _ := work.Left(ctx)
	o := recurrence.Options{Open: u.open, Solver: u.solver, Work: max(left/recurrenceParts, leastRecurrence)}
	o.Solver.Work = max(o.Work/4, leastRecurrence)
	sources := []func() interp.Source{recurrence.Zeros(p)}
	dice := newDice(p)
	for n := range uint64(recurrenceRuns) {
		sources = append(sources, func() interp.Source { return dice.roll(uint64(u.cfg.Seed)*randomRuns + n) })
	}
	l, more, err := recurrence.Refute(ctx, p, sources, o)
	t.more = t.more || more || ctx.Err() != nil
	if l == nil || err != nil {
		return nil
	}
	return t.recurs(ctx, p, l)
}

// recurs is the answer FALSE by a recurrence set; nil: it is not confirmed.
func (t *termination) recurs(ctx context.Context, p *program.Program, l *recurrence.Lasso) *answer {
	u := t.setup()
	kept := func(ctx context.Context, open smt.Opener) error {
		return recurrence.Check(ctx, p, &l.Set, open, smt.Options{Seed: u.cfg.Seed})
	}
	inputs, steps, err := recurrence.Walk(ctx, p, l, recurrenceWalk)
	if err != nil || kept(ctx, u.open) != nil || p == t.entering && !t.runsOn(ctx, inputs, l.Arguments, steps) {
		return nil
	}
	m, err := interp.New(p)
	if err != nil {
		return nil
	}
	again := func(ctx context.Context, o interp.Options) *interp.Outcome {
		o.MaxSteps, o.Stepwise = max(1, l.Steps), true
		return m.Run(ctx, &listed{inputs: values(l.Inputs), arguments: values(l.Arguments)}, o)
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

// runsOn reports whether the whole program, with a stack of calls, is still running after some steps.
func (t *termination) runsOn(ctx context.Context, inputs []*logic.Term, arguments []interp.Consumed, steps int) bool {
	r := t.runs
	if r == nil {
		var err error
		if r, err = t.source.newRepeating(); err != nil {
			return false
		}
		t.runs = r
	}
	out := r.machine.Run(ctx, &listed{inputs: inputs, arguments: values(arguments)}, interp.Options{Calls: r.calls, MaxSteps: max(1, steps/2), Stepwise: true}) // a call and its return are edges of one of the programs only
	return out.Kind == interp.StepLimit
}
