package precondition

import (
	"context"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cupel/analysis/execution/inputs"
	"cupel/frontend/c"
)

// TestRefused: a program whose text does not contain the calls to be changed as they are, or a condition that the text cannot express, is an error with
// its position.
func TestRefused(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "get.h"), []byte("static int get(void) { return __VERIFIER_nondet_int(); }\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "p.c")
	for _, p := range []struct {
		name, src string
		slots     []slot
		want      string
	}{
		{"macro", "#define N __VERIFIER_nondet_int()\nint main(void) { int x = N; return x; }", []slot{{"x", 0, 1}}, "p.c:4:26: the precondition cannot be written here: the call of __VERIFIER_nondet_int is in a macro"},
		{"argument of a macro", "#define F(x) (x)\nint main(void) { int x = F(__VERIFIER_nondet_int()); return x; }", []slot{{"x", 0, 1}}, "p.c:4:26: "},
		{"twice in a macro", "#define F(x) ((x) + (x))\nint main(void) { int x = F(__VERIFIER_nondet_int()); return x; }", []slot{{"x", 0, 1}}, "several calls of __VERIFIER_nondet_int"},
		{"macro of its name", "int get(int);\n#define get(x) get((x) + 1)\nint main(void) { int x = get(1); return x; }", []slot{{"x", 0, 1}}, "is in a macro"},
		{"name from a macro", "int get(void);\n#define put get\nint main(void) { int x = put(); return x; }", []slot{{"x", 0, 1}}, "is in a macro"},
		{"included", "#include \"get.h\"\nint main(void) { int x = get(); return x; }", []slot{{"x", 0, 1}}, "get.h:1:31: the precondition cannot be written here: the call of __VERIFIER_nondet_int is not in the file"},
		{"parentheses", "int main(void) { int x = (__VERIFIER_nondet_int)(); return x; }", []slot{{"x", 0, 1}}, "its name is in parentheses"},
		{"pointer", "int get(void); int main(void) { int (*f)(void) = get; int x = f(); return x; }", []slot{{"x", 0, 1}}, "goes through a pointer"},
		{"pointer value", "extern void *__VERIFIER_nondet_pointer(void); int main(void) { void *x = __VERIFIER_nondet_pointer(); return !x; }", []slot{{"x", 0, 1}}, "has no arithmetic type"},
		{"record", "struct s { int a, b; } get(void); int main(void) { return get().b; }", []slot{{"x", 0, 1}}, "several calls of get"},
		{"pointer argument", "int get(const char *); int main(void) { int x = get(\"\"); return x; }", []slot{{"x", 0, 1}}, "parameters that are not arithmetic"},
		{"not declared arguments", "int get(); int main(void) { int x = get(1); return x; }", []slot{{"x", 0, 1}}, "not declared"},
		{"variable in a block", "int main(void) { extern int x; return x; }", []slot{{"x", 0, 1}}, "declared in a block"},
		{"extern array", "extern struct { int a, b; } s; int main(void) { return s.b; }", []slot{{"x", 0, 1}}, "no arithmetic type"},
		{"main in a macro", "#define BEGIN int main(void) {\nBEGIN int x = __VERIFIER_nondet_int(); return x; }", []slot{{"x", 0, 1}}, "does not begin with a brace"},
		{"constructor", "__attribute__((constructor)) static void first(void) { } int main(void) { int x = __VERIFIER_nondet_int(); return x; }", []slot{{"x", 0, 1}}, "first runs before main"},
		{"second of one", "int main(void) { int x = __VERIFIER_nondet_int(); return x; }", []slot{{"x", 0, 2}}, "value 2 of x"},
		{"name", "int main(void) { int x = __VERIFIER_nondet_int(); return x; }", []slot{{"x'", 0, 1}}, "is no name"},
		{"no end", "int abort(void) { return 0; } int _Exit; int main(void) { int x = __VERIFIER_nondet_int(); return x; }", []slot{{"x", 0, 1}}, "nothing ends an execution"},
	} {
		t.Run(p.name, func(t *testing.T) {
			src := declarations + p.src
			out, err := Rewrite(t.Context(), file, []byte(src), c.Options{}, assumptionOf(t, file, src, p.slots, "1"))
			var refused *Error
			if !errors.As(err, &refused) || !strings.Contains(err.Error(), p.want) {
				t.Errorf("got %v, want %q\n%s", err, p.want, out)
			}
		})
	}
}

var update = flag.Bool("update", false, "write the golden files")

// TestGolden compares the rewritten programs with golden files.
func TestGolden(t *testing.T) {
	for name, a := range map[string]struct {
		slots []slot
		text  string
	}{
		"loop":     {[]slot{{"x_2", 0, 2}}, "x_2 <= 5"},
		"function": {[]slot{{"argc", 0, 1}, {"level_1", 1, 1}, {"level_2", 1, 2}}, "argc < 3 || level_1 + level_2 < 100"},
	} {
		path := filepath.Join("testdata", name+".c")
		src, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		out, err := Rewrite(t.Context(), path, src, c.Options{}, assumptionOf(t, path, string(src), a.slots, a.text))
		if err != nil {
			t.Fatal(err)
		}
		golden := filepath.Join("testdata", name+".golden")
		if *update {
			if err := os.WriteFile(golden, out, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if want, err := os.ReadFile(golden); err != nil || string(want) != string(out) {
			t.Errorf("%s: %v, got\n%s", name, err, out)
		}
	}
}

// FuzzRewrite: for any text, a rewritten one contains the original except for the replaced parts.
func FuzzRewrite(f *testing.F) {
	for _, p := range programs {
		f.Add(declarations+p.src, p.text)
	}
	f.Fuzz(func(t *testing.T, src, text string) {
		divide([]byte(src))
		ctx := context.Background()
		m, _, err := c.Lower(ctx, "p.c", []byte(src), c.Options{})
		if err != nil {
			return
		}
		a := &Assumption{Text: text}
		for i, s := range inputs.Find(m).Inputs() {
			a.Slots = append(a.Slots, Slot{"v" + string(rune('a'+i%26)), s, 1})
		}
		if out, err := Rewrite(ctx, "p.c", []byte(src), c.Options{}, a); err == nil && len(out) < len(src) {
			t.Errorf("%q became %q", src, out)
		}
	})
}
