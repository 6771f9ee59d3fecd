package iteration

import (
	"context"

	"cupel/core/logic"
	"cupel/internal/sabotage"
)

// guards adds that the first iteration is enabled in the first state and that the last state is the result of an iteration.
func guards(ctx context.Context, l *Loop) {
	f := l.f
	g := l.body.Guard()
	var skolems []*logic.Term
	for _, v := range logic.FreeVars(g) {
		if !l.isVar(v) {
			skolems = append(skolems, v)
		}
	}
	l.Once(l.project(ctx, skolems, g))
	if sabotage.Active(sabotage.IterationGuards) {
		l.Always(l.project(ctx, skolems, g))
	}

	// The state in which the last iteration begins: counters are one step behind.
	before := map[*logic.Term]*logic.Term{}
	var gone []*logic.Term
	for _, v := range l.body.Written() {
		if c, ok := l.steps[v]; ok {
			before[v] = f.Sub(l.post[v], f.Num(v.Sort(), c))
			continue
		}
		before[v] = f.Fresh("last", v.Sort())
		gone = append(gone, before[v])
	}
	sub := f.NewSubst(func(v *logic.Term) *logic.Term { return before[v] })
	cs := []*logic.Term{sub.Apply(g)}
	for _, v := range l.body.Written() {
		if _, ok := l.steps[v]; !ok {
			cs = append(cs, f.Eq(l.post[v], sub.Apply(l.body.Value(v))))
		}
	}
	l.Once(l.project(ctx, append(gone, l.body.Skolems()...), f.And(cs...)))
}
