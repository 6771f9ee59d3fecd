package certify

import (
	"context"

	"cupel/logic"
	"cupel/logic/instances"
	"cupel/program"
	"cupel/smt"
	"cupel/smt/houdini"
)

// Houdini returns the largest subset of the candidates, formulas for cut points of p, that is
// inductive together with the Invariants, which it takes for granted: candidates that do not hold
// behind some step are dropped until there are none (Flanagan and Leino, FME 2001). Candidates may
// contradict each other. When the solver has no answer a candidate is dropped. The solver is not
// relied on: a caller may ask another one, or again.
func (c *Proof) Houdini(ctx context.Context, open smt.Opener, candidates map[*program.Location][]*logic.Term) (map[*program.Location][]*logic.Term, error) {
	f := c.p.Terms
	s, err := open(f, smt.Options{Work: weakenWork})
	if err != nil {
		return nil, err
	}
	defer s.Close()
	h := &shrinking{c: c, s: s, left: map[*program.Location][]*logic.Term{}, quantified: c.Quantifies()}
	for l, ts := range candidates {
		if l != c.p.Init && !c.bad(l) { // a program starts in any state
			h.left[l] = ts
			h.quantified = h.quantified || instances.Quantified(ts...)
		}
	}
	out := map[*program.Location][]*step{}
	var work []*step
	for i := range c.steps {
		if e := &c.steps[i]; !c.bad(e.dst) && e.dst != c.p.Init {
			out[e.src] = append(out[e.src], e)
			work = append(work, e)
		}
	}
	err = houdini.Shrink(work, func(e *step) (bool, error) { return h.step(ctx, e) }, func(e *step) []*step { return out[e.dst] })
	if err != nil {
		return nil, err
	}
	return h.left, nil
}

// shrinking is a search for the largest inductive set.
type shrinking struct {
	c    *Proof
	s    smt.Solver
	left map[*program.Location][]*logic.Term
	// quantified: a claim is about all cells of arrays, and products are asked about as functions.
	quantified bool
}

// step drops what does not hold behind a step, and reports whether there was something.
func (h *shrinking) step(ctx context.Context, e *step) (bool, error) {
	f, s := h.c.p.Terms, h.s
	n := len(h.left[e.dst])
	if n == 0 {
		return false, nil
	}
	var settled, claims []*logic.Term
	for _, t := range h.left[e.dst] {
		follows, err := e.follows(ctx, f, s, append([]*logic.Term{h.c.at(e.src)}, h.left[e.src]...), t)
		if err != nil {
			return false, err
		}
		if follows {
			settled = append(settled, t)
		} else {
			claims = append(claims, t)
		}
	}
	if err := s.Push(); err != nil {
		return false, err
	}
	behind := map[*logic.Term]*logic.Term{}
	posts := make([]*logic.Term, len(claims))
	for i, t := range claims {
		posts[i] = f.Subst(t, e.post)
	}
	posts = instances.Skolems(f, posts)
	for i, t := range claims {
		behind[t] = posts[i]
	}
	before := append(append(logic.Conjuncts(h.c.at(e.src)), logic.Conjuncts(e.cond)...), h.left[e.src]...)
	a := newAsking(f, e, !h.quantified, before, posts)
	before = a.ground(before, posts...)
	for _, t := range claims {
		behind[t] = a.of(behind[t])
	}
	if err := s.Assert(f.And(append(before, a.lemmas()...)...)); err != nil {
		return false, err
	}
	q := houdini.Questions[*logic.Term]{
		Ask: func(ctx context.Context, left []*logic.Term) (smt.Result, error) {
			post := make([]*logic.Term, len(left))
			for i, t := range left {
				post[i] = behind[t]
			}
			return s.Check(ctx, f.Not(f.And(post...)))
		},
		Model: s.Model,
		Fails: func(m smt.Model, t *logic.Term) bool {
			v := m.Value(behind[t])
			return v == nil || !v.IsTrue()
		},
		Alone: true,
	}
	claims, err := q.Holding(ctx, claims)
	if err != nil {
		return false, err
	}
	claims = append(settled, claims...)
	h.left[e.dst] = claims
	return len(claims) < n, s.Pop(1)
}
