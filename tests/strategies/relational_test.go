package strategies_test

import (
	"path/filepath"
	"strings"
	"testing"

	"cupel/tests/need"
	"cupel/tests/verifying"
	"cupel/verifier"
)

// TestRelationalInvariants checks what relational invariants change: a proof of
// their own, or facts for a search; both are certified by the second solver.
func TestRelationalInvariants(t *testing.T) {
	need.Tool(t, "cvc5")
	const sum = `unsigned n = anyu, i = 0, j = 0, l = 0; if (n > 20000001) return 0;
		while (l < n) { if (l % 3 == 0) i++; else j++; l++; } check(i + j == l);`
	const parity = `unsigned n = anyu, i = 0, j = 0; if (n > 20000001) return 0;
		while (i < n) { i++; j += 2; } check(j % 2 == 0 && j <= 2 * n);`
	tests := []struct {
		name, engine, invariants, body string
		verdict, proof, certified      string
	}{
		{"proof", "symexecia", verifier.InvariantsRelational, sum, "TRUE", "abstract interpretation", "source, "},
		{"proof before summaries", "gps", verifier.InvariantsRelational, sum, "TRUE", "abstract interpretation", "source, "},
		{"first iterations", "symexecia", verifier.InvariantsRelational, `int n = any, x = 0; while (x < n) x++; if (n >= 0) check(x == n);`,
			"TRUE", "abstract interpretation", "source, "},
		{"facts", "symexecia", verifier.InvariantsRelational, parity, "TRUE", "", "source, "},
		{"facts for summaries", "gps", verifier.InvariantsRelational, parity, "TRUE", "", ""},
		{"error", "symexecia", verifier.InvariantsRelational, `unsigned i = anyu, n = anyu; while (i < n) i++; check(i == n);`, "FALSE", "", ""},
		{"wrap-around", "symexecia", verifier.InvariantsRelational, `unsigned i = anyu; if (i < 4294967290u) return 0; while (i > 5) i++; check(i != 0);`, "FALSE", "", ""},
		{"intervals", "symexecia", verifier.InvariantsIntervals, `int i = 0; while (i < 7) i++; check(i == 7);`, "TRUE", "", ""},
		{"none", "symexecia", verifier.InvariantsNone, `int i = 0; while (i < 7) i++; check(i == 7);`, "TRUE", "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "p.c")
			source := `extern void reach_error(void);
#define any __VERIFIER_nondet_int()
#define anyu __VERIFIER_nondet_uint()
extern int __VERIFIER_nondet_int(void); extern unsigned __VERIFIER_nondet_uint(void);
void check(int c) { if (!c) reach_error(); }
int main(void) {` + tt.body + `return 0; }`
			rep := verifying.Run(t, verifying.Load(t, file, source), verifying.Usual, func(c *verifier.Config) {
				c.Engine, c.Invariants, c.Certify = tt.engine, tt.invariants, true
			})
			if rep.Verdict != tt.verdict || !strings.Contains(rep.Proof, tt.proof) || !strings.Contains(rep.Certified, tt.certified) {
				t.Errorf("got %s (%s), proof %q, certified %q", rep.Verdict, rep.Reason, rep.Proof, rep.Certified)
			}
		})
	}
}
