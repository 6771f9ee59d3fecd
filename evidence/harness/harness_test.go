package harness

import (
	"context"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/tests/need"
)

const declarations = `extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void abort(void); extern void exit(int);
`

func ints(vs ...int) []Input {
	var ins []Input
	for _, v := range vs {
		ins = append(ins, Input{Callee: "__VERIFIER_nondet_int", Type: "int", Literal: fmt.Sprint(v)})
	}
	return ins
}

// try writes, compiles and runs a harness for a program.
func try(t *testing.T, src string, s Spec) *Result {
	t.Helper()
	need.Tool(t, "gcc")
	dir := t.TempDir()
	s.Source = filepath.Join(dir, "program.c")
	if err := os.WriteFile(s.Source, []byte(src), 0o644); err != nil {
		t.Fatal(err)
	}
	if s.Errors == nil {
		s.Errors = []string{"reach_error"}
	}
	if _, err := Write(filepath.Join(dir, "out"), &s); err != nil {
		t.Fatal(err)
	}
	r, err := Run(context.Background(), filepath.Join(dir, "out"), &s)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestRun: a harness reaches the error exactly with the right inputs, for all ways to declare the error function.
func TestRun(t *testing.T) {
	body := "int main(void) { int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(); if (x == 3 && y == -4) reach_error(); return 0; }\n"
	tests := []struct {
		name, src string
		spec      Spec
		want      string // "hit" or part of Detail
	}{
		{"defined", "void reach_error() {}\n" + body, Spec{Inputs: ints(3, -4)}, "hit"},
		{"order", "void reach_error() {}\n" + body, Spec{Inputs: ints(-4, 3)}, "without reaching"},
		{"declared", "void reach_error(void);\n" + body, Spec{Inputs: ints(3, -4)}, "hit"},
		{"static", "static void reach_error(void) {}\n" + body, Spec{Inputs: ints(3, -4)}, "hit"},
		{"inline", "inline void reach_error(void) {}\n" + body, Spec{Inputs: ints(3, -4)}, "hit"},
		{"static inline", "static inline __attribute__((always_inline)) void reach_error(void) {}\n" + body, Spec{Inputs: ints(3, -4)}, "hit"},
		{"asserting", "#include <assert.h>\nvoid reach_error() { assert(0); }\n" + body, Spec{Inputs: ints(3, -4)}, "hit"},
		{"assert", "#include <assert.h>\nint main(void) { assert(__VERIFIER_nondet_int() != 3); return 0; }", Spec{Inputs: ints(3), Errors: []string{"reach_error", "__assert_fail"}}, "hit"},
		{"assert holds", "#include <assert.h>\nint main(void) { assert(__VERIFIER_nondet_int() != 3); return 0; }", Spec{Inputs: ints(4), Errors: []string{"__assert_fail"}}, "without reaching"},
		{"other name", "void __VERIFIER_error();\nint main(void) { __VERIFIER_error(); return 0; }", Spec{Errors: []string{"__VERIFIER_error"}}, "hit"},
		{"never called", "void reach_error() {}\nint main(void) { return 0; }", Spec{}, "without reaching"},
		{"same exit code", "void reach_error() {}\nint main(void) { return 107; }", Spec{}, "without reaching"},
		{"abort", "void reach_error() {}\nint main(void) { abort(); }", Spec{}, "without reaching"},
		{"crash", "void reach_error() {}\nint main(void) { *(volatile int *)0 = 1; reach_error(); }", Spec{}, "without reaching"},
		{"missing function", "int strange(int); void reach_error() {}\nint main(void) { if (!strange(1)) reach_error(); return 0; }", Spec{}, "hit"},
		{"assumption", "void __VERIFIER_assume(int); void reach_error() {}\nint main(void) { __VERIFIER_assume(0); reach_error(); }", Spec{}, "without reaching"},
		{"own assumption", "void __VERIFIER_assume(int c) { if (!c) abort(); } void reach_error() {}\nint main(void) { __VERIFIER_assume(1); reach_error(); }", Spec{}, "hit"},
		{"own input function", "void reach_error() {}\nint __VERIFIER_nondet_long(void) { return 1; }\nint main(void) { if (__VERIFIER_nondet_long() == 2) reach_error(); return 0; }",
			Spec{Inputs: []Input{{Callee: "__VERIFIER_nondet_long", Type: "int", Literal: "2"}}}, "hit"},
		{"no C", "int main(void) { return x; }", Spec{}, "gcc: "},
		{"uninitialised", "void reach_error() {}\nint f(void) { int a[4]; a[1]++; return a[1]; }\nint main(void) { f(); if (f() == 1) reach_error(); return 0; }", Spec{}, "hit"},
		{"memory", "#include <stdlib.h>\n#include <string.h>\nvoid reach_error() {}\nint main(void) { for (int i = 0; i < 9; i++) { char *p = malloc(1u << 29); if (!p) return 0; memset(p, 1, 4096); } reach_error(); }", Spec{Model: program.LP64}, "without reaching"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			src := declarations + tt.src
			if strings.Contains(tt.src, "#include") {
				src = tt.src
				src = strings.Replace(src, "\n", "\nextern int __VERIFIER_nondet_int(void);\n", 1)
			}
			r := try(t, src, tt.spec)
			if r.Hit != (tt.want == "hit") || !r.Hit && !strings.Contains(r.Detail, tt.want) {
				t.Errorf("%+v, want %s", r, tt.want)
			}
		})
	}
}

// TestTimeout: a program that does not end is stopped.
func TestTimeout(t *testing.T) {
	t.Parallel()
	if r := try(t, "void reach_error() {}\nint main(void) { for (;;) {} }", Spec{Timeout: 100 * time.Millisecond}); r.Hit || !strings.Contains(r.Detail, "no end") {
		t.Errorf("%+v", r)
	}
}

// TestOutput: output is reported.
func TestOutput(t *testing.T) {
	r := try(t, "#include <stdio.h>\nvoid reach_error() { }\nint main(void) { puts(\"hello\"); fflush(stdout); reach_error(); }", Spec{})
	if !r.Hit || !strings.Contains(r.Output, "hello") || !strings.Contains(r.Output, "error reached: reach_error") {
		t.Errorf("%+v", r)
	}
}

// typesProgram is a program that reaches the error when it receives the inputs, which are of all types, and
// ends with the number of the first that is another one.
func typesProgram() (string, []Input) {
	f := logic.NewFactory()
	fp := func(s *logic.Sort, n int64) *logic.Term {
		return f.FP(logic.OpFPDiv, logic.RNE, f.FPConvert(logic.OpFPFromSBV, s, logic.RNE, f.BVInt(n, 64)), f.FPConvert(logic.OpFPFromSBV, s, logic.RNE, f.BVInt(3, 64)))
	}
	longDouble := logic.FloatSort(15, 64)
	tests := []struct {
		typ    string // in the program
		name   string // what the front end calls it
		value  *logic.Term
		signed bool
		check  string // of x
	}{
		{"_Bool", "_Bool", f.BV(1, 8), false, "x == 1"},
		{"char", "char", f.BVInt(-3, 8), true, "x == -3"},
		{"unsigned char", "unsigned char", f.BV(200, 8), false, "x == 200"},
		{"short", "short", f.BVInt(math.MinInt16, 16), true, "x == -32768"},
		{"int", "int", f.BVInt(math.MinInt32, 32), true, "x == -2147483647 - 1"},
		{"unsigned int", "unsigned int", f.BVInt(-1, 32), false, "x == 4294967295u"},
		{"long long", "long long", f.BVInt(math.MinInt64, 64), true, "x == -9223372036854775807LL - 1"},
		{"u64", "u64", f.BVInt(-2, 64), false, "x == 18446744073709551614ULL"},
		{"s16", "s16", f.BVInt(-2, 16), true, "x == -2"},
		{"float", "float", fp(logic.Float32, 1), false, "x == 1.0f / 3"},
		{"double", "double", fp(logic.Float64, -7), false, "x == -7.0 / 3"},
		{"double", "double", f.FP(logic.OpFPDiv, logic.RNE, fp(logic.Float64, 1), fp(logic.Float64, 0)), false, "x > 1e308 * 1.7"},
		{"double", "double", f.FP(logic.OpFPDiv, logic.RNE, fp(logic.Float64, 0), fp(logic.Float64, 0)), false, "x != x"},
		{"real", "real", fp(logic.Float64, 5), false, "x == 5.0 / 3"},
		{"long double", "long double", fp(longDouble, 1), false, "x == 1.0L / 3"},
		{"long double", "long double", fp(longDouble, 0), false, "x == 0"},
	}
	var src strings.Builder
	src.WriteString("typedef unsigned long long u64; typedef short s16; typedef double real;\nvoid reach_error() {}\n")
	var body string
	var ins []Input
	for i, tt := range tests {
		callee := fmt.Sprintf("__VERIFIER_nondet_f%d", i)
		fmt.Fprintf(&src, "extern %s %s(void);\n", tt.typ, callee)
		body += fmt.Sprintf("  { %s x = %s(); if (!(%s)) return %d; }\n", tt.typ, callee, tt.check, i+1)
		ins = append(ins, NewInput(&program.Input{Callee: callee, Type: tt.name, Sort: tt.value.Sort(), Signed: tt.signed}, tt.value))
	}
	fmt.Fprintf(&src, "int main(void) {\n%s  reach_error();\n}\n", body)
	return src.String(), ins
}

// TestTypes: values of all types arrive unchanged, in both data models.
func TestTypes(t *testing.T) {
	for _, model := range []program.DataModel{program.ILP32, program.LP64} {
		src, ins := typesProgram()
		if r := try(t, src, Spec{Model: model, Inputs: ins}); !r.Hit {
			t.Errorf("%v: %+v", model, r)
		}
	}
}

// TestWide: 128-bit values and unknown types have a rendering.
func TestWide(t *testing.T) {
	f := logic.NewFactory()
	v := f.Concat(f.BV(5, 64), f.BV(7, 64))
	in := NewInput(&program.Input{Callee: "g", Type: "__int128", Sort: v.Sort(), Signed: true}, v)
	if in.Type != "signed __int128" {
		t.Error(in.Type)
	}
	r := try(t, "extern __int128 g(void); void reach_error() {}\nint main(void) { if (g() == ((__int128)5 << 64) + 7) reach_error(); return 0; }", Spec{Model: program.LP64, Inputs: []Input{in}})
	if !r.Hit {
		t.Errorf("%+v", r)
	}
	if got := NewInput(&program.Input{Callee: "b", Type: "x", Sort: logic.Bool}, f.True()); got.Type != "int" || got.Literal != "1" {
		t.Error(got)
	}
}

// TestStandalone: the command in the harness's comment compiles it.
func TestStandalone(t *testing.T) {
	need.Tool(t, "gcc")
	dir := t.TempDir()
	s := &Spec{Source: "p.c", Model: program.LP64, Errors: []string{"reach_error"}, Inputs: ints(9)}
	text := declarations + "void reach_error() {}\nint main(void) { if (__VERIFIER_nondet_int() == 9) reach_error(); return 0; }\n"
	if err := os.WriteFile(filepath.Join(dir, "p.c"), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	path, err := Write(dir, s)
	if err != nil {
		t.Fatal(err)
	}
	written, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	command := strings.TrimSpace(strings.Split(string(written), "\n")[1])
	cmd := exec.Command("sh", "-c", command+" && ./a.out")
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if cmd.ProcessState.ExitCode() != HitCode {
		t.Errorf("%s: %v\n%s", command, err, out)
	}
}

// TestObstacle32: it is found out whether 32-bit programs can be compiled and executed.
func TestObstacle32(t *testing.T) {
	need.Tool(t, "gcc")
	if why := obstacle32(t.Context(), t.TempDir()); (why == "") != need.Executes32(t) {
		t.Errorf("%q", why)
	}
}

// TestArguments: main is called with the arguments, of any bytes, also with none at all.
func TestArguments(t *testing.T) {
	text := `extern void reach_error(void); int strcmp(const char *, const char *);
int main(int argc, char **argv, char **envp) { argv[argc] == 0 && %s ? reach_error() : (void)0; return 0; }
`
	for _, test := range []struct {
		cond string
		args *Arguments
		hit  bool
	}{
		{"argc == 0", &Arguments{}, true},
		{`argc == 2 && !strcmp(argv[1], "a\"\n\377?")`, &Arguments{Count: 2, Strings: []string{"", "a\"\n\xff?"}}, true},
		{`argc == 2 && (argv[1][0] = 'x')`, &Arguments{Count: 2, Strings: []string{"", "y"}}, true},
		{`!envp[1] && !strcmp(envp[0], "A=1")`, &Arguments{Count: 1, Strings: []string{"p"}, Environment: []string{"A=1"}}, true},
		{"argc == 1 && argv[0][0] != 'p'", &Arguments{Count: 1, Strings: []string{"p"}}, false},
		{"argc == 1", nil, true},
	} {
		if r := try(t, fmt.Sprintf(text, test.cond), Spec{Model: program.LP64, Arguments: test.args}); r.Hit != test.hit {
			t.Errorf("%s: %+v", test.cond, r)
		}
	}
}
