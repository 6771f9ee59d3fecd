package certify

import (
	"context"
	"slices"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/smt"
)

// definitions map the symbols that an encoder introduced to the terms they are equal to.
type definitions map[*logic.Term]*logic.Term

// spell substitutes the definitions in t, recursively; done memoises their expansions.
func (d definitions) spell(f *logic.Factory, t *logic.Term, done map[*logic.Term]*logic.Term) *logic.Term {
	for _, v := range logic.FreeVars(t) {
		if own := d[v]; own != nil && done[v] == nil {
			done[v] = d.spell(f, own, done)
		}
	}
	return f.Subst(t, done)
}

// polynomial reports whether t is a non-linear polynomial equation over the integers.
func polynomial(t *logic.Term) bool {
	if t.Op() != logic.OpEq || !t.Arg(0).Sort().IsInt() {
		return false
	}
	found := false
	logic.WalkUp(func(t *logic.Term) {
		found = found || t.Op() == logic.OpMul && !t.Arg(0).IsConst() && !t.Arg(1).IsConst()
	}, t)
	return found
}

// Multiplies reports whether some invariant is a non-linear polynomial equation.
func (c *Proof) Multiplies() bool {
	for _, t := range c.Invariants {
		if slices.ContainsFunc(logic.Conjuncts(t), polynomial) {
			return true
		}
	}
	return false
}

// follows reports whether the solver proves that a polynomial equation holds after the step from the polynomial
// equations among the claims before it alone: after substituting the step's assignments and multiplying out,
// for each way of the step, the goal mostly is one of the claims. With all other claims as premises, nonlinear
// arithmetic makes the query hard.
func (e *step) follows(ctx context.Context, f *logic.Factory, s smt.Solver, claims []*logic.Term, goal *logic.Term) (bool, error) {
	if !polynomial(goal) {
		return false, nil
	}
	var before []*logic.Term
	for _, t := range claims {
		for _, c := range logic.Conjuncts(t) {
			if c.Op() == logic.OpEq {
				before = append(before, c)
			}
		}
	}
	goal = e.named.spell(f, f.Subst(goal, e.post), map[*logic.Term]*logic.Term{})
	if logic.Size(goal) > maxPolynomial {
		return false, nil
	}
	cases := []*logic.Term{goal}
	for _, v := range logic.FreeVars(goal) {
		if !v.Sort().IsBool() {
			continue
		}
		if len(cases) > maxWays/2 {
			return false, nil
		}
		var next []*logic.Term
		for _, c := range cases {
			next = append(next, f.Subst(c, map[*logic.Term]*logic.Term{v: f.True()}), f.Subst(c, map[*logic.Term]*logic.Term{v: f.False()}))
		}
		cases = next
	}
	for _, c := range cases {
		if r, err := ask(ctx, s, f.And(before...), f.Not(c)); err != nil || r != smt.Unsat {
			return false, err
		}
	}
	return true, nil
}

// ask checks satisfiability of formulas together with what is asserted.
func ask(ctx context.Context, s smt.Solver, ts ...*logic.Term) (r smt.Result, err error) {
	if err := s.Push(); err != nil {
		return smt.Unknown, err
	}
	for _, t := range ts {
		if err := s.Assert(t); err != nil {
			return smt.Unknown, err
		}
	}
	if r, err = s.Check(ctx); err != nil {
		return smt.Unknown, err
	}
	return r, s.Pop(1)
}

// Polynomials returns the polynomial equations that decide whether a step leads from a loop head to the error
// or a cut, with the step's assignments substituted: candidates for invariants.
func (c *Proof) Polynomials() map[*program.Location][]*logic.Term {
	f := c.p.Terms
	out := map[*program.Location][]*logic.Term{}
	for i := range c.steps {
		e := &c.steps[i]
		if !c.bad(e.dst) || len(e.named) > maxPolynomial {
			continue
		}
		done := map[*logic.Term]*logic.Term{}
		for _, t := range logic.Conjuncts(e.cond) {
			if t = e.named.spell(f, t, done); logic.Size(t) > maxPolynomial {
				continue
			}
			logic.WalkUp(func(t *logic.Term) {
				if polynomial(t) && c.Speaks(t) && !slices.Contains(out[e.src], t) {
					out[e.src] = append(out[e.src], t)
				}
			}, t)
		}
	}
	return out
}
