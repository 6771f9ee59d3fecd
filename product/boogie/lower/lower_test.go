package lower_test

import (
	"errors"
	"strings"
	"testing"

	"cupel/engine"
	"cupel/engine/bmc"
	"cupel/engine/kinduction"
	"cupel/product/boogie"
	"cupel/product/boogie/lower"
)

func checked(t *testing.T, src string) *boogie.Checked {
	t.Helper()
	tree, err := boogie.Parse("t.bpl", src)
	if err != nil {
		t.Fatal(err)
	}
	p, err := boogie.Check(tree)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestRefused: what cannot be lowered is an error with its place, unless it may be left out.
func TestRefused(t *testing.T) {
	for _, tt := range []struct{ src, want string }{
		{"procedure p(m: [int]int) {\n assume (forall k: int :: m[k] == 0); assert m[3] == 0; }", "t.bpl:2:9: quantifiers"},
		{"procedure p(m: [int]int) {\n assert (forall k: int :: m[k] == 0); }", "t.bpl:2:2: quantifiers"},
		{"procedure p(x: real) { assert x < 1.5; }", "t.bpl:1:1: values of type real"},
		{"type T; procedure p(x: T) { assume (forall y: T :: y == x); assert true; }", "t.bpl:1:9: something is said about all values of the type T"},
		{"datatype D { A(x: int), B() } procedure p(d: D) { assert d is A; }", "datatype D has 2 constructors"},
	} {
		_, err := lower.Lower(t.Context(), checked(t, tt.src), "p", lower.Options{})
		var no *lower.Unsupported
		if !errors.As(err, &no) || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v", tt.src, err)
		}
	}
}

// TestWeakened: an assumption that was left out makes an error none, and leaves a proof one.
func TestWeakened(t *testing.T) {
	src := "procedure p(m: [int]int, x: int) { assume (forall k: int :: m[k] == 0); assert x == x + 0 GOAL; }"
	for goal, want := range map[string]engine.Verdict{"": engine.True, "&& m[3] == 0": engine.Unknown} {
		l, err := lower.Lower(t.Context(), checked(t, strings.Replace(src, "GOAL", goal, 1)), "p", lower.Options{Weaken: true})
		if err != nil {
			t.Fatal(err)
		}
		if v := verdict(t, l, bmc.New(bmc.Options{})); v != want || !l.Weakened {
			t.Errorf("%q: %v", goal, v)
		}
	}
}

// TestMeaning: verdicts of small procedures; one of the engines has one.
func TestMeaning(t *testing.T) {
	for _, tt := range []struct {
		src  string
		want engine.Verdict
	}{
		{"procedure p(x: int) { assert x div 0 == x div 0; }", engine.True},
		{"procedure p(x: int, y: int) { assert y != 0 || x mod y == x mod 0; }", engine.True},
		{"procedure p(x: int) { assert x div 0 == 0; }", engine.False},
		{"function {:bvbuiltin \"bvudiv\"} d(a: bv4, b: bv4) returns (bv4); procedure p(x: bv4) { assert d(x, 0bv4) == 15bv4; }", engine.True},
		{"function f(x: int, y: int) returns (int); procedure p(x: int) { assume f(x, 1) == 1; assert f(x, 1) > 0; assert f(x, 2) == 1; }", engine.False},
		{"function f(x: int, b: bool) returns (bool); procedure p(x: int) { assume f(x, true); assert f(x + 0, !false); }", engine.True},
		{"const c: int; axiom c > 3; procedure p() { assert c > 2; }", engine.True},
		{"const unique a: int; const unique b: int; procedure p() { assert a != b; }", engine.True},
		{"procedure p() { var x, y: int; x, y := 1, 2; x, y := y, x; assert x == 2 && y == 1; }", engine.True},
		{"var m: [int][bool]int; procedure p(i: int) { m[i][true] := 4; m[i][false] := 5; assert m[i][true] == 4; }", engine.True},
		{"datatype P { P(l: int, r: [int]int) } procedure p(x: P) { var y: P; y := x; y->l := 3; assert y->r == x->r && y->l == 3; }", engine.True},
		{"procedure p() { goto a, b; a: assert true; return; b: assert false; }", engine.False},
		{"procedure p() { if (*) { assert true; } else { assert false; } }", engine.False},
		{"var g: int; procedure q(); requires g == 1; modifies g; ensures g > old(g); procedure p() { g := 1; call q(); assert g >= 2; }", engine.True},
		{"var g: int; procedure q(); requires g == 1; modifies g; procedure p() { call q(); }", engine.False},
		{"procedure p(n: int) returns (i: int) ensures i == n; { i := 0; while (i < n) { i := i + 1; } }", engine.False},
		{"procedure p(n: int) returns (i: int) requires n >= 0; ensures i == n; { i := 0; while (i < n) { i := i + 1; } }", engine.True},
	} {
		l, err := lower.Lower(t.Context(), checked(t, tt.src), "p", lower.Options{})
		if err != nil {
			t.Errorf("%s: %v", tt.src, err)
			continue
		}
		decided := false
		for _, e := range []engine.Engine{bmc.New(bmc.Options{}), kinduction.New()} {
			v := verdict(t, l, e)
			decided = decided || v == tt.want
			if v != tt.want && v != engine.Unknown {
				t.Errorf("%s: %s says %v", tt.src, e.Name(), v)
			}
		}
		if !decided {
			t.Errorf("%s: no engine decides", tt.src)
		}
	}
}

// TestGoalsApart: assertions of a tree built by hand are different goals where they have one position and text.
func TestGoalsApart(t *testing.T) {
	x := boogie.V("x", boogie.Int)
	is := func(n int64) boogie.Stmt {
		return &boogie.Assert{Cond: boogie.Bin(boogie.Ne, boogie.Id("x"), boogie.N(n))}
	}
	p, err := boogie.Check(&boogie.Program{Decls: []boogie.Decl{
		&boogie.Procedure{Name: "p", Ins: []*boogie.Variable{x}, Body: &boogie.Body{Stmts: []boogie.Stmt{is(1), is(2)}}},
	}})
	if err != nil {
		t.Fatal(err)
	}
	l, err := lower.Lower(t.Context(), p, "p", lower.Options{})
	if err != nil || len(l.Checks) != 2 || l.Checks[0].ID == l.Checks[1].ID {
		t.Errorf("%v %v", l, err)
	}
}
