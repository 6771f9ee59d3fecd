package c

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"cupel/core/program"
)

// TestInputErrors: faulty programs are rejected with the position of the fault.
func TestInputErrors(t *testing.T) {
	tests := []struct{ name, src, want string }{
		{"syntax", "int main(void) { int x = ; return 0; }", "bad.c:1:26: "},
		{"undeclared", "int main(void) {\n  return y;\n}", "bad.c:2:10: undefined: y"},
		{"no main", "int f(void) { return 0; }", "bad.c: no function main"},
		{"missing header", "#include <no/such.h>\nint main(void) { return 0; }", "include file not found"},
		{"unbalanced", "int main(void) { if (1) {", "bad.c:"},
		{"unopened", "int main(void) { return 0; } }", "bad.c:1:30: unexpected }"},
		{"literal", "int main(void) { char *s = \"abc; return 0; }", "bad.c:1:28: missing terminating"},
		{"truncated", "int main(int argc, char *", "bad.c:1:9: this ( is never closed"},
		{"wide bit-field", "struct s { unsigned long t : 40; };\nint main(void) { struct s v; v.t = 1; return (int)v.t; }", "bad.c:1:26: the bit-field t has 40 bits, its type unsigned long only 32; make it narrower"},
		{"wide bit-field of a type that nothing uses", "struct s { int a, b : 33; };\nint main(void) { return 0; }", "bad.c:1:19: the bit-field b has 33 bits"},
		{"wide unnamed bit-field", "struct s { int a; int : 33; };\nint main(void) { return 0; }", "bad.c:1:23: an unnamed bit-field has 33 bits"},
		{"wide truth value", "struct s { int n; _Bool b : 2; };\nint main(void) { return 0; }", "bad.c:1:25: the bit-field b has 2 bits, its type _Bool only 1"},
		{"wide enumeration", "enum e { A, B };\nint main(void) { struct { enum e x : 40; } s; return 0; }", "bad.c:2:34: the bit-field x has 40 bits"},
		{"wide behind a nested record", "struct s { struct { int a; } in; char c : 9; };\nint main(void) { return 0; }", "bad.c:1:39: the bit-field c has 9 bits"},
		{"named bit-field of no width", "struct s { int a : 3, b : 0; };\nint main(void) { return 0; }", "bad.c:1:23: the bit-field b has no bits; give it a width, or no name"},
		{"negative bit-field", "struct s { int a : -1; };\nint main(void) { return 0; }", "bad.c:1:20: "},
		{"bit-field of a variable width", "int n;\nstruct s { int a : n; };\nint main(void) { return 0; }", "bad.c:2:20: cannot evaluate constant expression: n"},
		{"bit-field of a floating type", "struct s { float f : 3; };\nint main(void) { return 0; }", "bad.c:1:18: the bit-field f has the type float; it must be an integer type"},
		{"bit-field of a pointer", "struct s { int *p : 3; };\nint main(void) { return 0; }", "bad.c:1:1"},
		{"bit-field of a record", "struct q { int x; };\nstruct s { struct q a : 3; };\nint main(void) { return 0; }", "bad.c:2:21: the bit-field a has the type"},
		{"address of a bit-field", "struct s { int a : 3; };\nint main(void) { struct s x = { 1 }; int *p = &x.a; return *p; }", "bad.c:2:47: a is a bit-field, which has no address"},
		{"size of a bit-field", "struct s { int a : 3; };\nint main(void) { struct s x, *p = &x; return sizeof(p->a); }", "bad.c:2:46: a is a bit-field, which has no size"},
		{"size of an array of unknown length", "extern int e[];\nint main(void) { return sizeof e; }", "bad.c:2:"},
		{"no member", "struct s { int a; };\nint main(void) { struct s x; return x.b; }", "bad.c:2:"},
		{"comment", "int main(void) {\n  /* abc return 0; }\n", "bad.c:2:3: this comment is never closed; add the missing */"},
		{"comment behind a macro", "#define A 1\n/* abc */ int main(void) { return 0; } /*/", "bad.c:2:40: this comment is never closed"},
		{"comment in a directive", "int main(void) { return 0; }\n#define A 1 /* abc\n", "bad.c:2:13: this comment is never closed"},
		{"long number", "int main(void) { return " + strings.Repeat("9", 3000) + "; }", "bad.c:1:25: integer constant is too large; correct"},
		{"program of the machine", "\x7fELF\x01\x01\x01" + strings.Repeat("code ", 200), "bad.c: is no text of C (a binary file)"},
		{"zeros", strings.Repeat("\x00", 100), "bad.c: is no text of C (a binary file)"},
		{"UTF-16", "\xff\xfei\x00n\x00t\x00", "bad.c: is no text of C that can be read (UTF-16); convert it to UTF-8"},
		{"empty", "", "bad.c: no function main"},
		{"no object", "int f(void) { return 0; } int main(void) { f() = 1; return 0; }", "an assignment to what is no object"},
		{"device", "#include \"/dev/zero\"\nint main(void) { return 0; }", "bad.c:1:10: \"/dev/zero\" cannot be included: it is no regular file"},
		{"directory", "#include \"testdata\"\nint main(void) { return 0; }", "bad.c:1:10: \"testdata\" cannot be included: it is a directory"},
		{"several errors of the preprocessor", "#include <stdbool.h>\nbool b;\nconstexpr int k = 1;\n#error one\n#error two\nint main(void) { return 0; }", "bad.c:4:2: one; correct the program"},
		{"several conditions that cannot be read", "constexpr int k = 1;\n#if 0b12\n#endif\n#if 09\n#endif\nint main(void) { return 0; }", "bad.c:2:5: no number of C"},
		{"no association", "int main(void) { double *p = 0; return _Generic(p, int *: 1, char *: 2); }", "bad.c:1:40: no association of _Generic is for the type of p; add one, or default"},
		{"two labels of one name", "int main(void) { { l: ; } { l: ; } return 0; }", "two labels of a function have the same name"},
		{"pragma scalar_storage_order", "#pragma scalar_storage_order big-endian\nint main(void) { return 0; }", "bad.c:1:9: #pragma scalar_storage_order is not supported"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, _, err := Lower(context.Background(), "bad.c", []byte(tt.src), Options{})
			var e *Error
			if !errors.As(err, &e) {
				t.Fatalf("got %v (%T), want an *Error", err, err)
			}
			if !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %q, want it to contain %q", err, tt.want)
			}
		})
	}
	named := "a\nVERDICT: TRUE\nb.c"
	if _, _, err := Lower(context.Background(), named, []byte("int main(void) {\n  return y;\n}"), Options{}); err == nil || !strings.HasPrefix(err.Error(), named+":2:10: undefined: y") {
		t.Errorf("a name of several lines: %v", err)
	}
	missing := filepath.Join(t.TempDir(), "none.c")
	if _, _, err := Lower(context.Background(), missing, nil, Options{}); err == nil || !strings.Contains(err.Error(), "no such file") {
		t.Errorf("missing file: %v", err)
	}
}

// TestUnsupported: an unsupported construct is a cut with a reason, never a guess.
func TestUnsupported(t *testing.T) {
	tests := []struct{ name, src, want string }{
		{"asm", `int main(void) { __asm__("hlt"); return 0; }`, "inline assembly"},
		{"asm with an output", `int main(void) { int x; __asm__("" : "=r"(x)); return x; }`, "inline assembly"},
		{"argument for a union of a function behind a pointer", `union u { int *i; char *c; } __attribute__((transparent_union)); void f(union u u) { *u.i = 1; } int main(void) { int x; void (*p)(union u) = f; p(&x); return x; }`, "argument for a parameter of type union u"},
		{"asm goto", `int main(void) { __asm__ goto("" : : : : l); l: return 0; }`, "inline assembly"},
		{"threads", `int pthread_create(void *, void *, void *, void *); int main(void) { return pthread_create(0, 0, 0, 0); }`, "threads"},
		{"setjmp", `int setjmp(void *); int main(void) { int (*f)(void *) = setjmp; return f(0); }`, "setjmp"},
		{"ungetc", `int ungetc(int, void *); int main(void) { return ungetc(3, 0); }`, "ungetc"},
		{"nested function", `int main(void) { int f(void) { return 1; } return f(); }`, "nested function"},
		{"nested function before its definition", `int main(void) { int z = 0; auto void f(void); f(); return z; void f(void) { z = 1; } }`, "nested function"},
		{"argument pack", `int f(int, ...); int g(int n, ...) { return f(n, __builtin_va_arg_pack()); } int main(void) { return g(1, 2); }`, "__builtin_va_arg_pack"},
		{"built-in", `int main(void) { return __builtin_frame_address(0) != 0; }`, "built-in function __builtin_frame_address"},
		{"undeclared built-in", `int main(void) { return __builtin_ia32_paddd(1); }`, "__builtin_ia32_paddd"},
		{"atomic of a struct", `struct s { int a; } x, y; int main(void) { __atomic_load(&x, &y, 5); return y.a; }`, "__atomic_load"},
		{"alias of another unit", `int f(void) __attribute__((alias("g"))); int main(void) { return f(); }`, "alias of g"},
		{"address of an alias", `int f(void) __attribute__((alias("g"))); int main(void) { int (*p)(void) = f; return p(); }`, "alias of g"},
		{"alias of a variable", `extern int x; extern int y __attribute__((alias("x"))); int main(void) { return y; }`, "alias of variable x"},
		{"ifunc", `int f(void) __attribute__((ifunc("r"))); int main(void) { return f(); }`, "ifunc"},
		{"weak", `int puts(const char *) __attribute__((weak)); int main(void) { return puts ? 1 : 0; }`, "weak function puts"},
		{"assembler name", `int g(void) { return 1; } int f(void) __asm__("g"); int main(void) { return f(); }`, "assembler name of g"},
		{"mode of one declarator", `int g __attribute__((mode(QI))), h; int main(void) { g = 300; h = 300; return g; }`, "assignment to int"},
		{"mode", `typedef float t __attribute__((mode(DF))); int main(void) { return sizeof(t); }`, "sizeof"},
		{"library function through a pointer", `double sqrt(double); int main(void) { double (*p)(double) = sqrt; return p(4); }`, "sqrt"},
		{"strerror", `char *strerror(int); int main(void) { return strerror(3) != 0; }`, "strerror"},
		{"complex", `int main(void) { double _Complex z = 1.0; return z != 0; }`, "Complex"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m, ds, err := Lower(context.Background(), "u.c", []byte(tt.src), Options{})
			if err != nil {
				t.Fatal(err)
			}
			if len(ds) == 0 || ds[0].Kind != Unsupported || !ds[0].Pos.IsValid() {
				t.Fatalf("diagnostics: %v", ds)
			}
			found := false
			for _, fn := range m.Funcs {
				for _, l := range fn.Locs {
					if l.Cut != "" {
						found = found || strings.Contains(strings.ToLower(l.Cut), strings.ToLower(tt.want))
						if !strings.HasPrefix(l.Cut, "unsupported: ") || !strings.Contains(l.Cut, " at u.c:1:") {
							t.Errorf("cut %q", l.Cut)
						}
					}
				}
			}
			if !found {
				t.Errorf("no cut about %s; %v", tt.want, ds)
			}
		})
	}
	// What is not executed does not matter.
	m, ds, err := Lower(context.Background(), "u.c", []byte(`void f(void) { __asm__("nop"); } int main(void) { return 0; }`), Options{})
	if err != nil || len(ds) != 0 || len(m.Funcs) != 2 {
		t.Errorf("unreachable function: %v %v, %d functions", err, ds, len(m.Funcs))
	}
}

// TestInputs: the inputs of a program have the position, type and range of their calls.
func TestInputs(t *testing.T) {
	src := `extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  int x = __VERIFIER_nondet_uchar();
  long y = __VERIFIER_nondet_long( );
  unsigned z = __VERIFIER_nondet_u32();
  _Bool b = __VERIFIER_nondet_bool();
  return x + y + z + b;
}`
	m, _, err := Lower(context.Background(), "in.c", []byte(src), Options{Model: program.LP64})
	if err != nil {
		t.Fatal(err)
	}
	var ins []*program.Input
	for _, fn := range m.Funcs {
		for _, l := range fn.Locs {
			for _, e := range l.Out {
				for _, op := range e.Ops {
					if op.Input != nil {
						ins = append(ins, op.Input)
					}
				}
			}
		}
	}
	want := []struct {
		callee    string
		width     int
		signed    bool
		line, col int
		paren     int
	}{
		{"__VERIFIER_nondet_uchar", 8, false, 3, 11, 35},
		{"__VERIFIER_nondet_long", 64, true, 4, 12, 36},
		{"__VERIFIER_nondet_u32", 32, false, 5, 16, 38},
		{"__VERIFIER_nondet_bool", 8, false, 6, 13, 36},
	}
	if len(ins) != len(want) {
		t.Fatalf("%d inputs", len(ins))
	}
	for i, w := range want {
		in := ins[i]
		if in.Callee != w.callee || in.Sort.Width() != w.width || in.Signed != w.signed || in.Pos.Line != w.line || in.Pos.Col != w.col || in.Paren.Col != w.paren || in.Func != "main" || in.ID != i+1 {
			t.Errorf("input %d: %+v, want %+v", i, in, w)
		}
	}
}

// TestOptions: options of the semantics: overflow, assertions, entry function, data model.
func TestOptions(t *testing.T) {
	if got := lowerAndRun(t, `int main(void) { int x = 2147483647; x++; return x == -2147483647 - 1; }`, Options{SignedOverflowWraps: true}); got != "return 1" {
		t.Errorf("wrap: %s", got)
	}
	if got := lowerAndRun(t, `void __assert_fail(const char *, const char *, unsigned, const char *); int main(void) { __assert_fail("x", "f", 1, "main"); return 0; }`, Options{ErrorFunctions: []string{"__assert_fail"}}); got != "error" {
		t.Errorf("assert: %s", got)
	}
	if got := lowerAndRun(t, `int start(void) { return sizeof(long); }`, Options{Entry: "start", Model: program.LP64}); got != "return 8" {
		t.Errorf("entry: %s", got)
	}
	if got := lowerAndRun(t, `void *malloc(unsigned); int main(void) { int *p = malloc(4); if (!p) return 1; *p = 3; return *p; }`, Options{MallocMayFail: true}); got != "return 3" {
		t.Errorf("malloc: %s", got)
	}
}

// TestParserEnds: text that is not C is rejected at once, wherever it is truncated.
func TestParserEnds(t *testing.T) {
	for src, want := range map[string]string{
		"int x; *;":                      "x.c:1:9: unexpected ';'",
		"int main(void) { int *; }":      "x.c:1:23: unexpected ';'",
		"*\xf4":                          "x.c:1:2: unexpected '\\ufffd'",
		"int x":                          "x.c:1:6: unexpected end of the file",
		"int main(void) { }\nstruct s *": "x.c:2:11: unexpected end of the file",
		"int f()\n\n":                    "x.c:3:1: unexpected end of the file",
	} {
		_, _, err := Lower(t.Context(), "x.c", []byte(src), Options{}) // at the parser's own limit it would be another error
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, want %s", src, err, want)
		}
	}
}

// FuzzLower: no input makes the front end panic, and modules that it returns are well-formed.
func FuzzLower(f *testing.F) {
	for _, s := range []string{
		"int main(void) { return 0; }",
		"struct s { int a : 3; union { float f; char c[4]; }; } x[2]; int main(int argc, char **argv) { x[argc & 1].f = 1.5f; return x[0].c[argc]; }",
		"int f(int n, int a[n][n]) { return a[1][n - 1]; } int main() { int n = 3, a[n][n]; for (;;) { if (f(n, a)) break; } switch (n) { case 1 ... 3: goto x; default:; } x: return ({ n++; n; }); }",
		"typedef int (*fp)(int); int g(int x) { return x; } fp t[] = { g, 0, [3] = &g }; int main() { return t[0](1) ?: t[3](2); }",
		"#define M(x) x\nvoid *malloc(unsigned); int main() { char *p = malloc(M(10)); __builtin_memset(p, 0, 10); return p[3] << p[1]; }",
		"int main() { double d = 1e300; long double l = d * d; return (int)l + (d > 0 && l); }",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, src string) {
		debugPanics = false
		m, _, err := Lower(context.Background(), "fuzz.c", []byte(src), Options{})
		if err != nil {
			var e *Error
			if !errors.As(err, &e) {
				t.Fatalf("error %v is not an *Error", err)
			}
			if strings.Contains(err.Error(), "internal error while lowering") {
				t.Fatalf("%v", err)
			}
			return
		}
		if err := program.SanityModule(m); err != nil {
			t.Fatalf("module: %v", err)
		}
	})
}

func BenchmarkLowerSmall(b *testing.B) {
	src := []byte("int __VERIFIER_nondet_int(void); void reach_error(void);\nint main(void) { int x = __VERIFIER_nondet_int(); while (x > 0) x--; if (x == 1) reach_error(); return 0; }\n")
	for b.Loop() {
		if _, _, err := Lower(context.Background(), "b.c", src, Options{}); err != nil {
			b.Fatal(err)
		}
	}
}
