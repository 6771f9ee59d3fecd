package verifier

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"cupel/engine"
)

// TestSecondProof: where a program is decided by a run with too many states to be claims, and the engine has no proof, another engine's proof is
// certified, and the report names it.
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
