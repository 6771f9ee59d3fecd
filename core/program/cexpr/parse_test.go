package cexpr

import (
	"testing"

	"cupel/core/logic"
	"cupel/core/program"
)

// TestParse: the expression that Print writes is equivalent to the formula, or weaker.
func TestParse(t *testing.T) {
	p, s := cProgram(program.ILP32)
	f, n := p.Terms, p.Terms.IntConst
	p.Lowered = true
	vars := map[string]*program.Var{}
	for _, v := range p.Vars {
		if v.Origin != nil {
			vars[v.CName] = v
		}
	}
	x, y, u, c := s["x"], s["y"], s["u"], s["c"]
	for _, want := range []*logic.Term{
		f.Le(x, n(7)), f.Le(n(-3), x), f.Le(x, y), f.Le(f.Sub(x, y), n(5)), f.Le(f.Add(x, f.Mul(n(2), y)), n(7)),
		f.Eq(f.Sub(x, y), u), f.Not(f.Eq(x, n(-1))), f.Le(c, x), f.Le(u, n(4000000000)), f.Le(u, x),
		f.Or(f.And(f.Le(x, n(1)), f.Le(y, n(2))), f.Le(n(9), x)), f.Not(f.Or(f.Le(x, n(1)), f.Le(y, n(2)))), f.False(),
	} {
		text := Print(p, nameOf, want)
		got, err := Parse(p, vars, text)
		if err != nil {
			t.Errorf("%v: %v", want, err)
			continue
		}
		for i := range int64(400) {
			m := map[*logic.Term]*logic.Term{x: n(i%13 - 4), y: n(i%11 - 3), u: n(i % 7), c: n(i % 5)}
			if f.Subst(got, m) != f.Subst(want, m) {
				t.Fatalf("%v was written %s, which reads %v", want, text, got)
			}
		}
	}
	for _, bad := range []string{"x + 1 <= 3", "u <= x", "x - y == 0", "z == 0", "x <=", "(x <= 1", "2147483648 * 4294967296 * x == 0", "p + 1 == 0", "p <= 0", "x <= 1)"} {
		if got, err := Parse(p, vars, bad); err == nil {
			t.Errorf("%s: read as %v", bad, got)
		}
	}
	for text, want := range map[string]*logic.Term{
		"1": f.True(), "0": f.False(), "x": f.Not(f.Eq(x, n(0))), "!x": f.Eq(x, n(0)), "c - 1 >= 0": f.Le(n(1), c), "-c <= 0": f.Le(n(0), c),
		"p == 0": f.Eq(s["p"], n(0)), "x < y || x > y": f.Or(f.Lt(x, y), f.Lt(y, x)), "(x <= y) == 1": f.Eq(f.Ite(f.Le(x, y), n(1), n(0)), n(1)),
	} {
		got, err := Parse(p, vars, text)
		if err != nil || got != want {
			t.Errorf("%s: %v %v, want %v", text, got, err, want)
		}
	}
}

// TestParseWords: in machine arithmetic values are read with their type's sign.
func TestParseWords(t *testing.T) {
	p, s := cProgram(program.LP64)
	f := p.Terms
	vars := map[string]*program.Var{}
	for _, v := range p.Vars {
		if v.Origin == nil {
			vars[v.CName] = v
		}
	}
	got, err := Parse(p, vars, "x <= -3 && u >= 4000000000 && (__int128)x + (__int128)l <= 5")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		x, l int64
		u    uint64
		want bool
	}{{-3, 0, 4000000000, true}, {-2, 0, 4000000000, false}, {-4, 0, 3999999999, false}, {-10, 16, 4294967295, false}} {
		m := map[*logic.Term]*logic.Term{s["bv:x"]: f.BVInt(c.x, 32), s["bv:l"]: f.BVInt(c.l, 64), s["bv:u"]: f.BV(c.u, 32)}
		if v := f.Subst(got, m); v.IsTrue() != c.want {
			t.Errorf("%+v: %v", c, v)
		}
	}
}
