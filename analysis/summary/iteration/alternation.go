package iteration

import (
	"context"

	"cupel/core/logic"
)

// alternation finds the linear maps a with a.x' = c - a.x: they return after two
// iterations. The maps that stay the same are not interesting here.
func alternation(ctx context.Context, l *Loop) {
	f := l.f
	var open []*logic.Term
	for _, v := range l.nums {
		if _, ok := l.steps[v]; !ok {
			open = append(open, v)
		}
	}
	even := f.Eq(f.Mod(l.k, f.IntConst(2)), f.IntConst(0))
	if len(open) > 0 {
		l.p.open(l.relation())
		for _, s := range arithSorts {
			vs := sorted(open, s)
			dims, posts := make([]*logic.Term, len(vs)), make([]*logic.Term, len(vs))
			for i, v := range vs {
				dims[i], posts[i] = f.Add(l.value[v], v), l.Post(v)
			}
			as, cs := l.affine(ctx, s, dims)
			for i, a := range as {
				before, after := combination(f, s, a, vs), combination(f, s, a, posts)
				l.Always(f.Or(f.And(even, f.Eq(after, before)),
					f.And(f.Not(even), f.Eq(f.Add(after, before), f.Num(s, cs[i])))))
			}
		}
		l.p.done()
	}
	for _, v := range l.body.Written() { // toggled flags
		if v.Sort().IsBool() && l.body.Value(v) == f.Not(v) {
			l.Always(f.Eq(f.Eq(l.Post(v), v), even))
		}
	}
}
