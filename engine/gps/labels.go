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

// labels interpolates the segment followed by a formula over program variables at its end; together they are
// unsatisfiable. The result has a formula over program variables for each point; nil without interpolants.
//
// A summary is a disjunction of many paths to the error. Its disjuncts are interpolated one after the other,
// since the conjunction of the interpolants is an interpolant for the disjunction: conjunctions have short
// proofs, and most disjuncts are excluded by the interpolants of others.
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
		way, left, err := g.wayOn(ctx, append(known[:len(known):len(known)], claims[last]), end, round < maxCubes && !g.o.WholeSummary)
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

// wayOn returns a conjunction that implies end and is consistent with the claims; false if there is none. It
// returns end itself if that is not decomposed.
func (g *search) wayOn(ctx context.Context, claims []*logic.Term, end *logic.Term, apart bool) (way *logic.Term, left bool, err error) {
	all := g.f.And(append(claims, end)...)
	if all.IsFalse() {
		return nil, false, nil
	}
	if !apart {
		return end, true, nil
	}
	r, err := g.tests.check(ctx, all)
	switch {
	case err != nil:
		return nil, false, err
	case r == smt.Unsat:
		return nil, false, nil
	case r == smt.Unknown:
		return end, true, nil
	}
	m, err := g.tests.model()
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

// interpolate returns the formula for each point of a segment over program variables; nil without interpolants.
// It tries predicates of earlier labels first: labels over the same predicates cover each other.
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
			return nil, nil // a symbol without a variable at this point
		}
		out[i] = t
	}
	return out, nil
}

// fromKnown builds interpolants from the predicates of earlier labels.
func (g *search) fromKnown(ctx context.Context, s *segment) ([]*logic.Term, error) {
	if g.o.NoReuse || len(s.points) > maxPoints {
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

// remember keeps the conjuncts of a label, most recently used first.
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
