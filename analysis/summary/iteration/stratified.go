package iteration

import (
	"context"

	"cupel/core/logic"
	"cupel/core/rational"
)

// stratified solves recurrences x' = q*x + t over counters and unwritten variables, whose values in iteration j are known: t has grown by c*j
// (Farzan and Kincaid, "Compositional recurrence analysis", FMCAD 2015, restricted to two strata).
//
//   - q = 0: x is what t was in the last iteration.
//   - q = -1, c = 0: x returns after two iterations.
//   - q = 1: x has grown by the sum of the values of t, which is quadratic in K. Kept are linear consequences where t has a bound m in its first or
//     last iteration: with t >= m there and |c| more in each iteration before or after it, x' - x >= m*K + |c|*K(K-1)/2, and the parabola lies above its
//     tangents.
func stratified(_ context.Context, l *Loop) {
	f := l.f
	for _, v := range sorted(l.nums, logic.Int) {
		if _, ok := l.steps[v]; ok {
			continue
		}
		q, t, ok := l.affineIn(v)
		if !ok {
			continue
		}
		c := l.rate(t)
		last := f.Add(t, f.Sub(l.times(logic.Int, c), f.Num(logic.Int, c)))
		switch {
		case q.IsZero():
			l.Once(f.Eq(l.Post(v), last))
		case q.Equal(rational.One):
			l.sums(f.Sub(l.Post(v), v), t, last, c)
		case q.Neg().Equal(rational.One) && c.IsZero():
			even := f.Eq(f.Mod(l.k, f.IntConst(2)), f.IntConst(0))
			l.Always(f.Or(f.And(even, f.Eq(l.Post(v), v)), f.And(f.Not(even), f.Eq(f.Add(l.Post(v), v), t))))
		}
	}
}

// affineIn returns q and t with v' = q*v + t, where t is linear over counters and unwritten variables.
func (l *Loop) affineIn(v *logic.Term) (q rational.Q, t *logic.Term, ok bool) {
	f := l.f
	prods, coeffs, rest := logic.Linear(l.body.Value(v))
	sum := []*logic.Term{f.Num(logic.Int, rest)}
	for i, x := range prods {
		switch _, counts := l.steps[x]; {
		case x == v:
			q = coeffs[i]
			continue
		case !x.IsVar() || !l.isVar(x) || l.post[x] != nil && !counts:
			return q, nil, false
		}
		sum = append(sum, f.Mul(f.Num(logic.Int, coeffs[i]), x))
	}
	return q, f.Add(sum...), true
}

// rate is the growth of a sum of counters and unwritten variables in one iteration.
func (l *Loop) rate(t *logic.Term) rational.Q {
	c := rational.Zero
	prods, coeffs, _ := logic.Linear(t)
	for i, x := range prods {
		if q, ok := l.steps[x]; ok {
			c = c.Add(coeffs[i].Mul(q))
		}
	}
	return c
}

// sums bounds the sum of a term that is first in the first iteration and last in the last one, and grows by c in each.
func (l *Loop) sums(sum, first, last *logic.Term, c rational.Q) {
	f := l.f
	low, high := first, last // where the term is least and greatest
	if c.Sign() < 0 {
		low, high, c = last, first, c.Neg()
	}
	for m := range int64(2) {
		l.Always(f.Implies(f.Le(f.IntConst(m), low), l.parabola(sum, m, c)))
		l.Always(f.Implies(f.Le(high, f.IntConst(-m)), l.parabola(f.Neg(sum), m, c)))
	}
}

// parabola is sum >= m*K + c*K(K-1)/2 for c >= 0, as far as it is linear: K(K-1)/2 >= s*K - s(s+1)/2 for every s.
func (l *Loop) parabola(sum *logic.Term, m int64, c rational.Q) *logic.Term {
	f := l.f
	var cs []*logic.Term
	for s := range int64(tangents) {
		slope := rational.New(m, 1).Add(c.Mul(rational.New(s, 1)))
		cs = append(cs, f.Le(f.Sub(l.times(logic.Int, slope), f.Num(logic.Int, c.Mul(rational.New(s*(s+1)/2, 1)))), sum))
		if c.IsZero() {
			break
		}
	}
	return f.And(cs...)
}
