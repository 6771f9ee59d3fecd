package logic

import "testing"

// TestString pins the text of terms in reports.
func TestString(t *testing.T) {
	f := NewFactory()
	x, y, n := f.Var("x", Int), f.Var("y", Int), f.Var("n", Int)
	p, q := f.Var("p", Bool), f.Var("q", Bool)
	b32, b8 := BVSort(32), BVSort(8)
	u, v := f.Var("u", b32), f.Var("v", b32)
	c := f.Var("c", b8)
	a := f.Var("a", ArraySort(b32, b8))
	d := f.Var("d", Float64)
	i := f.IntConst
	k := func(n int64) *Term { return f.BVInt(n, 32) }
	for _, c := range []struct {
		t    *Term
		want string
	}{
		{f.And(f.Le(f.Sub(x, y), i(1)), f.Gt(n, i(0))), "x - y <= 1 && n > 0"},
		{f.Le(x, y), "x <= y"},
		{f.Lt(x, y), "x < y"},
		{f.Lt(y, x), "x > y"},
		{f.Ge(x, i(5)), "x >= 5"},
		{f.Lt(x, i(0)), "x < 0"},
		{f.Le(f.Mul(i(-2), x), i(7)), "x >= -3"},
		{f.Eq(x, f.Mul(i(2), y)), "x == 2*y"},
		{f.Ne(x, y), "x != y"},
		{f.Ne(f.Add(x, y), i(3)), "x + y != 3"},
		{f.Sub(i(3), x), "-x + 3"},
		{f.Mul(x, f.Add(y, i(1))), "x + x*y"},
		{f.Mul(i(-1), x, y), "-x*y"},
		{f.Div(f.Add(x, i(1)), y), "(x + 1) div y"},
		{f.And(f.Or(p, q), f.Not(p)), "q && !p"},
		{f.Or(f.And(p, q), f.Gt(x, i(0))), "p && q || x > 0"},
		{f.Not(f.And(p, q)), "!(p && q)"},
		{f.Ite(p, x, f.Ite(q, y, i(0))), "p ? x : q ? y : 0"},
		{f.BVOp(OpBVMulNSW, f.BVOp(OpBVAddNSW, u, v), k(-1)), "(u + v) * -1"},
		{f.BVOp(OpBVSub, u, f.BVOp(OpBVSub, v, u)), "u - (v - u)"},
		{f.Eq(f.BVOp(OpBVAnd, u, k(1)), k(0)), "(u & 1) == 0"},
		{f.ULt(u, v), "u <u v"},
		{f.SLe(u, k(-7)), "u <= -7"},
		{f.SignExt(24, c), "(i32)c"},
		{f.Extract(7, 0, u), "(u8)u"},
		{f.Extract(15, 8, u), "u[15:8]"},
		{f.Select(f.Store(a, u, c), v), "a{u := c}[v]"},
		{f.Store(f.Store(a, k(1), c), k(2), c), "a{1 := c, 2 := c}"},
		{f.Forall([]*Term{x}, f.Or(p, f.Gt(x, i(0)))), "forall x. p || x > 0"},
		{f.FP(OpFPAdd, RNE, d, f.float64Const(0.1)), "d + 0.1"},
		{f.FP(OpFPIsNaN, 0, d), "isnan(d)"},
		{f.App("g", Int, x, f.Add(y, i(1))), "g(x, y + 1)"},
	} {
		if got := c.t.String(); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
	deep := x
	for range 100000 {
		deep = f.App("g", Int, deep)
	}
	if s := deep.StringN(100); len(s) > 120 {
		t.Errorf("StringN(100) has %d bytes", len(s))
	}
	_ = deep.String()
}
