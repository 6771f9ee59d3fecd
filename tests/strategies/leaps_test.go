package strategies_test

import (
	"path/filepath"
	"testing"

	"cupel/tests/verifying"
	"cupel/verifier"
)

// TestLeaps: long loops whose turns follow a rule are run at once.
func TestLeaps(t *testing.T) {
	const header = `int __VERIFIER_nondet_int(void); void reach_error(void); unsigned three(unsigned x) { return x + 3; }
`
	for _, test := range []struct{ name, body, verdict string }{
		{"counter", "unsigned x = 1; while (x < 3000000000u) x += 4; if (x == 3000000001u) reach_error();", "FALSE"},
		{"counter, safe", "unsigned x = 1; while (x < 3000000000u) x += 4; if (x != 3000000001u) reach_error();", "TRUE"},
		{"wraps around", "unsigned x = 5; int n = 0; while (x != 6) { x += 3; if (x < 3) n++; } if (n == 2) reach_error();", "FALSE"},
		{"down, with a sign", "int x = 2000000000, y = 0; while (x > -2000000000) { x -= 8; y++; } if (y != 500000000) reach_error();", "TRUE"},
		{"nested", "unsigned x = 0, y; while (x < 400000000u) { for (y = 0; y < 7; y++) ; x += y; } if (x == 400000006u) reach_error();", "FALSE"},
		{"two phases", "unsigned x = 0, y = 0; while (x < 300000000u) { if (x < 100000000u) x++; else { x += 2; y++; } } if (y == 100000000u) reach_error();", "FALSE"},
		{"alternating", "unsigned x = 0, y = 0; while (x < 300000000u) { if (x % 3 == 1) y += 2; x++; } if (y != 200000000u) reach_error();", "TRUE"},
		{"sum", "unsigned x = 0; unsigned long long s = 0; while (x < 1000000000u) { s += x; x++; } if (s == 499999999500000000ull) reach_error();", "FALSE"},
		{"calls", "unsigned x = 0; while (x < 900000000u) x = three(x); if (x != 900000000u) reach_error();", "TRUE"},
		{"overflow in the middle", "int x = 0; while (x != 5) x += 2; reach_error();", "TRUE"},
		{"steps of a small input", "int i = 0, k = __VERIFIER_nondet_int(); if (k < 1 || k > 9) return 0; while (i < 3000000 * k) i += 3 * k; if (i != 3000000 * k) reach_error();", "TRUE"},
		{"steps of a small input, unsafe", "int i = 0, k = __VERIFIER_nondet_int(); if (k < 1 || k > 9) return 0; while (i < 3000000 * k) i += 7; if (i == 12000002) reach_error();", "FALSE"},
		{"input and a long loop", "int k = __VERIFIER_nondet_int(); unsigned x = 0; while (x < 70000000u) x += 2; if (k == 1 && x == 70000000u) reach_error();", "FALSE"},
	} {
		t.Run(test.name, func(t *testing.T) {
			task := verifying.Load(t, filepath.Join(t.TempDir(), "test.c"), header+"int main(void) { "+test.body+" }")
			rep := verifying.Run(t, task, 1_000_000, func(c *verifier.Config) { c.Engine, c.RunShort = "symex", false })
			if rep.Verdict != test.verdict {
				t.Fatalf("%s (%s), want %s", rep.Verdict, rep.Reason, test.verdict)
			}
		})
	}
}
