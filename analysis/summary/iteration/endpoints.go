package iteration

import (
	"context"

	"cupel/analysis/absint/polyhedra/hull"
	"cupel/core/logic"
)

// polyhedral states the guards as convex polyhedra: that of the states in which an iteration is enabled contains the first state, that of the results of
// iterations the last one. It is weaker than guards, which keeps disjunctions and divisibility.
func polyhedral(ctx context.Context, l *Loop) {
	f := l.f
	rel := l.relation()
	l.p.open(rel)
	defer l.p.done()
	var before, after, last []*logic.Term
	for _, v := range logic.FreeVars(append([]*logic.Term{l.body.Guard()}, l.nums...)...) {
		if !l.isVar(v) || !v.Sort().IsArith() {
			continue
		}
		before, last = append(before, v), append(last, l.Post(v))
		if x := l.value[v]; x != nil {
			after = append(after, x)
		} else {
			after = append(after, v)
		}
	}
	state := func(dims, syms []*logic.Term) {
		if len(dims) <= maxJoint {
			for _, c := range l.hull(ctx, dims) {
				l.Once(hull.Formula(f, c, syms))
			}
			return
		}
		for i := range dims {
			for _, c := range l.hull(ctx, dims[i:i+1]) {
				l.Once(hull.Formula(f, c, syms[i:i+1]))
			}
		}
	}
	state(before, before)
	state(after, last)
}
