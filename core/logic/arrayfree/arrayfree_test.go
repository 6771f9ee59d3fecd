package arrayfree_test

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"cupel/core/logic"
	"cupel/core/logic/arrayfree"
	"cupel/core/logic/arrayfree/arrayfreetest"
	"cupel/tests/effort"
)

// TestSameMeaning: with the elements that were read as values of the cells, the result means what the formulas do, and elements at equal indices are equal.
func TestSameMeaning(t *testing.T) {
	effort.Checks(t, 100, 300, 3000)
	rapid.Check(t, func(rt *rapid.T) {
		g := arrayfreetest.New(rt, true)
		f := g.F
		e := arrayfree.New(f)
		for range 2 { // the second time with what is remembered
			in := []*logic.Term{g.Bool(4), g.Bool(3)}
			r, ok := e.Eliminate(in)
			if !ok {
				rt.Fatalf("not eliminated: %v", in)
			}
			logic.Walk(func(u *logic.Term) bool {
				if u.Sort().IsArray() {
					rt.Fatalf("array %v in %v", u, r.Formulas)
				}
				return true
			}, r.Formulas...)
			values := g.Values()
			original := f.NewEvaluator(func(v *logic.Term) *logic.Term { return values[v] })
			cells := map[*logic.Term]*logic.Term{}
			flat := func(t *logic.Term) *logic.Term {
				v, err := f.Eval(t, func(v *logic.Term) *logic.Term {
					if c := cells[v]; c != nil {
						return c
					}
					return values[v]
				})
				if err != nil {
					rt.Fatal(err)
				}
				return v
			}
			for _, c := range r.Cells { // a cell comes after those in its index
				cells[c.Symbol] = f.Select(values[c.Array], flat(c.Index))
			}
			for i, u := range r.Formulas {
				want := f.True() // elements at equal indices are equal
				if i < len(in) {
					b, err := original.Bool(in[i])
					if err != nil {
						rt.Fatal(err)
					}
					want = f.BoolConst(b)
				}
				if got := flat(u); got != want {
					rt.Fatalf("%v of %v is %v, want %v", u, in, got, want)
				}
			}
		}
	})
}

// TestEliminate: examples.
func TestEliminate(t *testing.T) {
	f := logic.NewFactory()
	bv := logic.BVSort(8)
	s := logic.ArraySort(bv, bv)
	a, b, i, j := f.Var("a", s), f.Var("b", s), f.Var("i", bv), f.Var("j", bv)
	five := f.BV(5, 8)
	nested := logic.ArraySort(bv, s)
	deep := a
	for k := range 3000 {
		deep = f.Store(deep, f.Var(fmt.Sprint("i", k), bv), j)
	}
	var many []*logic.Term
	for k := range 200 {
		many = append(many, f.Eq(f.Select(deep, f.Var(fmt.Sprint("k", k), bv)), five))
	}
	for _, c := range []struct {
		name  string
		in    []*logic.Term
		cells int // -1: not supported
		out   int // formulas
	}{
		{"no array", []*logic.Term{f.ULt(i, j)}, 0, 1},
		{"read", []*logic.Term{f.Eq(f.Select(a, i), five)}, 1, 1},
		{"two reads", []*logic.Term{f.ULt(f.Select(a, i), f.Select(a, j))}, 2, 2},
		{"two arrays", []*logic.Term{f.ULt(f.Select(a, i), f.Select(b, j))}, 2, 1},
		{"different cells", []*logic.Term{f.ULt(f.Select(a, five), f.Select(a, f.BV(6, 8)))}, 2, 1},
		{"read over write", []*logic.Term{f.Eq(f.Select(f.Store(a, j, five), i), five)}, 1, 1},
		{"cell as index", []*logic.Term{f.Eq(f.Select(a, f.Select(a, i)), five)}, 2, 2},
		{"equal arrays", []*logic.Term{f.Eq(a, b)}, -1, 0},
		{"quantifier", []*logic.Term{f.Forall([]*logic.Term{i}, f.Eq(f.Select(a, i), five))}, -1, 0},
		{"function", []*logic.Term{f.Eq(f.App("g", bv, i), five)}, -1, 0},
		{"array of arrays", []*logic.Term{f.Eq(f.Select(f.Select(f.Var("n", nested), i), j), five)}, -1, 0},
		{"integers", []*logic.Term{f.Le(f.Var("k", logic.Int), f.IntConst(4))}, -1, 0},
		{"deep", many[:1], 1, 1},
		{"too large", many, -1, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, ok := arrayfree.New(f).Eliminate(c.in)
			if ok != (c.cells >= 0) {
				t.Fatalf("eliminated: %v", ok)
			}
			if ok && (len(r.Cells) != c.cells || len(r.Formulas) != c.out) {
				t.Errorf("%d cells in %v", len(r.Cells), r.Formulas)
			}
		})
	}
}
