package sizeinduction_test

import (
	"maps"
	"slices"
	"testing"

	"cupel/analysis/absint/absinttest"
	"cupel/core/program"
	"cupel/core/program/programtest"
	"cupel/core/program/sizeinduction"
	"cupel/internal/sabotage"
)

const (
	mostStates = 6000
	largest    = 12 // value of the parameter in programs of tests
)

// zero is the state in which all variables are.
func zero(p *program.Program) absinttest.Env {
	env := absinttest.Env{}
	for _, v := range p.Vars {
		env[v.Sym] = int64(0)
		if v.Sort().IsArray() {
			env[v.Sym] = absinttest.Array{}
		}
	}
	return env
}

// failing are the values of a variable that is constant after its input, in the executions of a program that reach the error; false: there are too many
// states.
func failing(p *program.Program, v *program.Var) (map[int64]bool, bool) {
	all, whole := absinttest.Explore(p, []absinttest.Env{zero(p)}, mostStates)
	out := map[int64]bool{}
	for _, s := range all {
		if s.Loc == p.Error {
			out[s.Env[v.Sym].(int64)] = true
		}
	}
	return out, whole
}

// A proof is by induction on the first parameter of a program: the values for which the program, its base case and its step fail.
type proof struct {
	x                *sizeinduction.Parameter
	whole, base, not map[int64]bool
}

// induct divides a program; false: it has no parameter, or too many states.
func induct(t fataler, p *program.Program) (*proof, bool) {
	xs := sizeinduction.Parameters(p)
	if len(xs) == 0 {
		return nil, false
	}
	step, err := xs[0].Step()
	if err != nil {
		t.Fatal(err)
	}
	if err := program.SanityProgram(xs[0].BaseCase()); err != nil {
		t.Fatal(err)
	}
	r := &proof{x: xs[0]}
	ok := make([]bool, 3)
	r.whole, ok[0] = failing(p, xs[0].Var)
	r.base, ok[1] = failing(xs[0].BaseCase(), xs[0].Var)
	r.not, ok[2] = failing(step, xs[0].Var)
	return r, ok[0] && ok[1] && ok[2]
}

// fataler is a test.
type fataler interface{ Fatal(args ...any) }

// wrong reports whether the base case or the step proves too much: all executions fail for a value of the parameter that the base case does not cover
// and that the step concludes from the previous value.
func (r *proof) wrong() bool {
	for n := int64(-20); n <= 20; n++ {
		if r.whole[n] && !r.base[n] && (n <= r.x.Least || !r.not[n] && !r.whole[n-1]) {
			return true
		}
	}
	return false
}

// proves reports whether both hold for all values.
func (r *proof) proves() bool { return len(r.base) == 0 && len(r.not) == 0 }

// counted is the beginning of most programs.
const counted = "n i j s x : int\na b : cells\nS -> H; input n; assume (<= n 12); i := 0; s := 0"

// right are programs that hold for all sizes, and whose step can be proven.
var right = map[string]string{
	"counter": counted + "\nH -> H; assume (< i n); s := (+ s 3); i := (+ i 1)\n" +
		"H -> error; assume (not (< i n)); assume (<= 0 n); assume (not (= s (* 3 n)))",
	"two sums": twice + "\nG -> error; assume (not (< i n)); assume (not (= s x))",
	"downwards": "n i s : int\nS -> H; input n; assume (<= n 12); i := n; s := 0\nH -> H; assume (< 0 i); s := (+ s 2); i := (- i 1)\n" +
		"H -> error; assume (not (< 0 i)); assume (= s 5)",
	"nested": counted + "\nH -> G; assume (< i n); j := 0\nG -> G; assume (< j n); s := (+ s 1); x := (+ x 2); j := (+ j 1)\n" +
		"G -> H; assume (not (< j n)); i := (+ i 1)" +
		"\nH -> error; assume (not (< i n)); assume (not (= x (* 2 s)))",
	"inputs": counted + "\nH -> H; assume (< i n); input x; assume (<= 0 x); assume (<= x 1); s := (+ s x); i := (+ i 1)\n" +
		"H -> error; assume (not (< i n)); assume (< s 0)",
	"cells": counted + "\nH -> H; assume (< i n); a := (store a i 1); i := (+ i 1)\nH -> G; assume (not (< i n)); i := 0\n" +
		"G -> G; assume (< i n); s := (+ s (select a i)); i := (+ i 1)\nG -> error; assume (not (< i n)); assume (< s 0)",
	"given": counted + "; input x; assume (<= 0 x); assume (<= x 2)\nH -> H; assume (< i n); s := (+ s x); i := (+ i 1)\n" +
		"H -> error; assume (not (< i n)); assume (<= 0 n); assume (not (= s (* n x)))",
	"size of another": "n m i s : int\nS -> H; input n; assume (<= n 12); m := (- n 2); i := 0; s := 0\n" +
		"H -> H; assume (< i m); s := (+ s 1); i := (+ i 1)" +
		"\nH -> error; assume (not (< i m)); assume (<= 2 n); assume (not (= s m))",
}

const twice = counted + "; x := 0\nH -> H; assume (< i n); s := (+ s 2); i := (+ i 1)\nH -> G; assume (not (< i n)); i := 0\n" +
	"G -> G; assume (< i n); x := (+ x 2); i := (+ i 1)"

// wrong are programs that fail for some sizes only, those of the base case or others.
var wrong = map[string]string{
	"base":     counted + "\nH -> H; assume (< i n); s := (+ s 1); i := (+ i 1)\nH -> error; assume (not (< i n)); assume (= s 1)",
	"none":     counted + "\nH -> H; assume (< i n); s := (+ s 1); i := (+ i 1)\nH -> error; assume (not (< i n)); assume (= n 0)",
	"one size": counted + "\nH -> H; assume (< i n); s := (+ s 1); i := (+ i 1)\nH -> error; assume (not (< i n)); assume (= s 9)",
	"excluded": "n i s : int\nS -> H; input n; assume (<= n 12); assume (not (= n 9)); i := 0; s := 0\n" +
		"H -> H; assume (< i n); s := (+ s 1); i := (+ i 1)" +
		"\nH -> error; assume (not (< i n)); assume (= s 10)",
	"in the loop": counted + "\nH -> H; assume (< i n); assume (not (and (= n 9) (= i 7))); s := (+ s 1); i := (+ i 1)\n" +
		"H -> error; assume (not (< i n)); assume (= s 10)",
	"no way on": counted + "\nH -> B; assume (< i n)\nB -> H; assume (not (and (= n 9) (= i 7))); s := (+ s 1); i := (+ i 1)" +
		"\nH -> error; assume (not (< i n)); assume (= s 10)",
	"ends": counted + "\nH -> B; assume (< i n)\nB -> H; assume (not (and (= n 9) (= i 7))); s := (+ s 1); i := (+ i 1)\n" +
		"B -> F; assume (and (= n 9) (= i 7))" +
		"\nH -> error; assume (not (< i n)); assume (= s 10)",
	"longer": "n m i s : int\nS -> H; input n; assume (<= n 12); m := (ite (= n 9) (- n 2) n); i := 0; s := 0\n" +
		"H -> H; assume (< i m); s := (+ s 1); i := (+ i 1)" +
		"\nH -> error; assume (not (< i m)); assume (<= 0 n); assume (not (= s n))",
	"behind": "n m i s : int\nS -> H; input n; assume (<= n 12); m := (ite (= n 10) 5 n); i := 0; s := 0\n" +
		"H -> H; assume (< i m); s := (+ s 1); i := (+ i 1)" +
		"\nH -> G; assume (not (< i m)); i := 0\nG -> G; assume (< i 3); s := (+ s 1); i := (+ i 1)\n" +
		"G -> error; assume (not (< i 3)); assume (= s 8); assume (< 5 n)",
	"other way": "n i s : int\nS -> T; input n; assume (<= n 12); i := 0; s := 0\nT -> H; assume (= (mod n 2) 0)\n" +
		"T -> G; assume (not (= (mod n 2) 0))" +
		"\nH -> H; assume (< i n); s := (+ s 1); i := (+ i 1)\nG -> G; assume (< i n); s := (+ s 2); i := (+ i 1)" +
		"\nH -> error; assume (not (< i n)); assume (= s 10)\nG -> error; assume (not (< i n)); assume (= s 10)",
	"later": counted + "\nH -> H; assume (< i n); s := (+ s 1); i := (+ i 1)\nH -> G; assume (not (< i n)); i := 0" +
		"\nG -> G; assume (< i 2); assume (not (= n 9)); i := (+ i 1)\nG -> error; assume (not (< i 2)); assume (= s 10)",
	"given": counted + "; input x; assume (<= 0 x); assume (<= x 2)\n" +
		"H -> H; assume (< i n); s := (ite (and (= i 9) (= x 2)) 1 s); i := (+ i 1)\nH -> error; assume (not (< i n)); assume (= s 1)",
	"twice more": twice + "\nG -> error; assume (not (< i n)); assume (= (+ s x) 40)",
}

// TestRight: the base case and the step of what holds for all sizes do.
func TestRight(t *testing.T) {
	for _, name := range slices.Sorted(maps.Keys(right)) {
		text := right[name]
		r, ok := induct(t, programtest.Text(text))
		switch {
		case !ok:
			t.Errorf("%s: no parameter, or too many states", name)
		case len(r.whole) > 0 || !r.proves():
			t.Errorf("%s: fails for %v, its base case for %v, its step for %v", name, r.whole, r.base, r.not)
		}
	}
}

// TestWrong: what fails for some size fails in the base case or in the step to the first such size beyond; with each of the deliberate mistakes some
// program does not.
func TestWrong(t *testing.T) {
	noticed := func(report bool) (names []string) {
		for _, name := range slices.Sorted(maps.Keys(wrong)) {
			text := wrong[name]
			r, ok := induct(t, programtest.Text(text))
			switch {
			case !ok || len(r.whole) == 0:
				t.Errorf("%s: no parameter, too many states, or it does not fail", name)
			case r.wrong() || r.proves():
				names = append(names, name)
				if report {
					t.Errorf("%s: fails for %v, its base case (up to %d) for %v, its step for %v", name, r.whole, r.x.Least, r.base, r.not)
				}
			}
		}
		return names
	}
	noticed(true)
	for _, f := range sabotage.All() {
		if f.Part() != sabotage.Sizes {
			continue
		}
		restore := sabotage.Inject(f)
		names := noticed(false)
		restore()
		if len(names) == 0 {
			t.Errorf("nothing notices that %s", f)
		} else {
			t.Logf("%s: %v", f, names)
		}
	}
}
