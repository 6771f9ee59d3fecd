package vc

import (
	"testing"

	"cupel/product/boogie"
)

// TestExact: a counterexample is exact only where none of the values that it depends on is over-approximated.
func TestExact(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       bool
	}{
		{"parameter", `procedure p(x: int) { assert x > 0; }`, true},
		{"join", `procedure p(x: int) { var y: int; if (x > 3) { y := 1; } else { y := x; } assert y > 0; }`, true},
		{"global", `var g: int; procedure p(x: int) { assert x > g; }`, false},
		{"global with any value", `var {:any} g: int; procedure p(x: int) { assert x > g; }`, true},
		{"global that the procedure says may have any value", `var g: int; var h: int; procedure {:any "g"} p(x: int) { assert x > g; }`, true},
		{"another one", `var g: int; var h: int; procedure {:any "g"} p(x: int) { assert x > h; }`, false},
		{"global that is assigned first", `var g: [int]int; procedure p(x: int) modifies g; { g[x] := 1; assert g[x] == 2; }`, true},
		{"global that does not matter", `var g: int; procedure p(x: int) modifies g; { if (x > 2) { g := g + 1; } assert x > 0; }`, true},
		{"global in the condition", `var g: int; procedure p(x: int) { assume g > 2; assert x > 0; }`, false},
		{"constant", `const c: int; procedure p(x: int) { assert x > c; }`, true},
		{"constant with some values", `const {:some} c: int; procedure p(x: int) { assert x > c; }`, false},
		{"havoc", `procedure p(x: int) { var y: int; havoc y; assert x > y; }`, false},
		{"havoc that does not matter", `procedure p(x: int) { var y: int; havoc y; assert x > 0; }`, true},
		{"doubt that is excluded", `procedure p(x: int) { var {:doubt} d: bool; havoc d; assume d || x > 3; assert x > 7; }`, true},
		{"doubt that is not", `procedure p(x: int) { var {:doubt} d: bool; havoc d; assume d || x > 7; assert x > 3; }`, false},
		{"doubt elsewhere", `procedure p(x: int) { var {:doubt} d: bool; assert x > 3; havoc d; assume d || x > 7; }`, true},
		{"function", `function f(x: int): int; procedure p(x: int) { assert x > f(x); }`, false},
		{"function without arguments", `function f(): int; procedure p(x: int) { assert x > f(); }`, false},
		{"function with body", `function f(x: int): int { x + 1 } procedure p(x: int) { assert x > f(x); }`, true},
		{"loop", `procedure p(x: int) { var i: int; i := 0; while (i < x) { i := i + 1; } assert i != 7; }`, false},
		{"before a loop", `procedure p(x: int) { var i: int; i := 0; assert x > 0; while (i < x) { i := i + 1; } }`, true},
		{"call by contract", `procedure q(x: int) returns (y: int) ensures y > x; { y := x + 1; } procedure p(x: int) { var y: int; call y := q(x); assert y > 3; }`, false},
		{"call of a body", `procedure {:inline 1} q(x: int) returns (y: int) { y := x + 1; } procedure p(x: int) { var y: int; call y := q(x); assert y > 3; }`, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			tree, err := boogie.Parse("a.bpl", c.text)
			if err != nil {
				t.Fatal(err)
			}
			p, err := boogie.Check(tree)
			if err != nil {
				t.Fatal(err)
			}
			rs, err := Verify(t.Context(), p, Options{Only: []string{"p"}})
			if err != nil {
				t.Fatal(err)
			}
			if len(rs) != 1 || len(rs[0].Failures) != 1 || rs[0].Failures[0].Exact != c.want {
				t.Errorf("%+v, want %v", rs, c.want)
			}
		})
	}
}

// TestEnds: an execution to the end of a procedure is known only where it is one.
func TestEnds(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       bool
	}{
		{"plain", `procedure {:ends} p(x: int) { assume x > 3; }`, true},
		{"stops", `procedure {:ends} p(x: int) { assume x > 3; assume x < 2; }`, false},
		{"never", `procedure {:ends} p(x: int) { assume false; }`, false},
		{"a way around", `procedure {:ends} p(x: int) { if (x > 3) { assume false; } }`, true},
		{"behind an assertion", `procedure {:ends} p(x: int) { assert false; }`, false},
		{"by what is not known", `procedure {:ends} p(x: int) { var y: int; havoc y; assume y > x; }`, false},
		{"not asked for", `procedure p(x: int) { assume x > 3; }`, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			rs, err := Verify(t.Context(), checked(t, c.text), Options{})
			if err != nil || rs[0].Ends != c.want {
				t.Errorf("%v %+v, want %v", err, rs, c.want)
			}
		})
	}
}
