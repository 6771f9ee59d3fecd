package verifier

import (
	"context"
	"fmt"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/program/passes"
	"cupel/core/program/sizeinduction"
	"cupel/core/work"
	"cupel/engine"
)

// The values of Config.Induction.
const (
	InductionAuto = "auto" // a member of the portfolio where the engine is Auto, InductionOff with others
	InductionOff  = "off"
	InductionSize = "size" // on an input that loops depend on, before anything else
	InductionOnly = "only" // nothing else
)

// The engines of an induction: for the base case, and for the step where the engine of the run has none.
const (
	baseEngine = "bmc"
	stepEngine = "quantified"
)

// uncertifiedInduction is why such a proof has no certificate.
const uncertifiedInduction = "a proof by induction on the size is about two instances of the program, which no claims about one say; " +
	"the transformation and both cases are trusted"

// bySize proves the program by induction on an input, or finds a counterexample where that is small; nil: neither, and the program is to be searched as it is.
func (l *lowering) bySize(ctx context.Context, o engine.Observer) (*answer, error) {
	how := l.setup().cfg.Induction
	if how == InductionOff || how == InductionAuto {
		return nil, nil
	}
	defer l.setup().journal.Begin("induction", sizeOf(l.lowered))()
	sub, cancel := ctx, func() {}
	if how != InductionOnly {
		sub, cancel = work.Within(ctx, work.Share(ctx, inductionWork, inductionShare))
	}
	defer cancel()
	a, why, err := l.inductions(sub, o)
	switch {
	case a != nil:
		return a, nil
	case err != nil && (ctx.Err() != nil || sub.Err() == nil):
		return nil, err
	case how == InductionOnly:
		open := l.onOriginal(engine.Because(engine.Undecided, "no proof by induction on the size: "+why), "")
		open.result.Proof = nil
		return open, nil
	}
	return nil, nil
}

// inductions tries all inputs; without an answer it returns the reason.
func (l *lowering) inductions(ctx context.Context, o engine.Observer) (a *answer, why string, err error) {
	if l.inlining.closed != nil || !l.lowered.Lowered {
		return nil, "the program is not one over the integers without calls", nil
	}
	why = "no loop depends on an input that is received once, before all loops"
	for _, strict := range []bool{false, true} {
		for _, x := range sizeinduction.Parameters(sizeinduction.Restate(l.lowered, strict)) {
			if a, why, err = l.induct(ctx, x, strict, o); a != nil || err != nil {
				return a, why, err
			}
		}
	}
	return nil, why, nil
}

// induct is inductions for one input.
func (l *lowering) induct(ctx context.Context, x *sizeinduction.Parameter, strict bool, o engine.Observer) (a *answer, why string, err error) {
	step, err := x.Step()
	if err != nil {
		return nil, err.Error(), nil
	}
	base, err := l.tried(ctx, x.BaseCase(), baseEngine, o)
	switch {
	case err != nil:
		return nil, "", err
	case base.result.Verdict == engine.False:
		base.source = l.inlining.source
		return base, "", nil
	case base.result.Verdict != engine.True:
		return nil, fmt.Sprintf("%s at most %d: %s", x.Var, x.Least, base.result.Reason.Text), nil
	}
	name := l.setup().engine.Name
	if name == Auto {
		name = stepEngine
	}
	a, err = l.tried(ctx, step, name, o)
	switch {
	case err != nil:
		return nil, "", err
	case a.result.Verdict != engine.True: // an error of the step is none of the program
		return nil, fmt.Sprintf("the step from %s - 1 to %s: %s", x.Var, x.Var, stepReason(a)), nil
	}
	summary := fmt.Sprintf("by induction on %s: where it is at most %d, by %s; beyond, from the value before, by %s", x.Var, x.Least, provedBy(base), provedBy(a))
	return l.onOriginal(&engine.Result{Verdict: engine.True, By: "induction on the size", Explain: a.result.Explain,
		Proof: &engine.Proof{Strict: strict, Beyond: uncertifiedInduction, Invariants: map[*program.Location]*logic.Term{}}}, summary), "", nil
}

// stepReason is the reason why the step is not proven.
func stepReason(a *answer) string {
	if a.result.Verdict == engine.False {
		return "it does not hold, or what is between the two sizes is not followed"
	}
	return a.result.Reason.Text
}

// provedBy names the analysis or engine that proved a case.
func provedBy(a *answer) string {
	text := a.result.By
	if text == "" {
		text = a.setup().engine.Name
	}
	if a.result.Proof.Summary != "" {
		text += " (" + a.result.Proof.Summary + ")"
	}
	return text
}

// tried is the answer of an engine on a program that is none of the stages.
func (l *lowering) tried(ctx context.Context, p *program.Program, name string, o engine.Observer) (*answer, error) {
	p, _, err := passes.Default.Run(ctx, p)
	if err != nil {
		return nil, err
	}
	out := l.apart(p)
	if name != out.setup().engine.Name {
		if err := out.setup().use(name); err != nil {
			return nil, err
		}
	}
	return out.searchEncodings(ctx, o)
}

// use sets an engine, with its defaults, that does not interpolate.
func (u *setup) use(name string) (err error) {
	if u.engine, err = engineByName(name); err != nil {
		return err
	}
	if u.choices, err = u.engine.Complete(nil); err != nil {
		return err
	}
	u.plan = u.engine.PlanFor(u.choices)
	return u.interpolate()
}
