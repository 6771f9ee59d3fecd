package language_test

import (
	"path/filepath"
	"testing"

	"cupel/tests/verifying"
	"cupel/verifier"
)

// TestUnsequenced: an expression with two unsequenced side effects on an object, or with one and a use of its value, is undefined.
func TestUnsequenced(t *testing.T) {
	const head = `extern void reach_error(void); struct s { int x, y; struct s *next; }; int gl, af[4]; int f(int a, ...) { return a; }
		int main(void) { int i = 1, j = 1, k = 0; int arr[8] = { 0 }; int *a = arr, *p = arr; struct s s = { 0 }, t = { 0 }; struct s *q = &s, *r = &t; q->next = r->next = r;
		`
	file := filepath.Join(t.TempDir(), "p.c")
	for want, list := range map[string][]string{
		"TRUE": {"i = i++ + i++", "i = ++i + 1", "i = i = 5", "f(i++, i)", "k = f(i++) + i", "a[i] = i++", "i = a[i++]", "a[i++] = i", "*p++ = *p", "*p = *p++", "i += i++",
			"i = (j = i++)", "if (i++ == i) k = 1", "while (i++ < i && k) ;", "s.x = s.x++", "gl = gl++", "af[gl] = gl++", "a[i] = a[i++]", "i = (int)i++", "q->next = q = r",
			"int z = i++ + i", "switch (i++ + i) { default: ; }", "k = *p++ + *p++", "f(i = 1, i = 2)", "return i++ + i", "k = j && i++ + i", "k = (i = 2) + j + i"},
		"FALSE": {"i = (i++, 5)", "i = i++ && 0", "i = f(i++)", "i = i + 1", "i += f(i)", "a[i] = i", "q = q->next = r", "q = (q->next = r)->next", "i = j = k", "i += j += k",
			"a[i++] = a[j++]", "*p++ = *a++", "*p++ += 1", "k = i++ && i++", "k = i++ ? i : i", "s.x = s.y++", "t = s", "i = a[i]++", "k = sizeof(i++) + i", "f(i++), i++",
			"f(i, j = i)", "(*p)++, p++", "int z = i++, y = i", "k = j || i++ + i"},
	} {
		for _, src := range list {
			rep := verifying.Run(t, verifying.Load(t, file, head+src+"; reach_error(); }"), verifying.Usual, func(*verifier.Config) {})
			if rep.Verdict != want {
				t.Errorf("%s: %s (%s), want %s", src, rep.Verdict, rep.Reason, want)
			}
		}
	}
}
