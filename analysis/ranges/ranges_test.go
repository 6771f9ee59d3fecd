package ranges

import (
	"math/rand"
	"testing"

	"cupel/core/logic"
	"cupel/tests/effort"
)

// known returns bounds that have learnt conditions.
func known(t *testing.T, f *logic.Factory, cs ...*logic.Term) *Bounds {
	t.Helper()
	b := New(f)
	for _, c := range cs {
		if !b.Learn(c) {
			t.Fatalf("%v is a contradiction", c)
		}
	}
	return b
}

func TestSimplify(t *testing.T) {
	f := logic.NewFactory()
	x, y, z, p := f.Var("x", logic.Int), f.Var("y", logic.Int), f.Var("z", logic.Int), f.Var("p", logic.Bool)
	n := f.IntConst
	between := func(lo int64, t *logic.Term, hi int64) *logic.Term { return f.And(f.Le(n(lo), t), f.Le(t, n(hi))) }
	div := func(a *logic.Term, k int64) *logic.Term { return f.Div(a, n(k)) }
	mod := func(a *logic.Term, k int64) *logic.Term { return f.Mod(a, n(k)) }
	// byteOf is the byte number i of an int.
	byteOf := func(x *logic.Term, i int) *logic.Term {
		d := div(x, 1<<(8*i))
		if i < 3 {
			return mod(d, 256)
		}
		return f.Ite(f.Lt(d, n(0)), f.Add(d, n(256)), d)
	}
	// joined is the int of four bytes.
	joined := func(x *logic.Term) *logic.Term {
		var sum []*logic.Term
		for i := range 4 {
			sum = append(sum, f.Mul(n(1<<(8*i)), byteOf(x, i)))
		}
		s := f.Add(sum...)
		return f.Ite(f.Le(s, n(1<<31-1)), s, f.Sub(s, n(1<<32)))
	}
	sameBytes := func(x, y *logic.Term) *logic.Term {
		var same []*logic.Term
		for i := range 4 {
			same = append(same, f.Eq(byteOf(x, i), byteOf(y, i)))
		}
		return f.And(same...)
	}
	ints := []*logic.Term{between(-1<<31, x, 1<<31-1), between(-1<<31, y, 1<<31-1)}
	bytes := []*logic.Term{between(0, x, 255), between(0, y, 255)}
	a := f.ConstArray(logic.ArraySort(logic.Int, logic.Int), n(0))
	a = f.Store(f.Store(a, n(0), x), n(1), y)
	for _, c := range []struct {
		name    string
		learnt  []*logic.Term
		t, want *logic.Term
	}{
		{"no wrapping", bytes, f.Ite(f.Le(f.Add(x, y), n(1<<32-1)), f.Add(x, y), f.Sub(f.Add(x, y), n(1<<32))), f.Add(x, y)},
		{"no remainder", bytes, mod(f.Add(x, y), 65521), f.Add(x, y)},
		{"one period", []*logic.Term{between(10, x, 19)}, mod(x, 10), f.Sub(x, n(10))},
		{"one value", []*logic.Term{f.Le(x, n(5)), f.Le(n(5), x)}, f.Add(div(x, 2), y), f.Add(y, n(2))},
		{"one quotient", bytes, div(f.Add(x, y), 1000), n(0)},
		{"fact", []*logic.Term{p}, f.Ite(p, x, y), x},
		{"negated fact", []*logic.Term{f.Not(p)}, f.Ite(p, x, y), y},
		{"bytes of an int", ints, joined(x), x},
		{"equal bytes", ints, sameBytes(x, y), f.Eq(x, y)},
		{"bound of a sum", append(bytes, f.Le(n(500), f.Add(x, y))), f.Le(x, n(244)), f.False()},
		{"bound of a quotient", []*logic.Term{between(3, div(x, 10), 3)}, f.Le(x, n(39)), f.True()},
		{"impossible case", append(bytes, f.Lt(f.Ite(p, x, n(-1)), n(0))), f.Ite(p, y, z), z},
		{"decided case", bytes, f.Le(f.Ite(p, n(-1), x), n(-1)), p},
		{"case by case", bytes, f.Le(f.Ite(p, f.Sub(x, n(300)), y), n(-1)), p},
		{"remainder as a difference", nil, f.Le(f.Sub(x, f.Mul(n(7), div(x, 7))), n(6)), f.True()},
		{"remainder of a sum", bytes, f.Le(f.Sub(f.Add(x, y), f.Mul(n(7), div(f.Sub(x, z), 7))), f.Add(z, n(261))), f.True()},
		{"bound of a remainder", []*logic.Term{between(-1, x, 6), f.Ne(mod(x, 4), n(3)), f.Ne(mod(x, 4), n(0))}, f.And(f.Le(n(1), x), f.Le(x, n(6))), f.True()},
		{"index", []*logic.Term{between(1, z, 1)}, f.Select(a, z), y},
		{"disequality", append(bytes, f.Ne(x, n(0))), f.Le(n(1), x), f.True()},
		{"disjunction", append(bytes, f.Not(f.Or(p, f.Le(x, n(7))))), f.Ite(p, n(1), f.Ite(f.Le(n(8), x), n(2), n(3))), n(2)},
		{"under its condition", nil, f.Ite(f.Le(x, n(5)), f.Ite(f.Le(x, n(7)), y, z), z), f.Ite(f.Le(x, n(5)), y, z)},
		{"nothing", nil, f.Ite(f.Le(x, n(5)), mod(x, 3), y), f.Ite(f.Le(x, n(5)), mod(x, 3), y)},
	} {
		if got := known(t, f, c.learnt...).Simplify(c.t); got != c.want {
			t.Errorf("%s: %v is %v, want %v", c.name, c.t, got, c.want)
		}
	}
}

func TestUndo(t *testing.T) {
	f := logic.NewFactory()
	x := f.Var("x", logic.Int)
	r := f.Mod(x, f.IntConst(10))
	b := known(t, f, f.Le(f.IntConst(0), x))
	mark := b.Mark()
	if !b.Learn(f.Le(x, f.IntConst(9))) || b.Simplify(r) != x {
		t.Errorf("below 10: %v", b.Simplify(r))
	}
	b.Undo(mark)
	if got := b.Simplify(r); got != r {
		t.Errorf("not below 10: %v", got)
	}
	if !b.Learn(f.Le(x, f.IntConst(3))) || b.Simplify(r) != x {
		t.Errorf("below 4: %v", b.Simplify(r))
	}
}

func TestContradictions(t *testing.T) {
	f := logic.NewFactory()
	x, y, p := f.Var("x", logic.Int), f.Var("y", logic.Int), f.Var("p", logic.Bool)
	n := f.IntConst
	for _, cs := range [][]*logic.Term{
		{p, f.Not(p)},
		{f.Le(x, n(3)), f.Le(n(4), x)},
		{f.Le(x, n(3)), f.Le(y, n(3)), f.Le(n(7), f.Add(x, y))},
		{f.Le(n(0), x), f.Le(x, n(9)), f.Eq(f.Div(x, n(10)), n(1))},
		{f.Eq(x, y), f.Le(x, n(3)), f.Le(n(4), y)},
	} {
		b, ok := New(f), true
		for _, c := range cs {
			ok = ok && b.Learn(c)
		}
		if ok && b.Simplify(f.And(cs...)) != f.False() && len(cs) != 3 {
			t.Errorf("%v is not a contradiction", cs)
		}
	}
}

// random terms over x, y in -7..7 and p.
type random struct {
	*rand.Rand
	f *logic.Factory
	x []*logic.Term
	p *logic.Term
}

func (r *random) number(depth int) *logic.Term {
	f, k := r.f, []int64{1, 2, 3, 4, -1, 6, 8}[r.Intn(7)]
	if depth == 0 {
		if r.Intn(4) == 0 {
			return f.IntConst(int64(r.Intn(9) - 4))
		}
		return r.x[r.Intn(len(r.x))]
	}
	a, b := r.number(r.Intn(depth)), r.number(r.Intn(depth))
	switch r.Intn(7) {
	case 0:
		return f.Div(a, f.IntConst(k))
	case 1:
		return f.Mod(a, f.IntConst(k))
	case 2:
		return f.Ite(r.condition(r.Intn(depth)), a, b)
	case 3:
		return f.Ite(f.Lt(a, f.IntConst(0)), f.Add(a, f.IntConst(k)), a)
	case 4:
		return f.Mul(a, b)
	case 5:
		return f.Add(f.Mod(a, f.IntConst(k)), f.Mul(f.IntConst(k), f.Div(a, f.IntConst(k))), b)
	}
	return f.Add(f.Mul(f.IntConst(k), a), b)
}

func (r *random) condition(depth int) *logic.Term {
	f := r.f
	switch r.Intn(6) {
	case 0:
		return r.p
	case 1:
		return f.Not(r.condition(depth))
	case 2:
		return f.Eq(r.number(depth), r.number(depth))
	case 3:
		a, b, k := r.number(depth), r.number(depth), f.IntConst(4)
		return f.And(f.Eq(f.Mod(a, k), f.Mod(b, k)), f.Eq(f.Div(a, k), f.Div(b, k)))
	case 4:
		return f.Or(f.Le(r.number(depth), r.number(depth)), r.p)
	}
	return f.Le(r.number(depth), r.number(depth))
}

// What is simplified has the same value wherever all that was learnt holds, and a contradiction holds nowhere.
func TestRandom(t *testing.T) {
	changed := 0
	for seed := range int64(effort.Count(40, 100, 1500)) {
		f := logic.NewFactory()
		r := &random{rand.New(rand.NewSource(seed)), f, []*logic.Term{f.Var("x", logic.Int), f.Var("y", logic.Int)}, f.Var("p", logic.Bool)}
		var all []*logic.Evaluator
		for v := range int64(15 * 15 * 2) {
			x, y, p := f.IntConst(v%15-7), f.IntConst(v/15%15-7), f.BoolConst(v/225 == 1)
			all = append(all, f.NewEvaluator(func(s *logic.Term) *logic.Term {
				switch s {
				case r.x[0]:
					return x
				case r.x[1]:
					return y
				case r.p:
					return p
				}
				return nil
			}))
		}
		holds := func(e *logic.Evaluator, c *logic.Term) bool {
			ok, err := e.Bool(c)
			return err == nil && ok
		}
		b := New(f)
		points, marks := [][]*logic.Evaluator{all}, []int{b.Mark()}
		for range 12 {
			top := len(points) - 1
			if r.Intn(4) == 0 && top > 0 {
				points, marks = points[:top], marks[:top]
				b.Undo(marks[top-1])
				top--
			} else {
				var c *logic.Term
				if r.Intn(2) == 0 {
					c = f.Le(r.x[r.Intn(2)], f.IntConst(int64(r.Intn(12))))
				} else {
					c = r.condition(2)
				}
				var left []*logic.Evaluator
				for _, e := range points[top] {
					if holds(e, c) {
						left = append(left, e)
					}
				}
				if ok := b.Learn(c); !ok {
					if len(left) > 0 {
						t.Fatalf("seed %d: %v is no contradiction", seed, c)
					}
					b.Undo(marks[top])
					continue
				}
				points, marks = append(points, left), append(marks, b.Mark())
				top++
			}
			for range 3 {
				for _, u := range []*logic.Term{r.number(4), r.condition(3)} {
					s := b.Simplify(u)
					if s != u {
						changed++
					}
					for _, e := range points[top] {
						v, err1 := e.Eval(u)
						w, err2 := e.Eval(s)
						if err1 == nil && (err2 != nil || v != w) {
							t.Fatalf("seed %d: %v is %v, simplified %v: %v", seed, u, v, s, w)
						}
					}
				}
			}
		}
	}
	if changed < 500 {
		t.Errorf("%d terms were simplified", changed)
	}
}
