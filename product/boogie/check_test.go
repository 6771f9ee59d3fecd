package boogie

import "testing"

// TestCheckErrors: each mistake is reported with its position and the remedy.
func TestCheckErrors(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{"var x: int; var x: bool;", "1:17: the variable 'x' is declared twice; rename one"},
		{"var x: nope;", "1:8: the type 'nope' is not declared"},
		{"type T a; var x: T;", "1:18: the type 'T' takes 1 arguments, not 0"},
		{"type A = B; type B = A;", "1:1: the type 'A' is a synonym of itself; remove the cycle"},
		{"axiom x;", "1:7: the variable 'x' is not declared"},
		{"function f() returns (int); axiom f == 1;", "1:35: the variable 'f' is not declared; a function needs parentheses: f()"},
		{"var g: bool; axiom g;", "1:20: the variable 'g' within an axiom, which must not depend on a state"},
		{"axiom old(true);", "1:7: old within an axiom, which has no earlier state; remove it"},
		{"var g: int where g > old(g);", "1:22: old within a where clause, which has no earlier state; remove it"},
		{"var g: int; procedure p(); requires old(g) > 0;", "1:37: old within a precondition, which has no earlier state; remove it"},
		{"axiom 1;", "1:7: the condition has type int where bool is needed"},
		{"axiom 1 + true == 2;", "1:11: the right operand of + has type bool where int is needed"},
		{"axiom 1bv8 + 1bv8 == 2bv8;", "1:7: an operand of + has type bv8; it needs int or real; bit-vectors have functions with {:bvbuiltin}"},
		{"axiom 1bv8[9:0] == 1bv9;", "1:7: the bits [9:0] of a value of type bv8; they need a bit-vector and 0 <= low < high <= width"},
		{"axiom 1[2] == 3;", "1:7: an index behind a value of type int, which is no map"},
		{"const m: [int]int; axiom m[1, 2] == 3;", "1:26: a map of type [int]int takes 1 arguments, not 2"},
		{"procedure p(x: int); requires (forall x: int :: x > 0);", "1:39: the variable 'x' hides another one; rename it"},
		{"axiom f(1);", "1:7: the function 'f' is not declared"},
		{"function f(int): int; axiom f() == 1;", "1:29: the function 'f' takes 1 arguments, not 0"},
		{"function {:constructor} c(): int;", "1:1: the constructor 'c' must return a type that is declared with {:datatype}"},
		{"datatype D { C(x: int, x: int) }", "1:24: the members of constructor 'C' need different names"},
		{"datatype D { C(x: int) } axiom C(1)->y == 1;", "1:32: the datatype 'D' has no member 'y'"},
		{"datatype D { C(x: int) } axiom C(1) is E;", "1:32: the datatype 'D' has no constructor 'E'"},
		{"const c: int; axiom c <: true;", "1:26: the right operand of <: has type bool where int is needed"},
		{"implementation p() { }", "1:1: the implementation of 'p' has no procedure; declare it"},
		{"procedure p(x: int); implementation p(x: bool) { }", "1:39: 'x' has type bool, in the procedure int"},
		{"procedure p(); implementation p(x: bool) { }", "1:16: the implementation of 'p' has other parameters than its procedure"},
		{"procedure p(x: int) { x := 1; }", "1:23: 'x' cannot be assigned to; use a local variable"},
		{"const c: int; procedure p() { c := 1; }", "1:31: 'c' cannot be assigned to; use a local variable"},
		{"procedure p() { var x: int; x, x := 1, 2; }", "1:32: 'x' is assigned twice at once; write two assignments"},
		{"procedure p() { goto l; }", "1:17: goto names the label 'l', which is not in this body"},
		{"procedure p() { l: l: }", "1:20: the label 'l' occurs twice; rename one"},
		{"procedure p() { break; }", "1:17: break outside of loops; remove it or name a label"},
		{"procedure p() { l: assert true; while (*) { break l; } }", "1:45: break names 'l', which is no label of a statement around it"},
		{"procedure p() { call q(); }", "1:17: the procedure 'q' is not declared"},
		{"procedure p(x: int); procedure q() { call p(); }", "1:38: the procedure 'p' takes 1 arguments, not 0"},
		{"procedure p() returns (x: int); procedure q() { call p(); }", "1:49: the procedure 'p' returns 1 values, not 0"},
		{"procedure p() returns (x: int); procedure q() { var b: bool; call b := p(); }", "1:67: the result has type int, 'b' has type bool"},
		{"procedure p(); modifies q;", "1:25: modifies names 'q', which is no global variable"},
		{"procedure p(x: int, x: int);", "1:21: the variable 'x' is declared twice; rename one"},
		{"function f<T>(x: T): T; axiom f(1) == true;", "1:39: the right operand of == has type bool where int is needed"},
	} {
		p, err := Parse("f.bpl", c.src)
		if err != nil {
			t.Errorf("%s: %v", c.src, err)
			continue
		}
		_, err = Check(p)
		if errs, _ := err.(Errors); len(errs) == 0 || errs[0].Error() != "f.bpl:"+c.want {
			t.Errorf("%s:\n%v, want\n%s", c.src, err, c.want)
		}
	}
}

// TestCheckTypes: inference, synonyms, polymorphism.
func TestCheckTypes(t *testing.T) {
	p, err := Parse("f.bpl", `
type Ref; type Field a; type Heap = <a>[Ref, Field a]a; type M k = [k]int;
datatype List<T> { Nil(), Cons(head: T, tail: List T) }
function id<T>(x: T): T { x }
const h: Heap; const f: Field bool; const r: Ref; const m: M bool;
axiom h[r, f] ==> id(m)[id(true)] == 1;
axiom (forall<T> x: T :: id(x) == x);
axiom Cons(1, Nil())->tail == Nil() && Nil() == Cons(true, Nil());
axiom (lambda x: int, y: bool :: y)[1, true] && (id(5bv8) ++ 1bv2)[3:1] == 2bv2;
`)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Check(p); err != nil {
		t.Error(err)
	}
}
