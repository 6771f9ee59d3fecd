package evidence

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"cupel/engine"
	"cupel/frontend/c/literal"
	"cupel/program"
	"cupel/witness"
	"cupel/work"
)

// explainError reports the confirmed execution, writes the witness and runs
// the harness.
func (s *explanation) explainError(ctx context.Context) error {
	start := time.Now()
	out := s.Proven.Execution
	r := s.report
	r.Confirmed = fmt.Sprintf("replayed in the interpreter, %d steps", out.Steps)
	target := target(out.Last)
	r.ErrorAt = target.Pos.String()
	if g := out.Last.Goal; g != nil && !g.Call {
		r.Goal = g.String()
	}
	r.Slots = s.Slots
	r.Trace = s.trace(ctx, target.Pos)
	if s.Case.Report {
		r.Passed = Passages(s.Module, s.passed)
	}
	if s.Module == nil {
		r.Inputs = s.modelInputs(out)
		if s.Harness != "" {
			r.Harness = "no: a control-flow automaton has no C program to compile"
		}
		s.Time("evidence", start)
		return nil
	}
	for _, c := range out.Inputs {
		r.Inputs = append(r.Inputs, InputValue{Call: c.Input.Callee, Type: c.Input.Type,
			Value: literal.Exact(c.Value, c.Input.Signed), At: c.Input.Pos.String()})
	}
	s.settled()
	r.Depends, r.DependsExact = s.dependences(ctx)
	if s.Witness != "" {
		if err := s.writeWitness(s.violation(out, target), nil); err != nil {
			return err
		}
	}
	s.Time("evidence", start)
	switch {
	case s.Harness == "":
	case s.Function != "":
		r.Harness = "no: a harness runs whole programs, not the function " + s.Function + " by itself"
	default:
		r.Harness = s.runHarness(ctx, out)
	}
	return nil
}

// settled tells the report as it is when the evidence does not come in time.
func (s *explanation) settled() {
	if s.Settled == nil || s.report.Verdict == engine.True.String() && s.RequireCertified {
		return
	}
	r := *s.report
	s.Into(&r)
	r.Unwritten = slices.Clone(r.Unwritten)
	for flag, file := range map[string]string{"--witness": s.Witness, "--harness": s.Harness} {
		if file != "" {
			r.Unwritten = append(r.Unwritten, flag+": the time for the evidence ended")
		}
	}
	slices.Sort(r.Unwritten)
	if s.Certify && r.Verdict == engine.True.String() {
		r.certified(uncertified(s.Certifier, "the time for the certificate ended"))
	}
	s.Settled(&r)
}

// explainProof reports the proof, re-checks it when asked to, and writes the witness.
func (s *explanation) explainProof(ctx context.Context, res *engine.Result) error {
	start := time.Now()
	r := s.report
	p := res.Proof
	heads := 0
	for _, l := range s.Prepared.Locs {
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
	s.settled()
	ctx, cancel := s.timed(ctx)
	defer cancel()
	var invs []witness.Invariant
	switch {
	case s.Certify || s.Witness != "":
		invs = s.certify(ctx, p)
	case s.Report: // readable invariants are worth some seconds
		within, cancel := work.Within(ctx, reportWork)
		invs = s.certify(within, p)
		cancel()
	}
	if s.relied() != nil {
		r.Proof += "; " + s.relied().String()
	}
	s.Time("certification", start)
	return s.writeProof(invs)
}

// timed bounds the evidence of a proof.
func (s *explanation) timed(ctx context.Context) (context.Context, context.CancelFunc) {
	if s.CertifyTimeout > 0 {
		return context.WithTimeout(ctx, s.CertifyTimeout)
	}
	return ctx, func() {}
}

// writeProof reports the invariants, withdraws a verdict without the certificate that it needs, or
// writes its witness.
func (s *explanation) writeProof(invs []witness.Invariant) error {
	r := s.report
	for _, i := range invs {
		r.Invariants = append(r.Invariants, Invariant{At: i.Pos.String(), Formula: i.Expr})
	}
	r.Invariants = append(r.Invariants, s.cells...)
	r.requireCertified(s.Options)
	r.contradicted()
	if s.Witness == "" || r.Verdict != engine.True.String() {
		return nil
	}
	invs = s.orTrivial(invs)
	if len(invs) == 0 && s.Module != nil {
		s.FailedOutput("--witness", errors.New("there is no place in the program's text that a witness could speak of"))
		return nil
	}
	return s.writeWitness(nil, invs)
}

// target is the place of the goal that the last edge of an error path leads to.
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
