package iteration

import (
	"context"
	"slices"

	"cupel/core/logic"
	"cupel/core/rational"
	"cupel/core/rational/matrix"
	"cupel/core/smt"
)

// sorted returns the variables of one arithmetic sort.
func sorted(vs []*logic.Term, s *logic.Sort) []*logic.Term {
	var out []*logic.Term
	for _, v := range vs {
		if v.Sort() == s {
			out = append(out, v)
		}
	}
	return out
}

var arithSorts = [2]*logic.Sort{logic.Int, logic.Real}

// affine returns the equations a.dims = c that span the affine hull of the values of dims (all of sort s) in the models of the assertions: starting with one
// model, it asks for models that violate an equation (Reps, Sagiv and Yorsh, "Symbolic implementation of the best transformer", VMCAI 2004, for affine
// equalities). Models in which all values are small come first: equations through the points of arbitrary ones soon have coefficients of hundreds of digits.
func (l *Loop) affine(ctx context.Context, s *logic.Sort, dims []*logic.Term) (as []vector, cs []rational.Q) {
	f, n := l.f, len(dims)
	if n == 0 {
		return nil, nil
	}
	small := l.little(s, dims)
	ask := func(t *logic.Term) (smt.Result, smt.Model) {
		if !small.IsTrue() {
			if r, m := l.p.check(ctx, t, small); r == smt.Sat {
				return r, m
			}
			small = f.True() // the later questions are narrower
		}
		return l.p.check(ctx, t)
	}
	r, m := ask(f.True())
	if r != smt.Sat {
		return nil, nil
	}
	origin, ok := point(m, dims)
	if !ok {
		return nil, nil
	}
	directions := &matrix.Echelon{}
	for {
		as, cs = as[:0], cs[:0]
		var apart []*logic.Term
		huge := false
		for _, k := range directions.Kernel(n) {
			k = matrix.Integral(k)
			as, cs = append(as, k), append(cs, k.Dot(origin))
			apart = append(apart, f.Ne(combination(f, s, k, dims), f.Num(s, k.Dot(origin))))
			huge = huge || k.Bits() > maxCoefficient
		}
		if len(as) == 0 {
			return nil, nil
		}
		if huge {
			return l.decided(ctx, as, cs, apart)
		}
		r, m := ask(f.Or(apart...))
		switch r {
		case smt.Unsat:
			return as, cs
		case smt.Unknown:
			return l.decided(ctx, as, cs, apart)
		}
		at, ok := point(m, dims)
		if !ok {
			return nil, nil
		}
		for i := range at {
			at[i] = at[i].Sub(origin[i])
		}
		if !directions.Add(at) {
			return nil, nil // the model is no model
		}
	}
}

// little is that the values of dims (all of sort s) are small.
func (l *Loop) little(s *logic.Sort, dims []*logic.Term) *logic.Term {
	f := l.f
	low, high := f.Num(s, rational.FromInt(-littleValue)), f.Num(s, rational.FromInt(littleValue))
	var cs []*logic.Term
	for _, d := range dims {
		cs = append(cs, f.Le(low, d), f.Le(d, high))
	}
	return f.And(cs...)
}

// decided keeps the equations that the solver confirms one by one, without those that are of no use to anybody.
func (l *Loop) decided(ctx context.Context, as []vector, cs []rational.Q, apart []*logic.Term) (bs []vector, ds []rational.Q) {
	for i, t := range apart {
		if as[i].Bits() > maxCoefficient {
			continue
		}
		if r, _ := l.p.check(ctx, t); r == smt.Unsat {
			bs, ds = append(bs, as[i]), append(ds, cs[i])
		}
	}
	return bs, ds
}

// point evaluates terms in a model.
func point(m smt.Model, ts []*logic.Term) (vector, bool) {
	v := make(vector, len(ts))
	for i, t := range ts {
		x := m.Value(t)
		if x == nil || !x.IsConst() {
			return nil, false
		}
		v[i] = x.Rational()
	}
	return v, true
}

// translation finds the linear maps a with a.x' = a.x + c: after K iterations
// they have grown by c*K. The guard, projected to the maps, holds at each of the
// states in between.
func translation(ctx context.Context, l *Loop) {
	l.maps(ctx)
	for _, m := range l.eqs {
		if len(m.vars) > 1 {
			d := make([]*logic.Term, len(m.vars))
			for i, v := range m.vars {
				d[i] = l.f.Sub(l.Post(v), v)
			}
			s := m.vars[0].Sort()
			l.Always(l.f.Eq(combination(l.f, s, m.a, d), l.times(s, m.c)))
		}
	}
	l.inBetween(ctx)
}

// maps computes eqs and steps: the counters and the affine hull of the differences of the other variables.
func (l *Loop) maps(ctx context.Context) {
	var open []*logic.Term
	for _, v := range l.nums {
		if _, ok := l.steps[v]; !ok {
			open = append(open, v)
		}
	}
	if len(open) == 0 {
		return
	}
	l.p.open(l.relation())
	defer l.p.done()
	for _, s := range arithSorts {
		vs := sorted(open, s)
		dims := make([]*logic.Term, len(vs))
		for i, v := range vs {
			dims[i] = l.f.Sub(l.value[v], v)
		}
		as, cs := l.affine(ctx, s, dims)
		for i, a := range as {
			m := mapping{c: cs[i]}
			for j, v := range vs {
				if !a[j].IsZero() {
					m.vars, m.a = append(m.vars, v), append(m.a, a[j])
				}
			}
			if len(m.vars) == 1 && s == logic.Real || len(m.vars) == 1 && m.c.Div(m.a[0]).IsInt() {
				l.step(m.vars[0], m.c.Div(m.a[0]))
				continue
			}
			l.eqs = append(l.eqs, m)
		}
	}
}

// inBetween states the guard for every iteration j, 0 <= j < K, as far as it
// follows from the maps at which state that iteration begins. In a map of several
// variables, one with coefficient one or minus one is expressed by the map's
// value and the others, which are eliminated.
func (l *Loop) inBetween(ctx context.Context) {
	f := l.f
	sub := map[*logic.Term]*logic.Term{} // by symbols for the maps' values
	rate := map[*logic.Term]rational.Q{}
	of := map[*logic.Term]*logic.Term{} // the terms of the symbols
	for _, m := range l.eqs {
		for i, v := range m.vars {
			if used(sub, m.vars) || !m.a[i].Abs().Equal(rational.One) && v.Sort() == logic.Int {
				continue
			}
			y := f.Fresh("map", v.Sort())
			rest := append(vector(nil), m.a...)
			rest[i] = rational.Zero
			of[y], rate[y] = combination(f, v.Sort(), m.a, m.vars), m.c
			sub[v] = f.Mul(f.Num(v.Sort(), m.a[i].Inv()), f.Sub(y, combination(f, v.Sort(), rest, m.vars)))
			break
		}
	}
	for v, c := range l.steps {
		rate[v] = c
	}
	g := f.Subst(l.body.Guard(), sub)
	var gone []*logic.Term
	for _, v := range logic.FreeVars(g) {
		_, counts := rate[v]
		_, written := l.post[v]
		if !counts && (written || !l.isVar(v)) {
			gone = append(gone, v)
		}
	}
	h := l.project(ctx, gone, g)
	at := func(t, j *logic.Term) *logic.Term {
		return f.NewSubst(func(v *logic.Term) *logic.Term {
			c, ok := rate[v]
			if !ok {
				return nil
			}
			base, n := v, j
			if of[v] != nil {
				base = of[v]
			}
			if v.Sort().IsReal() {
				n = f.ToReal(j)
			}
			return f.Add(base, f.Mul(f.Num(v.Sort(), c), n))
		}).Apply(t)
	}
	for _, c := range logic.Conjuncts(h) {
		l.throughout(c, rate, at)
	}
}

func used(sub map[*logic.Term]*logic.Term, vars []*logic.Term) bool {
	return slices.ContainsFunc(vars, func(v *logic.Term) bool { return sub[v] != nil })
}
