package polynomial

import (
	"strings"
	"testing"

	"cupel/core/program/programtest"
	"cupel/internal/sabotage"
)

const lcm = `
a b x y u v : int
S -> H; input a; input b; assume (>= a 0); assume (>= b 0); x := a; y := b; u := b; v := a
H -> H; assume (> x y); x := (ite (< x y) (+ (- x y) 65536) (- x y)); v := (ite (<= (+ u v) 65535) (+ u v) (- (+ u v) 65536))
H -> H; assume (< x y); y := (ite (> x y) (+ (- y x) 65536) (- y x)); u := (ite (<= (+ u v) 65535) (+ u v) (- (+ u v) 65536))
H -> error; assume (= x y); assume (not (= (mod (- (+ (* x u) (* y v)) (* 2 a b)) 65536) 0))
`

const halves = `
a b x y z : int
S -> H; input a; input b; assume (>= b 1); x := a; y := b; z := 0
H -> error; assume (= y 0); assume (not (= z (* a b)))
H -> B; assume (not (= y 0))
B -> C; assume (= (mod y 2) 1); z := (+ x z); y := (- y 1)
B -> C; assume (not (= (mod y 2) 1))
C -> H; x := (* 2 x); y := (div y 2)
`

const division = `
A q r b : int
S -> G; input A; assume (>= A 0); assume (<= A 65535); q := 0; r := A; b := 1
G -> G; assume (>= r b); b := (ite (<= b 32767) (* 2 b) (- (* 2 b) 65536))
G -> H; assume (< r b)
H -> error; assume (not (= (mod (- A (+ r (* q b))) 65536) 0))
H -> I; assume (not (= b 1)); q := (ite (<= q 32767) (* 2 q) (- (* 2 q) 65536)); b := (div b 2)
I -> H; assume (>= r b); q := (ite (<= q 65534) (+ q 1) (- q 65535)); r := (- r b)
I -> H; assume (< r b)
`

// sums ends with a sum that is one of two numbers: see allDenied.
const sums = `
A q b : int
S -> H; input A; assume (>= A 0); assume (<= A 65535); q := A; b := 1
H -> H; assume (>= A 100); A := A; b := (* 3 b); q := (mod (* 43691 q) 65536)
H -> E; assume (= b 1); assume (>= A 0); assume (<= A 65535); assume (>= q 0); assume (<= q 65535)
E -> error; assume (not (or (= (- A q) 0) (= (- A q) 65536) (= (- A q) (- 65536))))
`

const roots = `
n x y : int
S -> H; input n; x := 0; y := 0
H -> H; assume (< y n); x := (+ x (* 2 y) 1); y := (+ y 1)
H -> error; assume (not (= x (* y y)))
`

var safe = map[string]string{"lcm": lcm, "halves": halves, "division": division, "sums": sums, "roots": roots}

// wrong are variants of these with a mistake: the text replaced, and what takes its place.
var wrong = map[string][3]string{
	"other product":   {lcm, "(* 2 a b)", "(* 3 a b)"},
	"other modulus":   {lcm, "65536) 0", "131072) 0"},
	"no wrap":         {lcm, "(- (+ u v) 65536)", "(- (+ u v) 65535)"},
	"entry":           {lcm, "v := a", "v := b"},
	"exact":           {lcm, "(= (mod (- (+ (* x u) (* y v)) (* 2 a b)) 65536) 0)", "(= (- (+ (* x u) (* y v)) (* 2 a b)) 0)"},
	"forgotten bit":   {halves, "z := (+ x z); y := (- y 1)", "y := (- y 1)"},
	"rounding":        {halves, "(div y 2)", "(div (+ y 2) 2)"},
	"thirds":          {division, "b := (div b 2)", "b := (div b 3)"},
	"not a power":     {division, "b := 1", "b := 3"},
	"carry":           {division, "(+ q 1)", "(+ q 2)"},
	"no sum":          {sums, "(* 43691 q)", "(* 43690 q)"},
	"a number left":   {sums, "(= (- A q) 0) ", ""},
	"square":          {roots, "(* 2 y) 1", "(* 2 y) 2"},
	"square on entry": {roots, "x := 0", "x := 1"},
}

func prove(t *testing.T, text string) Result {
	t.Helper()
	return Search(t.Context(), programtest.Text(text), nil)
}

// TestSearch: identities of rings are proved, and with a mistake they are not.
func TestSearch(t *testing.T) {
	for name, text := range safe {
		if r := prove(t, text); !r.Safe {
			t.Errorf("%s is not proved: %v", name, r.Invariants)
		}
	}
	for name, w := range wrong {
		text := strings.Replace(w[0], w[1], w[2], 1)
		if text == w[0] {
			t.Fatal(name)
		}
		if r := prove(t, text); r.Safe {
			t.Errorf("%s is proved: %v", name, r.Invariants)
		}
	}
}

// TestSabotage: each injected mistake proves a wrong program.
func TestSabotage(t *testing.T) {
	own := []string{ // where the fault is what matters
		`x y z : int
S -> H; input x; input z; y := (* x x)
H -> H; assume (> z 0); y := (ite (> z 3) y (+ y 1))
H -> error; assume (not (= y (* x x)))`,
		`x y z : int
S -> H; input x; input z; y := (* x x)
H -> H; assume (> z 0); y := (ite (> z 3) y (+ y 1))
H -> error; assume (not (= (mod (- y (* x x)) 8) 0))`,
		`q b A : int
S -> H; input A; q := A; b := 12
H -> H; assume (> b 1); q := (* 2 q); b := (div b 2)
H -> error; assume (not (= (mod (- (* q b) (* A 12)) 65536) 0))`,
		`a b x y z : int
S -> H; input a; input b; x := a; y := b; z := 0
H -> H; assume (> y 0); x := (* 2 x); y := (div y 2)
H -> error; assume (not (= (+ z (* x y)) (* a b)))`,
	}
	for _, w := range wrong {
		own = append(own, strings.Replace(w[0], w[1], w[2], 1))
	}
	for _, text := range own {
		if r := prove(t, text); r.Safe {
			t.Errorf("proved: %v%s", r.Invariants, text)
		}
	}
	for _, f := range sabotage.All() {
		if f.Part() != sabotage.Polynomials {
			continue
		}
		restore := sabotage.Inject(f)
		n := 0
		for _, text := range own {
			if prove(t, text).Safe {
				n++
			}
		}
		restore()
		if n == 0 {
			t.Errorf("%s: no wrong proof", f)
		}
		t.Logf("%s: %d wrong proofs", f, n)
	}
}
