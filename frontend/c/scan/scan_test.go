package scan

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"cupel/tests/need"
)

// tokens writes a text with marks between its tokens, without white space.
func tokens(src string) []string {
	var out []string
	for t := range Tokens(src) {
		if t.Kind != Space {
			out = append(out, string(" /#anl."[t.Kind])+src[t.Start:t.End])
		}
	}
	return out
}

// TestTokens: text is divided into tokens as in the standard, also across continued lines and in prefixes of literals.
func TestTokens(t *testing.T) {
	for _, c := range []struct {
		src  string
		want []string
	}{
		{"int x$ = 0x1p-3f + .5e+2 - 1-2;", []string{"aint", "ax$", ".=", "n0x1p-3f", ".+", "n.5e+2", ".-", "n1", ".-", "n2", ".;"}},
		{"a->b...c..", []string{"aa", ".->", "ab", "....", "ac", "..", ".."}},
		{`L"a\"b" u8'c' u "d" uu"e"`, []string{`lL"a\"b"`, "lu8'c'", "au", `l"d"`, "auu", `l"e"`}},
		{"x // a \\\n b\ny", []string{"ax", "/// a \\\n b", "ay"}},
		{"x // a \\\r\n b\ny", []string{"ax", "/// a \\\r\n b", "ay"}},
		{"x // a \\ \ny", []string{"ax", "/// a \\ ", "ay"}},
		{"/* a\n // */b/**/c /*/ d", []string{"//* a\n // */", "ab", "//**/", "ac", "//*/ d"}},
		{"\"/* a */\" '\"' '\\'' //", []string{`l"/* a */"`, `l'"'`, `l'\''`, "///"}},
		{"\"a\\\nb\" \"c\\\r\nd\"", []string{"l\"a\\\nb\"", "l\"c\\\r\nd\""}},
		{"don't /*\nx", []string{"adon", "l't /*", "ax"}},
		{"/\\\n/ a\nx /\\\r\n* b *\\\n/ y", []string{"//\\\n/ a", "ax", "//\\\r\n* b *\\\n/", "ay"}},
		{"'a\\", []string{`l'a\`}},
		{"# define x \\\n 1\n#y", []string{"## define x \\\n 1", "##y"}},
		{" /* a */ #define x /* b\n c */ d\ne # f", []string{"//* a */", "##define x /* b\n c */ d", "ae", ".#", "af"}},
		{"#define x \"/*\" // y\nz", []string{"##define x \"/*\" // y", "az"}},
		{"%:define x\ny %:z", []string{"#%:define x", "ay", ".%", ".:", "az"}},
		{"\\\n#define x\ny \\\n#z", []string{"##define x", "ay", ".#", "az"}},
		{"é\xff1 \\u00e9", []string{"aé\xff1", ".\\", "au00e9"}},
	} {
		if got := tokens(c.src); !slices.Equal(got, c.want) {
			t.Errorf("%q: %q, want %q", c.src, got, c.want)
		}
	}
}

// TestSkip: blanks, comments and continued lines are skipped.
func TestSkip(t *testing.T) {
	for src, want := range map[string]int{"x": 0, " \t\r\f\v\nx": 6, "/* a */ // b\\\n c\n\\\nx": 19, "/ x": 0, "\\x": 0, "": 0, " ": 1, "// a": 4} {
		if got := Skip(src, 0); got != want {
			t.Errorf("%q: %d, want %d", src, got, want)
		}
	}
}

var mark = regexp.MustCompile(`MARK2?_\d+`)

// words are the identifiers of a text.
func words(src string) map[string]bool {
	out := map[string]bool{}
	for t := range Tokens(src) {
		if t.Kind == Ident {
			out[src[t.Start:t.End]] = true
		}
	}
	return out
}

// TestAgainstPreprocessor: comments, literals and directives end where gcc's end. Each text is followed by a mark, which gcc sees, or
// does not see, as code.
func TestAgainstPreprocessor(t *testing.T) {
	need.Tool(t, "gcc")
	dir := t.TempDir()
	pieces := []string{"/*", "*/", "//", "\"", "'", "\\", "\n", "\r\n", "\\\n", "#define X ", "#if 1\n#endif\n", "a", " ", "L", "%:define Y ", "\\\"", "/"}
	files, texts := []string{"-E", "-P", "-w"}, []string{}
	for n := range len(pieces) * len(pieces) * len(pieces) {
		text := ""
		for m, i := n, 0; i < 3; i++ {
			text += pieces[m%len(pieces)]
			m /= len(pieces)
		}
		if n%23 != 0 { // some of all combinations
			continue
		}
		src := fmt.Sprintf("%s MARK_%d\n MARK2_%d\n", text, n, n)
		file := filepath.Join(dir, fmt.Sprint(n, ".c"))
		if err := os.WriteFile(file, []byte(src), 0o644); err != nil {
			t.Fatal(err)
		}
		files, texts = append(files, file), append(texts, src)
	}
	out, _ := exec.Command("gcc", files...).Output() // some comments are not closed, which are errors
	theirs := words(string(out))
	seen := 0
	for _, src := range texts {
		ours := words(src)
		for _, w := range mark.FindAllString(src, -1) {
			if ours[w] != theirs[w] {
				t.Errorf("%q: %s is code: %v, for gcc %v", src, w, ours[w], theirs[w])
			}
			if theirs[w] {
				seen++
			}
		}
	}
	if seen < 100 || seen > 2*len(texts)-50 {
		t.Errorf("gcc sees %d marks", seen)
	}
}

// FuzzTokens: every byte is in one token, and the functions agree with the tokens, for strings and bytes.
func FuzzTokens(f *testing.F) {
	for _, s := range []string{"int x = 'a'; // b\n#define Y \"\\\n\"\n/* */", "L\"\\", "%:if\\\r\n", ".5e+.", "/*/", "\\\n#"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, src string) {
		end, pieces := 0, []Token{}
		for tok := range Tokens(src) {
			if tok.Start != end || tok.End <= tok.Start || tok.End > len(src) {
				t.Fatalf("%q: a token from %d to %d behind %d", src, tok.Start, tok.End, end)
			}
			end = tok.End
			pieces = append(pieces, tok)
			text := src[tok.Start:tok.End]
			switch tok.Kind {
			case Space, Remark:
				if Skip(text, 0) != len(text) {
					t.Fatalf("%q is not skipped", text)
				}
			case Quoted:
				if q := src[tok.Quote]; q != '"' && q != '\'' || tok.Closed && src[tok.End-1] != q {
					t.Fatalf("%q is no literal", text)
				}
			case Num:
				if strings.ContainsAny(text, " \n") {
					t.Fatalf("%q is no number", text)
				}
			}
		}
		if end != len(src) {
			t.Fatalf("%q: the last token ends at %d", src, end)
		}
		if again := slices.Collect(Tokens([]byte(src))); !slices.Equal(again, pieces) {
			t.Fatalf("%q has other tokens as bytes", src)
		}
	})
}
