package validate

import (
	"errors"
	"strings"
	"testing"

	"cupel/core/program"
	"cupel/evidence/witness/read"
)

// TestClean: a single expression without side effects is C, anything else is rejected or not supported.
func TestClean(t *testing.T) {
	isType := func(s string) bool { return s == "T" || s == "size_t" }
	tests := []struct{ in, want string }{
		{"0 <= i && i <= (__int128) n", "0 <= i && i <= ( __int128 ) n"},
		{"x==1;", "x == 1"},
		{`\result == -5`, "r == - 5"},
		{`\true`, "1"},
		{"(T)(x) + sizeof(int)", "( T ) ( x ) + sizeof ( int )"},
		{"(unsigned long)(x)", "( unsigned long ) ( x )"},
		{"(struct s *)(p) == 0", "( struct s * ) ( p ) == 0"},
		{"c == 'a' || d == '\\n' || f > 1.5e+3f || h < 0x1p-2", `c == 'a' || d == '\n' || f > 1.5e+3f || h < 0x1p-2`},
		{"a[i].f->g ? 1 : 2, 3", "a [ i ] . f -> g ? 1 : 2 , 3"},
		{"x\n  > 3", "x > 3"},
		{"f(x) > 0", "unsupported"},
		{"(f)(x)", "unsupported"},
		{"a[0](x)", "unsupported"},
		{"x ==> y", "unsupported"},
		{`\at(x, Pre) == x`, "unsupported"},
		{"x = 1", "refused"},
		{"x += 1", "refused"},
		{"x++", "refused"},
		{"x <<= 1", "refused"},
		{"1); reach_error(); (1", "refused"},
		{"1) || (1", "refused"},
		{"x ) + (", "refused"},
		{"(x", "refused"},
		{"(x]", "refused"},
		{"", "refused"},
		{"x /* y", "refused"},
		{"x // y", "refused"},
		{`"a"`, "refused"},
		{"#define", "refused"},
		{"({ 1; })", "refused"},
		{"__cupel_w0 == 1", "refused"},
	}
	for _, tt := range tests {
		got, err := clean(tt.in, "r", nil, isType)
		var un *unsupportedExpr
		switch {
		case errors.As(err, &un):
			got = "unsupported"
		case err != nil:
			got = "refused"
		}
		if got != tt.want {
			t.Errorf("%q: %q (%v), want %q", tt.in, got, err, tt.want)
		}
	}
}

// FuzzClean: an accepted text is a single expression.
func FuzzClean(f *testing.F) {
	for _, s := range []string{"0 <= i && i <= (__int128) n", "a[i] == (T)(x)", "1) || (1", `x == '\\' || y`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got, err := clean(s, "r", nil, func(string) bool { return false })
		if err != nil {
			return
		}
		if strings.ContainsAny(strings.ReplaceAll(got, "';'", ""), "\n\r#\"") {
			t.Fatalf("%q became %q", s, got)
		}
		depth := 0
		for _, tok := range strings.Fields(got) {
			switch tok {
			case "(", "[":
				depth++
			case ")", "]":
				if depth--; depth < 0 {
					t.Fatalf("%q became %q", s, got)
				}
			case ";", "{", "}", "=", "++", "--", "//", "/*":
				t.Fatalf("%q became %q", s, got)
			}
		}
	})
}

// TestOriginal: places of the text that was written are those of the file.
func TestOriginal(t *testing.T) {
	tx := newText("x.c", []byte("int a;\nif (a) b;\n"))
	tx.put(11, 12, "(w = (", ")) ", program.Pos{Line: 7})
	tx.put(11, 11, "p, ", "", program.Pos{Line: 8})
	tx.header = "static _Bool w;"
	if got, want := string(tx.write()), "static _Bool w;\nint a;\nif (p, (w = (a)) ) b;\n"; got != want && got != "static _Bool w;\nint a;\nif ((w = (p, a)) ) b;\n" {
		t.Errorf("%q, want %q", got, want)
	}
	if at, by := tx.original(program.Pos{File: "x.c", Line: 3, Col: 20}); at.Col != 8 || by != nil {
		t.Error(at, by)
	}
	if _, by := tx.original(program.Pos{File: "x.c", Line: 3, Col: 6}); by == nil {
		t.Error("inside of what was inserted")
	}
}

// TestPlaces: line directives say which lines a witness means.
func TestPlaces(t *testing.T) {
	tx := newText("x.i", []byte("# 1 \"x.c\"\nint a;\n# 40 \"y.h\"\nint b;\nint c;\n"))
	for _, tt := range []struct {
		at   read.Place
		want int
	}{{read.Place{File: "x.c", Line: 1}, 2}, {read.Place{File: "dir/y.h", Line: 41}, 5}, {read.Place{File: "x.i", Line: 4}, 4}} {
		if got := tx.candidates(tt.at); len(got) != 1 || got[0] != tt.want {
			t.Errorf("%v: %v, want %d", tt.at, got, tt.want)
		}
	}
}

// TestBare: comments and literals are blanked, also when they continue on further lines, so that no code is found in them.
func TestBare(t *testing.T) {
	for src, want := range map[string]string{
		"a; // b \\\r\n c\nd":             "a;        \n  \nd",
		"a; #b\n #c /* d\n e */ f\ng":     "a; #b\n        \n       \ng",
		"'\"' /* \" */ + \"/*\" + \"//\"": "'\"'         + \"/*\" + \"//\"",
	} {
		if got := string(bare([]byte(src))); got != want {
			t.Errorf("%q: %q, want %q", src, got, want)
		}
	}
}
