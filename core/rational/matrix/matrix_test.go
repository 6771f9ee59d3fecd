package matrix_test

import (
	"testing"

	"pgregory.net/rapid"

	"cupel/core/rational"
	"cupel/core/rational/matrix"
)

// TestKernel: the kernel is orthogonal to the rows, and ranks add up.
func TestKernel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 5).Draw(t, "n")
		e := &matrix.Echelon{}
		var all []matrix.Vector
		for range rapid.IntRange(0, 6).Draw(t, "rows") {
			v := make(matrix.Vector, n)
			for i := range v {
				v[i] = rational.New(rapid.Int64Range(-3, 3).Draw(t, "a"), 2)
			}
			all = append(all, v)
			e.Add(v)
		}
		ks := e.Kernel(n)
		if len(ks)+len(e.Rows) != n {
			t.Fatalf("%v: kernel %v", e.Rows, ks)
		}
		for _, k := range ks {
			for _, v := range all {
				if !matrix.Integral(k).Dot(v).IsZero() {
					t.Fatalf("%v times %v", k, v)
				}
			}
		}
	})
}

// TestMatrix: inverses, kernels and the map of a space that is kept, by their definitions.
func TestMatrix(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 4).Draw(t, "n")
		a := make(matrix.Matrix, n)
		for i := range a {
			a[i] = make(matrix.Vector, n)
			for j := range a[i] {
				a[i][j] = rational.FromInt(rapid.Int64Range(-2, 2).Draw(t, "a"))
			}
		}
		equal := func(x, y matrix.Matrix) bool {
			for i := range x {
				for j := range x[i] {
					if !x[i][j].Equal(y[i][j]) {
						return false
					}
				}
			}
			return len(x) == len(y)
		}
		left := a.Left()
		if len(left)+a.Rank() != n {
			t.Fatalf("%v has the rank %d and the kernel %v", a, a.Rank(), left)
		}
		for _, row := range left.Mul(a) {
			if len(row.Support()) > 0 {
				t.Fatalf("%v times %v", left, a)
			}
		}
		inverse, ok := a.Inverse()
		if ok != (a.Rank() == n) || ok && !equal(a.Mul(inverse), matrix.Identity(n)) {
			t.Fatalf("%v is not the inverse of %v", inverse, a)
		}
		if space := a.Basis(); len(space) > 0 { // what a maps to is kept by a
			b, ok := space.In(a)
			if !ok || !equal(b.Mul(space), space.Mul(a)) {
				t.Fatalf("%v maps %v by %v", a, space, b)
			}
		}
	})
}
