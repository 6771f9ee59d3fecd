package verifier

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"cupel/engine"
)

// TestSecondProof: where a run decides, whose states are too many to be claims, and the engine has no proof, that of
// another engine is certified, and the report says whose it is.
func TestSecondProof(t *testing.T) {
	task := loadText(t, filepath.Join(t.TempDir(), "test.c"), prologue+`int main(void) {
	int x = 0, y = 40000;
	while (x < 80000) { if (x < 40000) x++; else { x++; y++; } }
	check(y == 80000);
	return 0;
}`)
	cfg := DefaultConfig()
	cfg.Certify = true
	defer func(n int) { proofWork = n }(proofWork)
	proofWork = 100_000
	rep, err := Verify(context.Background(), task, cfg, engine.Quiet{})
	if err != nil {
		t.Fatal(err)
	}
	if rep.DecidedBy != byRun || !rep.Certificate.Holds() || rep.Certificate.ProofOf != "gps" {
		t.Fatalf("%s by %s, certified: %s, proof of %q", rep.Verdict, rep.DecidedBy, rep.Certified, rep.Certificate.ProofOf)
	}
	var b strings.Builder
	if err := rep.WriteText(&b, TextOptions{}); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(b.String(), "decided by: "+byRun+"; proof certified: of gps\n") {
		t.Error(b.String())
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
		task := loadText(t, filepath.Join(t.TempDir(), "test.c"), prologue+test.src)
		cfg := DefaultConfig()
		cfg.Certify, cfg.NoRun, cfg.OwnProof = true, true, true
		rep, err := Verify(context.Background(), task, cfg, engine.Quiet{})
		if err != nil {
			t.Fatal(err)
		}
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
