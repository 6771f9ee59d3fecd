package verifier

import (
	"context"
	"fmt"
	"time"

	"cupel/engine"
	"cupel/program"
	"cupel/program/interp"
	"cupel/program/passes"
)

// concreteSteps bounds the run before the engine: a second or so.
const concreteSteps = 20_000_000

// concrete runs the program in the interpreter as long as all its executions are
// the same: until an input or an indeterminate value decides what happens. When
// the end comes before that, the run is the verdict; when an input decides, the
// runs for all inputs may be (exhaust). nil: there is none.
func (s *setup) concrete(ctx context.Context) *engine.Result {
	start := time.Now()
	defer func() { s.report.time("concrete run", start) }()
	p, calls, err := passes.Flat(s.module)
	if err != nil {
		return nil
	}
	stack := make(map[*program.Location]*interp.Call, len(calls))
	for _, c := range calls {
		stack[c.At] = &interp.Call{Enter: c.Enter, Exit: c.Exit, Return: c.Return, Locals: c.Locals, Result: c.Result, Into: c.Into, Alone: c.Alone}
	}
	m, err := interp.NewTracking(p)
	if err != nil {
		return nil
	}
	o := interp.Options{MaxSteps: concreteSteps, Calls: stack}
	out := m.Run(ctx, interp.Zeros{}, o)
	switch out.Kind {
	case interp.ReachedError:
		o.Trace, o.MaxTrace = true, interp.ReplayTrace
		if out = m.Run(ctx, interp.Zeros{}, o); out.Kind != interp.ReachedError {
			return nil // interrupted
		}
		s.execution = out
		return &engine.Result{Verdict: engine.False, By: byRun}
	case interp.Halted:
		return s.executed(fmt.Sprintf("executed: no input matters, every execution is the same %d steps and ends without the error", out.Steps))
	case interp.Unknown:
		return s.exhaust(ctx, m, p, stack)
	case interp.Undefined:
		s.doomed = &obligation{out.Note, out.Pos} // for the engine to prove
	}
	return nil
}

// executed is a proof by the only execution there is.
func (s *setup) executed(summary string) *engine.Result {
	return &engine.Result{Verdict: engine.True, By: byRun, Proof: &engine.Proof{Finite: true, Summary: summary}}
}

// byRun names the run before the engine.
const byRun = "run in the interpreter"

// wantsProof reports whether the user asks for evidence that an execution is not:
// invariants, or a proof that a second solver can check.
func (s *setup) wantsProof() bool { return s.cfg.Certify || s.cfg.Witness != "" }
