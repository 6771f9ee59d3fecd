package procedure

import (
	"context"
	"slices"

	"cupel/analysis/absint/polyhedra"
	"cupel/analysis/absint/polyhedra/hull"
	"cupel/core/rational"
	"cupel/core/smt"
)

// compact joins cells whose hull contains no integer point beyond them: the
// formula means the same with fewer cases.
func (a *analysis) compact(ctx context.Context, b *body) {
	v := a.of[b]
	if v.top {
		return
	}
	var cells []*cell
	for _, c := range v.cells {
		if !c.value.IsEmpty() {
			cells = append(cells, c)
		}
	}
	v.cells = cells
	tries := 0
	for i := 0; i < len(v.cells); i++ {
		for j := i + 1; j < len(v.cells) && tries < maxMerges && ctx.Err() == nil; j++ {
			if !slices.Equal(v.cells[i].classes, v.cells[j].classes) {
				continue
			}
			tries++
			if u := a.union(ctx, b, v.cells[i].value, v.cells[j].value); u != nil {
				v.cells[i] = &cell{value: u, classes: v.cells[i].classes}
				v.cells = append(v.cells[:j:j], v.cells[j+1:]...)
				j = i // start again with the larger cell
			}
		}
	}
}

// union is the convex hull of two polyhedra when it has the same integer points
// as their union, else nil.
func (a *analysis) union(ctx context.Context, b *body, p, q *polyhedra.Polyhedron) *polyhedra.Polyhedron {
	j, err := p.Join(ctx, q, rows)
	if err != nil {
		return nil
	}
	for _, k := range j.Constraints() { // too long to be readable
		for _, x := range k.Coeffs {
			if x.Abs().Cmp(rational.FromInt(maxCoefficient)) > 0 {
				return nil
			}
		}
	}
	in := func(p *polyhedra.Polyhedron) []polyhedra.Constraint { return p.Constraints() }
	s, err := a.open(a.f, smt.Options{Work: queryWork / 10})
	if err != nil {
		return nil
	}
	defer s.Close()
	r, err := s.Check(ctx, a.f.And(hull.Conjunction(a.f, in(j), b.params),
		a.f.Not(hull.Conjunction(a.f, in(p), b.params)), a.f.Not(hull.Conjunction(a.f, in(q), b.params))))
	if err != nil || r != smt.Unsat {
		return nil
	}
	return j
}
