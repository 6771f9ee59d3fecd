package mortal

import (
	"context"
	"math/bits"
	"slices"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/rational"
	"cupel/core/work"
)

// A Precondition is a mortal precondition of the turn of a loop.
type Precondition struct {
	// Mortal holds, over the variables at the head, only in states from which the loop cannot be gone around for ever. False: nothing is known.
	Mortal *logic.Term
	// Within ranks the turns between states in which Mortal holds.
	Within Ranking
}

// Precondition looks for a mortal precondition of the loop at head, by several operators, each for what those before it leave:
//
//   - if there is a ranking function, in phases or not, it is true;
//   - closed forms of variables, see bySigns, and linear maps, see dynamics;
//   - a predicate that stays true, if there is a ranking function where it is true (Zhu and Kincaid, section 6).
//
// States of an infinite sequence of turns lie outside of what is known to be mortal, so that the next operator may assume that before and after a turn. The error is
// that of ctx.
func (a *Analysis) Precondition(ctx context.Context, head *program.Location) (Precondition, error) {
	whole := ctx
	ctx, cancel := work.Within(ctx, work.Share(ctx, preconditionWork, 0.5))
	defer cancel()
	p := Precondition{Mortal: a.f.False()}
	t, err := a.Turn(ctx, head)
	if err != nil {
		return p, whole.Err()
	}
	r, err := a.newRanker(head, t, nil)
	if err != nil {
		return p, whole.Err()
	}
	defer r.s.Close()
	_ = r.precondition(ctx, t.Guard(), &p) // what a limit leaves is sound
	return p, whole.Err()
}

// precondition joins the operators.
func (r *ranker) precondition(ctx context.Context, phi *logic.Term, p *Precondition) error {
	f := r.f
	tuple, total, err := r.part(ctx, phi, maxPhases)
	if err != nil {
		return err
	}
	if total {
		p.Mortal, p.Within = f.True(), Ranking{tuple, true}
		return nil
	}
	signs, err := r.bySigns(ctx, phi)
	if err != nil {
		return err
	}
	d, err := r.dynamics(ctx, phi)
	if err != nil {
		return err
	}
	if d != nil && r.o.Typed {
		signs = append(signs, d.mortal()...)
	}
	mortal := append(r.ends(phi), signs...)
	p.Mortal = f.Or(mortal...)
	known := len(signs) > 0
	more, err := r.byPredicates(ctx, phi, p.Mortal)
	if err != nil {
		return err
	}
	if !known && len(more) == 0 {
		p.Mortal = f.False()
		return nil
	}
	if p.Mortal, err = r.needed(ctx, append(mortal, more...)); err != nil {
		return err
	}
	r.further(d)
	tuple, total, err = r.part(ctx, f.And(phi, p.Mortal, r.post.Apply(p.Mortal)), maxPhases)
	if err == nil && total {
		p.Within = Ranking{tuple, true}
	}
	return err
}

// ends are conditions under which no turn can be made.
func (r *ranker) ends(phi *logic.Term) []*logic.Term {
	var out []*logic.Term
	for _, c := range logic.Conjuncts(phi) {
		if r.plain(c) && !(r.o.Typed && ofType(c)) {
			out = append(out, r.f.Not(c))
		}
	}
	return out
}

// ofType reports whether a condition has a constant that is likely to be a bound of a type.
func ofType(c *logic.Term) bool {
	found := false
	logic.Walk(func(t *logic.Term) bool {
		found = found || t.IsConst() && t.Sort().IsInt() && t.Rational().Abs().Num().BitLen() > tellingBits
		return !found
	}, c)
	return found
}

// byPredicates are predicates that stay true and under which a turn cannot be repeated for ever, besides what is known to be mortal.
func (r *ranker) byPredicates(ctx context.Context, phi, mortal *logic.Term) ([]*logic.Term, error) {
	f := r.f
	var out []*logic.Term
	for _, q := range append(r.residues(), r.predicates...) {
		if r.o.Typed && ofType(q) {
			continue
		}
		after := r.post.Apply(q)
		psi := f.And(phi, q, f.Not(mortal), f.Not(r.post.Apply(mortal)))
		known, err := unsatisfiable(ctx, r.s, psi)
		stays := false
		if err == nil && !known {
			stays, err = unsatisfiable(ctx, r.s, f.And(psi, f.Not(after)))
		}
		total := false
		if err == nil && stays {
			_, total, err = r.part(ctx, f.And(psi, after), 0)
		}
		switch {
		case ctx.Err() != nil:
			return out, ctx.Err()
		case err == nil && total:
			out, mortal = append(out, q), f.Or(mortal, q)
		}
	}
	return out, nil
}

// needed is the disjunction without what others imply.
func (r *ranker) needed(ctx context.Context, of []*logic.Term) (*logic.Term, error) {
	for i := 0; i < len(of); {
		rest := slices.Delete(slices.Clone(of), i, i+1)
		implied, err := unsatisfiable(ctx, r.s, r.f.And(of[i], r.f.Not(r.f.Or(rest...))))
		if err != nil {
			return r.f.Or(of...), err
		}
		if implied {
			of = rest
		} else {
			i++
		}
	}
	return r.f.Or(of...), nil
}

// residues are predicates about what a variable leaves modulo a power of two that its changes are multiples of, as with counters that wrap around: that it is what
// it is where a condition of the turn compares it with a constant.
func (r *ranker) residues() []*logic.Term {
	f := r.f
	var out []*logic.Term
	for i, v := range r.dims {
		if !v.IsVar() || len(out) >= maxSplits {
			continue
		}
		power := uint(maxResidue)
		for _, t := range leaves(r.turn.Value(v), nil) {
			terms, _, c := logic.Linear(f.Sub(t, r.dims[i]))
			if len(terms) > 0 || !c.IsInt() || c.IsZero() {
				continue
			}
			power = min(power, c.Abs().Num().TrailingZeroBits())
		}
		if power == 0 || power == maxResidue {
			continue
		}
		m := f.Num(logic.Int, rational.FromInt(1<<power))
		for _, c := range r.compared(v) {
			out = append(out, f.Eq(f.Mod(f.Sub(v, c), m), f.IntConst(0)))
		}
	}
	return out
}

// compared are the constants that conditions of the turn compare a variable with.
func (r *ranker) compared(v *logic.Term) []*logic.Term {
	var out []*logic.Term
	for _, c := range logic.Atoms(r.turn.Guard()) {
		if c.Op() != logic.OpEq || !c.Arg(0).Sort().IsInt() {
			continue
		}
		terms, coeffs, k := logic.Linear(r.f.Sub(c.Arg(0), c.Arg(1)))
		if len(terms) == 1 && terms[0] == v && coeffs[0].Abs().Equal(rational.One) && k.IsInt() {
			out = append(out, r.f.Num(logic.Int, k.Mul(coeffs[0]).Neg()))
		}
	}
	return out
}

// powerOfTwo is the exponent of a constant; false: it is no power of two.
func powerOfTwo(t *logic.Term) (int, bool) {
	if !t.IsConst() || !t.Rational().IsInt() || !t.Rational().Num().IsUint64() {
		return 0, false
	}
	n := t.Rational().Num().Uint64()
	return bits.TrailingZeros64(n), n != 0 && n&(n-1) == 0
}
