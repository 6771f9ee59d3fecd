package quantified

import (
	"context"
	"slices"

	"cupel/logic"
	"cupel/program"
	"cupel/smt"
)

// prover finds the largest set of claims that is inductive (Flanagan, Leino, "Houdini, an Annotation Assistant for ESC/Java", FME 2001),
// but for questions without an answer.
type prover struct {
	p     *program.Program // in large blocks
	facts map[*program.Location]*logic.Term
	open  func() (smt.Solver, error)
	steps map[*program.Edge]*step

	proven []*claim
	asked  int
	failed int // questions without an answer
}

// step prepares an edge when it is first needed.
func (h *prover) step(e *program.Edge) (*step, error) {
	if x := h.steps[e]; x != nil {
		return x, nil
	}
	s, err := h.open()
	if err != nil {
		return nil, err
	}
	x, err := newStep(h.p, e, h.facts[e.Src], s)
	if err != nil {
		return nil, err
	}
	for _, c := range h.proven {
		if c.at == e.Src {
			x.suppose(c, true)
		}
	}
	h.steps[e] = x
	return x, nil
}

func (h *prover) close() {
	for _, x := range h.steps {
		x.s.Close()
	}
}

// forget closes the steps, which a new set of claims would only burden with the old ones.
func (h *prover) forget() {
	h.close()
	h.steps = map[*program.Edge]*step{}
}

// prove returns those of the claims that are inductive together, given those that are proven; they are proven from then on.
func (h *prover) prove(ctx context.Context, claims []*claim) ([]*claim, error) {
	h.forget()
	at := map[*program.Location][]*claim{}
	for _, c := range claims {
		at[c.at] = append(at[c.at], c)
	}
	on := map[*program.Edge]map[*claim]*logic.Term{}
	var queue []*program.Edge
	for _, e := range h.p.Edges {
		if len(at[e.Dst]) == 0 {
			continue
		}
		x, err := h.step(e)
		if err != nil {
			return nil, err
		}
		for _, c := range at[e.Dst] {
			if _, err := x.target(c); err != nil {
				return nil, err
			}
		}
		on[e] = map[*claim]*logic.Term{}
		for _, c := range at[e.Src] {
			on[e][c] = x.suppose(c, false).on
		}
		if err := x.instantiate(); err != nil {
			return nil, err
		}
		queue = append(queue, e)
	}
	slices.SortStableFunc(queue, func(a, b *program.Edge) int { // what begins in no claims first
		return min(len(at[a.Src]), 1) - min(len(at[b.Src]), 1)
	})
	for len(queue) > 0 {
		e := queue[0]
		queue = queue[1:]
		var assumed []*logic.Term
		for _, c := range at[e.Src] {
			assumed = append(assumed, on[e][c])
		}
		left, err := h.hold(ctx, h.steps[e], assumed, at[e.Dst])
		if err != nil {
			return nil, err
		}
		if len(left) == len(at[e.Dst]) {
			continue
		}
		at[e.Dst] = left
		for _, next := range e.Dst.Out {
			if on[next] != nil && !slices.Contains(queue, next) {
				queue = append(queue, next)
			}
		}
	}
	var out []*claim
	for _, c := range claims {
		if slices.Contains(at[c.at], c) {
			out = append(out, c)
		}
	}
	h.proven = append(h.proven, out...)
	return out, nil
}

// hold returns the claims that hold behind a step.
func (h *prover) hold(ctx context.Context, x *step, assumed []*logic.Term, claims []*claim) ([]*claim, error) {
	for len(claims) > 0 {
		var fails []*logic.Term
		for _, c := range claims {
			fails = append(fails, x.fails[c])
		}
		h.asked++
		r, err := x.ask(ctx, assumed, x.f.Or(fails...))
		switch {
		case err != nil:
			return nil, err
		case r == smt.Unsat:
			return claims, nil
		case r == smt.Unknown:
			return h.each(ctx, x, assumed, claims)
		}
		m, err := x.s.Model()
		if err != nil {
			return nil, err
		}
		n := len(claims)
		claims = slices.DeleteFunc(slices.Clone(claims), func(c *claim) bool {
			v := m.Value(x.fails[c])
			return v != nil && v.IsTrue()
		})
		if len(claims) == n {
			return h.each(ctx, x, assumed, claims)
		}
	}
	return nil, nil
}

// each asks about one claim at a time.
func (h *prover) each(ctx context.Context, x *step, assumed []*logic.Term, claims []*claim) ([]*claim, error) {
	var out []*claim
	for _, c := range claims {
		h.asked++
		r, err := x.ask(ctx, assumed, x.fails[c])
		if err != nil {
			return nil, err
		}
		if r == smt.Unknown {
			h.failed++
		}
		if r == smt.Unsat {
			out = append(out, c)
		}
	}
	return out, nil
}

// excludes reports whether the proven claims exclude all edges to targets; otherwise it returns one that they do not.
func (h *prover) excludes(ctx context.Context) (*program.Edge, error) {
	h.forget()
	for _, l := range h.p.Targets() {
		for _, e := range l.In {
			x, err := h.step(e)
			if err != nil {
				return nil, err
			}
			if err := x.instantiate(); err != nil {
				return nil, err
			}
			h.asked++
			r, err := x.ask(ctx, nil)
			if err != nil {
				return nil, err
			}
			if r != smt.Unsat {
				return e, nil
			}
		}
	}
	return nil, nil
}

// without are the claims that are not proven.
func (h *prover) without(claims []*claim) []*claim {
	return slices.DeleteFunc(slices.Clone(claims), func(c *claim) bool { return slices.Contains(h.proven, c) })
}
