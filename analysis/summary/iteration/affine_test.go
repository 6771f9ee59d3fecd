package iteration

import (
	"context"
	"fmt"
	"testing"

	"cupel/core/logic"
	"cupel/core/smt"
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
				if a.Bits() > maxCoefficient {
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

// TestSumsModulo: where each iteration increments one of several bytes, their sum counts the iterations, modulo 256; with what decides which one being of no
// matter. A sum that another one disturbs has no such fact.
func TestSumsModulo(t *testing.T) {
	const step = "(ite (<= %s 254) (+ %[1]s 1) 0)"
	inc := func(v string) string { return v + " := " + fmt.Sprintf(step, v) }
	for _, c := range []struct {
		name, body, fact string
		holds            bool
	}{
		{"choice", "havoc h; if (> h 0) { " + inc("x") + " } else { " + inc("y") + " }; n := (+ n 1)", "(- (+ x y) n)", true},
		{"divisions", "if (= (mod n 4) 0) { " + inc("x") + " } else { if (= (mod n 3) 0) { " + inc("y") + " } else { " + inc("z") + " } }; n := (+ n 1)", "(- (+ x y z) n)", true},
		{"twice", "havoc h; if (> h 0) { " + inc("x") + "; " + inc("y") + " } else { " + inc("z") + " }; n := (+ n 1)", "(- (+ x z) n)", true},
		{"disturbed", "havoc h; if (> h 0) { " + inc("x") + " } else { " + inc("y") + " }; havoc h; if (> h 5) { " + inc("x") + " }; n := (+ n 1)", "(- (+ x y) n)", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			w, body := parse(t, "x y z n h", "assume (and (<= x 255) (<= y 255) (<= z 255)); "+c.body, nil)
			star, err := New(Options{}, Translation, Lossy, Congruence).Star(context.Background(), w.a, body)
			if err != nil {
				t.Fatal(err)
			}
			var syms []*logic.Term
			for _, v := range w.p.Vars {
				syms = append(syms, v.Sym)
			}
			before, err := logic.ParseTerm(w.f, c.fact, syms...)
			if err != nil {
				t.Fatal(err)
			}
			after := w.f.NewSubst(func(v *logic.Term) *logic.Term { return star.Value(v) }).Apply(before)
			s := solver(t, w.f)
			defer s.Close()
			r := check(t, s, w.f.And(star.Guard(), w.f.Ne(w.f.Mod(w.f.Sub(after, before), w.f.IntConst(256)), w.f.IntConst(0))))
			if (r == smt.Unsat) != c.holds {
				t.Errorf("%v: %v", r, star)
			}
		})
	}
}
