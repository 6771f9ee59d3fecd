package iteration

import (
	"context"

	"cupel/analysis/absint/polyhedra"
	"cupel/analysis/absint/polyhedra/hull"
	"cupel/core/logic"
	"cupel/core/rational"
	"cupel/core/smt"
	"cupel/internal/sabotage"
)

// lossy bounds linear maps of the differences over all iterations: c <= a.x' - a.x gives c*K <= a.x' - a.x after K of them. The bounds are those of the convex
// hull of the differences or, with too many variables, of intervals of single differences.
func lossy(ctx context.Context, l *Loop) {
	open := l.independent()
	if len(open) == 0 {
		return
	}
	l.p.open(l.relation())
	defer l.p.done()
	for _, c := range l.differences(ctx, open) {
		l.iterate(open, c)
	}
}

// independent returns the written variables whose differences no map of eqs
// determines by those of others.
func (l *Loop) independent() []*logic.Term {
	bound := map[*logic.Term]bool{}
	for v := range l.steps {
		bound[v] = true
	}
	for _, m := range l.eqs {
		bound[m.vars[len(m.vars)-1]] = true
	}
	var open []*logic.Term
	for _, v := range l.nums {
		if !bound[v] {
			open = append(open, v)
		}
	}
	return open
}

// differences returns constraints on the differences of variables that hold in all models of the assertions.
func (l *Loop) differences(ctx context.Context, vars []*logic.Term) []polyhedra.Constraint {
	dims := make([]*logic.Term, len(vars))
	for i, v := range vars {
		dims[i] = l.f.Sub(l.value[v], v)
	}
	if len(dims) > 1 && len(dims) < l.o.Dimensions {
		if cs := l.hull(ctx, dims); cs != nil {
			return cs
		}
	}
	// Variables without bounds of their own take part in bounded sums rarely, and
	// make hulls large.
	var cs []polyhedra.Constraint
	var bounded []int
	for i := range dims {
		one := l.hull(ctx, dims[i:i+1])
		for _, c := range one {
			cs = append(cs, widen(c, []int{i}, len(dims)))
		}
		if len(one) > 0 {
			bounded = append(bounded, i)
		}
	}
	if len(dims) < l.o.Dimensions || len(bounded) < 2 || len(bounded) > l.o.Dimensions {
		return cs
	}
	ds := make([]*logic.Term, len(bounded))
	for i, b := range bounded {
		ds[i] = dims[b]
	}
	joint := l.hull(ctx, ds)
	if joint == nil {
		return cs
	}
	cs = nil
	for _, c := range joint {
		cs = append(cs, widen(c, bounded, len(dims)))
	}
	return cs
}

// widen places the coefficients of a constraint at the given ones of n
// dimensions.
func widen(c polyhedra.Constraint, at []int, n int) polyhedra.Constraint {
	w := make([]rational.Q, n)
	for i, q := range c.Coeffs {
		w[at[i]] = q
	}
	return polyhedra.Constraint{Coeffs: w, Bound: c.Bound, Equation: c.Equation}
}

// iterate adds a constraint on differences K times over.
func (l *Loop) iterate(vars []*logic.Term, c polyhedra.Constraint) {
	f, s := l.f, logic.Int
	for i, q := range c.Coeffs {
		if !q.IsZero() && vars[i].Sort().IsReal() {
			s = logic.Real
		}
	}
	c = c.Normalize(s.IsInt())
	sum := []*logic.Term{f.Num(s, rational.Zero)}
	for i, q := range c.Coeffs {
		if q.IsZero() {
			continue
		}
		d := f.Sub(l.Post(vars[i]), vars[i])
		if s.IsReal() && d.Sort().IsInt() {
			d = f.ToReal(d)
		}
		sum = append(sum, f.Mul(f.Num(s, q), d))
	}
	left, right := f.Add(sum...), l.times(s, c.Bound)
	if sabotage.Active(sabotage.IterationBound) {
		right = f.Num(s, c.Bound)
	}
	if c.Equation {
		l.Always(f.Eq(left, right))
	} else {
		l.Always(f.Le(right, left))
	}
}

// shared lends the loop's solver, in which the body is asserted.
type shared struct{ *prover }

func (s shared) Assert(t *logic.Term) error { return s.s.Assert(t) }
func (s shared) Push() error                { return s.s.Push() }
func (s shared) Pop(n int) error            { return s.s.Pop(n) }
func (s shared) Check(ctx context.Context, assumptions ...*logic.Term) (smt.Result, error) {
	r, _ := s.check(ctx, assumptions...)
	if s.bad {
		return r, errProver
	}
	return r, nil
}
func (s shared) Model() (smt.Model, error)    { return s.s.Model() }
func (s shared) Core() ([]*logic.Term, error) { return s.s.Core() }
func (s shared) ReasonUnknown() string        { return s.s.ReasonUnknown() }
func (s shared) Close() error                 { return nil }

// hull returns the constraints of the convex hull of terms in all models of the assertions, nil when there are none or it was not computed.
func (l *Loop) hull(ctx context.Context, dims []*logic.Term) []polyhedra.Constraint {
	if l.p.over(ctx) {
		return nil
	}
	l.o.Statistics.Hulls++
	if l.hulls == nil {
		a, err := hull.New(func(*logic.Factory, smt.Options) (smt.Solver, error) { return shared{l.p}, nil }, l.f, l.rel,
			hull.Options{MaxModels: l.o.Models * len(l.nums), Rows: 100, CubeRows: 60})
		if err != nil {
			l.p.bad = true
			return nil
		}
		l.hulls = a
	}
	r, err := l.hulls.Hull(ctx, dims)
	if err != nil || r.IsEmpty() {
		return nil
	}
	return r.Constraints()
}
