package cfa

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cupel/core/program"
	"cupel/frontend/modelfile"
)

// body puts a body on the only edge of a model with some variables.
func body(text string) string {
	return "main process m { var x : int var p : bool var v : bv[4] var w : bv[5] var f : fp[8:24] var a : [int] -> bool\n" +
		"init loc A loc B\nA -> B {\n" + text + "\n} }"
}

// TestErrors: faults are reported with their place and what to do; models that
// use more than a control-flow automaton needs are refused as unsupported.
func TestErrors(t *testing.T) {
	tests := []struct {
		name, src, want string
		unsupported     bool
	}{
		{"nothing", "", `1:1: there is no main process; write main process`, false},
		{"no main", "process p { init loc A }", `1:25: there is no main process`, false},
		{"two main", "main process p { init loc A }\nmain process q { }", `2:1: process q is a second main process; mark one process main, p is the first`, false},
		{"character", "main process p {\n init loc A é }", `2:13: the character 'é' has no meaning here`, false},
		{"comment", "/* main", `1:1: the comment does not end`, false},
		{"garbage", "model x", `1:1: "model" where a declaration is expected`, false},
		{"other language", "type x : int", `1:1: this is a model of another language of Theta (type), which is not supported`, true},
		{"parameters", "main process p(x : int) { }", `1:15: parameters of the main process are not supported`, true},
		{"not closed", "main process p { init loc A", `1:16: the process is not closed`, false},
		{"member", "main process p { assume x }", `1:18: "assume" where a declaration is expected`, false},
		{"edge not closed", "main process p { init loc A A -> A { assume true", `1:36: the body of the edge is not closed`, false},
		{"no init", "main process p { loc A }", `1:14: process p has no initial location; mark one location init`, false},
		{"two init", "main process p { init loc A init loc B }", `1:38: location B is a second initial location`, false},
		{"location twice", "main process p { init loc A loc A }", `1:33: location A is already declared`, false},
		{"variable twice", "main process p { var x : int\nvar x : int init loc A }", `2:5: variable x is already declared at line 1`, false},
		{"unknown location", "main process p { init loc A A -> B }", `1:34: location B is not declared; declare it with loc B`, false},
		{"keyword", "main process p { init loc A var not : int }", `1:33: "not" is a keyword and cannot be the name of a variable`, false},
		{"no name", "main process p { init loc 7 }", `1:27: "7" where the name of a location is expected`, false},
		{"no colon", "main process p { var x int }", `1:24: "int" where ":" is expected; give the type of x`, false},
		{"type", "main process p { var x : real }", `1:26: "real" is not a type; choose bool, int, rat`, false},
		{"function type", "main process p { var x : (int) -> int }", `1:26: function types are not supported`, true},
		{"width", "main process p { var x : bv[0] }", `1:29: "0" is no possible size; write a number from 1 to`, false},
		{"array type", "main process p { var x : [int] int }", `1:32: "int" where "->" is expected`, false},
		{"float type", "main process p { var x : fp[8] }", `1:30: "]" where ":" is expected; write fp[EXPONENT:SIGNIFICAND]`, false},

		{"statement", body("5"), `4:1: "5" where a statement is expected; write NAME := EXPRESSION`, false},
		{"return", body("return x"), `4:1: return is not supported`, true},
		{"prime", body("assume x' = 1"), `4:9: primed variables are not supported`, true},
		{"call", body("assume p (x)"), `4:10: function application is not supported`, true},
		{"lambda", body("assume (y : int) -> p"), `4:8: function literals are not supported`, true},
		{"undeclared", body("x := y"), `4:6: variable y is not declared; declare it with var y : TYPE`, false},
		{"undeclared target", body("y := 1"), `4:1: variable y is not declared`, false},
		{"undeclared havoc", body("havoc y"), `4:7: variable y is not declared`, false},
		{"assumed number", body("assume x"), `4:8: "assume" takes bool, but this is int`, false},
		{"assignment", body("x := p"), `4:6: variable x has type int, but this is bool; correct one of them`, false},
		{"rational", body("x := 1 % 2"), `4:6: variable x has type int, but this is rat`, false},
		{"denominator", body("x := 1 % 0"), `4:10: "0" where a denominator is expected`, false},
		{"sum of bits", body("v := v + v"), `4:6: "+" takes int or rat, but this is bv[4]; use bvadd`, false},
		{"order of bits", body("assume v < v"), `4:8: "<" takes int or rat, but this is bv[4]; use bvult or bvslt`, false},
		{"remainder of bits", body("v := v mod v"), `4:6: "mod" takes int, but this is bv[4]; use bvsmod or bvurem`, false},
		{"float sum", body("f := f - f"), `4:6: "-" takes int or rat, but this is fp[8:24]; use fpsub or fpneg`, false},
		{"bits of int", body("assume x bvult v"), `4:8: "bvult" takes a bit-vector, but this is int`, false},
		{"widths", body("v := v bvadd w"), `4:8: "bvadd" has operands of types bv[4] and bv[5]; make them equal`, false},
		{"equality", body("assume x = p"), `4:10: "=" has operands of types int and bool`, false},
		{"chain", body("assume x = x = x"), `4:14: "=" cannot follow another operator of its kind; add parentheses`, false},
		{"not inside", body("assume p = not p"), `4:12: "not" cannot be an operand here; put it in parentheses`, false},
		{"and", body("assume p and x"), `4:14: "and" takes bool, but this is int`, false},
		{"index", body("assume a[p]"), `4:10: the index has type int, but this is bool`, false},
		{"element", body("a := a[0 <- 1]"), `4:13: the element has type bool, but this is int`, false},
		{"no array", body("assume x[1]"), `4:8: int is no array and cannot be indexed`, false},
		{"bits", body("v := v[5:1]"), `4:8: there are no such bits in bv[4]; write x[HIGH:LOW] with LOW < HIGH <= 4`, false},
		{"empty bits", body("v := v[2:2]"), `4:8: there are no such bits`, false},
		{"extension", body("v := w bv_zero_extend bv[4]"), `4:8: bv[5] cannot be extended to the narrower bv[4]; write x[4:0]`, false},
		{"literal digits", body("v := 4'b012"), `4:6: "4'b012" has digits that base 2 does not have`, false},
		{"literal width", body("v := 4'd16"), `4:6: "4'd16" does not fit 4 bits`, false},
		{"negative literal", body("v := 4'd-9"), `4:6: "4'd-9" does not fit 4 bits`, false},
		{"array literal", body("a := [default <- true]"), `4:6: the index type of the array is unknown; write [<TYPE> default <- VALUE]`, false},
		{"array without default", body("a := [0 <- true]"), `4:16: "]" where "," is expected`, false},
		{"rounding", body("f := f fpadd[UP] f"), `4:14: "UP" is no rounding mode; choose RNE`, false},
		{"signedness", body("v := fptobv[4'x] f"), `4:15: "x" where s (signed) or u (unsigned) is expected`, false},
		{"significand", body("f := 8'd1.3"), `4:11: "3" where the significand of a float is expected`, false},
		{"missing else", body("x := if p then 1"), `5:1: "}" where "else" is expected`, false},
		{"unclosed", body("x := (1"), `5:1: "}" where ")" is expected; close the parenthesis`, false},
		{"end of expression", body("x := 1 +"), `5:1: "}" where an expression is expected`, false},
		{"deep", body("x := " + strings.Repeat("(", 100000)), `nested more than 2000 levels deep, which is not supported`, true},
		{"deep type", "main process p { var x : " + strings.Repeat("[", 100000), `nested more than 2000 levels deep`, true},
		{"deep minus", body("x := " + strings.Repeat("- ", 100000) + "x"), `nested more than 2000 levels deep`, true},
	}
	for _, test := range tests {
		_, err := Parse("m.cfa", []byte(test.src))
		var e *modelfile.Error
		if !errors.As(err, &e) {
			t.Errorf("%s: error %v, want %s", test.name, err, test.want)
			continue
		}
		if !strings.HasPrefix(err.Error(), "m.cfa:") || !strings.Contains(err.Error(), test.want) || e.Unsupported != test.unsupported {
			t.Errorf("%s: %v (unsupported: %v)\nwant %s (%v)", test.name, err, e.Unsupported, test.want, test.unsupported)
		}
	}
}

// TestLong: long expressions and many edges cost no more than they should.
func TestLong(t *testing.T) {
	const n = 20000
	p, err := Parse("m.cfa", []byte(body("assume p"+strings.Repeat(" and x /= 3", n)+" x := x"+strings.Repeat(" + 1", n))+"\n"+
		"process other { "+strings.Repeat("loc L ", n)+"}"))
	if err != nil {
		t.Fatal(err)
	}
	if got := p.Edges[1].Ops[1].Expr.String(); got != "x + 20000" {
		t.Error(got)
	}
	edges := strings.Repeat("A -> A { assume x > 0 }\n", 300)
	if p, err = Parse("m.cfa", []byte("main process m { var x : int init loc A "+edges+"}")); err != nil {
		t.Fatal(err)
	}
	if err := program.SanityProgram(p); err != nil {
		t.Error(err)
	}
}

// TestRead: files.
func TestRead(t *testing.T) {
	file := filepath.Join(t.TempDir(), "m.cfa")
	if _, err := Read(file); !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), "m.cfa: the file cannot be read") {
		t.Error(err)
	}
	if err := os.WriteFile(file, []byte("main process m { init loc A }"), 0o644); err != nil {
		t.Fatal(err)
	}
	p, err := Read(file)
	if err != nil {
		t.Fatal(err)
	}
	if len(p.Error.In) > 0 || len(p.Files) != 1 || p.Files[0] != file || !p.Lowered {
		t.Errorf("%+v", p)
	}
}

// TestLowered: bit-vectors alone are left to the lowering to integers.
func TestLowered(t *testing.T) {
	for vars, want := range map[string]bool{
		"": true, "var p : bool": true, "var x : int": true, "var x : rat": true, "var a : [int] -> bool": true,
		"var x : bv[4]": false, "var x : bv[4] var p : bool": false, "var f : fp[8:24]": false, "var a : [bv[4]] -> bv[4]": false,
		"var x : bv[4] var y : int": true, "var a : [int] -> bv[4]": true,
	} {
		p, err := Parse("m.cfa", []byte("main process m { init loc A "+vars+" }"))
		if err != nil {
			t.Fatal(err)
		}
		if p.Lowered != want {
			t.Errorf("%s: Lowered %v, want %v", vars, p.Lowered, want)
		}
	}
}

// FuzzParse: the reader fails only with positioned errors, and an accepted model is a well-formed program.
func FuzzParse(f *testing.F) {
	files, err := filepath.Glob("testdata/golden/*.cfa")
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(src)
	}
	f.Add([]byte(body("x := if p then x else x mod 3 v := v bvrol 4'd1 a := a[0 <- p] havoc f")))
	f.Fuzz(func(t *testing.T, src []byte) {
		p, err := Parse("m.cfa", src)
		var e *modelfile.Error
		switch {
		case err == nil:
			if err := program.SanityProgram(p); err != nil {
				t.Fatal(err)
			}
		case !errors.As(err, &e):
			t.Fatalf("%v is no *modelfile.Error", err)
		}
	})
}
