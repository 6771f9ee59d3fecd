package verifier

import (
	"context"
	"fmt"

	"cupel/analysis/execution/interp"
	"cupel/core/program"
	"cupel/engine"
	"cupel/evidence"
)

// runConcrete runs the program in the interpreter as long as all its executions are
// the same: until the path depends on an input or an indeterminate value. When
// the program ends before that, the run gives the verdict (UNKNOWN where it is the model that ends); when an input decides, some runs
// on random inputs may find the error (random), or those for all inputs decide (exhaust). Without a verdict
// the answer is nil, and seen are the known properties of the program's executions.
func (s *source) runConcrete(ctx context.Context) (ran *answer, seen executions) {
	part := 1.0
	if s.setup.ends() {
		part = 0.5 // the steps have shares of the limits, too
	}
	if s.setup.hasEarly() && s.memory() == nil { // of which runs are all there is
		return s.runUpTo(ctx, firstSteps, part)
	}
	return s.runUpTo(ctx, concreteSteps, part)
}

// runUpTo is runConcrete with so much effort (interp.Outcome) until an input matters, within a part of its share; where they are not all, the rest is left for later.
func (s *source) runUpTo(ctx context.Context, steps int, part float64) (ran *answer, seen executions) {
	ctx, done := s.setup.beginPart(ctx, "concrete run", "", part)
	defer done()
	p, stack, err := s.flat()
	if err != nil {
		return nil, seen
	}
	m, err := interp.NewTracking(p)
	if err != nil {
		return nil, seen
	}
	o := s.judged(interp.Options{MaxEffort: steps, Calls: stack})
	if a := s.lostBlock(ctx, p, stack, lostSteps, false); a != nil {
		return a, seen
	}
	out := m.Run(ctx, interp.Zeros{}, o)
	switch out.Kind {
	case interp.ReachedError:
		o.Trace, o.MaxTrace = true, interp.ReplayTrace
		if out = m.Run(ctx, interp.Zeros{}, o); out.Kind != interp.ReachedError {
			return nil, seen // interrupted
		}
		return s.refutedByRun(out, byRun, p, stack), seen
	case interp.Halted:
		if a := s.blocked(out.Last); a != nil {
			return a, seen
		}
		if s.memory() != nil {
			return s.executedMemory(ctx, m, p, stack, out), seen
		}
		return s.provenByRuns(fmt.Sprintf("executed: no input matters, every execution is the same %d steps and ends%s", out.Steps, s.withoutError()), out.Adjacent), seen
	case interp.Unknown:
		if !s.setup.cfg.RunShort {
			s.setup.journal.About("random inputs")
			ran, seen.dice = s.random(ctx, p, stack, randomEach, randomSteps)
			if s.dice = &seen.dice; ran != nil {
				return ran, seen
			}
		}
		s.setup.journal.About("all values of the inputs")
		return s.exhaustFirst(ctx, m, p, stack), seen
	case interp.Cut:
		if l := out.Loc; l != nil && l.Cut != "" && !l.CutByRecursion { // no construct that only the interpreter lacks
			return &answer{source: s, ran: true, result: engine.Because(engine.ModelEnds, l.Cut)}, seen
		}
	case interp.StepLimit: // no input has mattered so far
		seen.dice = rolls{runs: 1, cut: 1, longest: min(out.Steps, steps)}
		s.dice = &seen.dice
		if steps < concreteSteps {
			s.rest = func(ctx context.Context) *answer {
				ran, _ := s.runUpTo(ctx, concreteSteps, 1)
				return ran
			}
		}
	case interp.Undefined:
		seen.doomed = &evidence.Obligation{Note: out.Note, Pos: out.Pos}
	}
	return nil, seen
}

// exhaustFirst is exhaust, with little time and the rest left for later where the engine is Auto and the early search may be faster.
func (s *source) exhaustFirst(ctx context.Context, m *interp.Machine, p *program.Program, calls map[*program.Location]*interp.Call) *answer {
	u := s.setup
	if !u.hasEarly() || u.wantsProof() || s.memory() != nil { // an answer of the runs is not the last word where a proof is wanted
		return s.exhaust(ctx, m, p, calls)
	}
	sub, done := u.beginEarly(ctx, "concrete run", "all values of the inputs", usage{cpu: earlyExhaust})
	a := s.exhaust(sub, m, p, calls)
	done()
	if a == nil && cutShort(ctx, sub) {
		s.rest = func(ctx context.Context) *answer {
			ctx, done := u.begin(ctx, "concrete run", "all values of the inputs")
			defer done()
			return s.exhaust(ctx, m, p, calls)
		}
	}
	return a
}

// executions are the properties of the program's executions that the runs before the engine establish.
type executions struct {
	doomed *evidence.Obligation // where every one ends by undefined behaviour, for the engine to prove; nil: not known
	dice   rolls                // the random runs, or the only one
}

// withoutError says what else is shown of executions that end.
func (s *source) withoutError() string {
	if s.setup.ends() {
		return ""
	}
	return " without the error"
}

// provenByRuns is a proof by the only execution there is, or by all there are. Adjacent: some compare pointers with an outcome that may depend on which objects
// are adjacent.
func (s *source) provenByRuns(summary string, adjacent bool) *answer {
	return &answer{source: s, ran: true, apart: !adjacent, result: &engine.Result{Verdict: engine.True, By: byRun, Proof: &engine.Proof{Finite: true, Summary: summary}}}
}

// refutedByRun is an execution of p that reaches the error, with the name of the kind of run. It depends on the values of
// its inputs only. nil: the fault that it has is not certain.
func (s *source) refutedByRun(out *interp.Outcome, by string, p *program.Program, calls map[*program.Location]*interp.Call) *answer {
	if out = s.firstFault(out, p, calls); out == nil {
		return nil
	}
	return s.failedByRun(out, by, p, calls, s.memory())
}

// failedByRun is refutedByRun of an execution that is known to have its fault, with the judge of memory that says so; nil: there is none.
func (s *source) failedByRun(out *interp.Outcome, by string, p *program.Program, calls map[*program.Location]*interp.Call, judge *interp.Memory) *answer {
	again := func(ctx context.Context, o interp.Options) *interp.Outcome {
		m, err := interp.New(p)
		if err != nil {
			return nil
		}
		o.Calls, o.Memory = calls, judge
		return m.Run(ctx, given(out), o)
	}
	return &answer{source: s, ran: true, result: &engine.Result{Verdict: engine.False, By: by},
		proven: &evidence.Confirmation{Execution: out, Program: p, Again: again}}
}

// byRun names the run before the engine.
const byRun = "run in the interpreter"

// wantsProof reports whether the user asks for evidence that an execution is not:
// invariants, or a proof that a second solver can check.
func (u *setup) wantsProof() bool { return u.cfg.Certify || u.cfg.Witness != "" || u.cfg.Report != "" }
