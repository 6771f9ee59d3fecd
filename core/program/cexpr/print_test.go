package cexpr

import (
	"testing"

	"cupel/core/logic"
	"cupel/core/program"
)

// cProgram has integers lowered from C variables of several types.
func cProgram(model program.DataModel) (*program.Program, map[string]*logic.Term) {
	f := logic.NewFactory()
	p := &program.Program{Terms: f, Model: model}
	syms := map[string]*logic.Term{}
	for _, d := range []struct {
		name            string
		width           int
		signed, pointer bool
	}{{"x", 32, true, false}, {"y", 32, true, false}, {"u", 32, false, false}, {"c", 8, false, false}, {"l", 64, true, false},
		{"ul", 64, false, false}, {"p", 32, false, true}, {"tmp", 32, true, false}} {
		o := &program.Var{Name: d.name, CName: d.name, Sym: f.Var("bv:"+d.name, logic.BVSort(d.width)), Signed: d.signed, Pointer: d.pointer}
		v := &program.Var{Name: d.name, CName: d.name, Sym: f.Var(d.name, logic.Int), Origin: o}
		p.Vars = append(p.Vars, v, o)
		syms[d.name], syms["bv:"+d.name] = v.Sym, o.Sym
	}
	return p, syms
}

// nameOf hides tmp.
func nameOf(v *program.Var) string {
	if v.CName == "tmp" {
		return ""
	}
	return v.CName
}

// TestCExpr renders formulas as C, or leaves out what has no C form or no content.
func TestCExpr(t *testing.T) {
	p, s := cProgram(program.ILP32)
	q, s64 := cProgram(program.LP64)
	f, g := p.Terms, q.Terms
	n, m := f.IntConst, g.IntConst
	x, y, u, c := s["x"], s["y"], s["u"], s["c"]
	le := f.Le
	tests := []struct {
		p    *program.Program
		t    *logic.Term
		want string
	}{
		{p, le(x, n(7)), "x <= 7"},
		{p, le(n(-3), x), "x >= -3"},
		{p, le(x, y), "x <= y"},
		{p, le(f.Sub(x, y), n(5)), "(long long)x <= (long long)y + 5"},
		{p, le(f.Sub(x, y), n(-5)), "(long long)x + 5 <= (long long)y"},
		{p, le(f.Add(x, f.Mul(n(2), y)), n(7)), "(long long)x + 2 * (long long)y <= 7"},
		{p, f.Eq(f.Sub(x, y), u), "(long long)x == (long long)y + (long long)u"},
		{p, f.Not(f.Eq(x, n(-1))), "x != -1"},
		{p, le(c, x), "c <= x"},
		{p, le(u, n(4000000000)), "u <= 4000000000"},
		{p, le(u, x), "(long long)u <= (long long)x"},
		{p, le(n(0), u), ""},
		{p, f.And(le(n(0), x), le(x, n(1<<31-1)), le(n(-1<<31), y)), "x >= 0"},
		{p, le(c, n(255)), ""},
		{p, le(f.Add(c, c), n(510)), ""},
		{p, le(n(0), f.Add(c, n(1))), ""},
		{p, f.Not(f.Eq(c, n(256))), ""},
		{p, f.And(le(f.Sub(x, y), n(0)), f.Eq(f.Sub(x, y), n(0))), "x == y"},
		{p, f.And(le(x, n(5)), le(x, n(7)), f.Not(f.Eq(x, n(9))), le(n(5), x)), "x == 5"},
		{p, f.And(le(x, n(5)), le(n(1), x), f.Not(f.Eq(x, n(3))), f.Not(f.Eq(x, n(0)))), "x <= 5 && x >= 1 && x != 3"},
		{p, f.Or(f.And(le(x, n(1)), le(y, n(2))), le(n(9), x)), "(x <= 1 && y <= 2) || x >= 9"},
		{p, f.Not(f.Or(le(x, n(1)), le(y, n(2)))), "x >= 2 && y >= 3"},
		{p, f.And(le(x, n(1)), le(s["tmp"], n(2))), "x <= 1"},
		{p, f.Or(le(x, n(1)), le(s["tmp"], n(2))), ""},
		{p, f.Not(f.And(le(x, n(1)), le(s["tmp"], n(2)))), ""},
		{p, f.Not(f.Or(le(x, n(1)), le(s["tmp"], n(2)))), "x >= 2"},
		{p, f.And(f.Eq(f.Mul(x, y), n(3)), le(x, n(1))), "x <= 1"},
		{p, le(s["p"], n(3)), ""},
		{p, f.False(), "0"},
		{p, f.True(), ""},
		{p, le(f.Add(s["l"], x), n(3)), ""}, // no type is wide enough
		{q, g.Le(g.Add(s64["l"], s64["x"]), m(3)), "(__int128)x + (__int128)l <= 3"},
		{q, g.Le(s64["ul"], s64["u"]), "ul <= u"},
		{q, g.Le(s64["ul"], s64["l"]), "(__int128)ul <= (__int128)l"},
		{p, f.SLe(s["bv:x"], f.BVInt(-3, 32)), "x <= -3"},
		{p, f.ULe(s["bv:u"], f.BV(3, 32)), "u <= 3"},
		{p, f.ULe(s["bv:x"], f.BV(3, 32)), ""},
		{p, f.SLe(s["bv:u"], f.BV(3, 32)), ""},
		{p, f.Eq(s["bv:x"], f.BVInt(-1, 32)), "x == -1"},
		{p, f.Eq(f.BVInt(-1, 32), s["bv:u"]), "u == 4294967295"},
		{p, f.Eq(s["bv:x"], s["bv:u"]), ""},
		{p, f.Eq(s["bv:p"], f.BV(0, 32)), "p == 0"},
		{p, f.Not(f.Eq(f.BV(0, 32), s["bv:p"])), "p != 0"},
		{p, f.ULe(s["bv:p"], f.BV(5, 32)), ""},
		{p, f.Eq(f.BVOp(logic.OpBVAdd, s["bv:x"], s["bv:y"]), f.BV(0, 32)), ""},
	}
	for _, tt := range tests {
		if got := Print(tt.p, nameOf, tt.t); got != tt.want {
			t.Errorf("%v: %q, want %q", tt.t, got, tt.want)
		}
	}
}
