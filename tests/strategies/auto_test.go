package strategies_test

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"cupel/engine"
	"cupel/tests/effort"
	"cupel/tests/verifying"
	"cupel/verifier"
)

// autoPrograms are not decided by the phases before an engine.
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

func autoTask(t *testing.T, source string) *verifier.Task {
	t.Helper()
	return verifying.Load(t, filepath.Join(t.TempDir(), "p.c"),
		"extern int __VERIFIER_nondet_int(void); extern unsigned __VERIFIER_nondet_uint(void); extern void reach_error(void);\n"+source)
}

// TestAuto: workers that are goroutines decide; the report names the engine that did and the results of the others.
func TestAuto(t *testing.T) {
	for i, source := range slices.Sorted(maps.Keys(autoPrograms)) {
		want := autoPrograms[source]
		for j, jobs := range []string{"1", "3"} {
			if !effort.Check() && (i+j)%2 != 0 {
				continue
			}
			task := autoTask(t, source)
			cfg := verifier.DefaultConfig()
			cfg.Engine, cfg.NoRun, cfg.Invariants = verifier.Auto, true, verifier.InvariantsIntervals
			cfg.FactsOut, cfg.Witness = filepath.Join(t.TempDir(), "facts.json"), filepath.Join(t.TempDir(), "w.yml")
			cfg.Choose("jobs", jobs)
			cfg.Choose("turns", "work") // without early phases, which decide these programs
			rep, err := verifier.Verify(t.Context(), task, cfg, engine.Quiet{})
			if err != nil {
				t.Fatal(err)
			}
			if rep.Verdict != want || rep.Engine != verifier.Auto || rep.DecidedBy == "" || rep.DecidedBy == verifier.Auto {
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
	rep := verifying.Run(t, task, 3_000_000, func(c *verifier.Config) { c.Engine, c.NoRun, c.Timeout = verifier.Auto, true, 0 })
	if rep.Verdict != "UNKNOWN" || rep.ReasonKind != string(engine.WorkLimit) {
		t.Errorf("%+v", rep)
	}
}
