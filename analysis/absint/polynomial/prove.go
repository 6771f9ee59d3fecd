package polynomial

import (
	"context"
	"slices"

	"cupel/core/logic"
	"cupel/core/rational"
	"cupel/core/work"
	"cupel/internal/sabotage"
)

// A prover proves that equations follow from premises.
type prover struct {
	ctx   context.Context
	f     *logic.Factory
	cases int // that are left for the present proof
	// relied are the variables of which it mattered that they have few values.
	relied map[*logic.Term]bool
}

func (x *prover) rely(vs ...*logic.Term) {
	if x.relied == nil {
		x.relied = map[*logic.Term]bool{}
	}
	for _, v := range vs {
		x.relied[v] = true
	}
}

// A situation is a conjunction of premises, in which some terms are of interest.
type situation struct {
	premises []*logic.Term // literals, and formulas that are not understood
	terms    []*logic.Term
	values   map[*logic.Term][]*logic.Term // of variables with few of them
	absurd   bool                          // the premises contradict each other
}

// follows reports whether the premises imply the goal.
func (x *prover) follows(premises []*logic.Term, values map[*logic.Term][]*logic.Term, goal equation) bool {
	x.cases = maxCases
	return x.holds(newSituation(x.f, premises, []*logic.Term{goal.p}, values), goal.modulus)
}

// newSituation divides premises into literals.
func newSituation(f *logic.Factory, premises, terms []*logic.Term, values map[*logic.Term][]*logic.Term) *situation {
	s := &situation{terms: terms, values: values}
	for _, t := range premises {
		s.add(f, t)
	}
	return s
}

func (s *situation) add(f *logic.Factory, t *logic.Term) {
	for _, t := range literals(f, t) {
		switch {
		case t.IsFalse():
			s.absurd = true
		case !t.IsTrue() && !slices.Contains(s.premises, t):
			s.premises = append(s.premises, t)
		}
	}
}

// image is the situation with a map applied to all terms.
func (s *situation) image(f *logic.Factory, of func(*logic.Term) *logic.Term) *situation {
	out := &situation{values: s.values}
	for _, t := range s.premises {
		out.add(f, of(t))
	}
	for _, t := range s.terms {
		out.terms = append(out.terms, of(t))
	}
	return out
}

// subst is the situation with a term in place of a symbol.
func (s *situation) subst(f *logic.Factory, v, t *logic.Term) *situation {
	sub := f.NewSubst(func(u *logic.Term) *logic.Term {
		if u == v {
			return t
		}
		return nil
	})
	return s.image(f, sub.Apply)
}

// where is the situation in which a literal holds as well.
func (s *situation) where(f *logic.Factory, literal *logic.Term) *situation {
	images := map[*logic.Term]*logic.Term{literal: f.True(), f.Not(literal): f.False()}
	out := s.image(f, func(t *logic.Term) *logic.Term { return f.Replace(t, images) })
	out.add(f, literal)
	return out
}

// holds reports whether the premises imply that the situation's term is zero modulo a constant.
func (x *prover) holds(s *situation, modulus *logic.Term) bool {
	if s = x.simplified(s); s.absurd {
		return true
	}
	r := newRing(x.f, modulus)
	s.terms[0] = r.of(s.terms[0])
	if x.zero(r, s) {
		return true
	}
	cases := x.split(s)
	for _, s := range cases {
		if s == nil || !x.holds(s, modulus) {
			return false
		}
	}
	return len(cases) > 0
}

// zero reports whether the situation's term is zero modulo the equations among the premises.
func (x *prover) zero(r *ring, s *situation) bool {
	nought := x.f.IntConst(0)
	if s.terms[0] == nought {
		return true
	}
	var zero []*logic.Term
	for _, t := range s.premises {
		if e, ok := equationOf(x.f, t); ok && implies(e.modulus, r.modulus) {
			if p := r.of(e.p); p != nought {
				zero = append(zero, p)
			}
		}
	}
	return len(zero) > 0 && r.rest(s.terms[0], zero) == nought
}

// simplified substitutes what the premises say of single symbols.
func (x *prover) simplified(s *situation) *situation {
	for !s.absurd && x.ctx.Err() == nil {
		work.Spend(x.ctx, proofWork+len(s.premises))
		v, t := x.solved(s)
		if v == nil {
			break
		}
		s = s.subst(x.f, v, t)
	}
	return s
}

// solved returns a symbol for which a premise gives a term without it; nil: there is none.
func (x *prover) solved(s *situation) (found, t *logic.Term) {
	for _, p := range s.premises {
		switch {
		case p.IsVar():
			return p, x.f.True()
		case p.Op() == logic.OpNot && p.Arg(0).IsVar():
			return p.Arg(0), x.f.False()
		case p.Op() == logic.OpEq && p.Arg(0).Sort().IsInt():
			if v, t := solve(x.f, x.f.Sub(p.Arg(0), p.Arg(1)), nil); v != nil {
				return v, t
			}
		}
	}
	var only rational.Q
	for v, b := range boundsOf(x.f, s.premises) {
		if b.low != nil && b.high != nil && b.low.Ceil().Equal(b.high.Floor()) && (found == nil || v.ID() < found.ID()) {
			found, only = v, b.low.Ceil()
		}
	}
	if found == nil {
		return nil, nil
	}
	return found, x.f.Num(logic.Int, only)
}

// solve solves p == value (nil: 0) for a symbol that occurs once, with the coefficient 1 or -1; nil: there is none.
func solve(f *logic.Factory, p, value *logic.Term) (v, t *logic.Term) {
	if value == nil {
		value = f.IntConst(0)
	}
	prods, coeffs, _ := logic.Linear(p)
	for i, v := range prods {
		if !v.IsVar() || !coeffs[i].Abs().Equal(rational.One) {
			continue
		}
		k := f.Num(logic.Int, coeffs[i])
		rest := f.Sub(p, f.Mul(k, v))
		if !logic.Occurs(v, rest) {
			return v, f.Mul(k, f.Sub(value, rest)) // k is its own inverse
		}
	}
	return nil, nil
}

// split distinguishes cases that cover the situation, such that a conditional or a quotient in its terms is gone; a nil among them: too many.
func (x *prover) split(s *situation) []*situation {
	var out []*situation
	logic.WalkUp(func(t *logic.Term) {
		switch {
		case out != nil:
		case t.Op() == logic.OpIte && t.Sort().IsInt():
			out = x.conditions(s, t.Arg(0))
		case (t.Op() == logic.OpDiv || t.Op() == logic.OpMod) && t.Sort().IsInt():
			out = x.residues(s, t.Arg(0), t.Arg(1))
		}
	}, s.terms...)
	if x.cases -= len(out); x.cases < 0 || len(out) > 0 && x.ctx.Err() != nil {
		return []*situation{nil}
	}
	return out
}

// conditions distinguishes whether an atom of a condition holds.
func (x *prover) conditions(s *situation, c *logic.Term) []*situation {
	for _, a := range logic.Atoms(c) {
		inner := false
		logic.WalkUp(func(t *logic.Term) { inner = inner || t.Op() == logic.OpIte }, a)
		if inner || logic.Size(a) > maxSize {
			continue
		}
		if sabotage.Active(sabotage.PolynomialCase) {
			return []*situation{s.where(x.f, a)}
		}
		return []*situation{s.where(x.f, a), s.where(x.f, x.f.Not(a))}
	}
	return nil
}

// residues distinguishes the remainders of a term by a small constant: what was a symbol is a multiple of a fresh one and a number.
func (x *prover) residues(s *situation, t, by *logic.Term) []*situation {
	f := x.f
	if !by.IsConst() || by.Rational().Cmp(rational.FromInt(2)) < 0 || by.Rational().Cmp(rational.FromInt(maxDivisor)) > 0 {
		return nil
	}
	v, _ := solve(f, t, nil)
	if v == nil {
		return nil
	}
	var out []*situation
	whole := f.Mul(by, f.Fresh("quotient", logic.Int))
	for r := rational.Zero; r.Cmp(by.Rational()) < 0; r = r.Add(rational.One) {
		greatest := r.Add(rational.One).Equal(by.Rational())
		if !s.possible(f, v, f.Mod(t, by), f.Num(logic.Int, r)) || greatest && sabotage.Active(sabotage.PolynomialRemainder) {
			x.rely(v)
			continue
		}
		_, image := solve(f, t, f.Add(whole, f.Num(logic.Int, r)))
		out = append(out, s.subst(f, v, image))
	}
	if out == nil { // no value is left
		out = []*situation{{absurd: true}}
	}
	return out
}

// possible reports whether the values of v leave it open that t is r.
func (s *situation) possible(f *logic.Factory, v, t, r *logic.Term) bool {
	if s.values[v] == nil {
		return true
	}
	return slices.ContainsFunc(s.values[v], func(c *logic.Term) bool { return !f.Eq(f.Subst(t, map[*logic.Term]*logic.Term{v: c}), r).IsFalse() })
}
