package verifier

import (
	"context"
	"slices"

	"cupel/analysis/execution/interp"
	"cupel/core/program"
	"cupel/core/program/passes"
	"cupel/engine"
)

const onlySeparate = "only where two literals are two objects"

// sharing is the answer instead of a about a program that reaches the error in an execution that needs literals to be objects of their own: compilers let
// equal ones, and one that another one ends with, be one object, and C leaves that open (C11 6.4.5p7, 6.5.2.5p7). nil: the execution reaches it in any case.
// Where it need not end, that was asked before.
func (a *answer) sharing(ctx context.Context) *answer {
	if a.result.Verdict != engine.False || a.lasso != nil || a.proven == nil || a.proven.Execution == nil || !a.source.separates(ctx, a.proven.Execution) {
		return nil
	}
	return &answer{source: a.source, seen: a.seen, summaries: a.summaries, result: &engine.Result{Stats: a.result.Stats, Reason: engine.Reason{Kind: engine.Addresses,
		Text: "the error is reached " + onlySeparate}}}
}

// separates reports whether an execution that reaches the error does not do so where string literals share memory.
func (s *source) separates(ctx context.Context, out *interp.Outcome) bool {
	if !s.separable() {
		return false
	}
	m := s.module
	reached := func(p *program.Program, calls map[*program.Location]*interp.Call, err error) bool {
		if err != nil {
			return false
		}
		run, err := interp.New(p)
		return err == nil && run.Run(ctx, given(out), s.judged(interp.Options{MaxSteps: sharedFactor * (out.Steps + 1), MaxEffort: sharedFactor * (out.Effort + 1), Calls: calls})).Kind == interp.ReachedError
	}
	if reached(stacked(passes.FlatShared(m))) {
		return false
	}
	if s.memory() != nil { // only flat programs are judged
		return true
	}
	// Recursive functions with objects of their own need copies.
	p, err := passes.Inline(m, passes.InlineOptions{RecursionBound: max(s.setup.cfg.RecursionBound, firstRecursionBound), SharedLiterals: true})
	return !reached(p, nil, err)
}

// separable reports whether it may matter which literals are one object.
func (s *source) separable() bool {
	m := s.module
	if m == nil || len(m.AddressUses)+len(m.Equalities) == 0 {
		return false
	}
	var literals []*program.Object
	keep := func(objects []*program.Object) {
		for _, o := range objects {
			if o.Literal != "" {
				literals = append(literals, o)
			}
		}
	}
	keep(m.Objects)
	for _, f := range m.Funcs {
		keep(f.Objects)
	}
	return slices.ContainsFunc(literals, func(o *program.Object) bool { return slices.ContainsFunc(literals, o.MayShare) })
}
