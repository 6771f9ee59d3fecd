package z3

import (
	"context"
	"fmt"
	"testing"

	"cupel/core/logic"
	"cupel/core/smt"
)

func benchSolver(b *testing.B) (*logic.Factory, *Solver) {
	f := logic.NewFactory()
	s, err := New(f, smt.Options{})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { s.Close() })
	return f, s
}

// BenchmarkPushCheckPop: one small query on a level of its own, as engines ask
// whether an edge is feasible.
func BenchmarkPushCheckPop(b *testing.B) {
	for _, bits := range []int{0, 32} {
		name, srt := "lia", logic.Int
		if bits > 0 {
			name, srt = "bv", logic.BVSort(bits)
		}
		b.Run(name, func(b *testing.B) {
			f, s := benchSolver(b)
			le := func(x, y *logic.Term) *logic.Term {
				if bits > 0 {
					return f.SLe(x, y)
				}
				return f.Le(x, y)
			}
			k := func(n int) *logic.Term {
				if bits > 0 {
					return f.BV(uint64(n), bits)
				}
				return f.IntConst(int64(n))
			}
			var xs []*logic.Term
			for i := range 10 {
				xs = append(xs, f.Var(fmt.Sprint("x", i), srt))
				if i > 0 {
					_ = s.Assert(le(xs[i-1], xs[i]))
				}
			}
			ctx := context.Background()
			for i := 0; b.Loop(); i++ {
				_ = s.Push()
				_ = s.Assert(f.And(le(xs[i%10], k(i%50)), le(k(25), xs[i*7%10])))
				if r, err := s.Check(ctx); err != nil || r == smt.Unknown {
					b.Fatal(r, err)
				}
				_ = s.Pop(1)
			}
		})
	}
}

// BenchmarkPredicates: an abstract post: one step over integers and an array,
// then every predicate and its negation as an assumption.
func BenchmarkPredicates(b *testing.B) {
	for _, max := range []int{0, maxDefinitions} {
		b.Run(fmt.Sprint("definitions", max), func(b *testing.B) {
			f, s := benchSolver(b)
			s.lits.max = max
			x, y, n := f.Var("x", logic.Int), f.Var("y", logic.Int), f.Var("n", logic.Int)
			a := f.Var("a", logic.ArraySort(logic.Int, logic.Int))
			ctx, cancel := context.WithCancel(context.Background())
			defer cancel()
			for i := 0; b.Loop(); i++ {
				_ = s.Push()
				k := f.IntConst(int64(i % 100))
				x1, y1 := f.Add(x, k), f.Add(y, f.Select(f.Store(a, x, n), f.Add(y, k)))
				_ = s.Assert(f.And(f.Le(x, y), f.Lt(x, n), f.Le(f.IntConst(0), f.Select(a, x))))
				for j := range 10 {
					p := f.Le(f.Add(x1, f.IntConst(int64(j))), y1)
					if j%2 == 0 {
						p = f.Le(f.Mul(f.IntConst(int64(j+1)), x1), f.Add(n, y1))
					}
					for _, q := range []*logic.Term{p, f.Not(p)} {
						if r, err := s.Check(ctx, q); err != nil || r == smt.Unknown {
							b.Fatal(r, err)
						}
					}
				}
				_ = s.Pop(1)
			}
			b.ReportMetric(float64(20*b.N)/b.Elapsed().Seconds(), "checks/s")
		})
	}
}

// BenchmarkTranslate: terms per second from Go to libz3.
func BenchmarkTranslate(b *testing.B) {
	f := logic.NewFactory()
	terms := deep(f, 1000)
	for b.Loop() {
		z, err := newContext(f)
		if err != nil {
			b.Fatal(err)
		}
		for _, name := range []string{"sum", "chain", "nest", "or"} {
			if _, err := z.ast(terms[name]); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(float64(z.made), "terms/op")
		z.close()
	}
}
