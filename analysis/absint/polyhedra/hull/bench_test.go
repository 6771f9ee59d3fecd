package hull_test

import (
	"fmt"
	"testing"

	"cupel/analysis/absint/polyhedra/hull"
	"cupel/core/logic"
	"cupel/core/smt/z3"
)

// body makes the transition of a loop body with n integer variables, in which a
// test with two branches changes each pair of neighbours, under guards.
func body(f *logic.Factory, n int) (phi *logic.Term, pre, post, dims []*logic.Term) {
	for i := range n {
		pre = append(pre, f.Var(fmt.Sprintf("x%d", i), logic.Int))
		post = append(post, f.Var(fmt.Sprintf("x%d'", i), logic.Int))
		dims = append(dims, f.Sub(post[i], pre[i]))
	}
	parts := []*logic.Term{f.Lt(pre[0], pre[n-1]), f.Le(f.IntConst(0), pre[0])}
	step := func(i int, k int64) *logic.Term { return f.Eq(dims[i], f.IntConst(k)) }
	for i := 0; i+1 < n; i += 2 {
		c := f.Lt(pre[i], pre[i+1])
		parts = append(parts, f.Or(
			f.And(c, step(i, 1), step(i+1, 0)),
			f.And(f.Not(c), step(i, 0), f.Le(dims[i+1], f.IntConst(2)), f.Le(f.IntConst(1), dims[i+1]))))
	}
	if n%2 == 1 {
		parts = append(parts, step(n-1, -1))
	}
	return f.And(parts...), pre, post, dims
}

func BenchmarkHull(b *testing.B) {
	for _, n := range []int{2, 5, 6, 8} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			models := 0
			for b.Loop() {
				f := logic.NewFactory()
				phi, _, _, dims := body(f, n)
				a, err := hull.New(z3.Open, f, phi, hull.Options{})
				if err != nil {
					b.Fatal(err)
				}
				r, err := a.Hull(ctx, dims)
				if err != nil || !r.Exact {
					b.Fatal(r.Exact, err)
				}
				models = r.Models
				_ = a.Close()
			}
			b.ReportMetric(float64(models), "models")
		})
	}
}

// BenchmarkGuard projects the body onto the variables before it.
func BenchmarkGuard(b *testing.B) {
	for _, n := range []int{5, 8} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				f := logic.NewFactory()
				phi, pre, _, _ := body(f, n)
				if _, err := hull.Hull(ctx, z3.Open, f, phi, pre, hull.Options{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkAffineHull(b *testing.B) {
	for _, n := range []int{5, 8} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				f := logic.NewFactory()
				phi, pre, post, _ := body(f, n)
				a, err := hull.New(z3.Open, f, phi, hull.Options{})
				if err != nil {
					b.Fatal(err)
				}
				if _, err := a.AffineHull(ctx, append(pre, post...)); err != nil {
					b.Fatal(err)
				}
				a.Close()
			}
		})
	}
}

// BenchmarkWide has more dimensions with bounds on both sides than a polyhedron
// has room for.
func BenchmarkWide(b *testing.B) {
	for b.Loop() {
		f := logic.NewFactory()
		phi, pre, post, _ := body(f, 12)
		for _, v := range pre {
			phi = f.And(phi, f.Le(f.IntConst(0), v), f.Le(v, f.IntConst(255)))
		}
		if _, err := hull.Hull(ctx, z3.Open, f, phi, post, hull.Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkTransition takes the hull of the whole transition relation.
func BenchmarkTransition(b *testing.B) {
	for _, n := range []int{4, 6, 8} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			exact := 0.0
			for b.Loop() {
				f := logic.NewFactory()
				phi, pre, post, _ := body(f, n)
				a, err := hull.New(z3.Open, f, phi, hull.Options{})
				if err != nil {
					b.Fatal(err)
				}
				r, err := a.Hull(ctx, append(pre, post...))
				if err != nil {
					b.Fatal(err)
				}
				if r.Exact {
					exact = 1
				}
				_ = a.Close()
			}
			b.ReportMetric(exact, "exact")
		})
	}
}
