package validate

import (
	"context"

	"cupel/analysis/execution/interp"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/program/memory"
)

// raiseMemory makes goals of the faults of memory. They are what an execution is looked for with; whether it has a fault is judged in the program without them.
func (v *validation) raiseMemory() error {
	g := v.t.Memory
	if g == nil {
		return nil
	}
	x, err := newExecutable(v.m)
	if err != nil {
		return err
	}
	v.plain, v.judge = x, interp.NewMemory(v.m, v.t.Entry)
	v.judge.InvalidAccess, v.judge.InvalidRelease = g.Access, g.Release
	memory.Raise(v.m, v.judge.Main, *g)
	return nil
}

// judged reports whether an execution that reaches a goal has a fault of memory at its place; so do all where the property is not about memory.
func (v *validation) judged(ctx context.Context, out *interp.Outcome) bool {
	if v.plain == nil {
		return true
	}
	m, err := interp.New(v.plain.p)
	if err != nil {
		return false
	}
	first := m.Run(ctx, &repeated{out.Inputs, out.Arguments}, interp.Options{MaxSteps: runSteps, Calls: v.plain.calls, Memory: v.judge})
	_, at := v.plan.goal(out.Last)
	there, _ := v.text.original(first.Pos)
	return first.Kind == interp.ReachedError && first.Fault != interp.NoFault && there == at
}

// repeated are the inputs of an execution and what main is called with, in the order in which they are asked for.
type repeated struct{ inputs, arguments []interp.Consumed }

// Next implements interp.Source.
func (s *repeated) Next(op *program.Op, _ *program.Edge) (*logic.Term, bool) {
	rest := &s.inputs
	switch {
	case op.Unknown.OfMain():
		rest = &s.arguments
	case op.Input == nil:
		return nil, false
	}
	if len(*rest) == 0 || (*rest)[0].Value.Sort() != op.Var.Sort() {
		return nil, false
	}
	v := (*rest)[0].Value
	*rest = (*rest)[1:]
	return v, true
}
