package verifier

import (
	"context"
	"path/filepath"
	"testing"
	"time"

	"cupel/engine"
	"cupel/evidence"
	"cupel/tests/need"
)

// TestUnrolledIntegers: what is multiplied is certified over the integers, with the loops unrolled, where bits have no answer in time.
func TestUnrolledIntegers(t *testing.T) {
	need.Tool(t, "cvc5")
	const src = prologue + `void abort(void);
int main(void) {
	int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), n;
	if (a < 1 || b < 1 || a > 1000000 || b > 1000000) abort();
	long long x = a, y = b, p = 1, q = 0, r = 0, s = 1;
	for (n = 0; n < 3; n++)
		if (x >= y) { x -= y; p -= q; r -= s; } else { y -= x; q -= p; s -= r; }
	check(p * a + r * b == x && q * a + s * b == y);
}`
	for _, c := range []struct {
		certifier string
		limit     time.Duration
		holds     bool
	}{{"cvc5", 25 * time.Second, true}, {solverThatSays(t, "sat"), 5 * time.Second, false}} {
		cfg := DefaultConfig()
		cfg.Engine, cfg.NoRun, cfg.Invariants, cfg.Certify, cfg.Certifier, cfg.CertifyTimeout, cfg.OwnProof = "symex", true, InvariantsNone, true, c.certifier, c.limit, true
		rep, err := Verify(context.Background(), loadText(t, filepath.Join(t.TempDir(), "p.c"), src), cfg, engine.Quiet{})
		if err != nil {
			t.Fatal(err)
		}
		if rep.Verdict != "TRUE" || rep.Certificate.Holds() != c.holds || c.holds && rep.Certificate.Kind != evidence.KindIntegers {
			t.Errorf("%s: %s, %s", rep.Verdict, rep.Certified, rep.Reason)
		}
	}
}
