package display_test

import (
	"testing"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/program/display"
)

// TestAll: formulas about cells are printed with the program's names.
func TestAll(t *testing.T) {
	f := logic.NewFactory()
	bytes := &program.Var{Name: "mem1.i32", Sym: f.Var("mem1.i32", logic.ArraySort(logic.BVSort(32), logic.BVSort(32)))}
	mem := &program.Var{Name: "mem1.i32", Sym: f.Var("mem1.i32!int", logic.ArraySort(logic.Int, logic.Int)), Origin: bytes}
	b := &program.Var{Name: "main::b", CName: "b", Sym: f.Var("b!int", logic.ArraySort(logic.Int, logic.Int))}
	number := func(name, c string) *program.Var {
		return &program.Var{Name: name, CName: c, Sym: f.Var(name+"!int", logic.Int)}
	}
	i, n, other, addr := number("main::i", "i"), number("main::n", "n"), number("f::n", "n"), number("main::a#addr", "")
	p := &program.Program{Terms: f, Vars: []*program.Var{mem, b, i, n, other, addr}}
	k, c := f.Var("k!0", logic.Int), f.IntConst
	all := func(ts ...*logic.Term) *logic.Term { return f.Forall([]*logic.Term{k}, f.Or(ts...)) }
	below := []*logic.Term{f.Lt(k, c(0)), f.Le(i.Sym, k)}
	cell := func(base, index *logic.Term) *logic.Term {
		return f.Select(mem.Sym, f.Add(base, f.Mul(c(4), index)))
	}
	for _, x := range []struct {
		t    *logic.Term
		want string
	}{
		{all(append(below, f.Eq(f.Select(b.Sym, k), c(42)))...), "for all k: 0 <= k < i ==> b[k] == 42"},
		{all(append(below, f.Eq(cell(addr.Sym, k), c(42)))...), "for all k: 0 <= k < i ==> a[k] == 42"},
		{all(append(below, f.Le(cell(c(65536), f.Add(k, c(1))), i.Sym))...), "for all k: 0 <= k < i ==> i >= a[k + 1]"},
		{all(f.Lt(n.Sym, other.Sym), f.Eq(f.Select(b.Sym, k), i.Sym)), "for all k: main::n >= f::n ==> b[k] == i"},
		{all(f.Eq(f.Add(f.Mul(c(2), k), c(1)), f.Add(f.Select(b.Sym, k), i.Sym))), "for all k: b[k] == 2*k - i + 1"},
		{all(f.Eq(f.Select(b.Sym, k), f.Select(b.Sym, f.Add(k, c(1))))), "for all k: b[k] == b[k + 1]"},
		{all(f.Eq(f.Mul(c(2), f.Select(b.Sym, k)), i.Sym)), "for all k: 2*b[k] == i"},
		{all(f.Eq(f.Select(b.Sym, k), c(1))), "for all k: b[k] == 1"},
		{all(f.Eq(f.Select(b.Sym, k), f.Ite(f.Eq(k, i.Sym), c(4), c(0)))), "for all k: b[k] == (k == i ? 4 : 0)"},
		{all(f.Eq(cell(n.Sym, k), c(1))), "for all k: mem1.i32[4*k + n] == 1"},
		{f.Eq(f.Select(b.Sym, i.Sym), c(1)), "b[i] == 1"},
	} {
		if got := display.All(p, "main", x.t, []*logic.Term{f.Eq(addr.Sym, c(65536))}, 200); got != x.want {
			t.Errorf("%s is %q, want %q", x.t, got, x.want)
		}
	}
}
