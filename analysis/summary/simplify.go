package summary

import (
	"slices"

	"cupel/core/logic"
	"cupel/core/rational"
)

// simplify makes a transition of a guard and values: it substitutes Skolem
// constants that the guard defines and eliminates those that only the guard has.
func (a *Algebra) simplify(guard *logic.Term, values map[*logic.Term]*logic.Term) *Transition {
	for !guard.IsFalse() {
		sk, def := a.definition(guard)
		if sk == nil {
			break
		}
		by := map[*logic.Term]*logic.Term{sk: def}
		guard = a.f.Subst(guard, by)
		sub := a.f.NewSubst(func(v *logic.Term) *logic.Term { return by[v] })
		for v, x := range values {
			values[v] = sub.Apply(x)
		}
	}
	if guard.IsFalse() {
		return a.False()
	}
	return a.seal(a.dropInner(guard, values), values)
}

// definition finds a conjunct of the guard that is an equation defining a Skolem constant.
func (a *Algebra) definition(guard *logic.Term) (sk, def *logic.Term) {
	for _, c := range logic.Conjuncts(guard) {
		switch {
		case c.IsVar() && !a.IsVar(c):
			return c, a.f.True()
		case c.Op() == logic.OpNot && c.Arg(0).IsVar() && !a.IsVar(c.Arg(0)):
			return c.Arg(0), a.f.False()
		case c.Op() != logic.OpEq:
			continue
		}
		l, r := c.Arg(0), c.Arg(1)
		if l.Sort().IsArith() {
			if sk, def := a.solve(l, r); sk != nil {
				return sk, def
			}
			continue
		}
		if l.Sort().IsFloat() {
			continue // equal floats in the logic are the same value, but leave them
		}
		for _, e := range [2][2]*logic.Term{{l, r}, {r, l}} {
			if e[0].IsVar() && !a.IsVar(e[0]) && !logic.Occurs(e[0], e[1]) {
				return e[0], e[1]
			}
		}
	}
	return nil, nil
}

// solve solves l = r for a Skolem constant with coefficient one or minus one (any
// coefficient for reals).
func (a *Algebra) solve(l, r *logic.Term) (sk, def *logic.Term) {
	prods, coeffs, k := logic.Linear(a.f.Sub(l, r))
	for i, p := range prods {
		if !p.IsVar() || a.IsVar(p) {
			continue
		}
		c := coeffs[i]
		if p.Sort() == logic.Int && !c.Abs().Equal(rational.FromInt(1)) {
			continue
		}
		minus := c.Neg()
		sum := []*logic.Term{a.f.Num(p.Sort(), k.Div(minus))}
		inside := false
		for j, q := range prods {
			if j == i {
				continue
			}
			inside = inside || logic.Occurs(p, q)
			sum = append(sum, a.f.Mul(a.f.Num(p.Sort(), coeffs[j].Div(minus)), q))
		}
		if !inside {
			return p, a.f.Add(sum...)
		}
	}
	return nil, nil
}

// dropInner eliminates Skolem constants that no value mentions. Those that occur
// in one conjunct only, on one side of an inequality, vanish with it.
func (a *Algebra) dropInner(guard *logic.Term, values map[*logic.Term]*logic.Term) *logic.Term {
	if guard.IsTrue() {
		return guard
	}
	kept := map[*logic.Term]bool{}
	vs := make([]*logic.Term, 0, len(values))
	for _, x := range values {
		vs = append(vs, x)
	}
	for _, s := range logic.FreeVars(vs...) {
		kept[s] = true
	}
	var inner []*logic.Term
	for _, s := range logic.FreeVars(guard) {
		if !a.IsVar(s) && !kept[s] {
			inner = append(inner, s)
		}
	}
	if len(inner) == 0 || a.o.Eliminate == nil {
		return guard
	}
	slices.SortFunc(inner, byID)
	if logic.Size(guard) > maxSimplified {
		return guard
	}
	g, _ := a.o.Eliminate(a.f, inner, guard)
	if logic.Size(g) > 2*logic.Size(guard) {
		return guard
	}
	return g
}
