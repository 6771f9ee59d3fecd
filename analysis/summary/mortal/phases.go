package mortal

import (
	"context"

	"cupel/core/logic"
)

// byPhases ranks what no linear function ranks by a predicate that, once true, stays true: a turn ends the first phase, or stays in one of the two, each of which has
// a tuple of its own. Phases may have phases.
//
// Example: "x != 0 && x > 0, x := x - 1" joined with "x != 0 && x <= 0, x := x + 1" has the tuple (x > 0 ? 0 : 1, x > 0 ? x : -x).
//
// Source: Zhu and Kincaid, section 6, where the cells of all invariant predicates are ordered.
func (r *ranker) byPhases(ctx context.Context, phi *logic.Term, depth int) (tuple []*logic.Term, total bool, err error) {
	if depth == 0 {
		return nil, false, nil
	}
	f := r.f
	for _, p := range r.predicates {
		after := r.post.Apply(p)
		if ctx.Err() != nil {
			return nil, false, ctx.Err()
		}
		stays, err := unsatisfiable(ctx, r.s, f.And(phi, p, f.Not(after)))
		if err != nil || !stays {
			continue
		}
		first, second := f.And(phi, f.Not(p), f.Not(after)), f.And(phi, p, after)
		if trivial, err := unsatisfiable(ctx, r.s, second); err != nil || trivial {
			continue
		}
		if trivial, err := unsatisfiable(ctx, r.s, f.And(phi, f.Not(p))); err != nil || trivial {
			continue
		}
		a, total, err := r.part(ctx, first, depth-1)
		if err != nil || !total {
			continue
		}
		b, total, err := r.part(ctx, second, depth-1)
		if err != nil || !total {
			continue
		}
		zero := f.IntConst(0)
		tuple = []*logic.Term{f.Ite(p, zero, f.IntConst(1))}
		for i := range max(len(a), len(b)) {
			x, y := zero, zero
			if i < len(a) {
				x = a[i]
			}
			if i < len(b) {
				y = b[i]
			}
			tuple = append(tuple, f.Ite(p, y, x))
		}
		return tuple, true, nil
	}
	return nil, false, nil
}

// splits are the predicates that phases may depend on: what the turn's conditions compare, and whether variables grow.
func (r *ranker) splits() []*logic.Term {
	f, seen := r.f, map[*logic.Term]bool{}
	var out []*logic.Term
	add := func(p *logic.Term) {
		for _, q := range []*logic.Term{p, f.Not(p)} {
			if !q.IsConst() && !seen[q] && r.plain(q) && len(out) < maxSplits {
				seen[q] = true
				out = append(out, q)
			}
		}
	}
	for _, c := range logic.Atoms(r.turn.Guard()) {
		if c.NumArgs() != 2 || !c.Arg(0).Sort().IsInt() {
			continue
		}
		if c.Op() == logic.OpEq {
			add(f.Le(c.Arg(0), c.Arg(1)))
			add(f.Le(c.Arg(1), c.Arg(0)))
		}
		add(c)
	}
	for _, d := range r.differences {
		if d.IsConst() {
			continue
		}
		add(f.Le(d, f.IntConst(0)))
		add(f.Le(f.IntConst(0), d))
	}
	return out
}
