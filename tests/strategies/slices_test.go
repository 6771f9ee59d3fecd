package strategies_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"cupel/engine"
	"cupel/tests/effort"
	"cupel/tests/verifying"
	"cupel/verifier"
)

// locks is a loop over n independent locks; one may be broken.
func locks(n, broken int) string {
	var head, reset, take, check strings.Builder
	for i := 1; i <= n; i++ {
		value := 1
		if i == broken {
			value = 2
		}
		fmt.Fprintf(&head, "  int p%d = __VERIFIER_nondet_int(), lk%[1]d;\n", i)
		fmt.Fprintf(&reset, "    lk%d = 0;\n", i)
		fmt.Fprintf(&take, "    if (p%d != 0) lk%[1]d = %d;\n", i, value)
		fmt.Fprintf(&check, "    if (p%d != 0) { if (lk%[1]d != 1) goto ERROR; lk%[1]d = 0; }\n", i)
	}
	return "extern int __VERIFIER_nondet_int(void);\nvoid reach_error(void) {}\nint main(void) {\n" + head.String() +
		"  while (1) {\n    int cond = __VERIFIER_nondet_int();\n    if (cond == 0) return 0;\n" + reset.String() + take.String() + check.String() +
		"  }\nERROR:\n  reach_error();\n}\n"
}

// TestCutsOnSlices: where the model ends is a goal as the others: shown unreachable on its slice, or
// what stands against a proof.
func TestCutsOnSlices(t *testing.T) {
	for cond, want := range map[string]string{"i == 3 && i == 4": "TRUE", "i == 3": "UNKNOWN"} {
		text := strings.Replace(locks(10, 0), "  while (1) {\n", "  int i = 0;\n  while (1) {\n    if ("+cond+") clog(i);\n    i++;\n", 1)
		rep := verifying.Source(t, "double clog(double);\n"+text, func(c *verifier.Config) { c.Engine, c.NoRun = "symexecia", true })
		if rep.Verdict != want {
			t.Errorf("%s: %s (%s)", cond, rep.Verdict, rep.Reason)
		}
		if want == "TRUE" && !strings.Contains(rep.Proof, "slices of their own") {
			t.Errorf("%s: %s", cond, rep.Proof)
		}
	}
}

// TestLocks: each goal of a loop with many is decided on its slice, by every engine, equal slices once; one broken lock among them is found.
func TestLocks(t *testing.T) {
	for _, name := range []string{"symexecia", "gps", "cegar", "traceabs", "kinduction", "bmc"} {
		for _, n := range []int{10, 200} {
			if n > 10 && name != "symexecia" && !effort.Check() { // goals are divided in one place, whatever the engine
				continue
			}
			for _, broken := range []int{0, n * 2 / 3} {
				rep := verifying.Source(t, locks(n, broken), func(c *verifier.Config) {
					c.Engine, c.NoRun = name, true
					c.Certify, c.CertifyTimeout = n == 10 && name == "symexecia", 10*time.Minute
				})
				want := "TRUE"
				if broken > 0 {
					want = "FALSE"
				}
				if rep.Verdict != want {
					t.Errorf("%s, %d locks, broken %d: %s (%s)", name, n, broken, rep.Verdict, rep.Reason)
				}
				if broken == 0 && !strings.Contains(rep.Proof, fmt.Sprintf("on %d slices of their own, 1 of which", n)) {
					t.Errorf("%s, %d locks: %s", name, n, rep.Proof)
				}
				if broken == 0 && n == 10 && name == "symexecia" && (rep.Certificate == nil || !rep.Certificate.Holds()) {
					t.Errorf("not certified: %+v", rep.Certificate)
				}
			}
		}
	}
}

// counter stores the last reported number of goals.
type counter struct{ goals, proven int }

func (c *counter) Progress(p engine.Progress) {
	if p.Goals > 0 {
		c.goals, c.proven = p.Goals, max(c.proven, p.Proven)
	}
}

// TestGoalProgress: the number of proven goals is reported as progress, by a worker as well.
func TestGoalProgress(t *testing.T) {
	file := filepath.Join(t.TempDir(), "p.c")
	if err := os.WriteFile(file, []byte(locks(30, 0)), 0o644); err != nil {
		t.Fatal(err)
	}
	task, err := verifier.LoadTask(file, "")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"cegar", verifier.Auto} {
		cfg := verifier.DefaultConfig()
		cfg.Engine, cfg.NoRun = name, true
		if name == verifier.Auto {
			cfg.Invariants = verifier.InvariantsNone // the workers have something to do
			cfg.Choose("turns", "work")              // no early search takes it from them
		}
		seen := &counter{}
		rep, err := verifier.Verify(t.Context(), task, cfg, seen)
		if err != nil {
			t.Fatal(err)
		}
		if rep.Verdict != "TRUE" || seen.goals != 30 || seen.proven == 0 {
			t.Errorf("%s: %s, %d of %d goals", name, rep.Verdict, seen.proven, seen.goals)
		}
	}
}
