package polyhedra_test

import (
	"fmt"
	"math/rand"
	"testing"

	"cupel/analysis/absint/polyhedra"
	"cupel/core/rational"
)

// benchPolyhedra makes two polyhedra such as loop bodies give: mostly sparse
// constraints, some equations.
func benchPolyhedra(b *testing.B, dim int) (p, q *polyhedra.Polyhedron) {
	r := rand.New(rand.NewSource(int64(dim)))
	draw := func() *polyhedra.Polyhedron {
		var cs []polyhedra.Constraint
		for range dim + 2 {
			a := make([]rational.Q, dim)
			for range 2 + r.Intn(2) {
				a[r.Intn(dim)] = rational.FromInt(int64(r.Intn(5) - 2))
			}
			cs = append(cs, polyhedra.Constraint{Coeffs: a, Bound: rational.FromInt(int64(-r.Intn(10))), Equation: r.Intn(5) == 0})
		}
		return make1(b, dim, cs)
	}
	return draw(), draw()
}

func BenchmarkJoin(b *testing.B) {
	for _, dim := range []int{3, 6, 10} {
		b.Run(fmt.Sprint(dim), func(b *testing.B) {
			p, q := benchPolyhedra(b, dim)
			for b.Loop() {
				must(b)(p.Join(ctx, q, none))
			}
			b.Logf("constraints, generators: %v and %v give %v", pair(p), pair(q), pair(must(b)(p.Join(ctx, q, none))))
		})
	}
}

func pair(p *polyhedra.Polyhedron) [2]int {
	c, g := p.Size()
	return [2]int{c, g}
}

func BenchmarkMeet(b *testing.B) {
	for _, dim := range []int{3, 6, 10} {
		b.Run(fmt.Sprint(dim), func(b *testing.B) {
			p, q := benchPolyhedra(b, dim)
			for b.Loop() {
				must(b)(p.Meet(ctx, q, none))
			}
		})
	}
}

func BenchmarkCube(b *testing.B) {
	for _, dim := range []int{3, 6, 10} {
		b.Run(fmt.Sprint(dim), func(b *testing.B) {
			var cs []polyhedra.Constraint
			for i := range dim {
				a := make([]int64, dim)
				a[i] = 1
				cs = append(cs, ge(0, a...))
				a[i] = -1
				cs = append(cs, ge(-7, a...))
			}
			for b.Loop() {
				make1(b, dim, cs)
			}
		})
	}
}
