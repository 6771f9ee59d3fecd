package symex

import (
	"testing"

	"cupel/core/program/programtest"
	"cupel/engine"
)

// What bounds of the inputs decide is no solver query: wrapped sums, remainders, bytes put together again, and branches on them.
func TestBoundsDecide(t *testing.T) {
	for name, text := range map[string]string{
		"sums that do not wrap": `
			x y s r : int
			S -> A; input x; assume (and (<= 0 x) (<= x 255)); input y; assume (and (<= 0 y) (<= y 255))
			A -> B; s := (ite (<= (+ x y) 4294967295) (+ x y) (- (+ x y) 4294967296)); r := (mod s 65521)
			B -> error; assume (not (= r (+ x y)))
			B -> E; assume (= r (+ x y))`,
		"bytes of an int": `
			x s y : int
			m : cells
			S -> A; input x; assume (and (<= (- 2147483648) x) (<= x 2147483647))
			A -> B; m := (store m 0 (mod x 256)); m := (store m 1 (mod (div x 256) 256)); m := (store m 2 (mod (div x 65536) 256))
			B -> C; m := (store m 3 (ite (< (div x 16777216) 0) (+ (div x 16777216) 256) (div x 16777216)))
			C -> D; s := (+ (select m 0) (* 256 (select m 1)) (* 65536 (select m 2)) (* 16777216 (select m 3)))
			D -> F; y := (ite (<= s 2147483647) s (- s 4294967296))
			F -> error; assume (not (= x y))
			F -> E; assume (= x y)`,
		"a time of day": `
			t h m s : int
			S -> A; input t; assume (and (<= 0 t) (<= t 86399))
			A -> B; h := (div t 3600); m := (mod (div t 60) 60); s := (mod t 60)
			B -> error; assume (not (= t (+ s (* 60 m) (* 3600 h))))
			B -> C; assume (= t (+ s (* 60 m) (* 3600 h)))
			C -> error; assume (> h 23)
			C -> E; assume (<= h 23)`,
		"an index with one value left": `
			i x : int
			m : cells
			S -> A; input i; assume (<= i 2); input x; m := (store (store m 2 x) 3 0)
			A -> B; assume (>= i 2)
			A -> E; assume (< i 2)
			B -> error; assume (not (= (select m i) x))
			B -> E; assume (= (select m i) x)`,
	} {
		r := run(t, programtest.Text(text), options(), 200_000)
		if r.Verdict != engine.True {
			t.Errorf("%s: %v (%s)", name, r.Verdict, r.Reason)
		}
		if got := stat(r, "solver calls"); got != "0" {
			t.Errorf("%s: %s solver calls", name, got)
		}
	}
}

// Bounds that hold on one path are not taken to the next one.
func TestBoundsOfOnePath(t *testing.T) {
	p := programtest.Text(`
		x r : int
		S -> A; input x; assume (and (<= 0 x) (<= x 30))
		A -> B; assume (<= x 9)
		A -> B; assume (not (<= x 9))
		B -> C; r := (mod x 10)
		C -> error; assume (and (= x 17) (= r 7))
		C -> E; assume (not (and (= x 17) (= r 7)))`)
	for _, order := range []Order{ByDistance, BySource} {
		o := options()
		o.Order = order
		r := run(t, p, o, 2_000_000)
		if r.Verdict != engine.False || len(r.Cex.Havocs) != 1 || r.Cex.Havocs[0].Value != p.Terms.IntConst(17) {
			t.Errorf("%s: %v (%s)", order, r.Verdict, r.Reason)
		}
	}
}
