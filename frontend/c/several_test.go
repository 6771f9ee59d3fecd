package c

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"cupel/core/program"
)

// unitsOf are files of a directory below testdata/units.
func unitsOf(dir string, names ...string) []Unit {
	var out []Unit
	for _, n := range names {
		out = append(out, Unit{Path: filepath.Join("testdata/units", dir, n)})
	}
	return out
}

// TestLinkedText compares the program that gcc links with the one that is merged from the texts.
func TestLinkedText(t *testing.T) {
	for _, order := range [][]string{{"main.c", "left.c", "right.c"}, {"right.c", "left.c", "main.c"}, {"left.c", "main.c", "right.c"}} {
		t.Run(strings.Join(order, "+"), func(t *testing.T) {
			units := unitsOf("clash", order...)
			x, _, err := linked(context.Background(), units, Options{Model: program.LP64}.withDefaults())
			if err != nil {
				t.Fatal(err)
			}
			dir := t.TempDir()
			one := filepath.Join(dir, "one.c")
			if err := os.WriteFile(one, x.text, 0o666); err != nil {
				t.Fatal(err)
			}
			var files []string
			for _, u := range units {
				files = append(files, u.Path)
			}
			run := func(name string, files ...string) string {
				exe := filepath.Join(dir, name)
				if out, err := exec.Command("gcc", append([]string{"-w", "-std=gnu17", "-fno-builtin", "-o", exe}, files...)...).CombinedOutput(); err != nil {
					t.Fatalf("gcc: %v\n%s\n%s", err, out, x.text)
				}
				out, err := exec.Command(exe).CombinedOutput()
				if err != nil {
					t.Fatal(err)
				}
				return string(out)
			}
			if got, want := run("one", one), run("many", files...); got != want {
				t.Errorf("linked as text:\n%s\nby gcc:\n%s\n%s", got, want, x.text)
			}
		})
	}
}

// TestLinkErrors: programs that gcc's linker rejects are rejected, with both positions, as are constructs that are not supported.
func TestLinkErrors(t *testing.T) {
	for _, c := range []struct{ name, a, b, want string }{
		{"functions", "int f(void) { return 1; }", "\nint f(void) { return 2; }\nint main(void) { return f(); }", "b.c:2:5: f is defined in two files; the other one is at a.c:1:5"},
		{"variables", "int v = 1;", "int v;\nint main(void) { return v; }", "b.c:1:5: v is defined in two files; the other one is at a.c:1:5"},
		{"inline", "inline int f(void) { return 1; }\nextern int f(void);", "inline int f(void) { return 2; }\nint main(void) { return f(); }", "b.c:1:12: f is defined in two files, inline and in different ways; the other one is at a.c:1:12"},
		{"types", "struct s { int a; };\nint f(struct s *p) { return p->a; }", "struct s { char a; };\nint f(struct s *p);\nint main(void) { struct s v; return f(&v); }", "b.c:2:5: conflicting types"},
		{"alias", "static int g(void) { return 1; }\nextern int f(void) __attribute__((alias(\"g\")));", "static int g(void) { return 2; }\nextern int h(void) __attribute__((alias(\"g\")));\nint main(void) { return g(); }", "b.c:1:12: g has other meanings in other files, and an attribute names it"},
		{"pack", "#pragma pack(1)", "int main(void) { return 0; }", "a.c:3:1: #pragma pack that holds at the end of a file"},
		{"weak", "__attribute__((weak)) int f(void) { return 1; }", "int f(void) { return 2; }\nint main(void) { return f(); }", "b.c:1:5: f is defined in two files, weak in one; that is not supported"},
		{"label", "int f(void) __asm__(\"g\");\nint h(void) { return f(); }", "int f(void) { return 1; }\nint g(void) { return 2; }\nint h(void);\nint main(void) { return h(); }", "a.c:1:5: f, which is g for the assembler"},
		{"alone", "typedef int number;", "number f;\nint main(void) { return f; }", "b.c:1:8: unexpected identifier"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, _, err := LowerUnits(context.Background(), []Unit{{Path: "a.c", Text: []byte(c.a + "\n")}, {Path: "b.c", Text: []byte(c.b + "\n")}}, Options{})
			if e := (*Error)(nil); !errors.As(err, &e) || !strings.HasPrefix(err.Error(), c.want) {
				t.Errorf("%v; want %s", err, c.want)
			}
		})
	}
}

// TestLinkedFunctionTypes: functions that are declared by the name of their type are no variables, and what has such a type inside is one.
func TestLinkedFunctionTypes(t *testing.T) {
	for _, c := range []struct{ name, a, b, want string }{
		{"function", "typedef int fn(int);\nfn f;\nint main(void) { return f(1); }\n", "int f(int x) { return x; }\n", ""},
		{"member", "typedef int fn(int);\nstruct { fn *p; } v;\nint main(void) { return 0; }\n", "typedef int fn(int);\nstruct { fn *p; } v;\n", "v is defined in two files"},
		{"pointer", "typedef int fn(int);\nfn *v;\nint main(void) { return 0; }\n", "typedef int fn(int);\nfn *v;\n", "v is defined in two files"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, _, err := LowerUnits(context.Background(), []Unit{{Path: "a.c", Text: []byte(c.a)}, {Path: "b.c", Text: []byte(c.b)}}, Options{})
			if err == nil && c.want != "" || err != nil && (c.want == "" || !strings.Contains(err.Error(), c.want)) {
				t.Errorf("%v; want %q", err, c.want)
			}
		})
	}
}

// TestLinkedLayouts: types that read alike but for attributes and #pragma pack are of their files.
func TestLinkedLayouts(t *testing.T) {
	alike := "typedef struct { char c; int i; } t;\nstruct s { char c; int i; };\nenum e { one };\n"
	body := "static int size(void) { struct l { char c; int i; }; return sizeof(t) + 10 * sizeof(struct s) + 100 * sizeof(struct l); }\n"
	for _, c := range []struct{ name, a, b string }{
		{"pack", "#pragma pack(push, 1)\n" + alike + body + "#pragma pack(pop)\n", alike + body},
		{"pack of the last", alike + body, "#pragma pack(1)\n" + alike + body},
		{"attribute before", "struct __attribute__((packed)) s { char c; int i; };\nenum __attribute__((packed)) e { one };\n", alike},
		{"attribute behind", "struct s { char c; int i; } __attribute__((packed));\nenum e { one } __attribute__((packed));\n", alike},
	} {
		t.Run(c.name, func(t *testing.T) {
			var units []Unit
			a := c.a + "int other(void);\nint main(void) { return 1000 * sizeof(struct s) + sizeof(enum e) + other(); }\n"
			b := c.b + "int other(void) { return 100 * sizeof(struct s) + 10 * sizeof(enum e); }\n"
			dir := t.TempDir()
			for name, text := range map[string]string{"a.c": a, "b.c": b} {
				if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			for _, name := range []string{"a.c", "b.c"} {
				units = append(units, Unit{Path: filepath.Join(dir, name)})
			}
			x, _, err := linked(context.Background(), units, Options{Model: program.LP64}.withDefaults())
			if err != nil {
				t.Fatal(err)
			}
			for _, want := range []string{"struct s__b", "enum e__b"} {
				if strings.Contains(c.name, "attribute") && !strings.Contains(string(x.text), want) {
					t.Errorf("no %s in\n%s", want, x.text)
				}
			}
			if strings.Contains(c.name, "pack") && !strings.Contains(string(x.text), "size__b") {
				t.Errorf("no size__b in\n%s", x.text)
			}
		})
	}
}

// TestUnitsOwnMacros: each unit is read with its own macros.
func TestUnitsOwnMacros(t *testing.T) {
	m, _, err := LowerUnits(context.Background(), []Unit{
		{Path: "a.c", Text: []byte("int f(void);\nstatic int g(void) { return N; }\nint test(void) { return 10 * f() + g(); }\n"), Before: "#define N 3\n"},
		{Path: "b.c", Text: []byte("static int g(void) { return N; }\nint f(void) { return g(); }\n"), Before: "#define N 4\n"},
	}, Options{Entry: "test"})
	if err != nil {
		t.Fatal(err)
	}
	if len(m.Files) != 2 {
		t.Errorf("files %v", m.Files)
	}
	if got := execute(t, m); got != "return 43" {
		t.Error(got)
	}
}

// TestErrorFunctionsOfUnits: a call of any of several static functions with the name of an error function is the error.
func TestErrorFunctionsOfUnits(t *testing.T) {
	units := []Unit{
		{Path: "a.c", Text: []byte("int check(int);\nstatic void reach_error(void) { int here = 1; (void)here; }\nint main(void) { if (check(3) == 4) reach_error(); return 0; }\n")},
		{Path: "b.c", Text: []byte("static void reach_error(void) { int there = 2; (void)there; }\nint check(int n) { if (n == 3)\n reach_error(); return n; }\n")},
	}
	m, _, err := LowerUnits(context.Background(), units, Options{})
	if err != nil {
		t.Fatal(err)
	}
	lines := map[string]bool{}
	for _, f := range m.Funcs {
		for _, l := range f.Locs {
			for _, e := range l.Out {
				if e.Dst == m.Error {
					lines[e.Pos.File+":"+strconv.Itoa(e.Pos.Line)] = true
				}
			}
		}
	}
	if len(lines) != 2 || !lines["a.c:3"] || !lines["b.c:3"] {
		t.Errorf("errors at %v; want a.c:3 and b.c:3", lines)
	}
}

// TestEntryOfUnits: where several files have a static function of the entry's name, the report names the one that is used.
func TestEntryOfUnits(t *testing.T) {
	units := []Unit{{Path: "a.c", Text: []byte("static int f(int n) { return n; }\nint g(void) { return f(1); }\n")}, {Path: "b.c", Text: []byte("static int f(int n) { return n + 1; }\nint h(void) { return f(1); }\n")}}
	_, diags, err := LowerUnits(context.Background(), units, Options{Function: "f"})
	if err != nil {
		t.Fatal(err)
	}
	const want = "b.c:1:12: warning: the program starts in another function f; this one, which is static, has the name f__b"
	if len(diags) != 1 || diags[0].String() != want {
		t.Errorf("%v; want %s", diags, want)
	}
}
