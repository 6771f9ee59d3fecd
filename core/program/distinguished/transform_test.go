package distinguished

import (
	"testing"

	"pgregory.net/rapid"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/smt"
	"cupel/core/smt/z3"
)

// TestPaths: what one edge does, then one into the error: the failing ones fail as before, and those that cannot fail where
// the cells that matter are known do not.
func TestPaths(t *testing.T) {
	f := logic.NewFactory()
	s := logic.ArraySort(logic.Int, logic.Int)
	x, y := &program.Var{Name: "x", Sym: f.Var("x", logic.Int)}, &program.Var{Name: "y", Sym: f.Var("y", logic.Int)}
	a, b := &program.Var{Name: "a", Sym: f.Var("a", s)}, &program.Var{Name: "b", Sym: f.Var("b", s)}
	at := func(v *program.Var, d int64) *logic.Term { return f.Select(v.Sym, f.Add(x.Sym, f.IntConst(d))) }
	is := func(t *logic.Term, n int64) program.Op { return program.Assume(f.Eq(t, f.IntConst(n))) }
	less := func(l, r *logic.Term) program.Op { return program.Assume(f.Lt(l, r)) }
	next := program.Assign(x, f.Add(x.Sym, f.IntConst(1)))
	put := func(v *program.Var, i int64, e *logic.Term) program.Op {
		return program.Assign(v, f.Store(v.Sym, f.Add(x.Sym, f.IntConst(i)), e))
	}
	swap := program.Assign(a, f.Store(f.Store(a.Sym, x.Sym, at(a, 1)), f.Add(x.Sym, f.IntConst(1)), at(a, 0)))
	for name, c := range map[string]struct {
		before, last []program.Op
		fails        bool
	}{
		"reads of three cells": {[]program.Op{is(at(a, 0), 1), next, is(at(a, 0), 2), next, is(at(a, 0), 3), next}, []program.Op{is(at(a, 0), 4)}, true},
		"a cell that changes":  {[]program.Op{next, is(at(a, 0), 1), put(a, 0, f.IntConst(2)), is(at(a, 0), 2), next}, []program.Op{is(at(a, 0), 4)}, true},
		"a swap":               {[]program.Op{less(at(a, 0), at(a, 1)), swap}, []program.Op{less(at(a, 1), at(a, 0))}, true},
		"a swap, twice":        {[]program.Op{less(at(a, 0), at(a, 1)), swap, swap}, []program.Op{less(at(a, 1), at(a, 0))}, false},
		"a write":              {[]program.Op{put(a, 0, f.IntConst(7))}, []program.Op{less(at(a, 0), f.IntConst(7))}, false},
		"a write elsewhere":    {[]program.Op{put(a, 1, f.IntConst(7))}, []program.Op{less(at(a, 0), f.IntConst(7))}, true},
		"a copy":               {[]program.Op{put(b, 0, at(a, 0))}, []program.Op{less(at(a, 0), at(b, 0))}, false},
		"all":                  {[]program.Op{program.Assign(a, b.Sym)}, []program.Op{less(at(a, 0), at(b, 0))}, false},
		"a constant":           {[]program.Op{program.Assign(a, f.ConstArray(s, f.IntConst(3)))}, []program.Op{less(at(a, 5), f.IntConst(3))}, false},
		"any":                  {[]program.Op{program.Assign(a, f.ConstArray(s, f.IntConst(3))), program.Havoc(a, nil)}, []program.Op{less(at(a, 5), f.IntConst(3))}, true},
		"read before":          {[]program.Op{put(a, 0, f.IntConst(7)), program.Assign(y, at(a, 0))}, []program.Op{less(y.Sym, f.IntConst(7))}, false},
	} {
		p := &program.Program{Terms: f, Lowered: true, Vars: []*program.Var{x, y, a, b}}
		for range 3 {
			p.NewLocation("main", program.Pos{})
		}
		p.Init, p.Error = p.Locs[0], p.Locs[2]
		p.NewEdge(p.Init, p.Locs[1], c.before...)
		p.NewEdge(p.Locs[1], p.Error, c.last...)
		for _, indices := range []int{1, 2} {
			q := Transform(p, indices)
			if q == nil {
				t.Errorf("%s: unchanged", name)
				continue
			}
			k, err := z3.Open(f, smt.Options{})
			if err != nil {
				t.Fatal(err)
			}
			want := map[bool]smt.Result{false: smt.Unsat, true: smt.Sat}[c.fails]
			if got := feasible(t, q.Program, k, []int{0, 1}); got != want {
				t.Errorf("%s, %d: %v", name, indices, got)
			}
			k.Close()
		}
	}
}

// TestIndexing: an index is the place of its number.
func TestIndexing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := logic.NewFactory()
		x, y := f.Var("x", logic.Int), f.Var("y", logic.Int)
		k := func(name string) *logic.Term { return f.IntConst(int64(rapid.IntRange(-3, 3).Draw(t, name))) }
		s, off := f.IntConst(int64(rapid.IntRange(1, 8).Draw(t, "stride"))), f.IntConst(int64(rapid.IntRange(-9, 9).Draw(t, "offset")))
		var indices []*logic.Term
		in := &indexing{f: f}
		for range rapid.IntRange(1, 4).Draw(t, "indices") {
			i := f.Add(f.Mul(s, f.Add(f.Mul(k("a"), x), f.Mul(k("b"), y), f.Mul(k("c"), x, y), k("d"))), off)
			indices = append(indices, i)
			in.add(i)
		}
		for _, i := range indices {
			if got := in.place(in.number(i)); got != i {
				t.Fatalf("%v is number %v, which is at %v", i, in.number(i), got)
			}
		}
	})
}
