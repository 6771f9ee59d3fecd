package certify

import (
	"context"

	"cupel/core/logic"
	"cupel/core/logic/instances"
	"cupel/core/program"
	"cupel/core/smt"
)

// Slim returns the proof without the conjuncts that no obligation needs: starting with the unsatisfiable cores
// of the steps to the error and the cuts, it keeps the conjuncts that these cores use, those in the cores of
// their own obligations, and so on. The solver is untrusted here.
func (c *Proof) Slim(ctx context.Context, open smt.Opener) (*Proof, error) {
	f := c.p.Terms
	s, err := open(f, smt.Options{Work: weakenWork})
	if err != nil {
		return nil, err
	}
	defer s.Close()
	in := map[*program.Location][]*step{}
	for i := range c.steps {
		e := &c.steps[i]
		in[e.dst] = append(in[e.dst], e)
	}
	needed := map[*program.Location]map[*logic.Term]bool{}
	type goal struct {
		e *step
		t *logic.Term // has to hold after e
	}
	var work []goal
	for i := range c.steps {
		if e := &c.steps[i]; c.bad(e.dst) {
			work = append(work, goal{e, f.False()})
		}
	}
	for len(work) > 0 {
		g := work[0]
		work = work[1:]
		l := g.e.src
		if needed[l] == nil {
			needed[l] = map[*logic.Term]bool{}
		}
		core, err := c.core(ctx, s, g.e, g.t, needed[l])
		if err != nil {
			return nil, err
		}
		for _, t := range core {
			if needed[l][t] {
				continue
			}
			needed[l][t] = true
			for _, e := range in[l] {
				work = append(work, goal{e, t})
			}
		}
	}
	slim := &Proof{p: c.p, steps: c.steps, Invariants: map[*program.Location]*logic.Term{}}
	for l, all := range c.Invariants {
		var kept []*logic.Term
		for _, t := range logic.Conjuncts(all) {
			if needed[l][t] {
				kept = append(kept, t)
			}
		}
		if len(kept) > 0 {
			slim.Invariants[l] = f.And(kept...)
		}
	}
	return slim, nil
}

// core returns conjuncts of the source invariant of e that imply t after the step, preferring those that are
// known to be needed already.
func (c *Proof) core(ctx context.Context, s smt.Solver, e *step, t *logic.Term, known map[*logic.Term]bool) ([]*logic.Term, error) {
	f := c.p.Terms
	var equations []*logic.Term
	for _, u := range logic.Conjuncts(c.at(e.src)) {
		if polynomial(u) {
			equations = append(equations, u)
		}
	}
	if follows, err := e.follows(ctx, f, s, equations, t); err != nil || follows {
		return equations, err
	}
	if err := s.Push(); err != nil {
		return nil, err
	}
	defer func() { _ = s.Pop(1) }()
	goal := instances.Skolem(f, f.Subst(t, e.post))
	all := logic.Conjuncts(c.at(e.src))
	a := newAsking(f, e, !c.Quantifies(), all, []*logic.Term{e.cond, goal})
	ground := a.ground(all, e.cond, goal)
	goal = a.of(goal)
	cond := a.of(e.cond)
	cond = f.And(append(a.lemmas(), cond)...)
	back := map[*logic.Term][]*logic.Term{} // maps a formula in the core to the conjuncts it was made from
	var old, fresh []*logic.Term
	for i, u := range all {
		if g := ground[i]; known[u] {
			old = append(old, g)
		} else if !g.IsTrue() {
			if back[g] == nil {
				fresh = append(fresh, g)
			}
			back[g] = append(back[g], u)
		}
	}
	if err := s.Assert(f.And(f.And(old...), cond, f.Not(goal))); err != nil {
		return nil, err
	}
	// The conjuncts needed anyway often suffice.
	cs := fresh
	r, err := s.Check(ctx)
	if err == nil && r == smt.Unsat {
		return nil, nil
	}
	if r, err = s.Check(ctx, cs...); err != nil {
		return nil, err
	}
	if r != smt.Unsat {
		return nil, ErrInconclusive
	}
	if cs, err = s.Core(); err != nil {
		return nil, err
	}
	for i := 0; i < len(cs); { // deletion-based minimisation
		rest := append(append([]*logic.Term(nil), cs[:i]...), cs[i+1:]...)
		if r, err = s.Check(ctx, rest...); err != nil {
			return nil, err
		}
		if r != smt.Unsat {
			i++
			continue
		}
		if rest, err = s.Core(); err != nil {
			return nil, err
		}
		kept := 0
		in := map[*logic.Term]bool{}
		for _, t := range rest {
			in[t] = true
		}
		for _, t := range cs[:i] {
			if in[t] {
				kept++
			}
		}
		cs, i = rest, kept
	}
	var out []*logic.Term
	for _, g := range cs {
		out = append(out, back[g]...)
	}
	return out, nil
}
