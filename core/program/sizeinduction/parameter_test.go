package sizeinduction_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"cupel/core/program"
	"cupel/core/program/programtest"
	"cupel/core/program/sizeinduction"
)

// TestParameters: which inputs a proof can be by induction on, and the greatest value of the base case.
func TestParameters(t *testing.T) {
	const loop = "\nH -> H; assume (< i n); i := (+ i 1)\nH -> error; assume (not (< i n)); assume (= i 77)"
	for _, c := range []struct{ name, text, want string }{
		{"one", "n i : int\nS -> H; input n; i := 0" + loop, "n 1"},
		{"no input", "n i : int\nS -> H; havoc n; i := 0" + loop, ""},
		{"none at all", "n i : int\nS -> H; i := 0" + loop, ""},
		{"machine numbers", "n i : bv3\nS -> H; input n; i := #b000\nH -> H; assume (bvult i n); i := (bvadd i #b001)\n" +
			"H -> error; assume (not (bvult i n))", ""},
		{"no number", "n : bool\ni : int\nS -> H; input n; i := 0\nH -> H; assume n; i := (+ i 1)\nH -> error; assume (not n)", ""},
		{"no loop", "n i : int\nS -> error; input n; assume (< i n)", ""},
		{"no condition", "n i : int\nS -> H; input n; i := 0\nH -> H; assume (< i 5); i := (+ i n)\nH -> error; assume (not (< i 5))", "n 1"},
		{"not in a loop", "n i : int\nS -> H; input n; i := 0\nH -> H; assume (< i 5); i := (+ i 1)\nH -> A; assume (not (< i 5))\n" +
			"A -> error; assume (< i n)", ""},
		{"on the way", "n m i : int\nS -> H; input n; m := (+ n 1); m := (* 2 m); i := 0\nH -> H; assume (< i m); i := (+ i 1)\n" +
			"H -> error; assume (not (< i m))", "n 1"},
		{"in the loop", "n i : int\nS -> H; i := 0\nH -> A; input n\nA -> H; assume (< i n); i := (+ i 1)\nA -> error; assume (not (< i n))", ""},
		{"behind a loop", "n i : int\nS -> G; i := 0\nG -> G; assume (< i 3); i := (+ i 1)\nG -> H; assume (not (< i 3)); input n" + loop, ""},
		{"not always", "n i : int\nS -> A; i := 0\nA -> H; assume (= i 0); input n\nA -> H; assume (not (= i 0))" + loop, ""},
		{"an error before", "n i : int\nS -> A; i := 0\nA -> H; assume (= i 0); input n\nA -> error; assume (not (= i 0))" + loop, ""},
		{"an end before", "n i : int\nS -> A; i := 0\nA -> H; assume (= i 0); input n\nA -> F; assume (not (= i 0))" + loop, "n 1"},
		{"again", "n i : int\nS -> A; input n; i := 0\nA -> S; assume (< n 0)\nA -> H; assume (not (< n 0))" + loop, ""},
		{"constants", "n i : int\nS -> H; input n; assume (<= 3 n); assume (< n 700); i := 0" + loop, "n 4"},
		{"a constant in a value", "n i : int\nS -> H; input n; i := (ite (= n 5) 1 0)" + loop, "n 6"},
		{"a large constant", "n i : int\nS -> H; input n; assume (<= 8 n); i := 0" + loop, "n 8"},
		{"two", "n m i : int\nS -> H; input n; input m; i := 0\nH -> H; assume (< i (+ n m)); i := (+ i 1)\n" +
			"H -> error; assume (not (< i (+ n m)))", "n 1, m 1"},
		{"four", "a b c d i : int\nS -> H; input a; input b; input c; input d; i := 0\nH -> H; assume (< i (+ a b c d)); i := (+ i 1)\n" +
			"H -> error; assume (= i (+ a b c d))", "a 1, b 1, c 1"},
	} {
		var got []string
		for _, x := range sizeinduction.Parameters(programtest.Text(c.text)) {
			got = append(got, fmt.Sprintf("%s %d", x.Var, x.Least))
		}
		if strings.Join(got, ", ") != c.want {
			t.Errorf("%s: %v, want %s", c.name, got, c.want)
		}
	}
	p := programtest.Text("n i : int\nS -> H; input n; i := 0" + loop)
	p.LargeBlocks = true
	if len(sizeinduction.Parameters(p)) > 0 {
		t.Error("large blocks have a parameter")
	}
}

// TestRefused: a program that is not modelled to its end has no step, nor has one whose two instances can be at too many places.
func TestRefused(t *testing.T) {
	const loop = "n i : int\nS -> H; input n; i := 0\nH -> H; assume (< i n); i := (+ i 1)\n"
	var many strings.Builder
	many.WriteString(loop + "H -> L0; assume (not (< i n)); i := 0\n")
	for i := range 600 {
		fmt.Fprintf(&many, "L%d -> L%d; assume (< i n); i := (+ i 1)\nL%d -> L%d; assume (not (< i n)); i := 0\n", i, i, i, i+1)
	}
	for name, c := range map[string]struct{ text, why string }{
		"cut":  {loop + "H -> cut; assume (not (< i n))", "not modelled behind cut"},
		"many": {many.String() + "L600 -> error", "more than 4000 locations"},
	} {
		xs := sizeinduction.Parameters(programtest.Text(c.text))
		if len(xs) != 1 {
			t.Fatalf("%s: %d parameters", name, len(xs))
		}
		if _, err := xs[0].Step(); err == nil || !strings.Contains(err.Error(), c.why) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestRestate: checks are assumptions or left out, and memory operations are left out; bounds of cells hold where checks do.
func TestRestate(t *testing.T) {
	p := programtest.Text("n i : int\na : cells\n" +
		"S -> H; input n; check (< n 9); assume (<= 0 (select a n)); assume (<= 0 n); i := (select a n)\nH -> H; assume (< i n); i := (+ i 1)\n" +
		"H -> error; assume (not (< i n))")
	bounds := []*program.Op{&p.Edges[0].Ops[2], &p.Edges[0].Ops[3]}
	for _, op := range bounds {
		op.Note = program.TypeRange
	}
	pos := p.Edges[0].Ops[1].Pos
	address := p.Terms.BV(1, 64)
	p.Edges[1].Ops = append(p.Edges[1].Ops, program.Op{Kind: program.OpAccess, Expr: address, Size: address}, program.Op{Kind: program.OpAlloc, Expr: address, Size: address},
		program.Op{Kind: program.OpFree, Expr: address})
	for strict, want := range map[bool][]string{
		true:  {"n := input#1()", "assume n <= 8", "assume a[n] >= 0", "assume n >= 0", "i := a[n]", "assume n > i", "i := i + 1", "assume n <= i"},
		false: {"n := input#1()", "assume n >= 0", "i := a[n]", "assume n > i", "i := i + 1", "assume n <= i"},
	} {
		q := sizeinduction.Restate(p, strict)
		var got []string
		for _, e := range q.Edges {
			for _, op := range e.Ops {
				got = append(got, op.String())
				if op.String() == "assume n <= 8" && op.Pos != pos {
					t.Errorf("the check was at %s, and is at %s", pos, op.Pos)
				}
			}
		}
		if !slices.Equal(got, want) || len(q.LoopHeads()) != 1 {
			t.Errorf("strict %v: %q, %d loop heads", strict, got, len(q.LoopHeads()))
		}
	}
}

// TestChecks: the meaning of checks in a proof by induction is that in the restated program: a strict one is about executions without undefined
// behaviour, another one about more.
func TestChecks(t *testing.T) {
	p := programtest.Text(counted + "\nH -> H; assume (< i n); check (not (= n 9)); i := (+ i 1)\nH -> error; assume (not (< i n)); assume (= n 9)")
	for strict, fails := range map[bool]bool{true: false, false: true} {
		r, ok := induct(t, sizeinduction.Restate(p, strict))
		if !ok || r.whole[9] != fails || r.wrong() || r.proves() && fails {
			t.Errorf("strict %v: fails for %v, the step for %v", strict, r.whole, r.not)
		}
	}
}
