package verifier

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cupel/core/program"
	"cupel/core/work"
	"cupel/engine"
)

// TestAutoTechniques: what no engine proves by itself is proven by the techniques for arrays, unless they are switched off.
func TestAutoTechniques(t *testing.T) {
	task, err := LoadTask("testdata/sizes/two_sums.c", "")
	if err != nil {
		t.Fatal(err)
	}
	cfg := DefaultConfig()
	cfg.Engine, cfg.NoRun = Auto, true
	rep, err := Verify(t.Context(), task, cfg, engine.Quiet{})
	if err != nil || rep.Verdict != "TRUE" || rep.DecidedBy != "induction on the size" {
		t.Errorf("%s by %q: %s, %v", rep.Verdict, rep.DecidedBy, rep.Reason, err)
	}
	cfg.Induction, cfg.Cells = InductionOff, CellsOff
	u, err := newSetup(task, cfg, Run{})
	if err != nil {
		t.Fatal(err)
	}
	table, err := u.table()
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, class := range table.Classes {
		for _, name := range class.Engines() {
			if techniqueOf(name) != nil {
				found++
				if cfg.asks(name) {
					t.Errorf("%s: %s is asked", class.Name, name)
				}
			}
		}
	}
	if found == 0 {
		t.Error("no class has a technique")
	}
}

// autoPrograms are left open by what comes before an engine.
var autoPrograms = map[string]string{
	`int main(void) { int x = 0, y = 0, s = 0;
  while (__VERIFIER_nondet_int()) { if (s == 0) { x += 2; s = 1; } else if (s == 1) { y += 2; s = 2; } else { s = 0; if (x > 100) x = y = 0; } }
  if (s == 0 && x != y) reach_error(); return 0; }`: "TRUE",
	`int main(void) { int x = 0, k = __VERIFIER_nondet_int();
  while (__VERIFIER_nondet_int()) x += 3;
  if (x == 21 && k == 123456) reach_error(); return 0; }`: "FALSE",
	`int f(int n) { return n <= 0 ? 0 : f(n - 1) + 1; }
int main(void) { int n = __VERIFIER_nondet_int(); if (n >= 0 && f(n) != n) reach_error(); return 0; }`: "TRUE",
}

func autoTask(t *testing.T, source string) *Task {
	t.Helper()
	return loadText(t, filepath.Join(t.TempDir(), "p.c"),
		"extern int __VERIFIER_nondet_int(void); extern unsigned __VERIFIER_nondet_uint(void); extern void reach_error(void);\n"+source)
}

// TestAuto: workers that are goroutines decide; the report names who did and what the others did.
func TestAuto(t *testing.T) {
	for source, want := range autoPrograms {
		for _, jobs := range []string{"1", "3"} {
			task := autoTask(t, source)
			cfg := DefaultConfig()
			cfg.Engine, cfg.NoRun, cfg.Invariants = Auto, true, InvariantsIntervals
			cfg.FactsOut, cfg.Witness = filepath.Join(t.TempDir(), "facts.json"), filepath.Join(t.TempDir(), "w.yml")
			cfg.Choose(jobsChoice, jobs)
			rep, err := Verify(t.Context(), task, cfg, engine.Quiet{})
			if err != nil {
				t.Fatal(err)
			}
			if rep.Verdict != want || rep.Engine != Auto || rep.DecidedBy == "" || rep.DecidedBy == Auto {
				t.Errorf("%s: %s by %q, not %s: %s", source, rep.Verdict, rep.DecidedBy, want, rep.Reason)
			}
			if rep.Portfolio == nil || len(rep.Portfolio.Members) < 3 {
				t.Errorf("%s: %+v", source, rep.Portfolio)
			}
			for _, file := range []string{cfg.FactsOut, cfg.Witness} {
				if _, err := os.Stat(file); err != nil {
					t.Errorf("%s: %v", source, err)
				}
			}
		}
	}
}

// TestAutoWork: a budget of work ends all workers.
func TestAutoWork(t *testing.T) {
	task := autoTask(t, `int main(void) { unsigned n = __VERIFIER_nondet_uint(), s = 0;
  for (unsigned i = 0; i < n; i++) s += i * __VERIFIER_nondet_uint();
  if (s * s == 3) reach_error(); return 0; }`)
	cfg := DefaultConfig()
	cfg.Engine, cfg.NoRun = Auto, true
	cfg.Timeout = 0
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	ctx, stop := work.Within(ctx, 3_000_000)
	defer stop()
	rep, err := Verify(ctx, task, cfg, engine.Quiet{})
	if err != nil || rep.Verdict != "UNKNOWN" || rep.ReasonKind != string(engine.WorkLimit) {
		t.Errorf("%+v, %v", rep, err)
	}
}

// TestHanded: what a worker is given is what its own analysis would find.
func TestHanded(t *testing.T) {
	for source := range autoPrograms {
		task := autoTask(t, source)
		blocksOf := func(name string, h *handover) *blocks {
			cfg := DefaultConfig()
			cfg.Engine, cfg.DataModel = name, program.ILP32
			u, err := newSetup(task, cfg, Run{member: membership{analysis: h}})
			if err != nil {
				t.Fatal(err)
			}
			src, err := u.read(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			in, err := src.inline(firstRecursionBound)
			if err != nil {
				t.Fatal(err)
			}
			l, err := in.lower(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			b, err := l.encode(t.Context(), engine.Sbe)
			if err != nil {
				t.Fatal(err)
			}
			return b
		}
		first := blocksOf(Auto, nil)
		h := (&answer{on: first}).handOver()
		if h == nil {
			t.Fatalf("%s: nothing to hand over", source)
		}
		text := func(b *blocks) string {
			var s strings.Builder
			for _, l := range b.prepared.LoopHeads() {
				s.WriteString(b.analysis.invariants[l].SMTLIB() + "\n")
			}
			return s.String()
		}
		second := blocksOf("gps", h)
		if _, ok := second.lowering.handedAnalysis(second.prepared); !ok {
			t.Errorf("%s: not taken", source)
		}
		if text(first) != text(second) {
			t.Errorf("%s:\n%s\n%s", source, text(first), text(second))
		}
		h.Program = "another"
		if _, ok := blocksOf("gps", h).lowering.handedAnalysis(second.prepared); ok {
			t.Errorf("%s: facts about another program are taken", source)
		}
	}
}
