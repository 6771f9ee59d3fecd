package strategies_test

import (
	"path/filepath"
	"strings"
	"testing"

	"cupel/tests/verifying"
	"cupel/verifier"
)

// TestExhaust: programs that are decided by running them for all values of their inputs, and some that are left to the engine.
func TestExhaust(t *testing.T) {
	const header = `int __VERIFIER_nondet_int(void); unsigned char __VERIFIER_nondet_uchar(void); _Bool __VERIFIER_nondet_bool(void); short __VERIFIER_nondet_short(void); long __VERIFIER_nondet_long(void); float __VERIFIER_nondet_float(void); void reach_error(void); void abort(void); void *malloc(unsigned long); int g[10];
unsigned hash(unsigned x) { for (int i = 0; i < 20; i++) x = x * 1103515245u + 12345u; return x; }
`
	for _, test := range []struct {
		name, body, verdict string
		run                 bool // decided by running
	}{
		{"range", "int x = __VERIFIER_nondet_int(); if (x < -3 || x > 9) return 0; if (hash(x) == 5) reach_error();", "TRUE", true},
		{"one value of a range", "int x = __VERIFIER_nondet_int(); if (x < -3 || x > 9) return 0; if (hash(x) == hash(7)) reach_error();", "FALSE", true},
		{"the ends of a range", "int x = __VERIFIER_nondet_int(); if (x < -3 || x > 9) return 0; if (hash(x) == hash(-3)) { int y = __VERIFIER_nondet_int(); if (y >= 9 && y <= 10 && hash(y) == hash(10)) reach_error(); }", "FALSE", true},
		{"beyond the range", "int x = __VERIFIER_nondet_int(); if (x < -3 || x > 9) return 0; if (hash(x) == hash(10) || hash(x) == hash(-4)) reach_error();", "TRUE", true},
		{"the whole of a type", "unsigned char x = __VERIFIER_nondet_uchar(); if (hash(x) == hash(255)) reach_error();", "FALSE", true},
		{"a type", "unsigned char x = __VERIFIER_nondet_uchar(); if (hash(x) == hash(256)) reach_error();", "TRUE", true},
		{"truth value", "_Bool x = __VERIFIER_nondet_bool(); if (hash(x) == hash(2)) reach_error();", "TRUE", true},
		{"truth value, unsafe", "_Bool x = __VERIFIER_nondet_bool(); if (hash(x) == hash(1)) reach_error();", "FALSE", true},
		{"two inputs", "int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(); if (x < 0 || x > 3 || y < x || y > 4) return 0; if (hash(10 * x + y) == hash(34)) reach_error();", "FALSE", true},
		{"two inputs that exclude each other", "int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(); if (x < 0 || x > 3 || y < x || y > 4) return 0; if (hash(10 * x + y) == hash(32)) reach_error();", "TRUE", true},
		{"an input that decides nothing", "long x = __VERIFIER_nondet_long(); if (x > 5) x = 1; else x = 2; if (hash(x) == hash(3)) reach_error();", "TRUE", true},
		{"cases of a switch", "int x = __VERIFIER_nondet_int(); switch (x) { case 1: x = 5; break; case 1000000: x = 6; break; default: x = 7; } if (hash(x) == hash(6)) reach_error();", "FALSE", true},
		{"a wide input in memory", "int x = __VERIFIER_nondet_int(), *p = g; p[3] = x; if (p[3] > 5 && hash(2) == 3) reach_error(); if (p[3] == 123456) reach_error();", "FALSE", false},
		{"a narrow input in memory", "unsigned char x = __VERIFIER_nondet_uchar(); int *p = g; p[3] = x; if (hash(p[3]) == hash(123456)) reach_error();", "TRUE", true},
		{"as an index", "unsigned char x = __VERIFIER_nondet_uchar(); if (x > 9) return 0; int *p = g; p[x] = 4; if (p[0] + p[9] > 4) reach_error();", "TRUE", true},
		{"wide, decided at once", "int x = __VERIFIER_nondet_int(); if (hash(x) == hash(77)) reach_error();", "FALSE", true},
		{"wide", "unsigned x = __VERIFIER_nondet_int(); if (x * x * x == 27) reach_error();", "FALSE", false},
		{"wide but for one way", "int x = __VERIFIER_nondet_int(); if (x > 2) x = 2; if (x < 0) return 0; if (hash(x) == hash(1)) reach_error();", "FALSE", true},
		{"in a loop", "int s = 0; for (int i = 0; i < 4; i++) s = 2 * s + __VERIFIER_nondet_bool(); if (hash(s) == hash(15)) reach_error();", "FALSE", true},
		{"in a loop, safe", "int s = 0; for (int i = 0; i < 4; i++) s = 2 * s + __VERIFIER_nondet_bool(); if (hash(s) == hash(16)) reach_error();", "TRUE", true},
		{"overflow is not followed", "int x = __VERIFIER_nondet_int(); if (x < 0) return 0; if (x + 1 < 0) reach_error();", "TRUE", false},
		{"overflow of a few", "int x = __VERIFIER_nondet_int(); if (x < 2147483640) return 0; int y = x + 3; if (y < 0) reach_error();", "TRUE", false},
		{"undefined for one", "unsigned char x = __VERIFIER_nondet_uchar(); int y = 100 / x; if (y > 100) reach_error();", "TRUE", false},
		{"indeterminate", "unsigned char x = __VERIFIER_nondet_uchar(); int y; int *p = &y; if (x == 3 && *p == 4) reach_error();", "FALSE", false},
		{"declaration jumped over", "if (late(0) == 0 && late(1) == 1) reach_error(); } int late(int k) { goto behind; int y; behind:; int *p = &y; if (k == 1 && *p != 5) return 1; *p = 5; return 0;", "FALSE", false},
		{"floats", "float x = __VERIFIER_nondet_float(); if (x > 2.0f) reach_error();", "FALSE", false},
		{"recursion", "unsigned char x = __VERIFIER_nondet_uchar(); if (x > 20) return 0; if (sum(x) == 55) reach_error(); } int sum(int n) { return n == 0 ? 0 : n + sum(n - 1);", "FALSE", true},
		{"recursion, safe", "unsigned char x = __VERIFIER_nondet_uchar(); if (x > 20) return 0; if (sum(x) == 56) reach_error(); } int sum(int n) { return n == 0 ? 0 : n + sum(n - 1);", "TRUE", true},
		{"input in a recursion", "if (three(3) == 5) reach_error(); } int three(int n) { int x = __VERIFIER_nondet_bool(); int y = n == 0 ? 0 : three(n - 1); return 2 * y + x;", "FALSE", true},
		{"input in a recursion, safe", "if (three(3) == 16) reach_error(); } int three(int n) { int x = __VERIFIER_nondet_bool(); int y = n == 0 ? 0 : three(n - 1); return 2 * y + x;", "TRUE", true},
	} {
		t.Run(test.name, func(t *testing.T) {
			task := verifying.Load(t, filepath.Join(t.TempDir(), "test.c"), header+"int sum(int); int three(int); int late(int); int main(void) { "+test.body+" }")
			rep := verifying.Run(t, task, 1_000_000, func(c *verifier.Config) { c.Engine, c.RunShort = "symex", true })
			if rep.Verdict != test.verdict && (test.run || rep.Verdict != "UNKNOWN") {
				t.Fatalf("%s (%s), want %s", rep.Verdict, rep.Reason, test.verdict)
			}
			ran := strings.HasPrefix(rep.Proof, "executed") || rep.Verdict == "FALSE" && rep.Stats == nil
			if ran != test.run {
				t.Errorf("decided by running: %v, want %v (%s)", ran, test.run, rep.Proof)
			}
		})
	}
}
