package c

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cupel/core/program"
)

// lowerFiles lowers the first of several files: their names and texts in turn.
func lowerFiles(t *testing.T, dir string, files ...string) (*program.Module, error) {
	t.Helper()
	for i := 0; i < len(files); i += 2 {
		if err := os.WriteFile(filepath.Join(dir, files[i]), []byte(files[i+1]), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	m, _, err := Lower(context.Background(), filepath.Join(dir, files[0]), nil, Options{})
	return m, err
}

// TestExpansion: constructs that cc rejects are rewritten in macros and included files, too. Each program has to return 0.
func TestExpansion(t *testing.T) {
	other := t.TempDir()
	if err := os.WriteFile(filepath.Join(other, "far.h"), []byte("#include \"beside.h\"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(other, "beside.h"), []byte("enum { FAR = 7 };\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name  string
		files []string
	}{
		{"generic selection in a macro", []string{"a.c", `
#define T(x) _Generic((x), int: 1, const int *: 2, int *: 3, default: 4)
int main(void) { const int c = 1; int d = 2; return !(T(&c) == 2 && T(&d) == 3 && T((char)1) == 4 && T(d) == 1); }`}},
		{"generic selection in a macro of a header", []string{"a.c", "#include \"t.h\"\nint main(void) { const int c = 1; int d = 2; return !(T(&c) == 2 && T(\n&d\n) == 3 &&\n T('\\n')\n== 1); }",
			"t.h", "#define T(x) _Generic((x), int: 1, const int *: 2, int *: 3, default: 4)\n"}},
		{"constants of several characters, labels and parameters in headers", []string{"a.c", `
#include "a.h"
#include "b.h"
#if AB != 'a' * 256 + 'b'
#error
#endif
enum { CD = 'cd' };
int main(void) { return !(AB == 'a' * 256 + 'b' && BA == 'b' * 256 + 'a' && CD == 'c' * 256 + 'd' && g(1) == 1 && g(2) == 3); }`,
			"a.h", "#define AB 'ab'\n#include \"b.h\"\nstatic int g(int x) { switch (x) { case 1: goto l; default: x++; l: } return x; }\nstatic int (*f1(int a, int b))(int c, int b) { return 0; }\n",
			"b.h", "#pragma once\nenum { BA = 'ba' };\n"}},
		{"an absolute file", []string{"a.c", "#include \"" + filepath.Join(other, "far.h") + "\"\nint main(void) { return FAR - 7; }"}},
		{"packing that begins in a header", []string{"a.c", "#include \"push.h\"\nstruct s { char c; int i; };\n#include \"inner.h\"\n#include \"pop.h\"\nstruct u { char c; int i; };\nint main(void) { return !(sizeof(struct s) == 5 && sizeof(struct t) == 5 && sizeof(struct u) == 8); }",
			"push.h", "#pragma pack(push, 1)\n", "pop.h", "#pragma pack(pop)\n", "inner.h", "struct t { char c; int i; };\n"}},
		{"packing around a header", []string{"a.c", "#pragma pack(push, 1)\n#include \"inner.h\"\n#pragma pack(pop)\nstruct u { char c; int i; };\nint main(void) { return !(sizeof(struct t) == 5 && sizeof(struct u) == 8); }",
			"inner.h", "struct t { char c; int i; };\n"}},
		{"packing in a group", []string{"a.c", `
#define PACKED 1
#if PACKED
#pragma pack(1)
#else
#pragma pack(2)
#endif
struct s { char c; int i; };
int main(void) { return sizeof(struct s) - 5; }`}},
		{"macros over lines", []string{"a.c", `
#define ADD(a, \
            b) ((a) + (b)) /* a comment
   that goes on */ + 1
#define T(x) _Generic((x), const char *: 2, char *: 3, default: 4)
#define S(x) #x
int main(void) {
  const char *s = S(a
    b);
  char *v = ADD
    (s, /* ) */
     -1) == s ? 0 : (char *)s;
  return !(T(s) == 2 && T(v) == 3 && !v && s[0] == 'a' && s[1] == ' ' && s[2] == 'b' && !s[3] && __LINE__ == 13);
}`}},
		{"attributes between members", []string{"a.c", `struct s { char c; int a __attribute__((packed)), b, *q; unsigned long long d __attribute__((aligned(16))), e[2]; const char *p __attribute__((packed)), *r; } x;
int main(void) { char *b = (char *)&x; return !(sizeof x == 48 && (char *)&x.a - b == 1 && (char *)&x.b - b == 8 && (char *)&x.d - b == 16 && (char *)x.e - b == 24 && (char *)&x.p - b == 40 && (char *)&x.r - b == 44); }`}},
		{"size of a function type", []string{"a.c", "int main(void) { return sizeof(int(void)) + sizeof (unsigned long *(int, char)) - 2; }"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m, err := lowerFiles(t, t.TempDir(), tt.files...)
			if err != nil {
				t.Fatal(err)
			}
			if got := execute(t, m); got != "return 0" {
				t.Errorf("got %s", got)
			}
		})
	}
}

// TestExpansionPositions: places are those of the files, from macros that of the first on the line.
func TestExpansionPositions(t *testing.T) {
	dir := t.TempDir()
	m, err := lowerFiles(t, dir, "a.c", `#include "t.h"
#define CHECK(x) \
  do { if (x) reach_error(); } while (0)
extern void reach_error(void);
int main(void) {
  const int c = 1;
  int d = 0;

  if (  c  == 2) d = T(&c); else CHECK(d); while (f(d)) d++;
  return 0;
}
`, "t.h", `#define T(x) _Generic((x), const int *: 2, int *: 3, default: 4)

static int f(int a) {
  return   a / 3; }
`)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, f := range m.Funcs {
		for _, l := range f.Locs {
			seen[strings.TrimPrefix(l.Pos.String(), dir+"/")] = true
			for _, e := range l.Out {
				seen[strings.TrimPrefix(e.Pos.String(), dir+"/")] = true
			}
		}
	}
	for _, want := range []string{"a.c:9:3", "a.c:9:22", "a.c:9:44", "t.h:4:3"} {
		if !seen[want] {
			t.Errorf("nothing is at %s: %v", want, seen)
		}
	}
	// An error is where the file has it.
	_, err = lowerFiles(t, dir, "b.c", "#include \""+filepath.Join(dir, "t.h")+"\"\nint main(void) {\n  return 1 +\n    y;\n}\n")
	var e *Error
	if !errors.As(err, &e) || e.Pos.Line != 4 || e.Pos.Col != 5 || !strings.Contains(e.Msg, "y") {
		t.Errorf("got %v", err)
	}
}
