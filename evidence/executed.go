package evidence

import (
	"context"

	"cupel/analysis/execution/interp"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/program/passes"
	"cupel/engine"
	"cupel/evidence/witness"
	"cupel/kernel/certify"
)

// explainExecuted reports a proof by execution. If the execution was short, the states it visited are claims
// that a second solver can check.
func (s *explanation) explainExecuted(ctx context.Context, res *engine.Result) error {
	s.report.Proof = res.Proof.Summary
	if !s.options.Certify {
		return s.writeProof(nil)
	}
	s.tellSettled()
	ended := s.journal.Begin("certification", "the states of the execution")
	ctx, cancel := s.timed(ctx)
	defer cancel()
	cert, invs := s.certifyExecution(ctx, res.Proof)
	s.report.certified(cert)
	ended()
	return s.writeProof(invs)
}

// certifyExecution checks the states visited by the only execution.
func (s *explanation) certifyExecution(ctx context.Context, p *engine.Proof) (cert *Certificate, invs []witness.Invariant) {
	why := "the program was run; the interpreter is trusted"
	if s.answer.InCases {
		why += ", and libz3 for the list of the cases"
	}
	if p.Beyond != "" { // an analysis without claims
		why = p.Beyond
	}
	cert = uncertified(s.options.Certifier, why)
	defer func() { // what a second solver answers must not cost the verdict
		if recover() != nil {
			invs = nil
		}
	}()
	if s.stages.Original != nil && s.stages.Prepared != nil && len(s.stages.Original.Edges) <= passedSteps {
		own, stop := s.ownTime(ctx, ownExecuted)
		defer stop()
		c, found := s.certifyReference(own, p, s.options.Certifier, s.second)
		switch {
		case found.Holds():
			cert = found
		case found.Reason != "":
			cert.Reason += "; the states that it passes: " + found.Reason
		}
		if c != nil {
			invs = s.witnessInvariants(own, c, s.second)
		}
	}
	if !cert.Holds() {
		var other []witness.Invariant
		if other, cert = s.certifyOthers(ctx, cert); other != nil {
			invs = other
		}
	}
	return cert, invs
}

// proposePassed adds claims that loop heads are reached only in the states that the execution visits.
func (s *explanation) proposePassed(ctx context.Context, c *certify.Proof, ref *program.Program) {
	// The lowering bounds even unknown values: a run that tracks which values are known may end there.
	for _, machine := range []func(*program.Program) (*interp.Machine, error){interp.NewTracking, interp.New} {
		m, err := machine(ref)
		if err != nil {
			return
		}
		if claims := passedClaims(ctx, m, ref); claims != nil {
			c.Claim(claims)
			return
		}
	}
}

// passedClaims executes a program and returns the disjunction of the states at each loop head; nil if the run
// does not end soon.
func passedClaims(ctx context.Context, m *interp.Machine, ref *program.Program) map[*program.Location]*logic.Term {
	f := ref.Terms
	live := passes.Live(ref)
	vars := map[*program.Location][]*program.Var{}
	for _, l := range ref.LoopHeads() {
		for _, v := range ref.Vars {
			if live.Has(l, v) {
				vars[l] = append(vars[l], v)
			}
		}
	}
	passed := map[*program.Location][]*logic.Term{}
	states := 0
	visit := func(l *program.Location) bool {
		if !l.LoopHead {
			return true
		}
		var parts []*logic.Term
		for _, v := range vars[l] {
			parts = append(parts, m.Facts(v, passedCells)...)
		}
		passed[l] = append(passed[l], f.And(parts...))
		states++
		return states <= passedStates
	}
	if out := m.Run(ctx, interp.Zeros{}, interp.Options{MaxSteps: passedSteps, Visit: visit}); out.Kind != interp.Halted {
		return nil
	}
	claims := map[*program.Location]*logic.Term{}
	for _, l := range ref.LoopHeads() {
		if l != ref.Init {
			claims[l] = f.Or(passed[l]...)
		}
	}
	return claims
}
