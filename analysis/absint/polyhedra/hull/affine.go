package hull

import (
	"context"
	"errors"

	"cupel/analysis/absint/polyhedra"
	"cupel/core/logic"
	"cupel/core/rational"
	"cupel/core/smt"
)

// AffineHull returns the least affine space that contains the values of dims in
// all models of a's formula, as a polyhedron whose constraints are equations; Empty
// when it has no model. It takes at most n+1 models (Karr, "Affine relationships
// among variables of a program", 1976, with models as the points), so it is much
// cheaper than Hull, and it is exact over integers too. Where the solver gives up,
// only equations that it proves remain.
func (a *Abstraction) AffineHull(ctx context.Context, dims []*logic.Term) (*polyhedra.Polyhedron, error) {
	p, base, err := a.affine(ctx, dims)
	if err == nil || !limited(err) {
		return p, err
	}
	if base == nil {
		p := polyhedra.Universe(len(dims))
		_, err := a.relaxed(dims, func(b *Abstraction, images []*logic.Term) error {
			h, err := b.AffineHull(ctx, images)
			p = h
			return err
		})
		return p, err
	}
	valid, err := a.Valid(ctx, dims, p.Equations())
	if err != nil {
		return nil, err
	}
	return polyhedra.FromConstraints(ctx, len(dims), valid, a.o.limits())
}

// affine joins points of models. With an error that is a limit, it returns the
// space of the points found and the first of them.
func (a *Abstraction) affine(ctx context.Context, dims []*logic.Term) (*polyhedra.Polyhedron, []rational.Q, error) {
	p := polyhedra.Empty(len(dims))
	var base []rational.Q
	for {
		done := false
		err := a.outside(ctx, dims, p.Constraints(), func(m smt.Model) error {
			if m == nil {
				done = true
				return nil
			}
			gs, point := generators(newValuation(a.f, m), dims, base)
			if base == nil {
				base = point
			}
			q, err := p.AddGenerators(ctx, gs, a.o.limits())
			if err != nil {
				return err
			}
			if q.Equal(p) {
				return errStuck
			}
			p = q
			return nil
		})
		switch {
		case err != nil && !limited(err):
			return nil, nil, err
		case err != nil || done || p.IsUniverse():
			return p, base, err
		}
	}
}

// generators returns the point of a model's values, or when there is a base
// point, the line from there to it. An unknown value makes its dimension free.
func generators(v *valuation, dims []*logic.Term, base []rational.Q) ([]polyhedra.Generator, []rational.Q) {
	point := make([]rational.Q, len(dims))
	var gs []polyhedra.Generator
	for i, d := range dims {
		x, ok := v.number(d)
		if !ok {
			free := make([]rational.Q, len(dims))
			free[i] = rational.One
			gs = append(gs, polyhedra.Generator{Kind: polyhedra.Line, Coords: free})
		}
		point[i] = x
	}
	if base == nil {
		return append(gs, polyhedra.Generator{Kind: polyhedra.Point, Coords: point}), point
	}
	diff := make([]rational.Q, len(dims))
	for i := range diff {
		diff[i] = point[i].Sub(base[i])
	}
	return append(gs, polyhedra.Generator{Kind: polyhedra.Line, Coords: diff}), point
}

// Valid returns those of the candidates that hold for the values of dims in all
// models of a's formula. Candidates on which the solver gives up are left out.
func (a *Abstraction) Valid(ctx context.Context, dims []*logic.Term, candidates []polyhedra.Constraint) ([]polyhedra.Constraint, error) {
	left := append([]polyhedra.Constraint(nil), candidates...)
	for {
		n := len(left)
		done := false
		err := a.outside(ctx, dims, left, func(m smt.Model) error {
			if m == nil {
				done = true
				return nil
			}
			v := newValuation(a.f, m)
			kept := left[:0]
			for _, c := range left {
				if holds, ok := v.truth(Formula(a.f, c, dims)); ok && holds {
					kept = append(kept, c)
				}
			}
			left = kept
			return nil
		})
		switch {
		case err != nil && !errors.Is(err, errUndecided):
			return nil, err
		case done:
			return left, nil
		case err != nil || len(left) == n:
			return a.validAlone(ctx, dims, left)
		}
	}
}

// validAlone checks each candidate separately.
func (a *Abstraction) validAlone(ctx context.Context, dims []*logic.Term, candidates []polyhedra.Constraint) ([]polyhedra.Constraint, error) {
	var valid []polyhedra.Constraint
	for _, c := range candidates {
		err := a.outside(ctx, dims, []polyhedra.Constraint{c}, func(m smt.Model) error {
			if m == nil {
				valid = append(valid, c)
			}
			return nil
		})
		if err != nil && !errors.Is(err, errUndecided) {
			return nil, err
		}
	}
	return valid, nil
}
