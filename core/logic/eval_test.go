package logic

import (
	"errors"
	"testing"
)

// TestEval covers what the random comparison does not: errors, functions,
// unspecified operations, and arguments that do not matter.
func TestEval(t *testing.T) {
	f := NewFactory()
	x, y, r := f.Var("x", Int), f.Var("y", Int), f.Var("r", Real)
	p := f.Var("p", Bool)
	i := f.IntConst
	g2 := f.App("g", Int, i(2))
	env := func(v *Term) *Term {
		switch v {
		case x:
			return i(2)
		case y:
			return i(0)
		case g2:
			return i(40)
		case f.Mod(i(7), i(0)):
			return i(7)
		}
		return nil
	}
	for _, c := range []struct {
		t    *Term
		want *Term
		err  error
	}{
		{f.Add(x, f.App("g", Int, x)), i(42), nil},
		{f.Div(x, y), nil, ErrUnspecified},
		{f.Mod(i(7), y), i(7), nil},
		{f.Ite(f.Eq(y, i(0)), x, f.Div(x, y)), i(2), nil},
		{f.And(f.Eq(f.Div(x, y), i(1)), f.Eq(x, i(3))), f.False(), nil},
		{f.Or(p, f.Eq(x, i(2))), f.True(), nil},
		{f.Or(p, f.Eq(x, i(3))), nil, ErrUnassigned},
		{r, nil, ErrUnassigned},
		{f.App("h", Int, x), nil, ErrUnassigned},
		{f.Forall([]*Term{r}, f.Lt(r, f.ToReal(x))), nil, ErrQuantifier},
		{f.FPToBV(true, 8, RTZ, f.float64Const(1e9)), nil, ErrUnspecified},
	} {
		got, err := f.Eval(c.t, env)
		if got != c.want || !errors.Is(err, c.err) {
			t.Errorf("%v: got %v, %v", c.t, got, err)
		}
	}
}

// TestEvalArrays checks the normal form of array values.
func TestEvalArrays(t *testing.T) {
	f := NewFactory()
	b1, b8 := BVSort(1), BVSort(8)
	s := ArraySort(b1, b8)
	v := func(n uint64) *Term { return f.BV(n, 8) }
	at := func(n uint64) *Term { return f.BV(n, 1) }
	none := func(*Term) *Term { return nil }
	all := f.Store(f.Store(f.ConstArray(s, v(3)), at(0), v(7)), at(1), v(7))
	if got, err := f.Eval(all, none); err != nil || got != f.ConstArray(s, v(7)) {
		t.Errorf("got %v, %v", got, err)
	}
	m := f.Var("m", s)
	got, err := f.Eval(f.Eq(m, f.ConstArray(s, v(7))), func(*Term) *Term { return all })
	if err != nil || !got.IsTrue() {
		t.Errorf("got %v, %v", got, err)
	}
}

// TestDeepTerms runs everything that walks terms on a term a hundred thousand deep.
func TestDeepTerms(t *testing.T) {
	f := NewFactory()
	x, y := f.Var("x", BVSort(32)), f.Var("y", BVSort(32))
	d := x
	const n = 50_000
	for range n {
		d = f.BVNot(f.BVNeg(d))
	}
	if Depth(d) != 2*n+1 || Size(d) != 2*n+1 {
		t.Errorf("depth %d, size %d", Depth(d), Size(d))
	}
	if v := FreeVars(f.Subst(d, map[*Term]*Term{x: y})); len(v) != 1 || v[0] != y {
		t.Errorf("free symbols %v", v)
	}
	// ^-x = x - 1
	got, err := f.Eval(d, func(*Term) *Term { return f.BV(5, 32) })
	if err != nil || got != f.BVInt(5-n, 32) {
		t.Errorf("got %v, %v", got, err)
	}
	if c := f.Import(d); c != d {
		t.Error("import into the same factory")
	}
}

// TestScopes checks free symbols and substitution around quantifiers.
func TestScopes(t *testing.T) {
	f := NewFactory()
	x, y, z := f.Var("x", Int), f.Var("y", Int), f.Var("z", Int)
	q := f.Exists([]*Term{x}, f.Lt(x, y))
	if v := FreeVars(q); len(v) != 1 || v[0] != y {
		t.Errorf("free in %v: %v", q, v)
	}
	if v := FreeVars(f.And(q, f.Gt(x, z))); len(v) != 3 {
		t.Errorf("free: %v", v)
	}
	if got := f.Subst(q, map[*Term]*Term{x: z}); got != q {
		t.Errorf("bound symbol replaced: %v", got)
	}
	if got := f.Subst(q, map[*Term]*Term{y: z}); got != f.Exists([]*Term{x}, f.Lt(x, z)) {
		t.Errorf("got %v", got)
	}
	got := f.Subst(q, map[*Term]*Term{y: x}) // must not become x < x
	if v := FreeVars(got); len(v) != 1 || v[0] != x || got.args[0] == x {
		t.Errorf("captured: %v", got)
	}
	if a := Atoms(f.Or(f.Not(q), f.And(f.Lt(x, y), f.Eq(f.Lt(y, z), f.Var("p", Bool))))); len(a) != 4 {
		t.Errorf("atoms %v", a)
	}
}
