package segments

import (
	"testing"

	"cupel/core/logic"
)

// TestWithout: the result of projection is implied by the formula, and keeps what follows from it by equations and bounds.
func TestWithout(t *testing.T) {
	f := logic.NewFactory()
	x, y, z, r := f.Var("x", logic.Int), f.Var("y", logic.Int), f.Var("z", logic.Int), f.Var("r", logic.Int)
	n := f.IntConst
	for _, c := range []struct{ t, want *logic.Term }{
		{f.And(f.Eq(x, r), f.Eq(r, f.Add(y, n(42)))), f.Eq(x, f.Add(y, n(42)))},
		{f.And(f.Le(x, r), f.Lt(r, y), f.Le(z, n(3))), f.And(f.Le(z, n(3)), f.Lt(x, y))},
		{f.And(f.Not(f.Le(r, x)), f.Le(r, n(5))), f.Lt(x, n(5))},
		{f.And(f.Eq(f.Mul(n(2), r), x), f.Le(y, x)), f.Le(y, x)},
		{f.Not(f.Eq(r, x)), f.True()},
		{f.And(f.Eq(r, x), f.Not(f.Eq(r, y))), f.Not(f.Eq(x, y))},
	} {
		if got := without(f, c.t, []*logic.Term{r}); got != c.want {
			t.Errorf("%s without r is %s, want %s", c.t, got, c.want)
		}
	}
}
