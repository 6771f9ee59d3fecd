package mortal_test

import (
	"testing"

	"cupel/analysis/summary/mortal"
	"cupel/core/program/measured"
	"cupel/core/smt/z3"
)

// TestDynamics: loops that make a linear map, with numbers of machine types, end where their orbit is not bounded, or leaves the conditions of the loop within its period.
func TestDynamics(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"eigenvalues of both signs", "x y t : int|S -> H|H -> H; assume (<= 0 x); t := (+ x (* 3 y)); y := (+ y (* 3 x)); x := t", "x != 0 || y != 0, ranked"},
		{"away from a line, on both sides in turn", "x n : int|S -> H|H -> H; assume (distinct x n); x := (+ n (* (- 2) x))", "x == n || 3*x != n, ranked"},
		{"a spiral", "x y t n : int|S -> H|H -> H; assume (distinct (+ x y) n); t := (- x (* 2 y)); y := (+ y (* 2 x)); x := t", "x + y == n || y != 0 || x != 0, ranked"},
		{"a saddle without rational axes", "x y : int|S -> H|H -> H; assume (distinct x 7); x := (+ x (+ x y)); y := (- x y)", "x != 0 || y != 0, ranked"},
		{"a saddle", "x y t : int|S -> H|H -> H; assume (< 3 (- x y)); t := (+ y (* 2 x)); y := (+ x (* 2 y)); x := t", "x - y <= 3 || x + y != 0, ranked"},
		{"round and round", "x y t n : int|S -> H|H -> H; assume (< n x); t := x; x := (- 0 y); y := t", "x <= n || y + n >= 0 || x + n >= 0 || y <= n, ranked"},
		{"to zero, then round", "x y z t n : int|S -> H|H -> H; assume (distinct z n); z := y; t := x; x := (- 0 y); y := t", "z == n || y == n || x == n || y + n == 0 || x + n == 0, ranked"},
		{"a period of five", "x y z u t n : int|S -> H|H -> H; assume (< n x); t := (- 0 (+ (+ x y) (+ z u))); x := y; y := z; z := u; u := t", "x <= n || y <= n || z <= n || u <= n || x + y + z + u + n >= 0, ranked"},
		{"a chain", "x y z : int|S -> H|H -> H; assume (distinct x 5); x := (+ x y); y := (+ y z)", "x == 5 || z != 0 || y != 0, ranked"},
		{"a fixed point", "x : int|S -> H|H -> H; assume (< 3 x); x := (- (* 2 x) 7)", "x != 7, ranked"},
	} {
		p := text(c.text)
		a := mortal.New(p, mortal.Options{Open: z3.Open, Typed: true})
		for _, h := range measured.Heads(p) {
			m, err := a.Precondition(t.Context(), h)
			if err != nil {
				t.Fatal(err)
			}
			got := m.Mortal.String()
			if m.Within.Total {
				got += ", ranked"
			}
			if got != c.want {
				t.Errorf("%s: %s, want %s", c.name, got, c.want)
			}
		}
	}
}
