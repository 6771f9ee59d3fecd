package c

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"cupel/frontend/c/library"
	"cupel/frontend/c/scan"
	"cupel/tests/need"
)

// gccCase is a program whose function "int test(void)" must return what gcc's
// code for it returns, in both data models.
type gccCase struct{ name, src string }

// runLikeGcc compares the programs with gcc.
func runLikeGcc(t *testing.T, cases []gccCase) {
	t.Helper()
	need.Tool(t, "gcc")
	for _, m := range models {
		t.Run(m.name, func(t *testing.T) {
			m.executed(t)
			dir := t.TempDir()
			compile := func(source, object, text string, flags ...string) {
				t.Helper()
				if err := os.WriteFile(filepath.Join(dir, source), []byte(text), 0o666); err != nil {
					t.Fatal(err)
				}
				args := slices.Concat([]string{"-std=gnu17", "-w", "-O0", "-fno-pic", "-c", "-o", object, source}, flags, m.flags)
				if out, err := command(dir, "gcc", args...); err != nil {
					t.Fatalf("gcc: %v\n%.2000s", err, out)
				}
			}
			// One executable for all programs, and one file for those that are still the same with other names.
			objs, together, calls := []string{"together.o"}, "", ""
			for i, c := range cases {
				if text, ok := renamed(c.src, i); ok {
					together += text
				} else {
					obj, test := fmt.Sprintf("t%d.o", i), fmt.Sprintf("test_%d", i)
					compile(fmt.Sprintf("t%d.c", i), obj, c.src, "-Dtest="+test)
					// Only test is visible from outside.
					if out, err := command(dir, "objcopy", "--keep-global-symbol", test, obj); err != nil {
						t.Fatalf("objcopy: %v\n%s", err, out)
					}
					objs = append(objs, obj)
					together += fmt.Sprintf("int test_%d(void);\n", i)
				}
				calls += fmt.Sprintf("printf(\"return %%d\\n\", test_%d());\n", i)
			}
			compile("together.c", "together.o", together+"int printf(const char *, ...);\nint main(void) {\n"+calls+"return 0; }\n")
			if out, err := command(dir, "gcc", slices.Concat([]string{"-no-pie", "-o", "a.out"}, objs, m.flags)...); err != nil {
				t.Fatalf("gcc: %v\n%.2000s", err, out)
			}
			out, err := exec.Command(filepath.Join(dir, "a.out")).Output()
			if err != nil {
				t.Fatal(err)
			}
			want := strings.Split(strings.TrimSpace(string(out)), "\n")
			for i, c := range cases {
				t.Run(c.name, func(t *testing.T) {
					if got := lowerAndRun(t, c.src, Options{Model: m.model, Entry: "test"}); got != want[i] {
						t.Errorf("%s\n%s\ngcc: %s", c.src, got, want[i])
					}
				})
			}
		})
	}
}

// command runs a tool in a directory.
func command(dir, name string, args ...string) (string, error) {
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// libraries are the functions of the library.
var libraries = func() map[string]bool {
	out := map[string]bool{}
	for _, f := range library.Functions() {
		out[f.Name] = true
	}
	return out
}()

// fixed are identifiers that a program does not choose.
var fixed = func() map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields("auto break case char const continue default do double else enum extern float for goto if inline int long " +
		"register restrict return short signed sizeof static struct switch typedef typeof union unsigned void volatile while asm alignof") {
		out[w] = true
	}
	return out
}()

// renamed is a program whose identifiers end in a number, so that one file can have several programs. False: it has directives, characters
// beyond C's own, attributes that name something, or functions of the library.
func renamed(src string, number int) (string, bool) {
	for _, line := range strings.Split(src, "\n") {
		if strings.Contains(line, "#") && !strings.HasPrefix(line, "#pragma pack") {
			return "", false
		}
	}
	if regexp.MustCompile(`\\|%:|__LINE__|\b(cleanup|mode|alias|section|vector_size|__mode__|asm|__asm__)\b`).MatchString(src) {
		return "", false
	}
	var b strings.Builder
	last, attribute := 0, 0 // attribute: 1 behind the word, 1 + the depth in its parentheses
	for t := range scan.Tokens(src) {
		word := src[t.Start:t.End]
		switch {
		case word == "__attribute__" || word == "__attribute" || word == "pragma":
			attribute = 1
		case attribute > 0 && word == "(":
			attribute++
		case attribute > 1 && word == ")":
			if attribute--; attribute == 1 {
				attribute = 0
			}
		case attribute > 0 || t.Kind != scan.Ident || fixed[word] || word[0] == '_' && len(word) > 1 && (word[1] == '_' || word[1] < 'a'):
		case libraries[word]:
			return "", false
		default:
			b.WriteString(src[last:t.End] + fmt.Sprintf("_%d", number))
			last = t.End
		}
	}
	return b.String() + src[last:] + "\n", true
}
