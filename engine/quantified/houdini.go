package quantified

import (
	"context"
	"slices"

	"cupel/internal/sabotage"
	"cupel/logic"
	"cupel/logic/instances"
	"cupel/program"
	"cupel/smt"
	"cupel/smt/houdini"
)

// prover finds the largest set of claims that is inductive (Flanagan, Leino, "Houdini, an Annotation Assistant for ESC/Java", FME 2001),
// but for questions without an answer.
type prover struct {
	p     *program.Program // in large blocks
	facts map[*program.Location]*logic.Term
	given []*claim // facts about all cells
	open  func() (smt.Solver, error)

	proven []*claim
	asked  int
	failed int // questions without an answer
}

// know takes what is given at locations.
func (h *prover) know(given map[*program.Location]*logic.Term) {
	h.facts = map[*program.Location]*logic.Term{}
	for _, l := range h.p.Locs {
		if given[l] == nil {
			continue
		}
		for _, c := range logic.Conjuncts(given[l]) {
			if bound, body := instances.Parts(c); bound != nil {
				h.given = append(h.given, &claim{l, bound, body})
			} else {
				h.p.Conjoin(h.facts, l, c)
			}
		}
	}
}

// steps prepares the ways through an edge, given what is proven; with optional, what is proven is assumed by symbols. The solvers
// are the caller's to close.
func (h *prover) steps(e *program.Edge, optional bool) (out []*step, err error) {
	for _, ops := range ways(e.Ops) {
		s, err := h.open()
		if err != nil {
			return out, err
		}
		x, err := newStep(h.p, e, ops, h.facts[e.Src], s)
		if err != nil {
			s.Close()
			return out, err
		}
		out = append(out, x)
		for _, c := range h.given {
			if c.at == e.Src {
				x.suppose(c, true)
			}
		}
		for _, c := range h.proven {
			if c.at == e.Src {
				x.suppose(c, !optional)
			}
		}
	}
	return out, nil
}

// A round is a search for the largest inductive set of claims.
type round struct {
	*prover
	steps []*step
	at    map[*program.Location][]*claim
	on    map[*step]map[*claim]*logic.Term
}

func (r *round) close() {
	for _, x := range r.steps {
		x.s.Close()
	}
}

// prove returns those of the claims that are inductive together, given those that are proven; they are proven from then on.
func (h *prover) prove(ctx context.Context, claims []*claim) ([]*claim, error) {
	r := &round{prover: h, at: map[*program.Location][]*claim{}, on: map[*step]map[*claim]*logic.Term{}}
	defer r.close()
	for _, c := range claims {
		if c.at != h.p.Init { // a program starts in any state
			r.at[c.at] = append(r.at[c.at], c)
		}
	}
	if err := r.prepare(); err != nil {
		return nil, err
	}
	if err := r.shrink(ctx); err != nil {
		return nil, err
	}
	var out []*claim
	for _, c := range claims {
		if slices.Contains(r.at[c.at], c) {
			out = append(out, c)
		}
	}
	h.proven = append(h.proven, out...)
	return out, nil
}

// prepare makes the steps that lead to claims.
func (r *round) prepare() error {
	for _, e := range r.p.Edges {
		if len(r.at[e.Dst]) == 0 || e.Src == r.p.Init && sabotage.Active(sabotage.QuantifiedEntry) {
			continue
		}
		steps, err := r.prover.steps(e, false)
		r.steps = append(r.steps, steps...)
		if err != nil {
			return err
		}
		for _, x := range steps {
			for _, c := range r.at[e.Dst] {
				if err := x.target(c); err != nil {
					return err
				}
			}
			r.on[x] = map[*claim]*logic.Term{}
			for _, c := range r.at[e.Src] {
				r.on[x][c] = x.suppose(c, false).on
			}
			if err := x.instantiate(); err != nil {
				return err
			}
		}
	}
	slices.SortStableFunc(r.steps, func(a, b *step) int { // what begins in no claims first
		return min(len(r.at[a.edge.Src]), 1) - min(len(r.at[b.edge.Src]), 1)
	})
	return nil
}

// shrink drops claims until the rest is inductive.
func (r *round) shrink(ctx context.Context) error {
	hold := func(x *step) (bool, error) {
		to := x.edge.Dst
		var assumed []*logic.Term
		for _, c := range r.at[x.edge.Src] {
			assumed = append(assumed, r.on[x][c])
		}
		n := len(r.at[to])
		left, err := r.hold(ctx, x, assumed, r.at[to])
		if err != nil {
			return false, err
		}
		r.at[to] = left
		return len(left) < n, nil
	}
	return houdini.Shrink(r.steps, hold, func(x *step) (next []*step) {
		for _, y := range r.steps {
			if y.edge.Src == x.edge.Dst {
				next = append(next, y)
			}
		}
		return next
	})
}

// hold returns the claims that hold behind a step.
func (h *prover) hold(ctx context.Context, x *step, assumed []*logic.Term, claims []*claim) ([]*claim, error) {
	q := houdini.Questions[*claim]{
		Ask: func(ctx context.Context, left []*claim) (smt.Result, error) {
			var fails []*logic.Term
			for _, c := range left {
				fails = append(fails, x.fails[c].on)
			}
			h.asked++
			r, err := x.ask(ctx, assumed, x.f.Or(fails...))
			if r == smt.Sat && len(left) < few && sabotage.Active(sabotage.QuantifiedKeep) {
				r = smt.Unsat
			}
			return r, err
		},
		Model: x.s.Model,
		Fails: func(m smt.Model, c *claim) bool {
			if v := m.Value(x.fails[c].on); v != nil && v.IsTrue() {
				return true
			}
			v := m.Value(x.fails[c].t)
			return v != nil && v.IsTrue()
		},
		Alone: true,
		Open:  func() { h.failed++ },
	}
	return q.Holding(ctx, claims)
}

// excludes reports whether the proven claims exclude all edges to targets; otherwise it returns one that they do not.
func (h *prover) excludes(ctx context.Context) (*program.Edge, error) {
	for _, l := range h.p.Targets() {
		for _, e := range l.In {
			ok, err := h.excluded(ctx, e)
			if err != nil || !ok {
				return e, err
			}
		}
	}
	return nil, nil
}

// excluded reports whether the proven claims exclude an edge.
func (h *prover) excluded(ctx context.Context, e *program.Edge) (bool, error) {
	steps, err := h.steps(e, false)
	defer func() {
		for _, x := range steps {
			x.s.Close()
		}
	}()
	if err != nil {
		return false, err
	}
	for _, x := range steps {
		if err := x.instantiate(); err != nil {
			return false, err
		}
		h.asked++
		if r, err := x.ask(ctx, nil); err != nil || r != smt.Unsat {
			return false, err
		}
	}
	return true, nil
}

// without are the claims that are not proven.
func (h *prover) without(claims []*claim) []*claim {
	return slices.DeleteFunc(slices.Clone(claims), func(c *claim) bool { return slices.Contains(h.proven, c) })
}
