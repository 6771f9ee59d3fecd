package procedure

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"cupel/analysis/absint/interval"
	"cupel/analysis/absint/polyhedra"
	"cupel/analysis/absint/polyhedra/hull"
	"cupel/core/logic"
	"cupel/core/program/passes"
	"cupel/core/rational"
	"cupel/core/smt"
	"cupel/core/work"
	"cupel/internal/sabotage"
)

// value is the abstract value of a function.
type value struct {
	cells []*cell
	top   bool
}

// analysis computes the summaries of all bodies together.
type analysis struct {
	r      *relations
	f      *logic.Factory
	open   smt.Opener
	of     map[*body]*value
	finer  bool
	hasty  bool // cells that have to grow are given up
	rounds int
	limits []rational.Q // constants to widen to
}

var errUndecided = errors.New("procedure: the solver gave up")

// formula is the summary of a function applied to arguments.
func (a *analysis) formula(b *body, args []*logic.Term) *logic.Term {
	v := a.of[b]
	switch {
	case b.exit == nil && b.gate != nil:
		return a.f.False()
	case v == nil || v.top:
		return a.f.True()
	}
	var parts []*logic.Term
	for _, c := range v.cells {
		if !c.value.IsEmpty() {
			parts = append(parts, a.f.And(hull.Conjunction(a.f, b.telling(c.value.Constraints()), args), c.condition(a.f, args)))
		}
	}
	return a.f.Or(parts...)
}

// telling leaves out the bounds of the slots' types, which hold anyway.
func (b *body) telling(cs []polyhedra.Constraint) []polyhedra.Constraint {
	return slices.DeleteFunc(slices.Clone(cs), func(c polyhedra.Constraint) bool {
		i, cut, ok := single(c)
		if !ok || c.Equation {
			return false
		}
		t := interval.VarRange(b.slots[i].Var)
		if c.Coeffs[i].Sign() > 0 {
			return cut.Equal(rational.FromBig(t.Lo()))
		}
		return cut.Sub(rational.One).Equal(rational.FromBig(t.Hi()))
	})
}

func (a *analysis) call(fn *passes.AbstractFunc, args []*logic.Term) *logic.Term {
	b := a.r.m.of[fn]
	return a.formula(b, b.pick(args))
}

// run iterates to a post-fixpoint. Functions for which that fails become top.
func (a *analysis) run(ctx context.Context) error {
	for changed := true; changed; a.rounds++ {
		changed = false
		for _, b := range a.r.m.bodies {
			if a.of[b].top || !b.whole() {
				continue
			}
			grown, err := a.grow(ctx, b)
			if err != nil && ctx.Err() != nil {
				return ctx.Err()
			}
			if err != nil {
				a.of[b].top, grown = true, true
			}
			changed = changed || grown && !sabotage.Active(sabotage.ProcedureFixpoint)
		}
	}
	return nil
}

// grow extends the cells outside of which the relation of a body has a point.
func (a *analysis) grow(ctx context.Context, b *body) (bool, error) {
	phi, err := a.r.of(ctx, b, a.call)
	if err != nil || phi.IsFalse() {
		return false, err
	}
	s, err := a.open(a.f, smt.Options{Work: queryWork})
	if err != nil {
		return false, fmt.Errorf("procedure: %w", err)
	}
	defer s.Close()
	if err := errors.Join(s.Assert(phi), s.Assert(a.f.Not(a.formula(b, b.params)))); err != nil {
		return false, fmt.Errorf("procedure: %w", err)
	}
	for grown := false; ; grown = true {
		r, err := s.Check(ctx)
		switch {
		case err != nil:
			return false, fmt.Errorf("procedure: %w", err)
		case ctx.Err() != nil:
			return false, ctx.Err()
		case r == smt.Unsat:
			return grown, nil
		case r == smt.Unknown:
			return false, errUndecided
		}
		m, err := s.Model()
		if err != nil {
			return false, fmt.Errorf("procedure: %w", err)
		}
		x := point(m, b.params)
		c := a.of[b].at(x)
		if c == nil {
			return false, errUndecided
		}
		if sabotage.Active(sabotage.ProcedureHull) && grown {
			return false, nil
		}
		if err := a.update(ctx, b, phi, c); err != nil {
			return false, err
		}
		if !c.value.ContainsPoint(x) { // the hull missed it: make progress all the same
			c.value = c.base
		}
		if err := s.Assert(a.f.Not(a.f.And(hull.Conjunction(a.f, c.lits, b.params), c.condition(a.f, b.params)))); err != nil {
			return false, fmt.Errorf("procedure: %w", err)
		}
	}
}

func point(m smt.Model, params []*logic.Term) []rational.Q {
	x := make([]rational.Q, len(params))
	for i, p := range params {
		if v := m.Value(p); v != nil && v.IsConst() {
			x[i] = v.Rational()
		}
	}
	return x
}

// at returns the cell of a point, or nil.
func (v *value) at(x []rational.Q) *cell {
	for _, c := range v.cells {
		if c.has(x) {
			return c
		}
	}
	return nil
}

// hull returns the convex hull of phi in a cell, or the cell if that takes too much work.
func (a *analysis) hull(ctx context.Context, b *body, phi *logic.Term, c *cell) (*polyhedra.Polyhedron, error) {
	sub, cancel := work.Within(ctx, hullWork)
	defer cancel()
	h, err := hull.Hull(sub, a.open, a.f, a.in(b, phi, c), b.params,
		hull.Options{Solver: smt.Options{Work: queryWork}, MaxModels: 30, Rows: rows.Rows})
	if err == nil {
		h, err = h.Meet(sub, c.base, rows)
	}
	if err != nil && ctx.Err() == nil {
		return c.base, nil
	}
	return h, err
}

// in is phi in a cell, with the values before calls that the cell fixes put in.
func (a *analysis) in(b *body, phi *logic.Term, c *cell) *logic.Term {
	all := a.f.And(hull.Conjunction(a.f, c.base.Constraints(), b.params), c.condition(a.f, b.params))
	by := map[*logic.Term]*logic.Term{}
	for _, k := range c.base.Equations() {
		if i, cut, ok := single(k); ok && b.slots[i].Before {
			by[b.params[i]] = a.f.Num(logic.Int, cut)
		}
	}
	if len(by) == 0 {
		return a.f.And(phi, all)
	}
	for s, i := range a.r.slot[b] {
		if k := by[b.params[i]]; k != nil {
			by[s] = k
		}
	}
	return a.f.And(a.f.Subst(phi, by), all)
}

// plain leaves out constraints with large coefficients, which are chance finds
// about the ends of the types' ranges.
func (a *analysis) plain(ctx context.Context, h *polyhedra.Polyhedron, c *cell) (*polyhedra.Polyhedron, error) {
	if h.IsEmpty() {
		return h, nil
	}
	keep := c.base.Constraints()
	for _, k := range h.Constraints() {
		small := true
		for _, x := range k.Coeffs {
			small = small && x.Abs().Cmp(rational.FromInt(maxCoefficient)) <= 0
		}
		if small {
			keep = append(keep, k)
		}
	}
	return polyhedra.FromConstraints(ctx, c.base.Dim(), keep, rows)
}

// update joins the hull of phi into a cell, or widens by it.
func (a *analysis) update(ctx context.Context, b *body, phi *logic.Term, c *cell) error {
	if a.hasty {
		c.value = c.base
		return nil
	}
	h, err := a.hull(ctx, b, phi, c)
	if err != nil {
		return err
	}
	sub, cancel := work.Within(ctx, hullWork)
	defer cancel()
	next, err := c.value.Join(sub, h, rows)
	if err == nil && c.changes >= delay {
		next, err = a.widen(sub, c, next, b)
	}
	if err == nil {
		next, err = a.plain(sub, next, c)
	}
	if err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		next = c.base
	}
	c.value = next
	c.changes++
	return nil
}

// widen is the standard widening up to the cell and to the bounds and relations
// that both arguments satisfy.
func (a *analysis) widen(ctx context.Context, c *cell, next *polyhedra.Polyhedron, b *body) (*polyhedra.Polyhedron, error) {
	w, err := c.value.Widen(ctx, next, rows)
	if err != nil {
		return nil, err
	}
	keep := c.base.Constraints()
	if c.changes < 3*delay {
		for _, k := range a.upTo(b) {
			if c.value.Satisfies(k) && next.Satisfies(k) && !w.Satisfies(k) {
				keep = append(keep, k)
			}
		}
	}
	return w.AddConstraints(ctx, keep, rows)
}

// upTo lists constraints that widening does not skip: values after the call are
// compared with the program's constants and with the values before it.
func (a *analysis) upTo(b *body) []polyhedra.Constraint {
	n := len(b.params)
	var out []polyhedra.Constraint
	add := func(bound rational.Q, set func(coeffs []rational.Q)) {
		c := polyhedra.Constraint{Coeffs: make([]rational.Q, n), Bound: bound}
		set(c.Coeffs)
		out = append(out, c, negative(c))
	}
	for i, s := range b.slots {
		if s.Before {
			continue
		}
		for _, q := range a.limits {
			add(q, func(c []rational.Q) { c[i] = rational.One })
		}
		for j, t := range b.slots {
			if j != i && t.Before {
				for k := int64(-1); k <= 1; k++ {
					add(rational.FromInt(k), func(c []rational.Q) { c[i], c[j] = rational.One, rational.FromInt(-1) })
				}
			}
		}
	}
	return out
}

// negative is the constraint with the same bound on the other side: a.x <= bound.
func negative(c polyhedra.Constraint) polyhedra.Constraint {
	n := polyhedra.Constraint{Coeffs: make([]rational.Q, len(c.Coeffs)), Bound: c.Bound.Neg()}
	for i, x := range c.Coeffs {
		n.Coeffs[i] = x.Neg()
	}
	return n
}

// narrow replaces widened cells by their hulls as long as the result is still
// inductive, which it is when the hulls are monotone.
func (a *analysis) narrow(ctx context.Context) error {
	for range narrowing {
		before := map[*cell]*polyhedra.Polyhedron{}
		after := map[*cell]*polyhedra.Polyhedron{}
		for _, b := range a.r.m.bodies {
			if a.of[b].top || !b.whole() {
				continue
			}
			phi, err := a.r.of(ctx, b, a.call)
			if err != nil {
				return err
			}
			for _, c := range a.of[b].cells {
				if c.changes <= delay {
					continue
				}
				h, err := a.hull(ctx, b, phi, c)
				if err == nil {
					h, err = a.plain(ctx, h, c)
				}
				if err == nil {
					h, err = h.Meet(ctx, c.value, rows)
				}
				if ctx.Err() != nil {
					return ctx.Err()
				}
				if err == nil && !h.Equal(c.value) {
					before[c], after[c] = c.value, h
				}
			}
		}
		if len(after) == 0 {
			return nil
		}
		for c, h := range after {
			c.value = h
		}
		bad, err := a.broken(ctx)
		if err != nil || bad != nil {
			for c, h := range before {
				c.value = h
			}
			return err
		}
	}
	return nil
}

// broken returns a body whose summary is not proven, or nil.
func (a *analysis) broken(ctx context.Context) (*body, error) {
	if sabotage.Active(sabotage.ProcedureFixpoint) || sabotage.Active(sabotage.ProcedureSettle) {
		return nil, nil
	}
	for _, b := range a.r.m.bodies {
		if a.of[b].top || !b.whole() {
			continue
		}
		phi, err := a.r.of(ctx, b, a.call)
		if err != nil {
			return nil, err
		}
		s, err := a.open(a.f, smt.Options{Work: 2 * queryWork})
		if err != nil {
			return nil, fmt.Errorf("procedure: %w", err)
		}
		r, err := s.Check(ctx, a.f.And(phi, a.f.Not(a.formula(b, b.params))))
		if err = errors.Join(err, s.Close()); err != nil {
			return nil, fmt.Errorf("procedure: %w", err)
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if r != smt.Unsat {
			return b, nil
		}
	}
	return nil, nil
}
