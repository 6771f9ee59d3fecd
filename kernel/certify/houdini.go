package certify

import (
	"context"

	"cupel/core/logic"
	"cupel/core/logic/instances"
	"cupel/core/program"
	"cupel/core/smt"
	"cupel/core/smt/houdini"
)

// Houdini returns the largest subset of the candidates, formulas at cut points of p, that is inductive relative
// to Invariants: candidates that some step violates are dropped until a fixpoint is reached (Flanagan and
// Leino, FME 2001). Candidates may contradict each other. A query without an answer drops its candidate. The
// solver is untrusted here: the result has to be checked.
func (c *Proof) Houdini(ctx context.Context, open smt.Opener, candidates map[*program.Location][]*logic.Term) (map[*program.Location][]*logic.Term, error) {
	f := c.p.Terms
	s, err := open(f, smt.Options{Work: weakenWork})
	if err != nil {
		return nil, err
	}
	defer s.Close()
	h := &shrinking{c: c, s: s, left: map[*program.Location][]*logic.Term{}, quantified: c.Quantifies()}
	for l, ts := range candidates {
		if l != c.p.Init && !c.bad(l) { // executions start in an arbitrary state
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
	// quantified: some claim is a quantified array invariant; products become uninterpreted functions.
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
