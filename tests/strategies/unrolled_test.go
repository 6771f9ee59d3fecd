package strategies_test

import (
	"path/filepath"
	"testing"
	"time"

	"cupel/tests/effort"
	"cupel/tests/need"
	"cupel/tests/verifying"
	"cupel/verifier"
)

// TestUnrolledIntegers: nonlinear arithmetic is certified over the integers, with the loops unrolled, where the queries over bit-vectors time out. That
// takes real solvers minutes, in make long; otherwise there are dishonest ones only, with which the steps are the same.
func TestUnrolledIntegers(t *testing.T) {
	const src = verifying.Prologue + `void abort(void);
int main(void) {
	int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), n;
	if (a < 1 || b < 1 || a > 1000000 || b > 1000000) abort();
	long long x = a, y = b, p = 1, q = 0, r = 0, s = 1;
	for (n = 0; n < 2; n++)
		if (x >= y) { x -= y; p -= q; r -= s; } else { y -= x; q -= p; s -= r; }
	check(p * a + r * b == x && q * a + s * b == y);
}`
	verify := func(certifier string, limit time.Duration, units int) *verifier.Report {
		return verifying.Run(t, verifying.Load(t, filepath.Join(t.TempDir(), "p.c"), src), units, func(c *verifier.Config) {
			c.Engine, c.NoRun, c.Invariants, c.OwnProof = "symex", true, verifier.InvariantsNone, true
			c.Certify, c.Certifier, c.CertifyTimeout = true, certifier, limit
		})
	}
	for answer, holds := range map[string]bool{"sat": false, "unsat": true} {
		if rep := verify(verifying.SolverThatSays(t, answer), time.Hour, 2_000_000); rep.Verdict != "TRUE" || rep.Certificate.Holds() != holds {
			t.Errorf("a solver that says %s: %s, %s, %s", answer, rep.Verdict, rep.Certified, rep.Reason)
		}
	}
	if !effort.Long() {
		return
	}
	need.Tool(t, "cvc5")
	if rep := verify("cvc5", 10*time.Minute, verifying.Usual); rep.Verdict != "TRUE" || !rep.Certificate.Holds() {
		t.Errorf("%s, %s, %s", rep.Verdict, rep.Certified, rep.Reason)
	}
}

// TestUnrolled: what has no inductive claims that are found soon is certified by its executions, where these are short.
func TestUnrolled(t *testing.T) {
	for name, test := range map[string]struct {
		src  string
		want bool
	}{
		"products": {`int main(void) { int n = __VERIFIER_nondet_int(); if (n < 0 || n > 9) return 0; long long x = 1, i = 0; while (i < n) { i++; x = x * i + i * i; } check(x > 0); return 0; }`, true},
		"bits":     {`int main(void) { unsigned char b = __VERIFIER_nondet_uint(), r = 0; for (int i = 0; i < 8; i++) if (b & (1 << i)) r |= 1 << i; check(r == b); return 0; }`, true},
		"nested":   {`int main(void) { unsigned a = __VERIFIER_nondet_uint() % 4, s = 0; for (unsigned i = 0; i < a; i++) for (unsigned j = 0; j < i; j++) s ^= i * j + 1; check(s <= 16); return 0; }`, true},
	} {
		task := verifying.Load(t, filepath.Join(t.TempDir(), "test.c"), verifying.Prologue+test.src)
		rep := verifying.Run(t, task, verifying.Usual, func(c *verifier.Config) { c.Certify, c.NoRun, c.OwnProof = true, true, true })
		c := rep.Certificate
		if c == nil {
			t.Errorf("%s: %s (%s)", name, rep.Verdict, rep.Reason)
			continue
		}
		t.Logf("%s: %s, %s", name, rep.Certified, c.What)
		if c.Holds() != test.want {
			t.Errorf("%s: %s", name, rep.Certified)
		}
	}
}
