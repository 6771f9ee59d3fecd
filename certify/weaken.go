package certify

import (
	"context"

	"cupel/logic"
	"cupel/program"
	"cupel/smt"
)

// weakenTimeoutMS bounds a query that looks for claims that do not hold.
const weakenTimeoutMS = 2000

// Claim adds claims about locations of p, or of programs p was derived from, to
// the invariants of its loop heads. Of a conjunction, the parts that speak of other
// variables than p's are left out.
func (c *Proof) Claim(claims map[*program.Location]*logic.Term) {
	for _, l := range c.p.LoopHeads() {
		o := origin(l, func(o *program.Location) bool { return claims[o] != nil })
		if o == nil || c.bad(l) {
			continue
		}
		all := []*logic.Term{c.at(l)}
		for _, t := range logic.Conjuncts(claims[o]) {
			if c.Speaks(t) {
				all = append(all, t)
			}
		}
		c.Invariants[l] = c.p.Terms.And(all...)
	}
}

// Speaks reports whether t is a formula over the program's variables.
func (c *Proof) Speaks(t *logic.Term) bool {
	for _, v := range logic.FreeVars(t) {
		if c.p.VarOf(v) == nil {
			return false
		}
	}
	return true
}

// Weaken drops the conjuncts of the invariants that are not inductive, until
// the rest is (Flanagan and Leino, Houdini, FME 2001). Its solver is not relied
// on: what is left still has to be checked.
func (c *Proof) Weaken(ctx context.Context, open smt.Opener) error {
	f := c.p.Terms
	s, err := open(f, smt.Options{TimeoutMS: weakenTimeoutMS})
	if err != nil {
		return err
	}
	defer s.Close()
	delete(c.Invariants, c.p.Init) // a program starts in any state
	out := map[*program.Location][]*step{}
	var work []*step
	for i := range c.steps {
		if e := &c.steps[i]; !c.bad(e.dst) && e.dst != c.p.Init {
			out[e.src] = append(out[e.src], e)
			work = append(work, e)
		}
	}
	waiting := map[*step]bool{}
	for len(work) > 0 {
		e := work[0]
		work = work[1:]
		delete(waiting, e)
		dropped, err := c.weakenStep(ctx, s, e)
		if err != nil {
			return err
		}
		if dropped {
			for _, n := range out[e.dst] {
				if !waiting[n] {
					waiting[n] = true
					work = append(work, n)
				}
			}
		}
	}
	return nil
}

// weakenStep drops what does not hold behind a step, and reports whether there
// was something.
func (c *Proof) weakenStep(ctx context.Context, s smt.Solver, e *step) (bool, error) {
	f := c.p.Terms
	claims := logic.Conjuncts(c.at(e.dst))
	if len(claims) == 0 {
		return false, nil
	}
	if err := s.Push(); err != nil {
		return false, err
	}
	if err := s.Assert(f.And(c.at(e.src), e.cond)); err != nil {
		return false, err
	}
	n := len(claims)
	for len(claims) > 0 {
		post := make([]*logic.Term, len(claims))
		for i, t := range claims {
			post[i] = f.Subst(t, e.post)
		}
		r, err := s.Check(ctx, f.Not(f.And(post...)))
		if err == nil && r == smt.Unknown {
			err = ctx.Err()
		}
		if err != nil {
			return false, err
		}
		if r == smt.Unsat {
			break
		}
		var kept []*logic.Term
		if r == smt.Sat {
			m, err := s.Model()
			if err != nil {
				return false, err
			}
			for i, t := range claims {
				if v := m.Value(post[i]); v != nil && v.IsTrue() {
					kept = append(kept, t)
				}
			}
		}
		if r == smt.Unknown || len(kept) == len(claims) { // one by one
			kept = nil
			for i, t := range claims {
				r, err := s.Check(ctx, f.Not(post[i]))
				if err != nil {
					return false, err
				}
				if r == smt.Unsat {
					kept = append(kept, t)
				}
			}
			claims = kept
			break
		}
		claims = kept
	}
	c.Invariants[e.dst] = f.And(claims...)
	return len(claims) < n, s.Pop(1)
}
