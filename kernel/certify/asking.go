package certify

import (
	"context"
	"fmt"

	"cupel/core/logic"
	"cupel/core/logic/instances"
	"cupel/core/logic/products"
	"cupel/core/smt"
)

// An asking says questions about a step in a form that solvers can answer: claims about all cells of arrays by their instances, and, where these
// claims are among products, these as functions with lemmas, see package products, of what the step's symbols stand for, so that products are compared
// by their normal form. What is impossible in that form is impossible.
type asking struct {
	f   *logic.Factory
	e   *step // nil: there is none
	lin *products.Linear
}

// newAsking prepares questions about formulas; plain says whether products stay as they are.
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

// of is what is asked in place of a formula that is not quantified.
func (a *asking) of(t *logic.Term) *logic.Term {
	if a.lin == nil {
		return t
	}
	return a.lin.Of(a.spell(t))
}

// ground are premises without quantifiers, as they are asked, by their instances for goals.
func (a *asking) ground(premises []*logic.Term, goals ...*logic.Term) []*logic.Term {
	out := instances.Ground(a.f, premises, goals...)
	for i, t := range out {
		out[i] = a.of(t)
	}
	return out
}

// lemmas are those about the products in what was asked.
func (a *asking) lemmas() []*logic.Term {
	if a.lin == nil {
		return nil
	}
	return a.lin.Facts()
}

// askLemmas asks whether what lemmas about products say is so.
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

// Quantifies reports whether one of the claims is about all cells of arrays.
func (c *Proof) Quantifies() bool {
	for _, t := range c.Invariants {
		if instances.Quantified(t) {
			return true
		}
	}
	return false
}
