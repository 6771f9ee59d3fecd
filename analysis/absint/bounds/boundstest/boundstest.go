// Package boundstest is the oracle of octagons and zones: all integer points near 0, for random constraints and operations.
package boundstest

import (
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"cupel/analysis/absint/polyhedra"
	"cupel/core/rational"
)

const (
	// Dims is the number of dimensions of the sets that are drawn.
	Dims  = 3
	reach = 4 // points are in [-reach, reach]
)

// A Set is one of integer points, with the operations that are checked.
type Set[S any] interface {
	IsEmpty() bool
	Holds([]*big.Int) bool
	Contains(S) bool
	Join(S) S
	Widen(S) S
	Forget([]int) S
	AddRay(dim, sign int) S
	AddConstraints([]polyhedra.Constraint) S
	Substitute(dim int, a []rational.Q, lo, hi rational.Q) S
	Max([]rational.Q) (rational.Q, bool)
	Satisfies(polyhedra.Constraint) bool
	Constraints() []polyhedra.Constraint
}

// A Kind describes sets by their matrices, whose entry At(s, i, j) bounds Value(x, j) - Value(x, i) for all points x.
type Kind[S Set[S]] struct {
	Universe func(dim int) S
	Rows     int // for Dims dimensions
	At       func(s S, i, j int) int64
	Value    func(x []int64, i int) int64
	Signed   bool // sums of dimensions are bounded, too, and a dimension may change its sign
}

// points visits all integer points around 0.
func points(visit func(x []int64)) {
	for a := int64(-reach); a <= reach; a++ {
		for b := int64(-reach); b <= reach; b++ {
			for c := int64(-reach); c <= reach; c++ {
				visit([]int64{a, b, c})
			}
		}
	}
}

func has[S Set[S]](o S, x []int64) bool {
	b := make([]*big.Int, len(x))
	for i, v := range x {
		b[i] = big.NewInt(v)
	}
	return o.Holds(b)
}

// Constraint is a.x >= b, or an equation.
func Constraint(b int64, eq bool, a ...int64) polyhedra.Constraint {
	c := polyhedra.Constraint{Bound: rational.FromInt(b), Equation: eq}
	for _, v := range a {
		c.Coeffs = append(c.Coeffs, rational.FromInt(v))
	}
	return c
}

func dot(a []rational.Q, x []int64) rational.Q {
	s := rational.Zero
	for i, c := range a {
		s = s.Add(c.Mul(rational.FromInt(x[i])))
	}
	return s
}

func satisfies(c polyhedra.Constraint, x []int64) bool {
	d := dot(c.Coeffs, x).Cmp(c.Bound)
	return d == 0 || d > 0 && !c.Equation
}

// draw draws constraints that the sets of the kind express exactly, and bounds that keep the points near 0.
func (k Kind[S]) draw(t *rapid.T, name string) ([]polyhedra.Constraint, S) {
	var cs []polyhedra.Constraint
	for i := range Dims {
		for _, s := range []int64{1, -1} {
			a := make([]int64, Dims)
			a[i] = s
			cs = append(cs, Constraint(-reach, false, a...))
		}
	}
	other := int64(0) // the sign that only octagons have
	if k.Signed {
		other = 1
	}
	for range rapid.IntRange(0, 5).Draw(t, name) {
		a := make([]int64, Dims)
		a[rapid.IntRange(0, Dims-1).Draw(t, "i")] = rapid.Int64Range(-other, 1).Draw(t, "a")
		a[rapid.IntRange(0, Dims-1).Draw(t, "j")] = rapid.Int64Range(-1, other).Draw(t, "b")
		cs = append(cs, Constraint(rapid.Int64Range(-5, 3).Draw(t, "c"), rapid.IntRange(0, 4).Draw(t, "eq") == 0, a...))
	}
	return cs, k.Universe(Dims).AddConstraints(cs)
}

// Closure checks that a set has exactly the points of its constraints, and that every entry is attained by one.
func (k Kind[S]) Closure(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cs, o := k.draw(t, "constraints")
		some := false
		best := map[[2]int]int64{}
		points(func(x []int64) {
			want := true
			for _, c := range cs {
				want = want && satisfies(c, x)
			}
			if has(o, x) != want {
				t.Fatalf("%v: %v, want %v", x, !want, want)
			}
			if !want {
				return
			}
			some = true
			for i := range k.Rows {
				for j := range k.Rows {
					if b, ok := best[[2]int{i, j}]; !ok || k.Value(x, j)-k.Value(x, i) > b {
						best[[2]int{i, j}] = k.Value(x, j) - k.Value(x, i)
					}
				}
			}
		})
		if o.IsEmpty() == some {
			t.Fatalf("empty: %v", o.IsEmpty())
		}
		for e, b := range best {
			if at := k.At(o, e[0], e[1]); at != b {
				t.Fatalf("entry %v is %d, attained %d", e, at, b)
			}
		}
		if again := k.Universe(Dims).AddConstraints(o.Constraints()); !again.Contains(o) || !o.Contains(again) {
			t.Fatalf("constraints %v describe something else", o.Constraints())
		}
	})
}

// Operations checks that no operation loses a point, and that the exact ones add none.
func (k Kind[S]) Operations(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		_, o := k.draw(t, "o")
		_, p := k.draw(t, "p")
		a := make([]rational.Q, Dims)
		for i := range a {
			a[i] = rational.FromInt(rapid.Int64Range(-3, 3).Draw(t, "coefficient"))
		}
		if rapid.IntRange(0, 3).Draw(t, "half") == 0 {
			a[0] = a[0].Div(rational.FromInt(2))
		}
		c := polyhedra.Constraint{Coeffs: a, Bound: rational.FromInt(rapid.Int64Range(-6, 6).Draw(t, "bound")), Equation: rapid.IntRange(0, 3).Draw(t, "eq") == 0}
		dim := rapid.IntRange(0, Dims-1).Draw(t, "dim")
		sign := 1 - 2*rapid.IntRange(0, 1).Draw(t, "sign")
		off := rational.FromInt(rapid.Int64Range(-6, 6).Draw(t, "offset")).Div(rational.FromInt(2))
		width := rational.FromInt(rapid.Int64Range(0, 3).Draw(t, "width")).Div(rational.FromInt(2))
		join, wide := o.Join(p), o.Widen(o.Join(p))
		cut, forgot, ray, sub := o.AddConstraints([]polyhedra.Constraint{c}), o.Forget([]int{dim}), o.AddRay(dim, sign), o.Substitute(dim, a, off, off.Add(width))
		hi, bounded := o.Max(a)
		below, subset := o.Satisfies(c), true
		points(func(x []int64) {
			if has(p, x) && !join.Contains(p) || has(o, x) && !has(join, x) || has(p, x) && !has(join, x) || has(join, x) && !has(wide, x) {
				t.Fatalf("join or widening lose %v", x)
			}
			if !has(o, x) {
				return
			}
			subset = subset && has(p, x)
			if v := dot(a, x); bounded && v.Cmp(hi) > 0 {
				t.Fatalf("max %v: %v", hi, x)
			}
			if below && !satisfies(c, x) || satisfies(c, x) && !has(cut, x) {
				t.Fatalf("constraint %v, %v: %v", c, x, below)
			}
			y := append([]int64(nil), x...)
			for _, d := range []int64{0, 7, -7} {
				if y[dim] = x[dim] + d; !has(forgot, y) || d*int64(sign) >= 0 && !has(ray, y) {
					t.Fatalf("forget or ray lose %v", y)
				}
			}
			for v := dot(a, x).Add(off).Ceil(); v.Cmp(dot(a, x).Add(off).Add(width)) <= 0; v = v.Add(rational.One) {
				if y[dim] = v.Num().Int64(); !has(sub, y) {
					t.Fatalf("substitution loses %v", y)
				}
			}
		})
		if p.Contains(o) && !subset || o.IsEmpty() && !p.Contains(o) || subset && !p.Contains(o) {
			t.Fatalf("contains: %v", p.Contains(o))
		}
		if !k.Signed {
			sign = 1
		}
		for i := range a {
			if a[i] = rational.Zero; i == dim {
				a[i] = rational.FromInt(int64(sign))
			}
		}
		off = off.Floor()
		again := off.Mul(rational.FromInt(int64(-sign)))
		moved := o.Substitute(dim, a, off, off)
		points(func(x []int64) {
			if y := append([]int64(nil), x...); has(o, x) {
				if y[dim] = int64(sign)*x[dim] + off.Num().Int64(); !has(moved, y) {
					t.Fatalf("moving loses %v", y)
				}
			}
		})
		back := moved.Substitute(dim, a, again, again)
		if !back.Contains(o) || !o.Contains(back) {
			t.Fatal("moving there and back changes the set")
		}
	})
}
