package evidence

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"cupel/analysis/execution/interp"
	"cupel/core/program"
	"cupel/core/work"
	"cupel/engine"
	"cupel/evidence/witness"
	"cupel/frontend/c/literal"
)

// explainError reports the confirmed execution, writes the witness and runs the harness.
func (s *explanation) explainError(ctx context.Context) error {
	ended := s.journal.Begin("evidence", "")
	out := s.answer.Proven.Execution
	r := s.report
	r.Confirmed = fmt.Sprintf("replayed in the interpreter, %d steps", out.Steps)
	target := target(out.Last)
	if out.Fault != interp.NoFault && out.Pos.IsValid() {
		target.Pos = out.Pos
	}
	r.ErrorAt = target.Pos.String()
	if g := out.Last.Goal; g != nil && !g.Call {
		r.Goal, r.GoalKind = g.String(), g.Kind()
	}
	if out.Fault != interp.NoFault {
		r.Goal = out.Note
		r.Fault = s.fault(ctx, target.Pos)
	}
	r.Slots = s.answer.Slots
	r.Trace = s.trace(ctx, target.Pos)
	if s.options.Report {
		r.Passed = Passages(s.stages.Module, s.passed)
	}
	if s.stages.Module == nil {
		r.Inputs = s.modelInputs(out)
		if s.options.Harness != "" {
			r.Harness = "no: a model has no C program to compile"
		}
		ended()
		return nil
	}
	for _, c := range out.Inputs {
		r.Inputs = append(r.Inputs, InputValue{Call: c.Input.Callee, Type: c.Input.Type,
			Value: literal.Exact(c.Value, c.Input.Signed), Shown: readable(c.Value, c.Input.Type), At: c.Input.Pos.String()})
	}
	s.tellSettled()
	r.Depends, r.DependsExact = s.dependences(ctx)
	ended()
	switch {
	case s.options.Harness == "":
	case s.options.Function != "":
		r.Harness = "no: a harness runs whole programs, not the function " + s.options.Function + " by itself"
	case s.options.Entry != "" && s.options.Entry != "main":
		r.Harness = "no: a harness runs programs from main on, not from " + s.options.Entry
	default:
		ended := s.journal.Begin("harness", s.options.Harness)
		s.runHarness(ctx, out)
		ended()
	}
	if s.options.Witness == "" || r.Verdict != engine.False.String() {
		return nil
	}
	if out.Fault == interp.LostBlock || out.Fault == interp.LeftBlock {
		s.journal.Warn("no witness is written: no format has one for a block that is lost or left")
		return nil
	}
	return s.writeWitness(s.violation(out, target), nil)
}

// tellSettled reports the verdict without evidence when the evidence does not end in time.
func (s *explanation) tellSettled() {
	if s.settle == nil || s.report.Verdict == engine.True.String() && s.options.RequireCertified {
		return
	}
	r := *s.report
	s.journal.Into(&r)
	r.Unwritten = slices.Clone(r.Unwritten)
	for flag, file := range map[string]string{"--witness": s.options.Witness, "--harness": s.options.Harness} {
		if file != "" {
			r.Unwritten = append(r.Unwritten, flag+": the time for the evidence ended")
		}
	}
	slices.Sort(r.Unwritten)
	if s.options.Certify && r.Verdict == engine.True.String() {
		r.certified(uncertified(s.options.Certifier, "the time for the certificate ended"))
	}
	s.settle(&r)
}

// explainProof reports the proof, re-checks it on request, and writes the witness.
func (s *explanation) explainProof(ctx context.Context, res *engine.Result) error {
	r := s.report
	p := res.Proof
	heads := 0
	for _, l := range s.stages.Prepared.Locs {
		if l.LoopHead {
			heads++
		}
	}
	preds := 0
	for _, ps := range p.Predicates {
		preds += len(ps)
	}
	switch {
	case p.Summary != "":
		r.Proof = p.Summary
	case heads == 0:
		r.Proof = "no loop is left: every path was explored"
	case p.Finite:
		r.Proof = "the tree of feasible paths is finite and was explored"
	default:
		r.Proof = fmt.Sprintf("predicate abstraction with %d predicates at %d loop heads", preds, heads)
	}
	s.tellSettled()
	ctx, cancel := s.timed(ctx)
	defer cancel()
	ended := s.journal.Begin("certification", fmt.Sprintf("%d loop heads", heads))
	var invs []witness.Invariant
	switch {
	case s.options.Certify || s.options.Witness != "":
		invs = s.certify(ctx, p)
	case s.options.Report: // readable invariants are worth some seconds
		within, cancel := work.Within(ctx, reportWork)
		invs = s.certify(within, p)
		cancel()
	}
	if s.relied() != nil {
		r.Proof += "; " + s.relied().String()
	}
	ended()
	return s.writeProof(invs)
}

// timed applies the time limit for the evidence of a proof.
func (s *explanation) timed(ctx context.Context) (context.Context, context.CancelFunc) {
	if s.options.CertifyTimeout > 0 {
		return context.WithTimeout(ctx, s.options.CertifyTimeout)
	}
	return ctx, func() {}
}

// writeProof reports the invariants, withdraws a verdict that lacks a required certificate, or writes the
// witness.
func (s *explanation) writeProof(invs []witness.Invariant) error {
	r := s.report
	for _, i := range invs {
		r.Invariants = append(r.Invariants, Invariant{At: i.Pos.String(), Formula: i.Expr})
	}
	r.Invariants = append(r.Invariants, s.cells...)
	r.requireCertified(s.options)
	r.contradicted()
	if s.options.Witness == "" || r.Verdict != engine.True.String() {
		return nil
	}
	if s.task.Ends {
		return s.writeEnds(invs)
	}
	invs = s.orTrivial(invs)
	if len(invs) == 0 && s.stages.Module != nil {
		s.journal.FailedOutput("--witness", errors.New("there is no place in the program's text that a witness could speak of"))
		return nil
	}
	return s.writeWitness(nil, invs)
}

// target returns the place of the goal at the end of an error path.
func target(e *program.Edge) witness.Point {
	pos := e.Pos
	if g := e.Goal; g != nil && g.Pos.IsValid() {
		pos = g.Pos
	}
	if !pos.IsValid() {
		pos = e.Src.Pos
	}
	return witness.Point{Pos: pos, Func: e.Src.Func}
}
