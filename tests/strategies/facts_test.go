package strategies_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cupel/engine"
	"cupel/tests/verifying"
	"cupel/verifier"
)

// follows is a loop whose error k-induction alone does not exclude: y follows x.
const follows = `extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), x = 0, y = 0;
  while (x < n) {
    x++;
    if (y < LIMIT) y = y + 1; else y = y + 0;
  }
  if (y > BOUND) reach_error();
}
`

func factsText(name, text string, t *testing.T) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}

// TestFactsTravel: facts that one engine finds are used by another, through a file; also a user's invariant.
func TestFactsTravel(t *testing.T) {
	src := strings.NewReplacer("LIMIT", "500", "BOUND", "500").Replace(follows)
	for _, e := range []string{"cegar", "traceabs", "symexecia"} {
		file := filepath.Join(t.TempDir(), e+".json")
		rep, _ := verifying.Text(t, "p.c", src, func(cfg *verifier.Config) {
			cfg.Engine, cfg.Invariants, cfg.NoRun, cfg.FactsOut = e, verifier.InvariantsNone, true, file
		})
		if rep.Verdict != "TRUE" {
			t.Fatalf("%s: %s (%s)", e, rep.Verdict, rep.Reason)
		}
		rep, _ = verifying.Text(t, "p.c", src, func(cfg *verifier.Config) {
			cfg.Engine, cfg.Invariants, cfg.NoRun, cfg.FactsIn = "kinduction", verifier.InvariantsNone, true, []string{file}
		})
		if rep.Verdict != "TRUE" || len(rep.Warnings) > 1 {
			t.Errorf("k-induction with the facts of %s: %s (%s), %q", e, rep.Verdict, rep.Reason, rep.Warnings)
		}
	}
	mine := factsText("mine.txt", "p.c:4: y <= 500\n", t)
	rep, _ := verifying.Text(t, "p.c", src, func(cfg *verifier.Config) {
		cfg.Engine, cfg.Invariants, cfg.NoRun, cfg.FactsIn = "kinduction", verifier.InvariantsNone, true, []string{mine}
	})
	if rep.Verdict != "TRUE" {
		t.Errorf("k-induction with a person's invariant: %s (%s)", rep.Verdict, rep.Reason)
	}
}

// TestFactsAreNotTrusted: no file makes a verdict wrong.
func TestFactsAreNotTrusted(t *testing.T) {
	src := strings.NewReplacer("LIMIT", "500", "BOUND", "3").Replace(follows)
	lies := factsText("lies.txt", "4: y <= 3\n4: x == 0\n4: 0 == 1\n4: n <= 2\n8: y <= 3\n8: x <= 3 || y <= 3\n5: x < 2\n", t)
	for _, e := range verifier.Engines() {
		if e.Name == "cra" {
			continue
		}
		rep, _ := verifying.Text(t, "p.c", src, func(cfg *verifier.Config) {
			cfg.Engine, cfg.Invariants, cfg.NoRun, cfg.FactsIn = e.Name, verifier.InvariantsIntervals, true, []string{lies}
		})
		if rep.Verdict != "FALSE" && (e.Name != "quantified" && e.Name != "absint" || rep.Verdict != "UNKNOWN") { // which only prove
			t.Errorf("%s: %s (%s)", e.Name, rep.Verdict, rep.Reason)
		}
	}
}

// TestFactsMistakes: mistakes in a file of facts are reported with their position there, not with one in the program.
func TestFactsMistakes(t *testing.T) {
	for text, want := range map[string]string{
		"4: z <= 3\n":             ":1:4: no variable",
		"{\"format\": \"other\"}": ":1:",
		"99: x <= 3\n":            ":1:5: the program has no loop",
	} {
		file := factsText("facts", text, t)
		dir := t.TempDir()
		name := filepath.Join(dir, "p.c")
		if err := os.WriteFile(name, []byte(strings.NewReplacer("LIMIT", "500", "BOUND", "3").Replace(follows)), 0o644); err != nil {
			t.Fatal(err)
		}
		task, err := verifier.LoadTask(name, "")
		if err != nil {
			t.Fatal(err)
		}
		cfg := verifier.DefaultConfig()
		cfg.NoRun, cfg.FactsIn = true, []string{file}
		_, err = verifier.Verify(context.Background(), task, cfg, engine.Quiet{})
		var bad *verifier.InputError
		if !errors.As(err, &bad) || !strings.Contains(err.Error(), file+want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}
