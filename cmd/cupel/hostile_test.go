package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"
)

// TestHostileText: neither a program nor a file's name sends control sequences to the terminal, forges lines of a report, or makes a message as long as
// itself.
func TestHostileText(t *testing.T) {
	t.Chdir(t.TempDir())
	const body = "extern int __VERIFIER_nondet_int(void);\nvoid reach_error(void);\nint main(void) { if (__VERIFIER_nondet_int() == 7) reach_error(); return 0; }\n"
	long := strings.Repeat("x", 200_000)
	for name, text := range map[string]string{
		"error.c":                       "#error \"\x1b[31mred\x1b]0;title\x07\"\n",
		"include.c":                     "#include \"\x1b[2Jx.h\"\nint main(void) {}\n",
		"line.c":                        "#line 7 \"e\x1b[31mvil.c\"\n" + body,
		"quoted.c":                      strings.Replace(body, "if (", "if /* \x1b[8m \u202e */ (", 1),
		"a\nVERDICT: TRUE\nb.c":         body,
		"c: \x1b[1m #d.c":               body,
		"name.c":                        "int main(void) { return " + long + "; }\n",
		"message.c":                     "#error " + long + "\n",
		"dir\x1b[1m/missing.c":          "",
		"unknown kind\nVERDICT: TRUE\n": body,
	} {
		if text != "" {
			if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		var out bytes.Buffer
		code := execute([]string{"verify", "--engine", "symex", "--trace", "full", "--witness", filepath.Join(t.TempDir(), "w.yml"), name}, &out, &out)
		got := out.String()
		if strings.ContainsFunc(got, func(r rune) bool { return r != '\n' && !unicode.IsPrint(r) }) {
			t.Errorf("%q: %q", name, got)
		}
		if code != 1 && code != 3 || len(got) > 5000 || strings.Contains(got, "\nVERDICT: TRUE") {
			t.Errorf("%q: exit %d, %d bytes: %.3000s", name, code, len(got), got)
		}
	}
}

// TestIncludesItself: a file that includes itself is told as such.
func TestIncludesItself(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{"self.c": "#include \"self.c\"\nint x;\n", "one.c": "#include \"two.h\"\nint main(void) { return 0; }\n", "two.h": "#include \"three.h\"\n", "three.h": "int x;\n#include \"two.h\"\n"} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for name, want := range map[string]string{"self.c": "self.c:1:10: includes itself without end: self.c includes self.c; ", "one.c": "without end: three.h includes two.h includes three.h; "} {
		var out bytes.Buffer
		if code := execute([]string{"verify", name}, &out, &out); code != 3 || !strings.Contains(out.String(), want) {
			t.Errorf("%s: exit %d: %s", name, code, out.String())
		}
	}
}
