package execution

import (
	"strings"
	"testing"

	"cupel/core/program"
)

// TestStatement: the statement at a position is cut out of its line, also next to strings and other declarators.
func TestStatement(t *testing.T) {
	for _, c := range []struct {
		text   string
		col    int
		branch bool
		want   string
	}{
		{"x = f(a, \";\") + 1; y = 2;", 1, false, `x = f(a, ";") + 1`},
		{"  int x = 3, y = 4;", 7, false, "int x = 3"},
		{"  int x = 3, y = 4;", 14, false, "y = 4"},
		{"for (int i = 0; i < n; i++) s += i;", 1, true, "for (...; i < n; ...)"},
		{"for (int i = 0; i < n; i++) s += i;", 10, false, "i = 0"},
		{"for (int i = 0; i < n; i++) s += i;", 24, false, "i++"},
		{"if (a &&\n    b) { x = 1; }", 1, true, "if (a && b)"},
		{"while (x--) f(x);", 1, false, "while (x--)"},
		{"do { x--; } while (x > 0);", 1, true, "do ... while"},
		{"struct s v = {1, {2, 3}}, w;", 10, false, "struct s v = {1, {2, 3}}"},
		{"int main(void) { return 0; }", 1, false, "int main(void)"},
		{"return x; // why", 1, false, "return x"},
		{"else x = 1;", 6, false, "x = 1"},
		{"x", 7, false, ""},
		{"", 1, false, ""},
		{"f('\\'', ')');", 1, false, "f('\\'', ')')"},
		{"unclosed(", 1, false, "unclosed("},
	} {
		lines := strings.Split(c.text, "\n")
		if got := Statement(lines, program.Pos{File: "a.c", Line: 1, Col: c.col}, c.branch); got != c.want {
			t.Errorf("%q at %d: %q, want %q", c.text, c.col, got, c.want)
		}
	}
	if got := Statement(nil, program.Pos{}, false); got != "" {
		t.Errorf("%q without a place", got)
	}
}

// FuzzStatement: any text is read, however it ends.
func FuzzStatement(f *testing.F) {
	f.Add("for (;;) { \"", 1, true)
	f.Add("x = '\\", 5, false)
	f.Fuzz(func(t *testing.T, text string, col int, branch bool) {
		got := Statement(strings.Split(text, "\n"), program.Pos{Line: 1, Col: col}, branch)
		if strings.ContainsAny(got, "\n\r") || len(got) > 4*maxText+3 {
			t.Errorf("%q", got)
		}
	})
}
