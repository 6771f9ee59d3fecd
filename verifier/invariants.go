package verifier

import (
	"context"
	"fmt"
	"time"

	"cupel/absint/interval"
	"cupel/absint/relational"
	"cupel/engine"
	"cupel/logic"
	"cupel/program"
)

// The values of Config.Invariants.
const (
	InvariantsNone       = "none"
	InvariantsIntervals  = "intervals"
	InvariantsRelational = "relational"
)

// analyze finds facts about the loop heads of the prepared program by abstract
// interpretation, and perhaps a proof.
func (s *setup) analyze(ctx context.Context) {
	s.invariants, s.safe = nil, false
	if s.cfg.Invariants == InvariantsNone {
		return
	}
	start := time.Now()
	if s.cfg.Invariants == InvariantsRelational {
		s.relational(ctx)
	}
	if s.invariants == nil {
		s.invariants = map[*program.Location]*logic.Term{}
		if r := interval.Analyze(ctx, s.prepared); r.Complete() {
			s.headInvariants(r.Invariant)
		}
	}
	s.report.time("invariants", start)
}

// relational sets the invariants when the relational analysis stays within its
// limits.
func (s *setup) relational(ctx context.Context) {
	facts, proof := relational.Search(ctx, s.prepared)
	if s.safe = proof != nil; s.safe {
		facts = proof
	}
	if facts.Complete() {
		s.headInvariants(facts.Invariant)
	}
}

func (s *setup) headInvariants(at func(*program.Location) *logic.Term) {
	s.invariants = map[*program.Location]*logic.Term{}
	for _, l := range s.prepared.LoopHeads() {
		s.invariants[l] = at(l)
	}
}

// proved is the result when the invariants exclude the error and the cuts. That
// they are inductive is the evidence.
func (s *setup) proved() *engine.Result {
	summary := "abstract interpretation: no path reaches the error"
	if n := len(s.invariants); n > 0 {
		summary = fmt.Sprintf("abstract interpretation: linear invariants at %d loop heads exclude the error", n)
	}
	return &engine.Result{Verdict: engine.True, By: "relational invariants", Proof: &engine.Proof{
		Invariants: s.invariants,
		Complete:   true,
		Strict:     true,
		Summary:    summary,
	}}
}
