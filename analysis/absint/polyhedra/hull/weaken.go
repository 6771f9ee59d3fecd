package hull

import (
	"context"
	"errors"

	"cupel/analysis/absint/polyhedra"
	"cupel/core/logic"
	"cupel/core/rational"
	"cupel/core/smt"
)

// weaken answers after a limit: the constraints of p, which contains some of the
// models, that the solver proves, the equations of the affine hull, and bounds
// of single dimensions.
func (a *Abstraction) weaken(ctx context.Context, dims []*logic.Term, p *polyhedra.Polyhedron) (*polyhedra.Polyhedron, error) {
	n := len(dims)
	if p.IsEmpty() && a.silent(ctx) {
		return polyhedra.Universe(n), ctx.Err()
	}
	var cs []polyhedra.Constraint
	if !p.IsEmpty() {
		valid, err := a.Valid(ctx, dims, p.Constraints())
		if err != nil {
			return nil, err
		}
		cs = valid
	}
	h, err := a.AffineHull(ctx, dims)
	if err != nil {
		return nil, err
	}
	if h.IsEmpty() {
		return h, nil
	}
	r, err := restrict(ctx, polyhedra.Universe(n), append(h.Equations(), cs...), a.o.limits())
	if err != nil {
		return nil, err
	}
	for i := range dims {
		for _, sign := range []int64{1, -1} {
			dir := make([]rational.Q, n)
			dir[i] = rational.FromInt(sign)
			if _, bounded := r.Min(dir); bounded {
				continue
			}
			c, err := a.Bounds(ctx, dims, [][]rational.Q{dir})
			if err != nil {
				return nil, err
			}
			if r, err = restrict(ctx, r, c, a.o.limits()); err != nil {
				return nil, err
			}
		}
	}
	return r, nil
}

// silent reports whether the solver cannot even decide the formula.
func (a *Abstraction) silent(ctx context.Context) bool {
	r, err := a.solver.Check(ctx)
	return err != nil || r == smt.Unknown
}

// restrict adds constraints one by one, leaving out those that would make the
// description too large.
func restrict(ctx context.Context, p *polyhedra.Polyhedron, cs []polyhedra.Constraint, lim polyhedra.Limits) (*polyhedra.Polyhedron, error) {
	for _, c := range cs {
		q, err := p.AddConstraints(ctx, []polyhedra.Constraint{c}, lim)
		switch {
		case errors.Is(err, polyhedra.ErrLimit):
		case err != nil:
			return nil, err
		default:
			p = q
		}
	}
	return p, nil
}

// Bounds returns, for each direction a that is bounded from below, the
// constraint a.dims >= c with the least value c, integers taken as rationals in
// each conjunction: hulls of one dimension, each from at most 24 models. Directions
// for which that is too few are left out. With the directions polyhedra.Octagon
// this is the abstraction for more dimensions than a polyhedron can have.
func (a *Abstraction) Bounds(ctx context.Context, dims []*logic.Term, directions [][]rational.Q) ([]polyhedra.Constraint, error) {
	one := []rational.Q{rational.One}
	// The upper side does not matter: a ray leaves it out.
	up := []polyhedra.Generator{{Kind: polyhedra.Ray, Coords: one}}
	var out []polyhedra.Constraint
	for _, dir := range directions {
		low := Result{Polyhedron: polyhedra.Empty(1)}
		err := a.grow(ctx, []*logic.Term{value(a.f, dir, dims)}, &low, boundModels, up)
		switch {
		case err != nil && limited(err):
			continue
		case err != nil:
			return nil, err
		}
		if m, ok := low.Min(one); ok {
			out = append(out, polyhedra.Constraint{Coeffs: dir, Bound: m})
		}
	}
	return out, nil
}

// value returns the linear combination of dims.
func value(f *logic.Factory, coeffs []rational.Q, dims []*logic.Term) *logic.Term {
	integral := true
	for i, x := range coeffs {
		integral = integral && (x.IsZero() || x.IsInt() && dims[i].Sort().IsInt())
	}
	sort := logic.Real
	if integral {
		sort = logic.Int
	}
	sum := []*logic.Term{f.Num(sort, rational.Zero)}
	for i, x := range coeffs {
		if x.IsZero() {
			continue
		}
		d := dims[i]
		if d.Sort() != sort {
			d = f.ToReal(d)
		}
		sum = append(sum, f.Mul(f.Num(sort, x), d))
	}
	return f.Add(sum...)
}
