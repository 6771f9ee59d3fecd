package ic3ia

import (
	"context"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/smt"
	"cupel/engine/triple"
)

// An arc is an edge with its transition relation, which the solver has under the symbol on.
type arc struct {
	*program.Edge
	*triple.Transfer
	on     *logic.Term
	images map[*logic.Term]*logic.Term // literals after the step, as conditions before it
}

// image is a literal after the step as a condition before it.
func (a *arc) image(lit *logic.Term) *logic.Term {
	t := a.images[lit]
	if t == nil {
		t = a.Before(lit)
		a.images[lit] = t
	}
	return t
}

// transitions asserts the transition relations of all edges on ways to a target, by the ID of their targets.
func (x *search) transitions() error {
	x.in = make([][]*arc, len(x.p.Locs))
	for _, e := range x.p.Edges {
		if x.dist[e.Dst.ID] < 0 || e.Src == x.p.Error || e.Src.Cut != "" {
			continue
		}
		a := &arc{Edge: e, Transfer: triple.New(x.p, x.given.Facts[e.Src], e.Ops), images: map[*logic.Term]*logic.Term{}}
		if a.Dead {
			continue
		}
		a.on = x.f.Fresh("edge", logic.Bool)
		for _, t := range a.Assumes {
			if err := x.s.Assert(x.f.Implies(a.on, t)); err != nil {
				return err
			}
		}
		x.in[e.Dst.ID] = append(x.in[e.Dst.ID], a)
	}
	return nil
}

// step checks whether frame k leads along an arc into a cube. If not, core are the literals of the cube that rule it out. From the cube
// itself no step is asked for: a state that is not blocked yet may be assumed not to be its own predecessor.
func (x *search) step(ctx context.Context, a *arc, k int, c cube) (r smt.Result, core map[*logic.Term]bool, err error) {
	if k == 0 && a.Src != x.p.Init {
		return smt.Unsat, nil, nil
	}
	as := []*logic.Term{a.on}
	if a.Src != x.p.Init {
		on, some := x.frames.assumptions(a.Src, k)
		if !some {
			return smt.Unsat, nil, nil
		}
		as = append(as, on...)
	}
	if a.Src == a.Dst && a.Src != x.p.Init {
		not := x.frames.excludes(c)
		if not.IsFalse() {
			return smt.Unsat, nil, nil
		}
		as = append(as, not)
	}
	by := map[*logic.Term]*logic.Term{}
	for _, lit := range c {
		t := a.image(lit)
		if t.IsFalse() {
			return smt.Unsat, map[*logic.Term]bool{lit: true}, nil
		}
		if t.IsTrue() || by[t] != nil {
			continue
		}
		by[t] = lit
		as = append(as, t)
	}
	x.stats.queries++
	if r, err = x.s.Check(ctx, as...); err != nil || r != smt.Unsat {
		return r, nil, err
	}
	used, err := x.s.Core()
	if err != nil {
		return r, nil, err
	}
	core = map[*logic.Term]bool{}
	for _, t := range used {
		if lit := by[t]; lit != nil {
			core[lit] = true
		}
	}
	return r, core, nil
}

// into checks whether frame k leads into a cube at l, and returns an arc with a predecessor in the solver's model, or what of the cube
// rules all out.
func (x *search) into(ctx context.Context, l *program.Location, c cube, k int) (*arc, cube, smt.Result, error) {
	used := map[*logic.Term]bool{}
	for _, a := range x.in[l.ID] {
		r, core, err := x.step(ctx, a, k, c)
		if err != nil || r != smt.Unsat {
			return a, nil, r, err
		}
		for lit := range core {
			used[lit] = true
		}
	}
	var rest cube
	for _, lit := range c {
		if used[lit] {
			rest = append(rest, lit)
		}
	}
	return nil, rest, smt.Unsat, nil
}

// predecessor is the abstract state before an arc in the solver's model: the values of all predicates.
func (x *search) predecessor(a *arc) (cube, error) {
	m, err := x.s.Model()
	if err != nil {
		return nil, err
	}
	var c cube
	for _, t := range x.prec.at(a.Src) {
		if v := m.Value(t); v != nil && v.IsTrue() {
			c = append(c, t)
		} else {
			c = append(c, x.f.Not(t))
		}
	}
	return c, nil
}
