package verifier

import (
	"path/filepath"
	"strings"
	"testing"

	"cupel/core/work"
	"cupel/engine"
	"cupel/frontend/property"
)

const endingHead = `extern int __VERIFIER_nondet_int(void); extern unsigned __VERIFIER_nondet_uint(void); extern char __VERIFIER_nondet_char(void);
extern unsigned char __VERIFIER_nondet_uchar(void); extern void *malloc(unsigned long); extern void abort(void);
`

// measuredReport verifies by measures alone that the executions of a program end.
func measuredReport(t *testing.T, text string, set func(*Config)) *Report {
	t.Helper()
	task := loadText(t, filepath.Join(t.TempDir(), "p.c"), endingHead+text)
	task.Property = property.ByName("termination")
	cfg := DefaultConfig()
	cfg.Ranking, cfg.NoRun = "measure", true
	if set != nil {
		set(&cfg)
	}
	ctx, stop := work.Within(t.Context(), 6_000_000)
	defer stop()
	rep, err := Verify(ctx, task, cfg, engine.Quiet{})
	if err != nil {
		t.Fatal(err)
	}
	return rep
}

// TestMeasures: programs whose loops end, with what the report says of them, and programs one of whose executions does not.
func TestMeasures(t *testing.T) {
	for _, c := range []struct {
		name, text string
		ends       bool
		says       string // about some loop
	}{
		{"counting", "int main(void) { int n = __VERIFIER_nondet_int(); for (int i = 0; i < n; i++) ; }", true, "-i gets smaller in each turn; at most n - i turns"},
		{"lexicographic", "int main(void) { int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(); while (x > 0 && y > 0) { if (__VERIFIER_nondet_int()) { x--; y = __VERIFIER_nondet_int(); } else y--; } }", true, "(x, y) gets smaller in each turn, the first of them that changes"},
		{"nested", "int main(void) { unsigned n = __VERIFIER_nondet_uint(); for (unsigned i = 0; i < n; i++) for (unsigned j = i; j < n; j++) ; }", true, "-j gets smaller"},
		{"an inner loop moves the counter", "int main(void) { int n = __VERIFIER_nondet_int(), i = 0; while (i < n) { i++; while (i < n && __VERIFIER_nondet_int()) i++; } }", true, ""},
		{"an inner loop moves it back", "int main(void) { int n = __VERIFIER_nondet_int(), i = 0; while (i < n) { i++; while (i > 0 && __VERIFIER_nondet_int()) i--; } }", false, ""},
		{"phases", "int main(void) { int x = __VERIFIER_nondet_int(); while (x != 0) if (x > 0) x--; else x++; }", true, ""},
		{"only by overflow", "int main(void) { int x = __VERIFIER_nondet_int(); while (1) x++; }", true, "-x gets smaller"},
		{"wrapping", "int main(void) { unsigned x = __VERIFIER_nondet_uint(); while (1) x++; }", false, ""},
		{"wrapping to the end", "int main(void) { unsigned x = __VERIFIER_nondet_uint(), n = __VERIFIER_nondet_uint(); while (x != n) x++; }", true, ""},
		{"wrapping past the end", "int main(void) { unsigned x = __VERIFIER_nondet_uint(); while (x != 0) x += 2; }", false, ""},
		{"unsigned counter below 0", "int main(void) { unsigned n = __VERIFIER_nondet_uint(); for (unsigned i = n; i >= 0; i--) ; }", false, ""},
		{"narrow counter", "int main(void) { int n = __VERIFIER_nondet_int(); for (unsigned char i = 0; i < n; i++) ; }", false, ""},
		{"narrow counter, small bound", "int main(void) { int n = __VERIFIER_nondet_uchar(); for (unsigned char i = 0; i < n; i++) ; }", true, ""},
		{"a cast to a wider type", "int main(void) { unsigned n = __VERIFIER_nondet_uint(); for (long i = n; i >= 0; i--) ; }", true, "i gets smaller"},
		{"a cast back", "int main(void) { long n = __VERIFIER_nondet_uint(); for (int i = 0; (unsigned) i != n; i = (int) ((unsigned) i + 1u)) ; }", true, ""},
		{"bits", "int main(void) { unsigned n = __VERIFIER_nondet_uint(); while (n) n &= n - 1; }", true, "n gets smaller"},
		{"constant on one branch", "int main(void) { int x = __VERIFIER_nondet_int(); while (x > 0) if (__VERIFIER_nondet_int()) x--; }", false, ""},
		{"do while 0", "int main(void) { do { if (__VERIFIER_nondet_int()) continue; } while (0); }", true, ""},
		{"a string", "int main(void) { int n = __VERIFIER_nondet_uchar() + 1; char *a = malloc(n); a[n - 1] = 0; while (*a) a++; }", true, "-a gets smaller"},
		{"pointers that are not used", "int main(void) { unsigned long a = 0; while (a != 1) a += 2; }", false, ""},
		{"irreducible", "int main(void) { int i = __VERIFIER_nondet_int(); if (i > 5) goto B; A: i--; if (i < 0) return 0; B: if (__VERIFIER_nondet_int()) goto A; i--; if (i > 0) goto A; }", true, ""},
		{"irreducible, for ever", "int main(void) { int i = __VERIFIER_nondet_int(); if (i > 5) goto B; A: i++; if (i < 0) return 0; i--; B: if (i > 0) goto A; }", false, ""},
		{"recursion", "int f(int n) { if (n <= 0) return 0; return f(n - 1) + 1; } int main(void) { f(__VERIFIER_nondet_int()); }", true, "n gets smaller"},
		{"recursion for ever", "int f(unsigned n) { if (n == 0) return 0; return f(n - 2) + 1; } int main(void) { f(__VERIFIER_nondet_uint()); }", false, ""},
		{"a loop in a recursion", "void f(int n) { for (int i = 0; i < n; i++) f(i); } int main(void) { f(__VERIFIER_nondet_int()); }", true, ""},
		{"memory is no measure", "int main(void) { while (1) { char *p = malloc(1); if (!p) return 0; } }", false, ""},
		{"memory in a recursion is none", "void f(void) { char *p = malloc(1); if (p) f(); } int main(void) { f(); }", false, ""},
		{"memory in a loop that ends", "int main(void) { int n = __VERIFIER_nondet_int(); for (int i = 0; i < n; i++) { char *p = malloc(1); *p = 0; } }", true, "-i gets smaller"},
		{"an end of the program", "void error(void) { abort(); } int main(void) { while (1) if (__VERIFIER_nondet_int()) error(); else return 0; }", true, ""},
	} {
		rep := measuredReport(t, c.text, nil)
		if (rep.Verdict == "TRUE") != c.ends {
			t.Errorf("%s: %s %v", c.name, rep.Verdict, rep.Loops)
			continue
		}
		says := c.says == ""
		for _, l := range rep.Loops {
			says = says || strings.Contains(l.Ends, c.says)
		}
		if !says {
			t.Errorf("%s: %v, want %q", c.name, rep.Loops, c.says)
		}
	}
}

// TestMeasuresCertified: a second solver checks the invariants, and that measures get smaller, on the program before all passes.
func TestMeasuresCertified(t *testing.T) {
	rep := measuredReport(t, "int main(void) { int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(); while (x > 0 && y > 0) { if (__VERIFIER_nondet_int()) { x--; y = __VERIFIER_nondet_int(); } else y--; } }", func(c *Config) { c.Certify = true })
	if c := rep.Certificate; c == nil || !c.Holds() || c.Level != "source" || !strings.Contains(strings.Join(c.Trusted, ","), "measures") {
		t.Errorf("%s, %+v", rep.Verdict, c)
	}
}
