package precondition

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"cupel/analysis/execution/inputs"
	"cupel/engine"
	"cupel/frontend/c"
	"cupel/tests/need"
	"cupel/verifier"
)

// slot is the n-th value of a source, by the source's place among the inputs of a program.
type slot struct {
	name      string
	source, n int
}

const declarations = `extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
`

var programs = []struct {
	name, src string
	slots     []slot
	text      string
	weak      string // too weak: the program still fails; "": none
	warn      string // option of gcc for what the program itself does
}{
	{"once", `int main(void) { int x = __VERIFIER_nondet_int(); if (x == 7) reach_error(); return 0; }`,
		[]slot{{"x", 0, 1}}, "x != 7", "x != 8", ""},
	{"loop", `int main(void)
{
  for (int i = 0; i < 3; i++) {
    int x = __VERIFIER_nondet_int();
    if (i == 1 && x > 5)
      reach_error();
  }
  return 0;
}
`, []slot{{"x_2", 0, 2}}, "x_2 <= 5", "x_2 <= 6", ""},
	{"loop, all", `int main(void)
{
  unsigned s = 0;
  for (int i = 0; i < 3; i++) {
    int x = __VERIFIER_nondet_int();
    s += x == 1 ? 1u : 0u;
  }
  if (s == 3) reach_error();
  return 0;
}
`, []slot{{"x_3", 0, 3}, {"x_1", 0, 1}, {"x_2", 0, 2}}, "!(x_1 == 1 && x_2 == 1 && x_3 == 1)", "!(x_1 == 1 && x_2 == 1 && x_3 == 2)", ""},
	{"beyond", `int main(void)
{
  for (int i = 0; i < 3; i++) {
    int x = __VERIFIER_nondet_int();
    if (x > 5) reach_error();
  }
  return 0;
}
`, []slot{{"x_1", 0, 1}, {"x_2", 0, 2}, {"x_3", 0, 3}}, "x_1 <= 5 && x_2 <= 5 && x_3 <= 5", "x_1 <= 5 && x_2 <= 5", ""},
	{"one expression", `int main(void) { if (__VERIFIER_nondet_int() < __VERIFIER_nondet_int( /* ( */ )) reach_error(); return 0; }`,
		[]slot{{"a", 0, 1}, {"b", 1, 1}}, "a >= b", "a >= b || b == 3", ""},
	{"helper", `static int get(void) { return __VERIFIER_nondet_int(); }
int main(void) { int a = get(), b = get(); if (a == 3 && b == 4) reach_error(); return 0; }`,
		[]slot{{"in_1", 0, 1}, {"in_2", 0, 2}}, "!(in_1 == 3 && in_2 == 4)", "!(in_1 == 4 && in_2 == 3)", ""},
	{"some paths", `int main(void) {
  int a = __VERIFIER_nondet_int(), s = 0;
  while (a-- > 0 && s < 2) { if (__VERIFIER_nondet_int() == 9) reach_error(); s++; }
  return 0; }`,
		[]slot{{"a", 0, 1}, {"in_1", 1, 1}, {"in_2", 1, 2}}, "(a < 1 || in_1 != 9) && (a < 2 || in_2 != 9)", "(a < 1 || in_1 != 9) && (a < 3 || in_2 != 9)", ""},
	{"types", `extern _Bool __VERIFIER_nondet_bool(void); extern unsigned char __VERIFIER_nondet_uchar(void);
extern float __VERIFIER_nondet_float(void); extern double __VERIFIER_nondet_double(void); extern char __VERIFIER_nondet_char(void);
typedef unsigned long long u64; extern u64 __VERIFIER_nondet_ulonglong(void); enum color { red, green }; extern enum color color(void);
int main(void) {
  _Bool b = __VERIFIER_nondet_bool(); unsigned char u = __VERIFIER_nondet_uchar(); char c = __VERIFIER_nondet_char();
  float f = __VERIFIER_nondet_float(); double d = __VERIFIER_nondet_double(); u64 w = __VERIFIER_nondet_ulonglong(); enum color e = color();
  if (b && u == 255 && c == -1 && f > 1.5f && d < -2.5 && w > 0x100000000ull && e == green) reach_error();
  return 0; }`,
		[]slot{{"b", 0, 1}, {"u", 1, 1}, {"c", 2, 1}, {"f", 3, 1}, {"d", 4, 1}, {"w", 5, 1}, {"e", 6, 1}},
		"!(b && u == 255 && c == -1 && f > 1.5f && d < -2.5 && w > 0x100000000ull && e == 1u)",
		"!(b && u == 255 && c == -1 && f > 2.5f && d < -2.5 && w > 0x100000000ull && e == 1u)", ""},
	{"without body", `extern unsigned short get(int, unsigned char);
int main(void) { for (unsigned char i = 0; i < 2; i++) if (get(__VERIFIER_nondet_int(), i) == 77) reach_error(); return 0; }`,
		[]slot{{"get_1", 1, 1}, {"get_2", 1, 2}}, "get_1 != 77 && get_2 != 77", "get_1 != 77", ""},
	{"declared in a block", `int main(void) { extern int unknown(); int x = unknown(); if (x == 7) reach_error(); return 0; }`,
		[]slot{{"x", 0, 1}}, "x != 7", "x != 8", ""},
	{"argc", `int main(int argc, char **argv) { (void)argv; if (argc == 3) reach_error(); return 0; }`,
		[]slot{{"argc", 0, 1}}, "argc != 3", "argc != 4", ""},
	{"address of argc", `int main(int argc, char **argv) { (void)argv; int *p = &argc; if (*p == 3) reach_error(); return 0; }`,
		[]slot{{"argc", 0, 1}}, "argc != 3", "argc != 4", ""},
	{"extern variable", `extern int limit; int main(void) { limit += 0; if (limit == 3) reach_error(); return 0; }`,
		[]slot{{"limit", 0, 1}}, "limit != 3", "limit != 4", ""},
	{"main again", `int depth; int main(void) { int x = __VERIFIER_nondet_int(); if (depth == 1 && x == 4) reach_error(); if (depth++ == 0) return main(); return 0; }`,
		[]slot{{"x_2", 0, 2}}, "x_2 != 4", "x_2 != 5", ""},
	{"own abort", `static int abort(void) { return 0; } int main(void) { int x = __VERIFIER_nondet_int(); if (x == 7 && !abort()) reach_error(); return 0; }`,
		[]slot{{"x", 0, 1}}, "x != 7", "x != 8", "-Wno-builtin-declaration-mismatch"},
	{"destructor", `static int x; __attribute__((destructor)) static void last(void) { if (x == 1) reach_error(); }
int main(void) { x = __VERIFIER_nondet_int(); return 0; }`,
		[]slot{{"x", 0, 1}}, "x != 1", "x != 2", ""},
	{"macros behind", `int main(void) { int x = __VERIFIER_nondet_int(); if (x == 7) reach_error(); return 0; }
#define x 8
#define int long
#define abort() 0 \
  +1`, []slot{{"x", 0, 1}}, "x != 7", "x != 8", ""},
	{"names taken", `static int cupel_value_1; static int cupel1_x;
int main(void) { int x = __VERIFIER_nondet_int() + cupel_value_1 + cupel1_x; if (x == 7) reach_error(); return 0; }`,
		[]slot{{"x", 0, 1}}, "x != 7", "x != 8", ""},
	{"after a literal", `int main(void) { const char *s = "é__VERIFIER_nondet_int()"; /* __VERIFIER_nondet_int() */ int x = *s ? __VERIFIER_nondet_int() : 0; if (x == 7) reach_error(); return 0; } // \
end`,
		[]slot{{"x", 0, 1}}, "x != 7", "x != 8", "-Wno-comment"},
	{"preprocessed", "# 1 \"elsewhere.c\"\nint main(void) { int x =\n# 30 \"header.h\"\n#line 3 \"other.h\"\n __VERIFIER_nondet_int(); if (x == 7) reach_error(); return 0; }\n#line 7\n",
		[]slot{{"x", 0, 1}}, "x != 7", "x != 8", ""},
	{"nothing", `int main(void) { return 0; }`, nil, "1", "", "-Wno-unused-function"},
	{"everything", `int main(void) { reach_error(); return 0; }`, nil, "0", "1", ""},
}

// assumptionOf makes an assumption about a program.
func assumptionOf(t *testing.T, file, src string, slots []slot, text string) *Assumption {
	t.Helper()
	m, _, err := c.Lower(context.Background(), file, []byte(src), c.Options{})
	if err != nil {
		t.Fatal(err)
	}
	ins := inputs.Find(m).Inputs()
	a := &Assumption{Text: text}
	for _, s := range slots {
		if s.source >= len(ins) {
			t.Fatalf("%d inputs", len(ins))
		}
		a.Slots = append(a.Slots, Slot{s.name, ins[s.source], s.n})
	}
	return a
}

// verdict verifies a text.
func verdict(t *testing.T, text []byte) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "p.c")
	if err := os.WriteFile(file, text, 0o666); err != nil {
		t.Fatal(err)
	}
	rep, err := verifier.Verify(context.Background(), &verifier.Task{File: file}, verifier.DefaultConfig(), engine.Quiet{})
	if err != nil {
		t.Fatal(err)
	}
	return rep.Verdict + " " + rep.Reason
}

// TestRewrite: with the right precondition the program cannot fail, with a weaker one it can, without any other
// change.
func TestRewrite(t *testing.T) {
	for _, p := range programs {
		t.Run(p.name, func(t *testing.T) {
			src := declarations + p.src
			out, err := Rewrite(context.Background(), "p.c", []byte(src), c.Options{}, assumptionOf(t, "p.c", src, p.slots, p.text))
			if err != nil {
				t.Fatal(err)
			}
			if v := verdict(t, out); v != "TRUE " {
				t.Errorf("%s\n%s", v, out)
			}
			if need.Has(t, "gcc") {
				args := []string{"-x", "c", "-std=gnu17", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", "-"}
				if p.warn != "" {
					args = append(args, p.warn)
				}
				cmd := exec.Command("gcc", args...)
				cmd.Stdin = strings.NewReader(string(out))
				if msg, err := cmd.CombinedOutput(); err != nil {
					t.Errorf("gcc: %s\n%s", msg, out)
				}
			}
			if p.weak == "" {
				return
			}
			out, err = Rewrite(context.Background(), "p.c", []byte(src), c.Options{}, assumptionOf(t, "p.c", src, p.slots, p.weak))
			if err != nil {
				t.Fatal(err)
			}
			if v := verdict(t, out); v != "FALSE " {
				t.Errorf("too weak: %s\n%s", v, out)
			}
		})
	}
}
