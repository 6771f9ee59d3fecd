package certify

import (
	"context"
	"fmt"

	"cupel/core/logic"
	"cupel/core/logic/instances"
	"cupel/core/logic/products"
	"cupel/core/smt"
)

// An asking rewrites the queries about a step into a form that solvers decide: universally quantified claims
// about array cells become their ground instances, and where claims contain products of variables, those become
// uninterpreted functions with lemmas (package products), after the definitions of the step's symbols are
// substituted so that products are compared by normal form. The rewriting is an over-approximation:
// unsatisfiable there implies unsatisfiable.
type asking struct {
	f   *logic.Factory
	e   *step // nil: the query is about no step
	lin *products.Linear
}

// newAsking prepares queries about the formulas in about; with plain, products stay interpreted.
func newAsking(f *logic.Factory, e *step, plain bool, about ...[]*logic.Term) *asking {
	a := &asking{f: f, e: e}
	if plain {
		return a
	}
	for _, ts := range about {
		for _, t := range ts {
			if products.In(t) || e != nil && len(e.named) > 0 && products.In(a.spell(t)) {
				a.lin = products.New(f)
				return a
			}
		}
	}
	return a
}

func (a *asking) spell(t *logic.Term) *logic.Term {
	if a.e == nil {
		return t
	}
	return a.e.named.spell(a.f, t, map[*logic.Term]*logic.Term{})
}

// of rewrites a quantifier-free formula.
func (a *asking) of(t *logic.Term) *logic.Term {
	if a.lin == nil {
		return t
	}
	return a.lin.Of(a.spell(t))
}

// ground replaces quantified premises by their instances for the goals, and rewrites them.
func (a *asking) ground(premises []*logic.Term, goals ...*logic.Term) []*logic.Term {
	out := instances.Ground(a.f, premises, goals...)
	for i, t := range out {
		out[i] = a.of(t)
	}
	return out
}

// lemmas returns the lemmas about the products in the formulas rewritten so far.
func (a *asking) lemmas() []*logic.Term {
	if a.lin == nil {
		return nil
	}
	return a.lin.Facts()
}

// askLemmas checks that the lemmas about products are valid.
func askLemmas(ctx context.Context, f *logic.Factory, s smt.Solver) error {
	for _, t := range products.Lemmas(f) {
		switch r, err := ask(ctx, s, f.Not(t)); {
		case err != nil:
			return err
		case r != smt.Unsat:
			return fmt.Errorf("%w: a lemma about products: %s", ErrInconclusive, t)
		}
	}
	return nil
}

// Quantifies reports whether some invariant is a quantified array invariant.
func (c *Proof) Quantifies() bool {
	for _, t := range c.Invariants {
		if instances.Quantified(t) {
			return true
		}
	}
	return false
}
