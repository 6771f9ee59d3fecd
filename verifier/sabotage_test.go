package verifier

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"cupel/engine"
	"cupel/internal/oracle"
	"cupel/internal/sabotage"
	"cupel/program"
)

// solverThatSays writes a solver that gives one answer to every question.
func solverThatSays(t *testing.T, answer string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), answer)
	script := `#!/bin/sh
while read -r line; do case "$line" in *check-sat*) echo ` + answer + ` ;; *get-info*) echo '(:reason-unknown "fake")' ;; *get-*) echo '(error "fake")' ;; esac; done
`
	if err := os.WriteFile(file, []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	return file
}

const prologue = `extern int __VERIFIER_nondet_int(void); extern unsigned __VERIFIER_nondet_uint(void);
void reach_error(void) {}
void check(int c) { if (!c) reach_error(); }
`

// safePrograms are safe for different reasons.
var safePrograms = map[string]string{
	"constant":    `int main(void) { int x = 5; check(x == 5); return 0; }`,
	"dead code":   `int main(void) { if (0) reach_error(); return 0; }`,
	"branches":    `int main(void) { int x = __VERIFIER_nondet_int(); int y = x > 3 ? 1 : 2; check(y < 3); return 0; }`,
	"bounded":     `int main(void) { int s = 0; for (int i = 0; i < 5; i++) s += i; check(s == 10); return 0; }`,
	"linear":      `int main(void) { int n = __VERIFIER_nondet_int(), x = 0, y = 0; while (x < n) { x++; y++; } check(x == y); return 0; }`,
	"unsigned":    `int main(void) { unsigned n = __VERIFIER_nondet_uint(), x = 0; while (x < n) x++; check(x == n); return 0; }`,
	"parity":      `int main(void) { unsigned x = 0; while (__VERIFIER_nondet_int()) x += 2; check(x % 2 == 0); return 0; }`,
	"array":       `int main(void) { int a[3] = {1, 2, 3}; unsigned i = __VERIFIER_nondet_uint(); if (i < 3) check(a[i] > 0); return 0; }`,
	"state":       `int main(void) { int s = 0; while (__VERIFIER_nondet_int()) { if (s == 0) s = 1; else if (s == 1) s = 2; else s = 0; } check(s != 3); return 0; }`,
	"recursion":   `int f(int n) { if (n <= 0) return 0; return f(n - 1) + 1; } int main(void) { int n = __VERIFIER_nondet_int(); check(f(n) >= 0); return 0; }`,
	"unreachable": `int main(void) { while (1) { } reach_error(); return 0; }`,
}

// unsafePrograms have errors that are easy to lose.
var unsafePrograms = map[string]string{
	"input":    `int main(void) { int x = __VERIFIER_nondet_int(); check(x != 7); return 0; }`,
	"branches": `int main(void) { int x = __VERIFIER_nondet_int(), y = 0; if (x > 3) y = 1; else y = 2; check(y != 2); return 0; }`,
	"second":   `int main(void) { int x = __VERIFIER_nondet_int(), y = 0; if (x > 3) y = 2; else y = 1; check(y != 2); return 0; }`,
	"bounded":  `int main(void) { int s = 0, i; for (i = 0; i < 5; i++) s += i; check(s + __VERIFIER_nondet_int() % 2 == 10); return 0; }`,
	"linear":   `int main(void) { int n = __VERIFIER_nondet_int(), x = 0, y = 0; while (x < n) { x++; y++; } check(y < 4); return 0; }`,
	"late":     `int main(void) { int x = 0; while (__VERIFIER_nondet_int()) { if (x < 6) x++; } check(x < 6); return 0; }`,
	"flag":     `int main(void) { int f = 0, x = 0; while (x < 9) { if (__VERIFIER_nondet_int()) f = 1; x++; } check(f == 0); return 0; }`,
	"unsigned": `int main(void) { unsigned x = __VERIFIER_nondet_uint(); while (x > 10) x -= 7; check(x != 4); return 0; }`,
	"array":    `int main(void) { int a[3] = {1, 2, 3}; unsigned i = __VERIFIER_nondet_uint(); if (i < 3) check(a[i] < 3); return 0; }`,
	"call":     `int f(int x) { return x > 0 ? x : -x; } int main(void) { int x = __VERIFIER_nondet_int(); if (x > -100) check(f(x) != 42); return 0; }`,
	"state":    `int main(void) { int s = 0; while (__VERIFIER_nondet_int()) { if (s == 0) s = 1; else if (s == 1) s = 3; else s = 0; } check(s != 3); return 0; }`,
}

func names(m map[string]string) []string {
	var out []string
	for n := range m {
		out = append(out, n)
	}
	slices.Sort(out)
	return out
}

// certifyProgram verifies a program and asks for a certificate.
func certifyProgram(t *testing.T, file, src, engineName, certifier string) *Report {
	t.Helper()
	task := loadText(t, file, src)
	cfg := DefaultConfig()
	cfg.Engine, cfg.Certify, cfg.Certifier = engineName, true, certifier
	cfg.NoRun, cfg.DataModel = true, program.LP64
	cfg.Timeout, cfg.CertifyTimeout = 5*time.Second, 10*time.Second
	rep, err := Verify(context.Background(), task, cfg, engine.Quiet{})
	if err != nil {
		t.Fatal(err)
	}
	return rep
}

// sampleEngines are all engines in the long mode.
func sampleEngines() []string {
	if os.Getenv("CUPEL_LONG") == "" {
		return []string{"symexecia", "cegar"}
	}
	var out []string
	for _, e := range Engines() {
		out = append(out, e.Name)
	}
	return out
}

// TestDishonestSolver: nothing is certified by a solver that says sat, or
// unknown, to everything, with any engine; one that says unsat certifies.
func TestDishonestSolver(t *testing.T) {
	dir := t.TempDir()
	for _, answer := range []string{"sat", "unknown", "unsat"} {
		solver := solverThatSays(t, answer)
		for _, e := range sampleEngines() {
			proofs, certified := 0, 0
			for _, name := range names(safePrograms) {
				rep := certifyProgram(t, filepath.Join(dir, "p.c"), prologue+safePrograms[name], e, solver)
				if rep.Verdict != "TRUE" {
					continue
				}
				proofs++
				c := rep.Certificate
				if c == nil {
					t.Fatalf("%s, %s: no certificate", e, name)
				}
				switch holds := c.Holds(); {
				case holds && answer != "unsat":
					t.Errorf("%s, %s: certified by a solver that says %s: %s", e, name, answer, c)
				case !holds && answer == "unsat":
					t.Errorf("%s, %s: not certified by a solver that says unsat: %s", e, name, c)
				case holds:
					certified++
				}
				if c.Holds() == strings.HasPrefix(rep.Certified, "no: ") {
					t.Errorf("%s, %s: %q", e, name, rep.Certified)
				}
			}
			t.Logf("%s, solver that says %s: %d proofs, %d certified", e, answer, proofs, certified)
			if proofs < 5 {
				t.Errorf("%s: %d proofs only", e, proofs)
			}
		}
	}
}

// TestRequireCertified: a proof without a certificate is UNKNOWN where one is required.
func TestRequireCertified(t *testing.T) {
	dir := t.TempDir()
	for answer, want := range map[string]string{"sat": "UNKNOWN", "unsat": "TRUE"} {
		task := loadText(t, filepath.Join(dir, "p.c"), prologue+safePrograms["linear"])
		cfg := DefaultConfig()
		cfg.Certify, cfg.RequireCertified, cfg.Certifier = true, true, solverThatSays(t, answer)
		cfg.Witness = filepath.Join(dir, answer+".yml")
		rep, err := Verify(context.Background(), task, cfg, engine.Quiet{})
		if err != nil {
			t.Fatal(err)
		}
		_, missing := os.Stat(cfg.Witness)
		if rep.Verdict != want || (want == "UNKNOWN") != (missing != nil) || (want == "UNKNOWN") != strings.HasPrefix(rep.Reason, "proven, but not certified: ") {
			t.Errorf("%s: %s (%s), witness %v", answer, rep.Verdict, rep.Reason, missing)
		}
	}
}

// TestSabotage: with a deliberately wrong domain or pass some unsafe programs are
// "proven", but no such proof is certified.
func TestSabotage(t *testing.T) {
	programs := map[string]string{}
	for n, src := range unsafePrograms {
		programs[n] = prologue + src
	}
	random := 10
	if os.Getenv("CUPEL_LONG") != "" {
		random = 300
	}
	for i := range random {
		p := oracle.Generate(uint64(7000+i), oracle.All)
		programs[fmt.Sprintf("random %d", i)] = p.Source
	}
	dir := t.TempDir()
	file := filepath.Join(dir, "p.c")
	var unsafe []string
	for _, n := range names(programs) {
		if rep := certifyProgram(t, file, programs[n], "symexecia", "cvc5"); rep.Verdict == "FALSE" {
			unsafe = append(unsafe, n)
		} else if !strings.HasPrefix(n, "random") {
			t.Errorf("%s: %s (%s)", n, rep.Verdict, rep.Reason)
		}
	}
	allWrong := 0
	for _, f := range sabotage.All() {
		wrong, certified := 0, 0
		for i, n := range unsafe {
			e := sampleEngines()[i%len(sampleEngines())]
			restore := sabotage.Inject(f)
			rep := certifyProgram(t, file, programs[n], e, "cvc5")
			restore()
			if rep.Verdict != "TRUE" {
				continue
			}
			wrong++
			if rep.Certificate.Holds() {
				certified++
				t.Errorf("%s, %s, %s: a wrong proof is certified: %s\n%s", f, e, n, rep.Certified, programs[n])
			}
		}
		allWrong += wrong
		t.Logf("%s: %d of %d wrong proofs, %d certified", f, wrong, len(unsafe), certified)
	}
	if allWrong < 20 {
		t.Errorf("the faults make %d wrong proofs only", allWrong)
	}
}
