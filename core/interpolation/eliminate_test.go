package interpolation

import (
	"context"
	"testing"

	"cupel/core/logic"
	"cupel/core/smt"
	"cupel/core/smt/z3"
	"cupel/tests/effort"

	"pgregory.net/rapid"
)

func equivalent(t rapid.TB, f *logic.Factory, a, b *logic.Term) smt.Result {
	s, err := z3.Open(f, smt.Options{Work: 150_000})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if err := s.Assert(f.Xor(a, b)); err != nil {
		t.Fatal(err)
	}
	r, err := s.Check(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// genConjuncts draws literals and small disjunctions over the symbols.
func genConjuncts(t *rapid.T, f *logic.Factory, vs []*logic.Term) []*logic.Term {
	s := vs[0].Sort()
	num := func(n int64) *logic.Term {
		switch {
		case s.IsBV():
			return f.BVInt(n, s.Width())
		case s == logic.Real:
			return f.ToReal(f.IntConst(n))
		}
		return f.IntConst(n)
	}
	expr := func() *logic.Term {
		e := num(rapid.Int64Range(-2, 2).Draw(t, "constant"))
		for _, v := range vs {
			if k := rapid.Int64Range(-2, 2).Draw(t, "coefficient"); k != 0 && rapid.Bool().Draw(t, "use") {
				if s.IsBV() {
					e = f.BVOp(logic.OpBVAdd, e, v)
				} else {
					e = f.Add(e, f.Mul(num(k), v))
				}
			}
		}
		return e
	}
	lit := func() *logic.Term {
		a, b := expr(), expr()
		if rapid.IntRange(0, 5).Draw(t, "ite") == 0 {
			a = f.Ite(f.Eq(expr(), expr()), a, expr())
		}
		switch k := rapid.IntRange(0, 3).Draw(t, "relation"); {
		case k == 0:
			return f.Eq(a, b)
		case k == 1:
			return f.Ne(a, b)
		case s.IsBV() && k == 2:
			return f.ULt(a, b)
		case s.IsBV():
			return f.SLe(a, b)
		case k == 2:
			return f.Lt(a, b)
		}
		return f.Le(a, b)
	}
	cs := make([]*logic.Term, rapid.IntRange(1, 4).Draw(t, "conjuncts"))
	for i := range cs {
		if cs[i] = lit(); rapid.IntRange(0, 3).Draw(t, "disjunction") == 0 {
			cs[i] = f.Or(cs[i], lit())
		}
	}
	return cs
}

// A projection that is reported as exact is equivalent to the quantified formula; any other follows from it.
func TestProjectAgainstQuantifiers(t *testing.T) {
	for _, s := range []*logic.Sort{logic.Int, logic.Real, logic.BVSort(3)} {
		t.Run(s.String(), func(t *testing.T) {
			effort.Checks(t, 10, 100, 1000)
			exacts, all := 0, 0
			rapid.Check(t, func(t *rapid.T) {
				f := logic.NewFactory()
				vs := []*logic.Term{f.Var("a", s), f.Var("b", s), f.Var("c", s)}
				cs := genConjuncts(t, f, vs)
				drop := vs[:rapid.IntRange(1, 2).Draw(t, "drop")]
				p := &projector{f: f, cases: 64}
				out, exact := p.project(cs, drop)
				got := f.And(out...)
				if mentions(got, drop) {
					t.Fatalf("%s still holds an eliminated symbol", got)
				}
				want := f.Exists(drop, f.And(cs...))
				all++
				if exact {
					exacts++
				} else {
					got = f.Or(got, want)
				}
				if equivalent(t, f, got, map[bool]*logic.Term{true: want, false: f.And(out...)}[exact]) == smt.Sat {
					t.Fatalf("exists %v. %v gives %s (exact: %v)", drop, cs, f.And(out...), exact)
				}
			})
			t.Logf("%d of %d projections exact", exacts, all)
		})
	}
}

// TestProjectArrays: projection of variables from conjunctions of array reads.
func TestProjectArrays(t *testing.T) {
	f := logic.NewFactory()
	s := logic.ArraySort(logic.Int, logic.Int)
	a, b := f.Var("a", s), f.Var("b", s)
	i, j, e := f.Var("i", logic.Int), f.Var("j", logic.Int), f.Var("e", logic.Int)
	one := f.IntConst(1)
	tests := []struct {
		name string
		cs   []*logic.Term
		drop []*logic.Term
		want *logic.Term
	}{
		{"older array", []*logic.Term{f.Eq(b, f.Store(a, i, one))}, []*logic.Term{a}, f.Eq(f.Select(b, i), one)},
		{"stored element", []*logic.Term{f.Eq(b, f.Store(a, i, e)), f.Le(e, one)}, []*logic.Term{a, e}, f.Le(f.Select(b, i), one)},
		{"one read", []*logic.Term{f.Ne(f.Select(a, i), e)}, []*logic.Term{a}, f.True()},
		{"two reads", []*logic.Term{f.Le(f.Select(a, i), e), f.Lt(e, f.Select(a, j))}, []*logic.Term{a}, f.Ne(i, j)},
		{"read over write", []*logic.Term{f.Ne(f.Select(f.Store(a, i, e), j), one)}, []*logic.Term{e}, f.Or(f.Eq(i, j), f.Ne(f.Select(a, j), one))},
	}
	for _, tt := range tests {
		p := &projector{f: f, cases: 64}
		out, exact := p.project(tt.cs, tt.drop)
		if !exact {
			t.Errorf("%s: not exact", tt.name)
			continue
		}
		if equivalent(t, f, f.And(out...), tt.want) != smt.Unsat {
			t.Errorf("%s: %v, want %s", tt.name, out, tt.want)
		}
	}
}

// TestSimplifyCases: the simplifications that make interpolants short; random formulas rarely need them.
func TestSimplifyCases(t *testing.T) {
	f := logic.NewFactory()
	x, y := f.Var("x", logic.Int), f.Var("y", logic.Int)
	r := f.Var("r", logic.Real)
	n := f.IntConst
	q := func(k int64) *logic.Term { return f.ToReal(n(k)) }
	tests := []struct{ in, want *logic.Term }{
		{f.Or(f.Le(x, n(3)), f.Eq(x, n(4))), f.Le(x, n(4))},
		{f.Or(f.Lt(x, y), f.Eq(x, y)), f.Le(x, y)},
		{f.Or(f.Le(x, n(3)), f.Le(x, n(5))), f.Le(x, n(5))},
		{f.Or(f.Le(x, n(3)), f.Le(n(5), x)), f.Ne(x, n(4))},
		{f.Or(f.Le(x, n(3)), f.Le(n(4), x)), f.True()},
		{f.And(f.Le(x, n(3)), f.Le(n(3), x)), f.Eq(x, n(3))},
		{f.And(f.Le(x, n(3)), f.Ne(x, n(3))), f.Le(x, n(2))},
		{f.And(f.Le(x, n(3)), f.Le(n(4), x)), f.False()},
		{f.And(f.Le(r, q(3)), f.Ne(r, q(3))), f.Lt(r, q(3))},
		{f.Or(f.Le(x, n(1)), f.And(f.Le(x, n(1)), f.Le(y, n(1)))), f.Le(x, n(1))},
		{f.Or(f.Le(x, n(1)), f.And(f.Le(n(2), x), f.Le(y, n(1)))), f.Or(f.Le(x, n(1)), f.Le(y, n(1)))},
		{f.Not(f.And(f.Le(x, n(3)), f.Le(x, n(5)))), f.Le(n(4), x)},
	}
	for _, tt := range tests {
		if got := simplify(f, tt.in); got != tt.want {
			t.Errorf("simplify(%s) = %s, want %s", tt.in, got, tt.want)
		}
	}
}

// TestSimplifyKeepsMeaning: simplification preserves equivalence, on random formulas.
func TestSimplifyKeepsMeaning(t *testing.T) {
	for _, s := range []*logic.Sort{logic.Int, logic.Real} {
		rapid.Check(t, func(t *rapid.T) {
			f := logic.NewFactory()
			vs := []*logic.Term{f.Var("a", s), f.Var("b", s)}
			and := func() *logic.Term { return f.And(genConjuncts(t, f, vs)...) }
			in := f.Or(and(), f.Not(and()), f.And(and(), f.Not(and())))
			if out := simplify(f, in); equivalent(t, f, in, out) == smt.Sat {
				t.Fatalf("simplify(%s) = %s", in, out)
			}
		})
	}
}
