package simplify

import (
	"context"
	"errors"
	"strings"
	"testing"

	"cupel/core/logic"
	"cupel/core/smt"
	"cupel/core/smt/z3"
)

// text prints a result in its order.
func text(r *Result) string {
	if r.Cubes == nil || r.Term.IsConst() {
		return r.Term.String()
	}
	var ds []string
	for _, c := range r.Cubes {
		var ls []string
		for _, l := range c {
			t := l.String()
			if l.Op() == logic.OpOr {
				t = "(" + t + ")"
			}
			ls = append(ls, t)
		}
		ds = append(ds, strings.Join(ls, " && "))
	}
	return strings.Join(ds, " || ")
}

// example is a condition with its expected simplifications.
type example struct {
	name       string
	make       func(e *env) *logic.Term
	domain     func(e *env) *logic.Term
	fast, full string // "": the same as fast
}

// env has inputs to write conditions with.
type env struct {
	f                *logic.Factory
	x, y, z, u       *logic.Term // signed, and unsigned, of 32 bits
	c, h             *logic.Term // a signed and an unsigned char
	d                *logic.Term
	a, b, p, q, r, s *logic.Term // Bool
}

func newEnv() (*env, []Input) {
	f := logic.NewFactory()
	w := logic.BVSort(32)
	e := &env{f: f, x: f.Var("x", w), y: f.Var("y", w), z: f.Var("z", w), u: f.Var("u", w), c: f.Var("c", logic.BVSort(8)), h: f.Var("h", logic.BVSort(8)),
		d: f.Var("d", logic.Float64)}
	in := []Input{{e.x, true}, {e.y, true}, {e.z, true}, {e.u, false}, {e.c, true}, {e.h, false}, {e.d, false}}
	for i, b := range []**logic.Term{&e.a, &e.b, &e.p, &e.q, &e.r, &e.s} {
		*b = f.Var("abpqrs"[i:i+1], logic.Bool)
		in = append(in, Input{*b, false})
	}
	return e, in
}

func (e *env) n(v int64) *logic.Term { return e.f.BVInt(v, 32) }
func (e *env) eq(x *logic.Term, v int64) *logic.Term {
	return e.f.Eq(x, e.f.BVInt(v, x.Sort().Width()))
}
func (e *env) lt(x *logic.Term, v int64) *logic.Term {
	return e.f.SLt(x, e.f.BVInt(v, x.Sort().Width()))
}
func (e *env) ge(x *logic.Term, v int64) *logic.Term { return e.f.Not(e.lt(x, v)) }
func (e *env) even(x *logic.Term) *logic.Term {
	return e.eq(e.f.BVOp(logic.OpBVSRem, x, e.f.BV(2, x.Sort().Width())), 0)
}
func (e *env) and(ts ...*logic.Term) *logic.Term { return e.f.And(ts...) }
func (e *env) or(ts ...*logic.Term) *logic.Term  { return e.f.Or(ts...) }
func (e *env) not(t *logic.Term) *logic.Term     { return e.f.Not(t) }
func (e *env) pair(x, y int64) *logic.Term       { return e.and(e.eq(e.x, x), e.eq(e.y, y)) }

func (e *env) each(lo, hi, step int64, t func(v int64) *logic.Term) *logic.Term {
	var ts []*logic.Term
	for v := lo; v <= hi; v += step {
		ts = append(ts, t(v))
	}
	return e.or(ts...)
}

var examples = []example{
	{name: "sign or even", make: func(e *env) *logic.Term {
		return e.or(e.lt(e.x, 0), e.and(e.ge(e.x, 0), e.even(e.x)))
	}, fast: "x < 0 || x % 2 == 0"},
	{name: "paths", make: func(e *env) *logic.Term {
		return e.or(e.and(e.lt(e.x, 0), e.even(e.x)), e.and(e.lt(e.x, 0), e.not(e.even(e.x))), e.and(e.ge(e.x, 0), e.lt(e.x, 10), e.even(e.x)),
			e.and(e.ge(e.x, 10), e.eq(e.f.Extract(0, 0, e.x), 0)))
	}, fast: "x < 0 || x % 2 == 0"},
	{name: "shared", make: func(e *env) *logic.Term {
		return e.or(e.and(e.lt(e.x, 0), e.ge(e.y, 3)), e.and(e.lt(e.x, 0), e.lt(e.y, 3)), e.and(e.ge(e.x, 0), e.or(e.lt(e.x, 3), e.even(e.x)), e.even(e.x)))
	}, fast: "x < 0 || x % 2 == 0"},
	{name: "forty models", make: func(e *env) *logic.Term {
		return e.each(0, 78, 2, func(v int64) *logic.Term { return e.eq(e.x, v) })
	}, fast: "0 <= x && x <= 78 && x % 2 == 0"},
	{name: "models and a range", make: func(e *env) *logic.Term {
		return e.or(e.lt(e.x, 0), e.each(0, 78, 2, func(v int64) *logic.Term { return e.eq(e.x, v) }))
	}, fast: "x < 0 || x <= 78 && x % 2 == 0"},
	{name: "thirds", make: func(e *env) *logic.Term {
		return e.each(-8, 22, 3, func(v int64) *logic.Term { return e.eq(e.x, v) })
	}, fast: "-8 <= x && x <= 22 && (x + 2) % 3 == 0"},
	{name: "values in two ranges", make: func(e *env) *logic.Term { // guessed from the values of x, in a frame with a wide gap
		return e.and(e.ge(e.x, 6), e.lt(e.x, 10), e.lt(e.u, 1))
	}, fast: "6 <= x && x < 10 && u < 1"},
	{name: "values", make: func(e *env) *logic.Term {
		return e.or(e.eq(e.x, 3), e.eq(e.x, 1), e.eq(e.x, 2), e.eq(e.x, 7))
	}, fast: "x == 7 || 0 < x && x <= 3"},
	{name: "values beside others", make: func(e *env) *logic.Term {
		return e.or(e.and(e.a, e.eq(e.x, 3)), e.and(e.a, e.eq(e.x, 4)), e.and(e.a, e.ge(e.x, 4), e.lt(e.x, 10)), e.and(e.a, e.eq(e.x, 3), e.b))
	}, fast: "3 <= x && x < 10 && a"},
	{name: "bounds", make: func(e *env) *logic.Term {
		return e.and(e.ge(e.x, 3), e.ge(e.x, 1), e.not(e.eq(e.x, 3)), e.not(e.eq(e.x, 0)))
	}, fast: "4 <= x"},
	{name: "positive", make: func(e *env) *logic.Term { return e.and(e.not(e.eq(e.x, 0)), e.f.SLt(e.n(-1), e.x)) }, fast: "0 < x"},
	{name: "always", make: func(e *env) *logic.Term { return e.or(e.lt(e.x, 5), e.ge(e.x, 3)) }, fast: "true"},
	{name: "never", make: func(e *env) *logic.Term {
		return e.or(e.and(e.lt(e.x, 3), e.ge(e.x, 5)), e.and(e.even(e.x), e.eq(e.f.BVOp(logic.OpBVAnd, e.x, e.n(1)), 1)))
	}, fast: "false"},
	{name: "equation", make: func(e *env) *logic.Term { return e.eq(e.f.BVOp(logic.OpBVAddNSW, e.x, e.n(5)), 3) }, fast: "x == -2"},
	{name: "extension", make: func(e *env) *logic.Term {
		return e.and(e.f.SLt(e.f.BVOp(logic.OpBVAddNSW, e.f.SignExt(24, e.c), e.n(1)), e.n(10)), e.f.SLt(e.n(-200), e.f.SignExt(24, e.c)))
	}, fast: "c <= 8"},
	{name: "unsigned extension", make: func(e *env) *logic.Term {
		return e.and(e.f.SLt(e.n(3), e.f.BVOp(logic.OpBVAddNSW, e.f.ZeroExt(24, e.h), e.n(1))), e.even(e.f.ZeroExt(24, e.h)))
	}, fast: "3 <=u h && h %u 2 == 0"},
	{name: "index", make: func(e *env) *logic.Term { return e.f.ULt(e.x, e.n(10)) }, fast: "x <u 10"},
	{name: "unsigned", make: func(e *env) *logic.Term { return e.or(e.f.ULt(e.u, e.n(3)), e.eq(e.u, 3), e.eq(e.u, -1)) }, fast: "u <=u 3 || u == -1"},
	{name: "a flag", make: func(e *env) *logic.Term { return e.and(e.not(e.eq(e.h, 0)), e.a) },
		domain: func(e *env) *logic.Term { return e.f.ULe(e.h, e.f.BV(1, 8)) }, fast: "h != 0 && a"},
	{name: "a line", make: func(e *env) *logic.Term {
		return e.each(1, 4, 1, func(v int64) *logic.Term { return e.pair(v, v+1) })
	}, fast: "x == 1 && y == 2 || x == 2 && y == 3 || x == 3 && y == 4 || x == 4 && y == 5", full: "0 < x && x <= 4 && y == x + 1"},
	{name: "a falling line", make: func(e *env) *logic.Term {
		return e.each(1, 6, 1, func(v int64) *logic.Term { return e.pair(v, 10-v) })
	}, full: "0 < x && x <= 6 && x + y == 10"},
	{name: "a triangle", make: func(e *env) *logic.Term {
		return e.each(0, 9, 1, func(v int64) *logic.Term {
			return e.each(0, v-1, 1, func(w int64) *logic.Term { return e.pair(w, v) })
		})
	}, full: "0 <= x && y <= 9 && x < y"},
	{name: "a moving bound", make: func(e *env) *logic.Term {
		return e.each(1, 9, 1, func(v int64) *logic.Term { return e.and(e.eq(e.x, v), e.ge(e.y, v+2)) })
	}, full: "0 < x && x <= 9 && x + 2 <= y"},
	{name: "three inputs", make: func(e *env) *logic.Term {
		return e.each(1, 9, 1, func(v int64) *logic.Term { return e.and(e.pair(v, 2*v-3), e.eq(e.z, 12-v)) })
	}, full: "0 < x && x <= 9 && x + z == 12 && y + 3 == x * 2"},
	{name: "floats", make: func(e *env) *logic.Term {
		return e.or(e.and(e.f.FP(logic.OpFPLt, logic.RNE, e.d, e.d), e.a), e.and(e.lt(e.x, 3), e.f.FP(logic.OpFPIsNaN, logic.RNE, e.d)), e.and(e.ge(e.x, 3), e.f.FP(logic.OpFPIsNaN, logic.RNE, e.d)))
	}, full: "isnan(d)"},
	{name: "remainders with signs", make: func(e *env) *logic.Term {
		m := e.f.BVOp(logic.OpBVSRem, e.x, e.n(2))
		return e.or(e.eq(m, 1), e.eq(m, -1))
	}, fast: "x % 2 == -1 || x % 2 == 1", full: "x % 2 != 0"},
	{name: "one value", make: func(e *env) *logic.Term {
		return e.and(e.eq(e.f.BVOp(logic.OpBVMul, e.x, e.n(2)), 8), e.f.SignedOK(logic.OpSMulOK, e.x, e.n(3)), e.f.SLt(e.x, e.y))
	}, full: "x == 4 && x < y"},
	{name: "a tree", make: func(e *env) *logic.Term {
		return e.f.Ite(e.lt(e.x, 0), e.f.Ite(e.a, e.f.True(), e.ge(e.y, 0)), e.f.Ite(e.b, e.a, e.and(e.a, e.even(e.y))))
	}},
	{name: "products", make: func(e *env) *logic.Term {
		fs := []*logic.Term{e.a, e.b, e.p, e.q, e.r, e.s}
		var ts []*logic.Term
		for m := range 64 {
			if m&3 != 3 || m&4 == 0 {
				if m&4 == 0 || m>>3&3 != 3 {
					continue
				}
			}
			var ls []*logic.Term
			for i, f := range fs {
				if m>>i&1 == 0 {
					f = e.not(f)
				}
				ls = append(ls, f)
			}
			ts = append(ts, e.and(ls...))
		}
		return e.or(ts...)
	}},
}

// TestExamples: the expected text of simplified conditions, at both levels.
func TestExamples(t *testing.T) {
	for _, x := range examples {
		t.Run(x.name, func(t *testing.T) {
			for _, l := range []Level{Fast, Full} {
				e, in := newEnv()
				o := Options{Open: z3.Open, Level: l, Inputs: in}
				if x.domain != nil {
					o.Domain = x.domain(e)
				}
				r, err := Simplify(context.Background(), e.f, x.make(e), o)
				if err != nil {
					t.Fatal(err)
				}
				want := x.fast
				if l == Full && x.full != "" {
					want = x.full
				}
				if got := text(r); want != "" && got != want || !r.Complete {
					t.Errorf("%s: %s (%d, from %d, complete %t), wanted %s", l, got, r.After, r.Before, r.Complete, want)
				} else if want == "" {
					t.Logf("%s: %s", l, got)
				}
			}
		})
	}
}

// many are models of y == 2*x + z for small x and z, beside paths that end in them.
func many(e *env, n int64) *logic.Term {
	return e.each(1, n, 1, func(x int64) *logic.Term {
		return e.or(e.and(e.eq(e.x, x), e.eq(e.y, 2*x+3), e.eq(e.z, 3)), e.and(e.eq(e.x, x), e.lt(e.y, 0), e.even(e.z)),
			e.and(e.eq(e.x, -x), e.ge(e.y, 0), e.ge(e.z, x)))
	})
}

// TestBudgets: however little work is left, the answer is a condition that was proven.
func TestBudgets(t *testing.T) {
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	for _, ctx := range []context.Context{context.Background(), ended} {
		complete := 0
		for _, units := range []int{1, 100, 1_000, 10_000, 30_000, 100_000, 300_000, 0} {
			e, in := newEnv()
			c := many(e, 20)
			r, err := Simplify(ctx, e.f, c, Options{Open: z3.Open, Level: Full, Inputs: in, Work: units})
			if err != nil {
				t.Fatal(err)
			}
			if r.Complete {
				complete++
			}
			t.Logf("%d: %d, %t", units, r.After, r.Complete)
			s, err := z3.New(e.f, smt.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if v, err := s.Check(context.Background(), e.not(e.f.Eq(c, r.Term))); err != nil || v != smt.Unsat || r.After > r.Before {
				t.Errorf("with %d: %s: %v, %v", units, text(r), v, err)
			}
			s.Close()
		}
		if wanted := ctx.Err() == nil; wanted != (complete > 0) {
			t.Errorf("%d are complete", complete)
		}
	}
}

// TestParseLevel: the names of the levels.
func TestParseLevel(t *testing.T) {
	for _, l := range []Level{None, Fast, Full} {
		if got, err := ParseLevel(l.String()); got != l || err != nil {
			t.Errorf("%s: %s, %v", l, got, err)
		}
	}
	if _, err := ParseLevel("some"); !errors.Is(err, ErrLevel) {
		t.Error(err)
	}
}

func BenchmarkSimplify(b *testing.B) {
	for _, l := range []Level{Fast, Full} {
		b.Run(l.String(), func(b *testing.B) {
			for range b.N {
				e, in := newEnv()
				r, err := Simplify(context.Background(), e.f, many(e, 40), Options{Open: z3.Open, Level: l, Inputs: in})
				if err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(float64(r.After), "atoms")
			}
		})
	}
}
