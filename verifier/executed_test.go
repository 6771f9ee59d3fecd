package verifier

import (
	"cupel/core/work"
	"path/filepath"
	"testing"
	"time"
)

// explainAsExecuted treats a program as if the run had decided it and the engine had not; no other engine is asked.
func explainAsExecuted(t *testing.T, src, certifier string, units int) *Report {
	t.Helper()
	ctx, stop := work.Within(t.Context(), units)
	defer stop()
	cfg := DefaultConfig()
	cfg.Certify, cfg.Certifier, cfg.CertifyTimeout, cfg.OwnProof = true, certifier, time.Minute, true
	task := loadText(t, filepath.Join(t.TempDir(), "p.c"), src)
	u, err := newSetup(task, cfg, Run{})
	if err != nil {
		t.Fatal(err)
	}
	code, err := u.read(ctx)
	if err != nil {
		t.Fatal(err)
	}
	in, err := code.inline(t.Context(), firstRecursionBound)
	if err != nil {
		t.Fatal(err)
	}
	l, err := in.lower(ctx)
	if err != nil {
		t.Fatal(err)
	}
	ran := code.provenByRuns("executed", false)
	if ran.on, err = l.encode(ctx, u.plan.Encodings[0]); err != nil {
		t.Fatal(err)
	}
	rep := newReport(task, cfg)
	if err := ran.report(ctx, ctx, rep); err != nil {
		t.Fatal(err)
	}
	return rep
}

// TestExecutedCertificate: the states of a short execution are a certificate, whatever the engine; those of one execution among several are not.
func TestExecutedCertificate(t *testing.T) {
	for name, c := range map[string]struct {
		src  string
		want bool
	}{
		"product":    {`int main(void) { unsigned x = 1; for (int i = 0; i < 30; i++) x = x * 7 + 3 * i * i; check(x == 2564504410u); return 0; }`, true},
		"nested":     {`int main(void) { int s = 0; for (int i = 0; i < 5; i++) for (int j = 0; j < i; j++) s += i * j; check(s == 35); return 0; }`, true},
		"array":      {`int main(void) { int a[4]; for (int i = 0; i < 4; i++) a[i] = i * i + 1; int s = 0; for (int i = 0; i < 4; i++) s += a[i]; check(s == 18); return 0; }`, true},
		"pointer":    {`int main(void) { int a[4], *p = a; for (int i = 0; i < 4; i++) *p++ = i + 1; int s = 0; for (p = a; p < a + 4; p++) s = s * s + *p; check(s == 148); return 0; }`, true},
		"list":       {`struct n { int v; struct n *next; }; int main(void) { struct n a = {1, 0}, b = {2, &a}, *p; int s = 0; for (p = &b; p; p = p->next) s = s * s + p->v; check(s == 5); return 0; }`, true},
		"declared":   {`int main(void) { int x, y; x = 0; y = 1; while (x < 40) { x++; y = y * y % 1000 + x; } check(y == 889); return 0; }`, true},
		"too long":   {`int main(void) { unsigned x = 1; for (int i = 0; i < 3000; i++) x = x * x + 5; check(x != 12345u); return 0; }`, false},
		"input":      {`int main(void) { int n = __VERIFIER_nondet_int(), x = 0; while (x < n) x++; check(x * x != 49); return 0; }`, false},
		"one way":    {`int main(void) { int x = 0; for (int i = 0; i < 5; i++) if (__VERIFIER_nondet_int()) x += i; check(x != 10); return 0; }`, false},
		"the other":  {`int main(void) { int x; for (int i = 0; i < 3; i++) { if (x == 5) reach_error(); } return 0; }`, false},
		"terminates": {`int main(void) { for (int i = 0; i < 3; i++) check(i != 2); return 0; }`, false},
	} {
		units := 300_000 // what cannot be certified takes all of it
		if c.want {
			units = 20_000_000
		}
		rep := explainAsExecuted(t, prologue+c.src, "cvc5", units)
		if rep.Certificate.Holds() != c.want {
			t.Errorf("%s: %s", name, rep.Certified)
		}
		if rep = explainAsExecuted(t, prologue+c.src, solverThatSays(t, "sat"), 300_000); rep.Certificate.Holds() {
			t.Errorf("%s: certified by a solver that says sat: %s", name, rep.Certified)
		}
	}
}
