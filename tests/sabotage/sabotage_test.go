package sabotage_test

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"cupel/internal/sabotage"
	"cupel/kernel/certify/simulation"
	"cupel/tests/effort"
	"cupel/tests/need"
	"cupel/tests/oracle"
	"cupel/tests/verifying"
	"cupel/verifier"
)

// unsafeTasks are programs whose errors can be reached: those above and random ones.
func unsafeTasks(t *testing.T, n int) (sources, recursive []string) {
	t.Helper()
	for _, name := range verifying.Names(unsafePrograms) {
		src := verifying.Prologue + unsafePrograms[name]
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
		return [][2]string{{"cra", verifier.InvariantsNone}, {"gps", verifier.InvariantsNone}, {"gpslite", verifier.InvariantsNone}}
	case sabotage.Recursion:
		return [][2]string{{"symexecia", verifier.InvariantsRelational}}
	case sabotage.Cells:
		return [][2]string{{"quantified", verifier.InvariantsRelational}, {"quantified", verifier.InvariantsNone}}
	case sabotage.Intervals, sabotage.Relations, sabotage.Congruences, sabotage.Octagons, sabotage.Polyhedra, sabotage.Polynomials:
		return [][2]string{{"symexecia", verifier.InvariantsRelational}, {"cra", verifier.InvariantsRelational}}
	}
	return [][2]string{{"symexecia", verifier.InvariantsNone}, {"cegar", verifier.InvariantsRelational}, {"symexecia", verifier.InvariantsRelational}}
}

// TestSabotage: with a fault injected into a domain, pass, lowering or summary, and without the runs before the engine, some unsafe programs are
// "proven", but no such proof is certified: neither when cvc5 decides the queries about machine arithmetic, nor when it does not and only the lowering
// to integers can be checked.
func TestSabotage(t *testing.T) {
	need.Tool(t, "gcc")
	tasks, recursive := unsafeTasks(t, effort.Count(0, 90, 90)) // make test does not come to random ones
	each := effort.Programs(1, 2, 60)
	s := newSaboteur(t)
	step := 0
	for i, f := range sabotage.All() {
		if i%4 > 0 && !effort.Check() {
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
	of := effort.Count(300, 100, 1)
	s := newSaboteur(t)
	cfg := verifier.DefaultConfig()
	for j, name := range verifying.Names(unsafePrograms) {
		for i, f := range sabotage.All() {
			if (i+7*j)%of == 0 {
				s.try(f, verifying.Prologue+unsafePrograms[name], cfg.Engine, cfg.Invariants)
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
	cfg := verifier.DefaultConfig()
	for i, name := range verifying.Names(unsafePrograms) {
		if i%4 > 0 && !effort.Check() {
			continue
		}
		switch rep := certifyWith(t, s.file, verifying.Prologue+unsafePrograms[name], "cvc5", cfg.Engine, cfg.Invariants, true, searchWork()); rep.Verdict {
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
		s.try(f, verifying.Prologue+unsafePrograms[name], "symexecia", verifier.InvariantsNone)
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
		rep := certifyWith(s.t, s.file, src, "cvc5", engineName, invariants, s.tried%4 > 0, searchWork())
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
