package quantified

import (
	"context"
	"slices"

	"cupel/core/logic"
	"cupel/core/logic/instances"
	"cupel/core/program"
	"cupel/core/smt"
	"cupel/core/smt/houdini"
	"cupel/internal/sabotage"
)

// prover finds the largest inductive set of claims (Flanagan, Leino, "Houdini, an Annotation Assistant for
// ESC/Java", FME 2001), up to queries without an answer, whose claims are dropped. Invariant: proven claims are
// inductive together, relative to the given facts.
type prover struct {
	p     *program.Program // in large blocks
	facts map[*program.Location]*logic.Term
	given []*claim // quantified facts
	open  func() (smt.Solver, error)

	proven []*claim
	asked  int
	failed int // queries without an answer
}

// know adds the given facts.
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

// steps returns the paths through an edge, with the proven claims assumed; if optional under selector symbols,
// for unsatisfiable cores. The caller closes the solvers.
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

// A round is one Houdini fixpoint computation.
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

// prove returns the largest subset of the claims that is inductive relative to the proven ones; it counts as
// proven from then on.
func (h *prover) prove(ctx context.Context, claims []*claim) ([]*claim, error) {
	r := &round{prover: h, at: map[*program.Location][]*claim{}, on: map[*step]map[*claim]*logic.Term{}}
	defer r.close()
	for _, c := range claims {
		if c.at != h.p.Init { // executions start in an arbitrary state
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

// prepare creates the steps into the locations of claims.
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
	slices.SortStableFunc(r.steps, func(a, b *step) int { // steps from locations without claims first
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

// hold returns the claims that hold after a step.
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

// excludes reports whether the proven claims exclude all edges into targets; if not it returns one.
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

// excluded reports whether the proven claims make an edge infeasible.
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

// without returns the claims that are not proven yet.
func (h *prover) without(claims []*claim) []*claim {
	return slices.DeleteFunc(slices.Clone(claims), func(c *claim) bool { return slices.Contains(h.proven, c) })
}
