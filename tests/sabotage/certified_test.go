package sabotage_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cupel/core/program"
	"cupel/tests/effort"
	"cupel/tests/verifying"
	"cupel/verifier"
)

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

// certifyWith verifies a program and asks for a certificate of the proof, within a budget of work. Unless the engine is alone, others are asked when its
// proof is not certified.
func certifyWith(t *testing.T, file, src, certifier, engineName, invariants string, alone bool, units int) *verifier.Report {
	t.Helper()
	return verifying.Run(t, verifying.Load(t, file, src), units, func(c *verifier.Config) {
		c.OwnProof, c.NoRun, c.DataModel = alone, true, program.LP64
		c.CertifyTimeout *= 4 // the work bounds it, not the clock of a busy machine
		c.Engine, c.Certify, c.Certifier, c.Invariants = engineName, true, certifier, invariants
	})
}

// searchWork bounds a search and its certificate. Proofs of these small programs take a hundredth of it; the rest is for the certificate, which is sought in
// several ways one after another.
func searchWork() int { return effort.Count(1_000_000, 3_000_000, 3_000_000) }

// sample are the engines that a solver's answer is tried with: all in the long mode. What is asked differs between invariants of abstract states and those of
// predicates; the answers are read in one place, so that make test has one of the two for each.
func sample(i int) []string {
	switch two := []string{"symexecia", "cegar"}; {
	case effort.Long():
		var out []string
		for _, e := range verifier.Engines() {
			out = append(out, e.Name)
		}
		return out
	case effort.Check():
		return two
	default:
		return two[i%2:][:1]
	}
}

// TestDishonestSolver: nothing is certified by a solver that answers sat, or unknown, to every query, with any engine; one that answers unsat certifies.
func TestDishonestSolver(t *testing.T) {
	dir := t.TempDir()
	for i, answer := range []string{"sat", "unknown", "unsat"} {
		solver := verifying.SolverThatSays(t, answer)
		for _, e := range sample(i) {
			proofs, certified, units := 0, 0, searchWork()
			if answer != "unsat" && !effort.Check() { // a certificate is sought until all is spent
				units = 500_000
			}
			for _, name := range verifying.Names(safePrograms) {
				rep := certifyWith(t, filepath.Join(dir, "p.c"), verifying.Prologue+safePrograms[name], solver, e, verifier.InvariantsRelational, true, units)
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
		task := verifying.Load(t, filepath.Join(dir, "p.c"), verifying.Prologue+safePrograms["linear"])
		witness := filepath.Join(dir, answer+".yml")
		rep := verifying.Run(t, task, searchWork(), func(c *verifier.Config) {
			c.Certify, c.RequireCertified, c.Certifier, c.OwnProof, c.Witness = true, true, verifying.SolverThatSays(t, answer), true, witness
		})
		_, missing := os.Stat(witness)
		if rep.Verdict != want || (want == "UNKNOWN") != (missing != nil) || (want == "UNKNOWN") != strings.HasPrefix(rep.Reason, "proven, but not certified: ") {
			t.Errorf("%s: %s (%s), witness %v", answer, rep.Verdict, rep.Reason, missing)
		}
	}
}
