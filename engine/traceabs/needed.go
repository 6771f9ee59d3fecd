package traceabs

import (
	"context"

	"cupel/analysis/absint/domains"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/smt"
)

// claim is a conjunct of a fixpoint's value at a location.
type claim struct {
	l *program.Location // in the path program
	t *logic.Term
}

// reduction finds the conjuncts of a fixpoint that exclude the error: an analysis determines something about
// every variable, of which the proof needs little. It walks backwards along unsatisfiable cores of infeasible
// edges and of the conjuncts that these need.
type reduction struct {
	t    *triples
	p    *pathProgram
	fix  domains.Fixpoint
	need map[claim]bool
	work []claim
}

// needed returns the predicates that the fixpoint's proof uses, in the order of discovery; nil if the solver
// does not confirm the proof.
func needed(ctx context.Context, t *triples, p *pathProgram, fix domains.Fixpoint) ([]*logic.Term, error) {
	r := &reduction{t: t, p: p, fix: fix, need: map[claim]bool{}}
	for _, e := range p.Edges {
		v := fix.At(e.Src)
		if v == nil || fix.Post(v, e) != nil {
			continue
		}
		if ok, err := r.explain(ctx, e, t.f.True()); err != nil || !ok {
			return nil, err
		}
	}
	var out []*logic.Term
	seen := map[*logic.Term]bool{}
	for len(r.work) > 0 {
		c := r.work[0]
		r.work = r.work[1:]
		if !seen[c.t] {
			seen[c.t] = true
			out = append(out, c.t)
		}
		for _, e := range c.l.In {
			if v := fix.At(e.Src); v == nil || fix.Post(v, e) == nil {
				continue
			}
			after := t.effect(r.p.original[e]).Before(c.t)
			if ok, err := r.explain(ctx, e, t.f.Not(after)); err != nil || !ok {
				return nil, err
			}
		}
	}
	return out, nil
}

// explain adds conjuncts at an edge's source that make it infeasible under a further condition; false if the
// solver finds none.
func (r *reduction) explain(ctx context.Context, e *program.Edge, cond *logic.Term) (bool, error) {
	x := r.t.effect(r.p.original[e])
	if x.Dead || cond.IsFalse() {
		return true, nil
	}
	all := logic.Conjuncts(r.fix.At(e.Src))
	var known []*logic.Term
	for _, c := range all {
		if r.need[claim{e.Src, c}] {
			known = append(known, c)
		}
	}
	s := r.t.s
	q := x.From(s, cond)
	defer q.End()
	if err := q.Begin(); err != nil {
		return false, err
	}
	for _, set := range [][]*logic.Term{known, all} {
		res, err := s.Check(ctx, set...)
		switch {
		case err != nil:
			return false, err
		case ctx.Err() != nil:
			return false, ctx.Err()
		case res != smt.Unsat:
			continue
		}
		core, err := smt.SmallCore(ctx, s.Solver, coreBudget)
		if err != nil {
			return false, err
		}
		for _, c := range core {
			if k := (claim{e.Src, c}); !r.need[k] {
				r.need[k] = true
				r.work = append(r.work, k)
			}
		}
		return true, nil
	}
	return false, nil
}
