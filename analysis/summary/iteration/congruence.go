package iteration

import (
	"context"
	"slices"

	"cupel/core/logic"
	"cupel/core/rational"
	"cupel/core/smt"
	"cupel/internal/sabotage"
)

// congruence finds integers c and m > 1 with x' - x = c modulo m in every iteration; then x' - x = c*K modulo m after K of them. Wrap-around of machine
// arithmetic has this form (Granger, "Static analysis of arithmetical congruences", 1989). The same of linear maps: where each iteration increments one of
// several variables, their sum grows by one, modulo the size of their type (Granger, "Static analysis of linear congruence equalities among variables of a
// program", 1991).
func congruence(ctx context.Context, l *Loop) {
	f := l.f
	open := sorted(l.independent(), logic.Int)
	if len(open) == 0 {
		return
	}
	open = slices.DeleteFunc(open, l.isReset)
	l.jointly(ctx, open)
	l.p.open(l.relation())
	defer l.p.done()
	for _, v := range open {
		l.modulo(ctx, []*logic.Term{v}, []*logic.Term{f.Sub(l.value[v], v)}, vector{rational.One})
	}
}

// jointly finds such maps of several variables that wrap around: they are those of the iterations in which none does. Which of the variables is incremented hardly
// matters for them, so that divisions, on which that often depends, are any numbers.
func (l *Loop) jointly(ctx context.Context, vars []*logic.Term) {
	if len(vars) < 2 {
		return
	}
	f := l.f
	pure := newPurifier(f)
	pure.loose = true
	g := pure.pure(l.body.Guard())
	dims := make([]*logic.Term, len(vars))
	for i, v := range vars {
		dims[i] = f.Sub(pure.pure(l.body.Value(v)), v)
	}
	l.p.open(pure.conjoin(g))
	defer l.p.done()
	little := l.little(logic.Int, dims)
	if r, _ := l.p.check(ctx, f.Not(little)); r != smt.Sat {
		return // nothing wraps around, and affine equations are all that there is
	}
	l.p.open(little)
	as, _ := l.affine(ctx, logic.Int, dims)
	l.p.done()
	for _, a := range as {
		if len(a.Support()) > 1 {
			l.modulo(ctx, vars, dims, a)
		}
	}
}

// modulo adds that the map a of the variables, whose differences are dims, grows by a constant in every iteration, modulo the greatest m for which that holds.
func (l *Loop) modulo(ctx context.Context, vars, dims []*logic.Term, a vector) {
	f := l.f
	c, m := l.residue(ctx, combination(f, logic.Int, a, dims))
	if m.Cmp(rational.One) <= 0 {
		return
	}
	grown := make([]*logic.Term, len(vars))
	for i, v := range vars {
		grown[i] = f.Sub(l.Post(v), v)
	}
	l.Always(f.Eq(f.Mod(f.Sub(combination(f, logic.Int, a, grown), l.times(logic.Int, c)), f.Num(logic.Int, m)), f.IntConst(0)))
}

// residue returns c and m such that t = c modulo m in all models of the assertions: m is the greatest common divisor of the distances of the models from the
// first; m = 0: there is no such congruence.
func (l *Loop) residue(ctx context.Context, t *logic.Term) (c, m rational.Q) {
	f := l.f
	apart := f.True()
	for first := true; ; first = false {
		r, model := l.p.check(ctx, apart)
		if r == smt.Unsat && !first || !first && sabotage.Active(sabotage.IterationResidue) {
			return c, m
		}
		if r != smt.Sat {
			return c, rational.Zero
		}
		at, ok := point(model, []*logic.Term{t})
		if !ok {
			return c, rational.Zero
		}
		if first {
			c = at[0]
			apart = f.Ne(t, f.Num(logic.Int, c))
			continue
		}
		m = rational.GCD(m, at[0].Sub(c)).Abs()
		if m.Cmp(rational.One) <= 0 {
			return c, rational.Zero
		}
		apart = f.Ne(f.Mod(f.Sub(t, f.Num(logic.Int, c)), f.Num(logic.Int, m)), f.IntConst(0))
	}
}
