package verifier

import (
	"context"

	"cupel/analysis/absint/interval"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/program/measured"
	"cupel/core/program/passes"
	"cupel/core/smt"
	"cupel/engine"
	"cupel/kernel/certify"
)

// direct proves that measures get smaller in machine arithmetic without a search: the value that is remembered at a head is that of the measure there, and in loops
// inside it is not smaller. It decides where engines have no words for the bits that a measure speaks of. nil: it does not.
func (m *measuredProgram) direct(ctx context.Context, q *program.Program, heads []*program.Location) *answer {
	if m.in.closed != nil {
		return nil
	}
	whole := q
	q, _, err := passes.AssumeChecks.Run(ctx, whole)
	if err != nil {
		return nil
	}
	program.MarkLoopHeads(q)
	c, err := certify.New(ctx, q)
	if err != nil {
		return nil
	}
	ranges := interval.Analyze(ctx, q)
	bodies := program.LoopBodies(m.p)
	candidates := map[*program.Location][]*logic.Term{}
	for _, l := range q.LoopHeads() {
		if ranges.Complete() {
			candidates[l] = logic.Conjuncts(ranges.Invariant(l))
		}
		at := m.p.Nearest(l)
		for _, h := range heads {
			if holds := m.within[h]; holds != nil && at == h {
				candidates[l] = append(candidates[l], holds)
			}
			if bodies[h][at] {
				candidates[l] = append(candidates[l], remembered(q, h, m.measures[h])...)
			}
		}
	}
	bounded := func(f *logic.Factory, o smt.Options) (smt.Solver, error) {
		o.Work = directWork
		return m.t.setup().open(f, o)
	}
	kept, err := c.Houdini(ctx, bounded, candidates)
	if err != nil {
		return nil
	}
	invariants := map[*program.Location]*logic.Term{}
	for _, l := range q.LoopHeads() {
		invariants[l] = q.Terms.And(kept[l]...)
		c.Invariants[l] = invariants[l]
	}
	if err := c.Check(ctx, bounded); err != nil {
		return nil
	}
	res := &engine.Result{Verdict: engine.True, By: measuresBy, Proof: &engine.Proof{Invariants: invariants, Complete: true, Strict: true}}
	l := &lowering{inlining: &inlining{source: m.t.source, original: whole}, sliced: q, lowered: q, arithmetic: "bit-vectors"}
	return &answer{result: res, source: m.t.source, on: &blocks{lowering: l, encoding: engine.Sbe, prepared: q}}
}

// remembered are what may be true inside a loop of the values that are remembered at its head.
func remembered(q *program.Program, h *program.Location, tuple measured.Measure) []*logic.Term {
	f := q.Terms
	var out []*logic.Term
	atMost := f.True()
	for i := len(tuple) - 1; i >= 0; i-- {
		old := measured.Old(q, h, i)
		if old == nil {
			return nil
		}
		same := f.Eq(tuple[i], old.Sym)
		out = append(out, same, f.SLe(tuple[i], old.Sym))
		atMost = f.Or(f.SLt(tuple[i], old.Sym), f.And(same, atMost))
	}
	return append(out, atMost)
}
