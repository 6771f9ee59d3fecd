package iteration

import (
	"context"

	"cupel/core/logic"
	"cupel/core/rational"
	"cupel/core/smt"
	"cupel/internal/sabotage"
)

// congruence finds integers c and m > 1 with x' - x = c modulo m in every iteration; then x' - x = c*K modulo m after K of them. Wrap-around of machine
// arithmetic has this form (Granger, "Static analysis of arithmetical congruences", 1989).
func congruence(ctx context.Context, l *Loop) {
	f := l.f
	open := sorted(l.independent(), logic.Int)
	if len(open) == 0 {
		return
	}
	l.p.open(l.relation())
	defer l.p.done()
	for _, v := range open {
		if l.isReset(v) {
			continue
		}
		d := f.Sub(l.value[v], v)
		if c, m := l.residue(ctx, d); m.Cmp(rational.One) > 0 {
			l.Always(f.Eq(f.Mod(f.Sub(f.Sub(l.Post(v), v), l.times(logic.Int, c)), f.Num(logic.Int, m)), f.IntConst(0)))
		}
	}
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
