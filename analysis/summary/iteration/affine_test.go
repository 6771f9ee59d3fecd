package iteration

import (
	"context"
	"testing"

	"cupel/core/logic"
)

// TestAffine: the equations between differences are those of the body, whether these are small or not, and have small coefficients where solvers choose
// large values.
func TestAffine(t *testing.T) {
	const vars = "x y z u v w h k"
	for _, c := range []struct {
		name, body string
		want       int
	}{
		{"small differences", "havoc h; x := (+ x h); y := (+ y (* 2 h)); z := (+ z (* 3 h) 1)", 2},
		{"large differences", "havoc h; assume (< h (- 1000)); x := (+ x h); y := (+ y (* 2 h)); z := (+ z (* 3 h) 1000)", 2},
		{"sparse values", "havoc h; havoc k; assume (< h (- 100000)); assume (> k 12345678901); x := (+ x h); y := (+ y k); z := (+ z h k)", 1},
		{"nothing in common", "havoc x; havoc y; havoc z; havoc u; havoc v; havoc w", 0},
		{"large coefficients", "havoc h; x := (+ x h); y := (+ y (* 123456789012345 h))", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			w, body := parse(t, vars, c.body, nil)
			o := Options{}.withDefaults()
			p := newPool(w.a, o)
			defer p.close()
			l, ctx := newLoop(context.Background(), w.a, body, p, o)
			defer l.p.close()
			var vs, dims []*logic.Term
			l.relation()
			for _, v := range l.nums {
				if _, ok := l.steps[v]; !ok && v != w.p.Vars[6].Sym && v != w.p.Vars[7].Sym {
					vs, dims = append(vs, v), append(dims, w.f.Sub(l.value[v], v))
				}
			}
			l.p.open(l.relation())
			as, cs := l.affine(ctx, logic.Int, dims)
			l.p.done()
			if len(as) != c.want {
				t.Fatalf("%d equations of %v, want %d", len(as), vs, c.want)
			}
			for i, a := range as {
				if a.bits() > maxCoefficient {
					t.Errorf("coefficients %v", a)
				}
				s := solver(t, w.f)
				if check(t, s, w.f.And(l.rel, w.f.Ne(combination(w.f, logic.Int, a, dims), w.f.Num(logic.Int, cs[i])))).String() != "unsat" {
					t.Errorf("%v does not hold", a)
				}
				_ = s.Close()
			}
		})
	}
}
