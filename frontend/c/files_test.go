package c

import (
	"errors"
	"os"
	"testing"

	"cupel/core/program"
)

// TestCircle: a file that includes itself whatever is defined is refused with the chain of files; guards end the chain.
func TestCircle(t *testing.T) {
	for _, c := range []struct {
		name  string
		files map[string]string
		want  string
	}{
		{"itself", map[string]string{"p.c": "#include \"p.c\"\nint x;\n"}, `p.c:1:10: includes itself without end: p.c includes p.c; it needs an include guard`},
		{"itself by __FILE__", map[string]string{"p.c": "#include __FILE__\nint x;\n"}, `p.c:1:10: includes itself without end: p.c includes p.c; it needs an include guard`},
		{"itself by a macro", map[string]string{"p.c": "#define ME \"p.c\"\n#include ME\nint x;\n"}, `p.c:2:10: includes itself without end: p.c includes p.c; it needs an include guard`},
		{"a header by __FILE__", map[string]string{"p.c": "#include \"a.h\"\nint main(void) { return 0; }\n", "a.h": "#include __FILE__\n"},
			`p.c:1:10: "a.h" cannot be included: it includes itself without end: a.h includes a.h; it needs an include guard`},
		{"a macro that names another file", map[string]string{"p.c": "#define ME \"a.h\"\n#include ME\nint main(void) { return 0; }\n", "a.h": "extern int x;\n"}, ""},
		{"guarded by __FILE__", map[string]string{"p.c": "#ifndef P\n#define P\n#include __FILE__\nint main(void) { return 0; }\n#endif\n"}, ""},
		{"others", map[string]string{"p.c": "#include \"a.h\"\nint main(void) { return 0; }\n", "a.h": "# include \"b.h\"\n", "b.h": "int x;\n#include \"a.h\" /* again */\n"},
			`a.h:1:11: "b.h" cannot be included: it includes itself without end: b.h includes a.h includes b.h; it needs an include guard`},
		{"the program's file", map[string]string{"p.c": "#include \"a.h\"\nint main(void) { return 0; }\n", "a.h": "#include \"p.c\"\n"},
			`p.c:1:10: "a.h" cannot be included: it includes itself without end: a.h includes p.c includes a.h; it needs an include guard`},
		{"guards", map[string]string{"p.c": "#include \"a.h\"\n#include \"a.h\"\nint main(void) { return 0; }\n", "a.h": "#ifndef A\n#define A\n#include \"b.h\"\n#endif\n", "b.h": "#include \"a.h\"\n"}, ""},
		{"a tree", map[string]string{"p.c": "#include \"a.h\"\n#include \"b.h\"\nint main(void) { return 0; }\n", "a.h": "#include \"b.h\"\n", "b.h": "extern int x;\n"}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			for name, text := range c.files {
				if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			_, _, err := Lower(t.Context(), "p.c", nil, Options{Model: program.ILP32})
			got := ""
			if e := (*Error)(nil); errors.As(err, &e) {
				got = e.Error()
			}
			if got != c.want {
				t.Errorf("%v, want %s", err, c.want)
			}
		})
	}
}
