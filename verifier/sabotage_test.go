package verifier

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"cupel/engine"
	"cupel/internal/effort"
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

	"difference": `int main(void) { int x = 0, y = 0; while (x < 20) { x++; if (__VERIFIER_nondet_int()) y++; } check(x - y < 17); return 0; }`,
	"sum":        `int main(void) { int x = 0, y = 0; while (x + y < 6) { if (__VERIFIER_nondet_int()) x++; else y++; } check(x != 3 || y != 3); return 0; }`,
	"three":      `int main(void) { int n = __VERIFIER_nondet_int(), x = 0, y = 0, z = 0; if (n > 9) return 0; while (x < n) { x++; y += 3; z += 2; } check(y + z != 15); return 0; }`,
	"even":       `int main(void) { int x = 0; while (x < 20 && __VERIFIER_nondet_int()) x += 2; check(x != 8); return 0; }`,
	"remainder":  `int main(void) { unsigned x = 1; while (__VERIFIER_nondet_int()) x += 3; check(x % 5 != 2); return 0; }`,
	"residues":   `int main(void) { int x = __VERIFIER_nondet_int() ? 4 : 6, y = 0; while (y < 12 && __VERIFIER_nondet_int()) y += x; check(y % 4 == 0); return 0; }`,
	"wrap":       `int main(void) { unsigned x = __VERIFIER_nondet_uint(); check(x + 10 >= x); return 0; }`,
	"wraps":      `int main(void) { unsigned x = __VERIFIER_nondet_uint(), y = x; while (y > 3 && y < 9) y -= 10; check(y <= x); return 0; }`,
	"equal":      `int main(void) { unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint(); if (y > 5) return 0; check(x + y != 3 || x <= 3); return 0; }`,
	"shift":      `int main(void) { unsigned x = __VERIFIER_nondet_uint(); if (x > 100) return 0; check((x << 3) != 40); return 0; }`,
	"half":       `int main(void) { unsigned x = __VERIFIER_nondet_uint(); check((x >> 4) != 77); return 0; }`,
	"sign":       `int main(void) { int x = __VERIFIER_nondet_int(); unsigned u = x; check(u < 3000000000u); return 0; }`,
	"negative":   `int main(void) { int x = __VERIFIER_nondet_int(); check(x > -5); return 0; }`,
	"strict":     `int main(void) { int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(); if (x < y && y < 12 && x > 9) check(x != 10); return 0; }`,
	"nested":     `int main(void) { int s = 0, i, j; for (i = 0; i < 3; i++) for (j = 0; j < 4; j++) s++; check(s + __VERIFIER_nondet_int() % 2 != 13); return 0; }`,
	"phases":     `int main(void) { int x = 0, y = 0; while (x < 12) { x++; if (x > 6) y++; } check(y != 6 || __VERIFIER_nondet_int() != 1); return 0; }`,
	"toggle":     `int main(void) { int f = 0, n = 0; while (__VERIFIER_nondet_int() && n < 9) { f = 1 - f; n++; } check(f == 0 || n != 5); return 0; }`,
	"copied":     `int main(void) { int a = __VERIFIER_nondet_int(), b = a, c; c = b; a = 3; if (c > 4) check(c + a != 9); return 0; }`,
	"either":     `int main(void) { int x = __VERIFIER_nondet_int(); if (x == 2 || x == 5 || x == 11) check(x != 11); return 0; }`,
	"recursion":  `int f(int n) { if (n <= 0) return 0; return f(n - 1) + 1; } int main(void) { int n = __VERIFIER_nondet_int(); if (n < 9) check(f(n) != 7); return 0; }`,
	"descent":    `int f(int n) { if (n <= 1) return n; return f(n - 2); } int main(void) { int n = __VERIFIER_nondet_int(); if (n > 0 && n < 12) check(f(n) == 1); return 0; }`,
	"series":     `int f(int n) { if (n < 1) return 0; return n + f(n - 1); } int main(void) { int n = __VERIFIER_nondet_int(); if (n < 7) check(f(n) < 15); return 0; }`,
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
	return certifyWith(t, file, src, certifier, engineName, InvariantsRelational)
}

// certifyWith is certifyProgram with an analysis that finds facts.
func certifyWith(t *testing.T, file, src, certifier, engineName, invariants string) *Report {
	t.Helper()
	task := loadText(t, file, src)
	cfg := DefaultConfig()
	cfg.Engine, cfg.Certify, cfg.Certifier, cfg.Invariants = engineName, true, certifier, invariants
	cfg.NoRun, cfg.DataModel = true, program.LP64
	cfg.Timeout, cfg.CertifyTimeout = 5*time.Second, time.Minute
	rep, err := Verify(context.Background(), task, cfg, engine.Quiet{})
	if err != nil {
		t.Fatal(err)
	}
	return rep
}

// sampleEngines are all engines in the long mode.
func sampleEngines() []string {
	if !effort.Long() {
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

// unsafeTasks are programs whose errors can be reached: those above and random ones.
func unsafeTasks(t *testing.T, n int) (sources, recursive []string) {
	t.Helper()
	for _, name := range names(unsafePrograms) {
		src := prologue + unsafePrograms[name]
		if sources = append(sources, src); strings.Contains(src, "return f(") || strings.Contains(src, "+ f(") {
			recursive = append(recursive, src)
		}
	}
	for seed := uint64(7000); len(sources) < n; seed++ {
		p := oracle.Generate(seed, oracle.All)
		if truth, err := oracle.Decide(context.Background(), p); err != nil {
			t.Fatal(err)
		} else if truth.Unsafe {
			sources = append(sources, p.Source)
		}
	}
	return sources, recursive
}

// deceived are the engines and analyses that rest on the part that is wrong.
func deceived(p sabotage.Part) [][2]string {
	switch p {
	case sabotage.Summaries:
		return [][2]string{{"cra", InvariantsNone}, {"gps", InvariantsNone}, {"gpslite", InvariantsNone}}
	case sabotage.Recursion:
		return [][2]string{{"symexecia", InvariantsRelational}}
	case sabotage.Intervals, sabotage.Relations, sabotage.Congruences, sabotage.Octagons, sabotage.Polyhedra:
		return [][2]string{{"symexecia", InvariantsRelational}, {"cra", InvariantsRelational}}
	}
	return [][2]string{{"symexecia", InvariantsNone}, {"cegar", InvariantsRelational}, {"symexecia", InvariantsRelational}}
}

// TestSabotage: with a deliberately wrong domain, pass, lowering or summary, and without the
// runs before the engine, some unsafe programs are "proven", but no such proof is certified.
func TestSabotage(t *testing.T) {
	if !oracle.Available() {
		t.Skip("no gcc")
	}
	file := filepath.Join(t.TempDir(), "p.c")
	each := effort.Programs(1, 5, 60)
	tasks, recursive := unsafeTasks(t, 60)
	step := 0
	tried, all, deceiving := 0, 0, 0
	for i, f := range sabotage.All() {
		if i%3 > 0 && !effort.Check() {
			continue
		}
		among, wrong := tasks, 0
		if f.Part() == sabotage.Recursion {
			among = recursive
		}
		for range min(each, len(among)) {
			src := among[step%len(among)]
			by := deceived(f.Part())
			e := by[step/len(among)%len(by)]
			step++
			tried++
			restore := sabotage.Inject(f)
			rep := certifyWith(t, file, src, "cvc5", e[0], e[1])
			restore()
			if rep.Verdict != "TRUE" {
				continue
			}
			wrong++
			if rep.Certificate.Holds() {
				t.Errorf("%s, %s with %s: a wrong proof is certified: %s\n%s", f, e[0], e[1], rep.Certified, src)
			}
		}
		if all += wrong; wrong > 0 {
			deceiving++
		}
		t.Logf("%s: %d of %d proofs are wrong", f, wrong, min(each, len(among)))
	}
	t.Logf("%d faults of %d make %d wrong proofs of %d", deceiving, len(sabotage.All()), all, tried)
	if all < tried/20 {
		t.Errorf("the faults make %d wrong proofs only, of %d", all, tried)
	}
}
