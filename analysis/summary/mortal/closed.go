package mortal

import (
	"context"
	"slices"

	"cupel/core/logic"
	"cupel/core/rational"
)

// A form is the value of a variable after k turns: the sum of the terms, number d multiplied by the binomial coefficient of k over d. The terms are linear, over the
// values before the first turn.
type form []*logic.Term

// closedForms are those of the variables that each turn with phi changes by a linear term over variables with a closed form, besides themselves; late are those whose
// form holds from the first turn on only.
//
// Example: of "x := x + y, y := y - z" the forms are x: (x, y, -z), y: (y, -z) and z: (z).
func (r *ranker) closedForms(ctx context.Context, phi *logic.Term) (forms map[*logic.Term]form, late map[*logic.Term]bool, err error) {
	forms, late = map[*logic.Term]form{}, map[*logic.Term]bool{}
	changes := map[*logic.Term]*logic.Term{}
	var order []*logic.Term
	of := append([]*logic.Term{phi}, r.dims...)
	for _, v := range r.turn.Written() {
		of = append(of, r.turn.Value(v))
	}
	for _, v := range logic.FreeVars(of...) {
		if !v.Sort().IsInt() || !r.a.IsVar(v) {
			continue
		}
		if r.turn.Value(v) == v {
			forms[v] = form{v}
			continue
		}
		t, err := r.change(ctx, phi, v)
		if err != nil {
			return nil, nil, err
		}
		if t != nil {
			order = append(order, v)
			changes[v] = t
		}
	}
	for found := true; found; {
		found = false
		for _, v := range order {
			if forms[v] != nil {
				continue
			}
			if c, after := r.close(v, changes[v], forms, late); c != nil {
				forms[v], late[v], found = c, after, true
			}
		}
	}
	return forms, late, nil
}

// change is the linear term over variables that the value of one is after each turn with phi; nil: there is none.
func (r *ranker) change(ctx context.Context, phi, v *logic.Term) (*logic.Term, error) {
	value := r.turn.Value(v)
	for _, t := range leaves(value, nil) {
		if !r.plain(t) {
			continue
		}
		is, err := unsatisfiable(ctx, r.s, r.f.And(phi, r.f.Ne(value, t)))
		if err != nil {
			return nil, err
		}
		if is {
			return t, nil
		}
	}
	return nil, nil
}

// leaves are the alternatives of a value.
func leaves(t *logic.Term, to []*logic.Term) []*logic.Term {
	switch {
	case len(to) >= maxLeaves || slices.Contains(to, t):
		return to
	case t.Op() == logic.OpIte:
		return leaves(t.Arg(2), leaves(t.Arg(1), to))
	}
	return append(to, t)
}

// close is the form of a variable whose value after a turn is t; nil: it has none yet. after: it holds from the first turn on only, and other forms cannot use it.
func (r *ranker) close(v, t *logic.Term, forms map[*logic.Term]form, late map[*logic.Term]bool) (_ form, after bool) {
	terms, coeffs, constant := logic.Linear(t)
	own := rational.Zero
	var rest []*logic.Term
	var factors []rational.Q
	for i, x := range terms {
		switch {
		case x == v:
			own = coeffs[i]
		case forms[x] == nil || late[x] || !coeffs[i].IsInt():
			return nil, false
		default:
			rest, factors = append(rest, x), append(factors, coeffs[i])
		}
	}
	step := r.sum(rest, factors, constant, forms)
	switch {
	case !constant.IsInt() || len(step) > maxDegree:
		return nil, false
	case own.Equal(rational.One):
		return append(form{v}, step...), false
	case own.IsZero():
		return r.before(step), true
	}
	return nil, false
}

// sum is the form of a sum of variables with forms, and a constant.
func (r *ranker) sum(terms []*logic.Term, factors []rational.Q, constant rational.Q, forms map[*logic.Term]form) form {
	f := r.f
	out := form{f.Num(logic.Int, constant)}
	for i, x := range terms {
		for d, c := range forms[x] {
			if d == len(out) {
				out = append(out, f.IntConst(0))
			}
			out[d] = f.Add(out[d], f.Mul(f.Num(logic.Int, factors[i]), c))
		}
	}
	for len(out) > 1 && out[len(out)-1].IsConst() && out[len(out)-1].Rational().IsZero() {
		out = out[:len(out)-1]
	}
	return out
}

// before is the form of what another one was a turn earlier: k-1 over d is the sum of k over j for j up to d, with alternating signs.
func (r *ranker) before(of form) form {
	f := r.f
	out := slices.Clone(of)
	for d := len(of) - 2; d >= 0; d-- {
		out[d] = f.Sub(of[d], out[d+1])
	}
	return out
}

// bySigns are conditions under which a turn with phi cannot be repeated for ever, by closed forms: a comparison that each turn needs fails in the end, since the term
// that dominates for large k has the wrong sign; a value outside of all types is come to; or one that must be avoided is met.
//
// The first is the argument of Zhu and Kincaid, "Reflections on termination of linear loops", CAV 2021, for matrices whose only eigenvalues are zero and one.
func (r *ranker) bySigns(ctx context.Context, phi *logic.Term) ([]*logic.Term, error) {
	f := r.f
	forms, late, err := r.closedForms(ctx, phi)
	if err != nil {
		return nil, err
	}
	var out []*logic.Term
	add := func(t *logic.Term) {
		if !t.IsFalse() && !slices.Contains(out, t) {
			out = append(out, t)
		}
	}
	zero := f.IntConst(0)
	if r.o.Typed {
		for _, v := range r.turn.Written() {
			if c := forms[v]; len(c) > 1 {
				for _, t := range c[1:] {
					add(f.Ne(t, zero))
				}
			}
		}
	}
	for _, c := range logic.Atoms(r.turn.Guard()) {
		if len(out) >= maxSplits || c.NumArgs() != 2 || !c.Arg(0).Sort().IsInt() || !r.plain(c) || r.o.Typed && ofType(c) {
			continue
		}
		terms, coeffs, constant := logic.Linear(f.Sub(c.Arg(1), c.Arg(0)))
		known, after := constant.IsInt(), false
		for i, x := range terms {
			known, after = known && forms[x] != nil && coeffs[i].IsInt(), after || late[x]
		}
		if !known {
			continue
		}
		g := r.sum(terms, coeffs, constant, forms)
		if len(g) == 1 {
			continue // it does not change
		}
		holds, err := unsatisfiable(ctx, r.s, f.And(phi, f.Not(c)))
		if err != nil {
			return nil, err
		}
		fails := false
		if !holds {
			if fails, err = unsatisfiable(ctx, r.s, f.And(phi, c)); err != nil {
				return nil, err
			}
		}
		minus := make(form, len(g))
		for i, t := range g {
			minus[i] = f.Neg(t)
		}
		switch {
		case !holds && !fails:
		case c.Op() == logic.OpLe && holds:
			add(r.negative(g, 0))
		case c.Op() == logic.OpLt && holds:
			add(r.negative(g, 1))
		case c.Op() == logic.OpLe:
			add(r.negative(minus, 1))
		case c.Op() == logic.OpLt:
			add(r.negative(minus, 0))
		case c.Op() == logic.OpEq && holds:
			for _, t := range g {
				add(f.Ne(t, zero))
			}
		case c.Op() == logic.OpEq && !after:
			add(r.meetsZero(g))
		}
	}
	return out, nil
}

// negative says that a form is less than a number for all large k.
func (r *ranker) negative(g form, than int64) *logic.Term {
	f := r.f
	zero := f.IntConst(0)
	out := f.Lt(g[0], f.IntConst(than))
	for _, c := range g[1:] {
		out = f.Or(f.Lt(c, zero), f.And(f.Eq(c, zero), out))
	}
	return out
}

// meetsZero says that a form is zero for some k, where it changes by a constant; else nothing is said.
func (r *ranker) meetsZero(g form) *logic.Term {
	f := r.f
	zero := f.IntConst(0)
	switch {
	case len(g) > 2 || !g[1].IsConst():
		return f.False()
	case g[1].Rational().Sign() < 0:
		return f.And(f.Le(zero, g[0]), f.Eq(f.Mod(g[0], f.Num(logic.Int, g[1].Rational().Neg())), zero))
	}
	return f.And(f.Le(g[0], zero), f.Eq(f.Mod(g[0], g[1]), zero))
}
