package gps

import (
	"context"
	"errors"
	"slices"
	"time"

	"cupel/core/interpolation"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/smt"
)

// labels interpolates the segment followed by a formula over program variables at
// its end, which together are unsatisfiable. The result has the formula for each
// point, over program variables; it is nil without interpolants.
//
// A summary is a disjunction of many ways to the error. They are interpolated one
// after the other, the conjunction of interpolants being an interpolant of the
// disjunction of what follows: conjunctions give short proofs, and most ways are
// excluded by what others have given.
func (g *search) labels(ctx context.Context, s *segment, end *logic.Term) ([]*logic.Term, error) {
	start := time.Now()
	defer func() { g.stats.refineTime += time.Since(start) }()
	g.stats.refinements++
	claims := make([]*logic.Term, len(s.points))
	for i := range claims {
		claims[i] = g.f.True()
	}
	last := len(claims) - 1
	known := append([]*logic.Term(nil), s.points[last].order...)
	for round := 0; ; round++ {
		way, left, err := g.wayOn(ctx, append(known[:len(known):len(known)], claims[last]), end, round < maxCubes)
		switch {
		case err != nil || ctx.Err() != nil:
			return nil, err
		case !left:
			for i, m := range s.points {
				g.remember(m.loc, claims[i])
			}
			return claims, nil
		}
		s.end(g.f, way)
		itps, err := g.interpolate(ctx, s)
		if itps == nil || err != nil {
			return nil, err
		}
		for i, t := range itps {
			claims[i] = g.f.And(claims[i], t)
		}
		if way == end {
			for i, m := range s.points {
				g.remember(m.loc, claims[i])
			}
			return claims, nil
		}
	}
}

// wayOn returns a conjunction that implies end and agrees with the claims; false
// when there is none. It returns end itself when that cannot be taken apart, or
// is not to be.
func (g *search) wayOn(ctx context.Context, claims []*logic.Term, end *logic.Term, apart bool) (way *logic.Term, left bool, err error) {
	all := g.f.And(append(claims, end)...)
	if all.IsFalse() {
		return nil, false, nil
	}
	if !apart {
		return end, true, nil
	}
	r, err := g.tests.Check(ctx, all)
	switch {
	case err != nil:
		return nil, false, err
	case r == smt.Unsat:
		return nil, false, nil
	case r == smt.Unknown:
		return end, true, nil
	}
	m, err := g.tests.Model()
	if err != nil {
		return nil, false, err
	}
	lits, ok := g.f.Implicant(end, func(v *logic.Term) *logic.Term {
		if x := m.Value(v); x != nil {
			return x
		}
		return g.f.Zero(v.Sort())
	})
	if !ok {
		return end, true, nil
	}
	return g.f.And(lits...), true, nil
}

// interpolate returns the formula for each point of a segment, over program
// variables; nil without interpolants. Predicates of earlier labels come first:
// labels that use the same predicates cover each other.
func (g *search) interpolate(ctx context.Context, s *segment) ([]*logic.Term, error) {
	itps, err := g.fromKnown(ctx, s)
	if err != nil {
		return nil, err
	}
	if itps == nil {
		g.stats.sequences++
		itps, err = g.tools.Interpolate.Sequence(ctx, g.f, s.Steps)
	}
	switch {
	case ctx.Err() != nil:
		return nil, nil
	case errors.Is(err, interpolation.ErrSat), errors.Is(err, interpolation.ErrUnknown):
		return nil, nil
	case err != nil:
		return nil, err
	}
	out := make([]*logic.Term, len(s.points))
	for i := range s.points {
		t, ok := s.Back(g.f, i, itps[i+1])
		if !ok {
			return nil, nil // a symbol that is no variable here
		}
		out[i] = t
	}
	return out, nil
}

// fromKnown looks for interpolants among the predicates of earlier labels.
func (g *search) fromKnown(ctx context.Context, s *segment) ([]*logic.Term, error) {
	if len(s.points) > maxPoints {
		return nil, nil
	}
	var preds []*logic.Term
	symbols := make([]map[*logic.Term]*logic.Term, len(s.points))
	for i, m := range s.points {
		symbols[i] = s.Symbols(i)
		for _, p := range g.known[m.loc] {
			if !slices.Contains(preds, p) {
				preds = append(preds, p)
			}
		}
	}
	if len(preds) == 0 {
		return nil, nil
	}
	place := func(p *logic.Term, k int) *logic.Term {
		i := k - 1
		if !slices.Contains(g.known[s.points[i].loc], p) {
			return nil
		}
		for _, v := range logic.FreeVars(p) {
			if symbols[i][v] == nil {
				return nil
			}
		}
		return g.f.Subst(p, symbols[i])
	}
	itps, err := interpolation.Among(ctx, interpolation.Options{Open: g.tools.Open, Solver: g.tools.Solver}, g.f, s.Steps, preds, place)
	if itps != nil {
		g.stats.fromKnown++
	}
	if errors.Is(err, interpolation.ErrUnknown) {
		err = nil
	}
	return itps, err
}

// remember keeps the conjuncts of a label, the last used first.
func (g *search) remember(l *program.Location, label *logic.Term) {
	for _, c := range logic.Conjuncts(label) {
		if c.IsConst() {
			continue
		}
		ps := slices.DeleteFunc(g.known[l], func(p *logic.Term) bool { return p == c })
		ps = append([]*logic.Term{c}, ps...)
		g.known[l] = ps[:min(len(ps), maxKnown)]
	}
}
