package stopping_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"cupel/engine"
	"cupel/tests/canceled"
	"cupel/tests/verifying"
	"cupel/verifier"
)

// hard has a warning, an assumption, calls to inline, loops and inputs that matter.
const hard = verifying.Prologue + `
int odd(unsigned n) { return n & 1; }
static unsigned mix(unsigned a, unsigned b) { for (int k = 0; k < 3; k++) a = a * 5 + (b ^ a >> 3); return a; }
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), s = 0, t = 1;
  int (*unused)(unsigned) = odd;
  for (unsigned i = 0; i < n; i++) { s += i * i * i; t = mix(t, s); }
  check(4 * s == n * n * (n - 1) * (n - 1) || !unused(t));
  return 0;
}
`

// factsIn reads a file of facts, which is there whatever happened.
func factsIn(t *testing.T, file string) int {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var f struct {
		Format string
		Facts  []json.RawMessage
	}
	if err := json.Unmarshal(text, &f); err != nil || f.Format == "" {
		t.Fatalf("%s: %v\n%s", file, err, text)
	}
	return len(f.Facts)
}

// TestNothingLost: wherever a run ends, its report has the phase, what that worked on, the times and the work of those before, and the facts are written.
func TestNothingLost(t *testing.T) {
	for _, by := range []string{"symex", "cegar", "kinduction", verifier.Auto} {
		phases := map[string]bool{}
		last := 0
		for _, units := range []int{0, 1, 3_000, 30_000, 100_000, 200_000, 400_000, 800_000} {
			dir := t.TempDir()
			task := verifying.Load(t, filepath.Join(dir, "hard.c"), hard)
			cfg := verifier.DefaultConfig()
			cfg.Engine, cfg.FactsOut = by, filepath.Join(dir, "facts.json")
			ctx, _ := canceled.At(t, units)
			rep, err := verifier.Verify(ctx, task, cfg, engine.Quiet{})
			if err != nil {
				t.Fatalf("%s, %d units: %v", by, units, err)
			}
			if rep.Verdict != "UNKNOWN" || rep.ReasonKind != string(engine.Stopped) {
				t.Errorf("%s, %d units: %s (%s)", by, units, rep.Verdict, rep.Reason)
				continue
			}
			factsIn(t, cfg.FactsOut)
			if rep.EndedIn == nil || rep.EndedIn.Name == "" {
				t.Errorf("%s, %d units: ended nowhere; %+v", by, units, rep.Times)
				continue
			}
			phases[rep.EndedIn.Name] = true
			if rep.Work < last {
				t.Errorf("%s, %d units: %d units of work, and %d with fewer", by, units, rep.Work, last)
			}
			last = rep.Work
			if !slices.ContainsFunc(rep.Times, func(p verifier.PhaseTime) bool { return p.Phase == rep.EndedIn.Name }) {
				t.Errorf("%s, %d units: ended in %s, which has no time: %v", by, units, rep.EndedIn, rep.Times)
			}
			if n := len(rep.Times); units > 0 && (n < 2 || rep.Times[0].Phase != "front end") {
				t.Errorf("%s, %d units: %v", by, units, rep.Times)
			}
		}
		if len(phases) < 3 {
			t.Errorf("%s: ended in %v only", by, phases)
		}
	}
}

// TestLastResort: what is known of a run that does not stop is reported: the phase with its subject, warnings, statistics, times, facts.
func TestLastResort(t *testing.T) {
	dir := t.TempDir()
	task := verifying.Load(t, filepath.Join(dir, "hard.c"), strings.Replace(hard, "int odd", "#pragma STDC FENV_ACCESS ON\nint odd", 1))
	for _, twice := range []bool{false, true} { // by the run itself, and asked by another goroutine
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		cfg := verifier.DefaultConfig()
		cfg.Engine, cfg.Invariants, cfg.FactsOut = "symex", verifier.InvariantsIntervals, filepath.Join(dir, "facts.json")
		status := &verifier.Status{}
		if first := status.Overdue(task, cfg, engine.Reason{Kind: engine.Stopped, Text: "interrupted"}); !strings.Contains(first.Reason, "a phase did not stop") {
			t.Error("before the run:", first.Reason)
		}
		overdue := make(chan *verifier.Report, 1)
		o := observed(func() {
			cancel()
			if twice {
				overdue <- status.Overdue(task, cfg, engine.Reason{Kind: engine.Stopped, Text: "interrupted"})
			}
		})
		run := verifier.Run{Observer: o, Status: status}
		if !twice {
			told := make(chan struct{})
			run.Overdue = func(r *verifier.Report) { overdue <- r; close(told) }
			run.Observer = observed(func() { cancel(); <-told })
		}
		if _, err := run.Verify(ctx, task, cfg); err != nil {
			t.Fatal(err)
		}
		got := <-overdue
		if got.EndedIn == nil || got.EndedIn.Name != "engine" || !strings.Contains(got.EndedIn.About, "symex on sbe blocks") || !strings.Contains(got.Reason, "a phase did not stop in time: engine") {
			t.Errorf("ended in %v: %s", got.EndedIn, got.Reason)
		}
		if len(got.Stats) == 0 || len(got.Times) < 4 || got.Work == 0 {
			t.Errorf("lost: %v %v %d", got.Stats, got.Times, got.Work)
		}
		factsIn(t, cfg.FactsOut)
	}
}

// observed calls f at the first progress.
type observed func()

// Progress implements engine.Observer.
func (o observed) Progress(engine.Progress) { o() }

// TestFactsWritten: the file of facts is there whatever decided, and a failure to write it is told, also where a worker decides.
func TestFactsWritten(t *testing.T) {
	for name, body := range map[string]string{
		"ran":    "int x = 3; check(x == 3);",
		"random": "int x = __VERIFIER_nondet_int(); check(x != 7);",
		"search": "unsigned n = __VERIFIER_nondet_uint(), i = 0; while (i < n) i++; check(i == n);",
	} {
		for _, by := range []string{"symexecia", verifier.Auto} {
			dir := t.TempDir()
			task := verifying.Load(t, filepath.Join(dir, "p.c"), verifying.Prologue+"int main(void) { "+body+" return 0; }")
			file := filepath.Join(dir, "facts", "facts.json")
			if err := os.Mkdir(filepath.Dir(file), 0o755); err != nil {
				t.Fatal(err)
			}
			set := func(c *verifier.Config) { c.Engine, c.FactsOut, c.Invariants = by, file, verifier.InvariantsNone }
			rep := verifying.Run(t, task, verifying.Usual, set)
			if rep.Verdict == "UNKNOWN" || len(rep.Unwritten) > 0 {
				t.Errorf("%s by %s: %s (%s), %v", name, by, rep.Verdict, rep.Reason, rep.Unwritten)
			}
			factsIn(t, file)
			if name != "search" {
				continue
			}
			if err := os.Remove(file); err != nil {
				t.Fatal(err)
			}
			cfg := verifier.DefaultConfig()
			set(&cfg)
			gone := observed(func() { _ = os.RemoveAll(filepath.Dir(file)) })
			rep, err := verifier.Verify(t.Context(), task, cfg, gone)
			if err != nil || rep.Verdict != "TRUE" || len(rep.Unwritten) != 1 || !strings.HasPrefix(rep.Unwritten[0], "--facts-out: ") {
				t.Errorf("%s by %s, without a directory: %+v, %v", name, by, rep, err)
			}
		}
	}
}
