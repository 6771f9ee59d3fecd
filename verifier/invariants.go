package verifier

import (
	"context"
	"fmt"

	"cupel/analysis/absint/interval"
	"cupel/analysis/absint/polynomial"
	"cupel/analysis/absint/prefix"
	"cupel/analysis/absint/relational"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/engine"
)

// The values of Config.Invariants.
const (
	InvariantsNone       = "none"
	InvariantsIntervals  = "intervals"
	InvariantsRelational = "relational"
)

// An analysis is what abstract interpretation finds about a program. Where safe is set the invariants are
// inductive: they are the proof.
type analysis struct {
	invariants map[*program.Location]*logic.Term // facts at loop heads; nil: none were looked for
	safe       bool                              // they exclude the error and the cuts
	equations  bool                              // that are of polynomials, by arithmetic of the ring
}

// analyze finds facts about the loop heads of a prepared program, and perhaps a proof.
func (u *setup) analyze(ctx context.Context, p *program.Program) (a analysis) {
	if u.cfg.Invariants == InvariantsNone {
		return a
	}
	about := fmt.Sprintf("%d loop heads, %s", len(p.LoopHeads()), sizeOf(p))
	if u.cfg.Invariants == InvariantsRelational {
		sub, done := u.beginPart(ctx, "invariants", "relational, "+about, relationalPart)
		facts, proof := relational.Search(sub, p)
		done()
		if proof != nil || facts.Complete() { // within its limits
			return u.withEquations(ctx, p, relationalAnalysis(p, facts, proof))
		}
	}
	sub, done := u.begin(ctx, "invariants", "intervals, "+about)
	if r := interval.Analyze(sub, p); r.Complete() {
		a.invariants = withPrefix(p, r.Invariants(p.LoopHeads()))
	} else {
		a.invariants = map[*program.Location]*logic.Term{}
	}
	done()
	return u.withEquations(ctx, p, a)
}

// withEquations adds equations of polynomials, if the program compares polynomials and relational invariants are wanted.
func (u *setup) withEquations(ctx context.Context, p *program.Program, a analysis) analysis {
	if a.safe || u.cfg.Invariants != InvariantsRelational {
		return a
	}
	sub, done := u.beginEarly(ctx, "equations", sizeOf(p), usage{cpu: equationsTime})
	defer done()
	r := polynomial.Search(sub, p, a.invariants)
	if a.invariants == nil {
		a.invariants = map[*program.Location]*logic.Term{}
	}
	for l, t := range r.Invariants {
		p.Conjoin(a.invariants, l, t)
	}
	a.safe, a.equations = r.Safe, r.Safe
	return a
}

// relationalAnalysis has the proof, or, if there is none, the facts.
func relationalAnalysis(p *program.Program, facts, proof *relational.Result) analysis {
	if proof != nil {
		return analysis{invariants: atHeads(p, proof.Invariant), safe: true}
	}
	return analysis{invariants: withPrefix(p, atHeads(p, facts.Invariant))}
}

// withPrefix adds the facts that hold after the program's beginning about variables that never change.
func withPrefix(p *program.Program, facts map[*program.Location]*logic.Term) map[*program.Location]*logic.Term {
	always, inside := prefix.Facts(p)
	for l, t := range facts {
		if !inside(l) && !t.IsFalse() {
			facts[l] = p.Terms.And(t, always)
		}
	}
	return facts
}

func atHeads(p *program.Program, at func(*program.Location) *logic.Term) map[*program.Location]*logic.Term {
	facts := map[*program.Location]*logic.Term{}
	for _, l := range p.LoopHeads() {
		facts[l] = at(l)
	}
	return facts
}

// proved is the result when the invariants exclude the error and the cuts. That
// they are inductive is the evidence.
func (a *analysis) proved() *engine.Result {
	summary := "abstract interpretation: no path reaches the error"
	if n := len(a.invariants); n > 0 {
		summary = fmt.Sprintf("abstract interpretation: linear invariants at %d loop heads exclude the error", n)
	}
	by := "relational invariants"
	if a.equations {
		by, summary = "polynomial equations", "arithmetic modulo powers of two: no path reaches the error"
		if n := len(a.invariants); n > 0 {
			summary = fmt.Sprintf("equations of polynomials at %d loop heads exclude the error", n)
		}
	}
	return &engine.Result{Verdict: engine.True, By: by, Proof: &engine.Proof{
		Invariants: a.invariants,
		Complete:   true,
		Strict:     true,
		Summary:    summary,
	}}
}
