package verifier

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"cupel/core/program"
	"cupel/engine"
	"cupel/internal/sabotage"
	"cupel/kernel/certify/simulation"
	"cupel/tests/effort"
	"cupel/tests/need"
	"cupel/tests/oracle"
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

func names(m map[string]string) []string {
	var out []string
	for n := range m {
		out = append(out, n)
	}
	slices.Sort(out)
	return out
}

// certifyProgram verifies a program and asks for a certificate of the engine's proof.
func certifyProgram(t *testing.T, file, src, engineName, certifier string) *Report {
	t.Helper()
	return certifyWith(t, file, src, certifier, engineName, InvariantsRelational, true)
}

// certifyWith is certifyProgram with an analysis that finds facts. Unless the engine is alone, others are asked when its
// proof is not certified.
func certifyWith(t *testing.T, file, src, certifier, engineName, invariants string, alone bool) *Report {
	t.Helper()
	task := loadText(t, file, src)
	cfg := DefaultConfig()
	cfg.OwnProof = alone
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
		cfg.Certify, cfg.RequireCertified, cfg.Certifier, cfg.OwnProof = true, true, solverThatSays(t, answer), true
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
	case sabotage.Cells:
		return [][2]string{{"quantified", InvariantsRelational}, {"quantified", InvariantsNone}}
	case sabotage.Intervals, sabotage.Relations, sabotage.Congruences, sabotage.Octagons, sabotage.Polyhedra:
		return [][2]string{{"symexecia", InvariantsRelational}, {"cra", InvariantsRelational}}
	}
	return [][2]string{{"symexecia", InvariantsNone}, {"cegar", InvariantsRelational}, {"symexecia", InvariantsRelational}}
}

// TestSabotage: with a deliberately wrong domain, pass, lowering or summary, and without the
// runs before the engine, some unsafe programs are "proven", but no such proof is certified: not
// when cvc5 answers what it is asked about machine arithmetic, nor when it does not and what is left is to check
// the lowering to integers.
func TestSabotage(t *testing.T) {
	need.Tool(t, "gcc")
	tasks, recursive := unsafeTasks(t, 90)
	each := effort.Programs(1, 5, 60)
	s := newSaboteur(t)
	step := 0
	for i, f := range sabotage.All() {
		if i%3 > 0 && !effort.Check() {
			continue
		}
		among := tasks
		if f.Part() == sabotage.Recursion {
			among = recursive
		}
		for range min(each, len(among)) {
			by := deceived(f.Part())
			e := by[step/len(among)%len(by)]
			s.try(f, among[step%len(among)], e[0], e[1])
			step++
		}
	}
	if s.report(); s.wrong < s.tried/20 {
		t.Errorf("the faults make %d wrong proofs only, of %d", s.wrong, s.tried)
	}
}

// TestSabotageDefault: the same with the default engine and 60 programs, all of them with every fault in
// the long mode. Programs and faults are in a different order in each part of the sample.
func TestSabotageDefault(t *testing.T) {
	of := effort.Count(60, 15, 1)
	s := newSaboteur(t)
	cfg := DefaultConfig()
	for j, name := range names(unsafePrograms) {
		for i, f := range sabotage.All() {
			if (i+7*j)%of == 0 {
				s.try(f, prologue+unsafePrograms[name], cfg.Engine, cfg.Invariants)
			}
		}
	}
	s.report()
}

// TestUnsafePrograms: without a fault none of them is proven.
func TestUnsafePrograms(t *testing.T) {
	if n := len(unsafePrograms); n < 60 {
		t.Errorf("%d programs", n)
	}
	s := newSaboteur(t)
	cfg := DefaultConfig()
	for i, name := range names(unsafePrograms) {
		if i%4 > 0 && !effort.Check() {
			continue
		}
		switch rep := certifyWith(t, s.file, prologue+unsafePrograms[name], "cvc5", cfg.Engine, cfg.Invariants, true); rep.Verdict {
		case "TRUE":
			t.Errorf("%s: %s", name, rep.Proof)
		case "UNKNOWN":
			t.Logf("%s: %s", name, rep.Reason)
		}
	}
}

// TestWrongLowering: what holds over the integers only because the lowering is wrong is found by
// the questions about its operations, where claims in machine arithmetic have no answer.
func TestWrongLowering(t *testing.T) {
	s := newSaboteur(t)
	faults := map[sabotage.Fault]string{
		sabotage.LowerWrap: "wrap", sabotage.LowerEqual: "equal", sabotage.LowerView: "sign", sabotage.LowerStrict: "linear",
		sabotage.LowerRange: "negative", sabotage.LowerShift: "shifted", sabotage.IntervalAdd: "equal",
	}
	for f, name := range faults {
		s.try(f, prologue+unsafePrograms[name], "symexecia", InvariantsNone)
	}
	if s.report(); s.silenced < len(faults) {
		t.Errorf("of %d faults %d were found so", len(faults), s.silenced)
	}
}

// A saboteur counts what faults do.
type saboteur struct {
	t            *testing.T
	file         string
	tried, wrong int
	deceiving    map[sabotage.Fault]int // wrong proofs
	silenced     int                    // that were certified over the integers, but for the lowering
	contradicted int                    // that another engine contradicts
}

func newSaboteur(t *testing.T) *saboteur {
	return &saboteur{t: t, file: filepath.Join(t.TempDir(), "p.c"), deceiving: map[sabotage.Fault]int{}}
}

// try lets a fault deceive an engine about an unsafe program; a certificate for that is an error.
func (s *saboteur) try(f sabotage.Fault, src, engineName, invariants string) {
	s.t.Helper()
	defer sabotage.Inject(f)()
	s.tried++
	for _, silence := range []bool{false, true} {
		restore := func() {}
		if silence {
			restore = sabotage.Silence()
		}
		rep := certifyWith(s.t, s.file, src, "cvc5", engineName, invariants, s.tried%4 > 0)
		restore()
		if strings.HasPrefix(rep.Reason, "internal error: ") && strings.Contains(rep.Reason, " proves the program, ") {
			if !silence { // by the engine that was asked for another proof
				s.wrong++
				s.contradicted++
				s.deceiving[f]++
			}
			return
		}
		if rep.Verdict != "TRUE" {
			return
		}
		if rep.Certificate.Holds() {
			s.t.Errorf("%s, %s with %s: a wrong proof is certified: %s\n%s", f, engineName, invariants, rep.Certified, src)
		}
		if !silence {
			s.wrong++
			s.deceiving[f]++
		} else if strings.Contains(rep.Certified, simulation.ErrWrong.Error()) {
			s.silenced++
		}
	}
}

func (s *saboteur) report() {
	for _, f := range sabotage.All() {
		if n := s.deceiving[f]; n > 0 {
			s.t.Logf("%s: %d wrong proofs", f, n)
		}
	}
	s.t.Logf("%d faults of %d make %d wrong proofs of %d; of these %d hold over integers that the lowering got wrong, and for %d another engine reaches the error",
		len(s.deceiving), len(sabotage.All()), s.wrong, s.tried, s.silenced, s.contradicted)
}
