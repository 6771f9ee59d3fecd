package hull_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"cupel/analysis/absint/polyhedra/hull"
	"cupel/core/logic"
	"cupel/core/smt/z3"
)

// TestKnown compares hulls of small formulas with the known result.
func TestKnown(t *testing.T) {
	for _, c := range []struct {
		name  string
		ints  string
		reals string
		bools string
		phi   string
		dims  []string
		want  string
	}{
		{"loop", "x y x1 y1", "", "", "(and (= x1 (+ x 1)) (= y1 (+ y 2)) (< x 10))", []string{"(- x1 x)", "(- y1 y)"}, "d0 = 1 && d1 = 2"},
		{"two points", "x y x1 y1", "", "", "(or (and (= x1 (+ x 1)) (= y1 (+ y 1))) (and (= x1 x) (= y1 (+ y 2))))",
			[]string{"(- x1 x)", "(- y1 y)"}, "d0 + d1 = 2 && -d1 >= -2 && d1 >= 1"},
		{"guard", "x y x1", "", "", "(and (< x y) (>= x 0) (= x1 (+ x 1)))", []string{"x", "y"}, "-d0 + d1 >= 1 && d0 >= 0"},
		{"unsatisfiable", "x", "", "", "(and (< x 3) (> x 2))", []string{"x"}, "false"},
		{"everything", "x y", "", "", "(or (< x y) (>= x y))", []string{"x", "y"}, "true"},
		{"unbounded", "x", "", "", "(or (>= x 5) (and (<= 1 x) (<= x 2)))", []string{"x"}, "d0 >= 1"},
		{"square", "x y", "", "", "(and (<= 0 x) (<= x 4) (<= 0 y) (<= y 4) (or (= x 0) (= x 4)) (or (= y 0) (= y 4)))",
			[]string{"x", "y"}, "-d0 >= -4 && -d1 >= -4 && d1 >= 0 && d0 >= 0"},
		{"strict reals", "", "u v", "", "(and (< 0.0 u) (< u v) (< v 1.5))", []string{"u", "v"}, "-d0 + d1 >= 0 && -2*d1 >= -3 && d0 >= 0"},
		{"hidden equality", "x y z", "", "", "(and (<= (+ x y) z) (>= (+ x y) z) (>= x 0))", []string{"x", "y", "z"}, "d0 + d1 - d2 = 0 && -d1 + d2 >= 0"},
		{"remainder", "x r", "", "", "(and (= r (mod x 3)) (>= x 0) (<= x 100))", []string{"x", "r"}, ""},
		{"parity", "x y", "", "", "(and (= (mod x 2) 0) (= y (div x 2)))", []string{"x", "y"}, "d0 - 2*d1 = 0"},
		{"conditional", "x y", "", "p", "(= y (+ x (ite p 1 3)))", []string{"(- y x)"}, "-d0 >= -3 && d0 >= 1"},
		{"boolean", "x", "", "p q", "(and (= p (> x 3)) (= q (< x 7)) (not (xor p q)) p)", []string{"x"}, "-d0 >= -6 && d0 >= 4"},
		{"product", "x y z", "", "", "(and (= z (* x y)) (<= 0 z) (<= z 9))", []string{"z"}, "-d0 >= -9 && d0 >= 0"},
		{"mixed", "x", "u", "", "(and (= u (+ (to_real x) 0.5)) (<= 0.2 u) (<= u 2.4))", []string{"x", "u"}, "2*d0 - 2*d1 = -1 && -5*d1 >= -12 && 5*d1 >= 1"},
		{"floor", "x", "u", "", "(and (= x (to_int u)) (<= 1.0 u) (<= u 2.0))", []string{"x", "(+ u 0.0)"}, ""},
		{"chosen side", "x y", "", "", "(and (not (= x y)) (<= 0 x) (<= x 1) (<= 0 y) (<= y 1))", []string{"(+ x y)"}, "d0 = 1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := logic.NewFactory()
			var known []*logic.Term
			for s, names := range map[*logic.Sort]string{logic.Int: c.ints, logic.Real: c.reals, logic.Bool: c.bools} {
				for _, n := range strings.Fields(names) {
					known = append(known, f.Var(n, s))
				}
			}
			parse := func(src string) *logic.Term {
				x, err := logic.ParseTerm(f, src, known...)
				if err != nil {
					t.Fatal(err)
				}
				return x
			}
			var dims []*logic.Term
			for _, d := range c.dims {
				dims = append(dims, parse(d))
			}
			phi := parse(c.phi)
			a, err := hull.New(z3.Open, f, phi, hull.Options{})
			if err != nil {
				t.Fatal(err)
			}
			defer a.Close()
			start := time.Now()
			r, err := a.Hull(context.Background(), dims)
			if err != nil {
				t.Fatal(err)
			}
			got := r.Format([]string{"d0", "d1", "d2"})
			t.Logf("%s (%d models, %v)", got, r.Models, time.Since(start))
			if !r.Exact || c.want != "" && got != c.want {
				t.Errorf("hull = %s (exact %t), want %s", got, r.Exact, c.want)
			}
			valid, err := a.Valid(context.Background(), dims, r.Constraints())
			if err != nil {
				t.Fatal(err)
			}
			if len(valid) != len(r.Constraints()) {
				t.Errorf("only %v of %v are valid", valid, r.Constraints())
			}
			h, err := a.AffineHull(context.Background(), dims)
			if err != nil {
				t.Fatal(err)
			}
			if !r.AffineHull().Contains(h) {
				t.Errorf("affine hull %s of models is not in that of the hull, %s", h, r.AffineHull())
			}
		})
	}
}

// TestTheories: reads, bit-vectors and conditional arrays lose nothing that the
// model decides.
func TestTheories(t *testing.T) {
	f := logic.NewFactory()
	ints := logic.ArraySort(logic.Int, logic.Int)
	m, i, j := f.Var("m", ints), f.Var("i", logic.Int), f.Var("j", logic.Int)
	x, p, b := f.Var("x", logic.Int), f.Var("p", logic.Bool), f.Var("b", logic.BVSort(8))
	num := f.IntConst
	for _, c := range []struct {
		name string
		phi  *logic.Term
		dims []*logic.Term
		want string
	}{
		{"read after write", f.And(f.Eq(x, f.Select(f.Store(m, i, num(7)), j)), f.Eq(i, j)), []*logic.Term{x}, "x0 = 7"},
		{"one of two cells", f.And(f.Eq(x, f.Select(f.Store(m, i, num(7)), j)), f.Eq(f.Select(m, j), num(3))), []*logic.Term{x}, "-x0 >= -7 && x0 >= 3"},
		{"conditional array", f.Eq(x, f.Select(f.Ite(p, f.ConstArray(ints, num(1)), f.Store(m, i, num(4))), i)), []*logic.Term{x}, "-x0 >= -4 && x0 >= 1"},
		{"the same cell twice", f.Eq(x, f.Add(f.Select(m, i), num(1))), []*logic.Term{f.Sub(x, f.Select(m, i))}, "x0 = 1"},
		{"bits", f.And(f.Eq(x, f.BV2Nat(b)), f.ULe(f.BV(1, 8), b)), []*logic.Term{x}, "-x0 >= -255 && x0 >= 0"},
		{"no dimension", f.Eq(x, num(1)), nil, "true"},
		{"no dimension, no model", f.And(f.Lt(x, f.Mul(i, i)), f.Lt(f.Mul(i, i), x)), nil, "false"},
		{"nested", f.Eq(x, f.Mod(f.Ite(p, f.Div(i, num(4)), num(10)), num(3))), []*logic.Term{x}, "-x0 >= -2 && x0 >= 0"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, err := hull.Hull(context.Background(), z3.Open, f, c.phi, c.dims, hull.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if r.String() != c.want {
				t.Errorf("hull %s, want %s", r, c.want)
			}
		})
	}
}
