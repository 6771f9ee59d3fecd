package condition

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cupel/core/program"
	"cupel/core/work"
	"cupel/engine"
	"cupel/verifier"
)

// Six lines each: loops whose failing paths do not end, and whose formula of all paths is hard.
var loops = map[string]string{
	"sequence": `extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), x = __VERIFIER_nondet_uint(), i = 0;
  while (i < n) { x = x * 3 + 1; i++; if (x == 77) reach_error(); }
  return 0; }
`,
	"hash": `extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int s = 0, x;
  while ((x = __VERIFIER_nondet_int()) != 0) { s = (s * 31) ^ x; if (s == 12345) reach_error(); }
  return 0; }
`,
}

// searched is the condition of a program within so much work; no time limit comes near.
func searched(t *testing.T, src string, units int, with func(*Options)) *Result {
	t.Helper()
	file := filepath.Join(t.TempDir(), "p.c")
	if err := os.WriteFile(file, []byte(src), 0o644); err != nil {
		t.Fatal(err)
	}
	o := Defaults()
	o.Verifier.DataModel, o.Verifier.Timeout, o.Verifier.CPUTime, o.Samples = program.LP64, lastResort, 0, 20
	if with != nil {
		with(&o)
	}
	ctx, stop := work.Within(t.Context(), units)
	defer stop()
	res, err := Find(ctx, &verifier.Task{File: file, DataModel: program.LP64}, o, engine.Quiet{})
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// TestTurns: with more work nothing is lost that was found with less, and merging the paths does not keep the refiners from finding failing inputs.
func TestTurns(t *testing.T) {
	for name, src := range loops {
		t.Run(name, func(t *testing.T) {
			once := 0
			for _, units := range []int{400_000, 1_200_000, 3_000_000} {
				res := searched(t, src, units, nil)
				n := len(res.Disjuncts)
				if res.Status == Precise {
					t.Fatalf("precise within %d: %v", units, res.Simple.Term)
				}
				if once > 0 && n == 0 {
					t.Errorf("no failing input within %d, some with less work", units)
				}
				if strings.Contains(res.Reason.Text, "context") {
					t.Errorf("a reason that is not in words: %s", res.Reason.Text)
				}
				if s := res.Samples; s != nil && s.Inside.Contrary > 0 {
					t.Errorf("an input of the condition does not fail: %s", s.Inside.Example)
				}
				once = n
			}
			if once == 0 {
				t.Error("no failing input is found")
			}
		})
	}
}

// TestFirstSearch: paths are not merged before there is a failing input, and are then.
func TestFirstSearch(t *testing.T) {
	const head = "extern int __VERIFIER_nondet_int(void); extern void reach_error(void); int main(void) { int x = __VERIFIER_nondet_int(); "
	if res := searched(t, head+"if (x > 3 && x < 3) reach_error(); return 0; }", 5_000_000, nil); res.Status != Precise || res.Merged != "" || res.Searches != 1 {
		t.Errorf("a safe program: %s by %s after %d searches, merged: %s", res.Status, res.ProvedBy, res.Searches, res.Merged)
	}
	res := searched(t, head+"int n = 0; for (int i = 0; i < 8; i++) if (x >> i & 1) n++; if (n > 4) reach_error(); return 0; }", 20_000_000, nil)
	if res.Status != Precise || res.Searches != 1 || !strings.HasPrefix(res.Merged, "all paths") {
		t.Errorf("many failing paths: %s by %s after %d searches, merged: %s", res.Status, res.ProvedBy, res.Searches, res.Merged)
	}
}

// TestKeptCounterexample: what no refiner can generalise is in the condition as it was found.
func TestKeptCounterexample(t *testing.T) {
	for _, refiners := range [][]string{{"qe"}, {"merge"}, {"merge", "qe", "allsat", "model"}} {
		res := searched(t, loops["hash"], 1_500_000, func(o *Options) { o.Refiners, o.RefinerWork = refiners, 1 })
		if len(res.Disjuncts) == 0 || res.Status != Partial {
			t.Errorf("%v: %d conditions, %s: %s", refiners, len(res.Disjuncts), res.Status, res.Reason.Text)
		}
	}
}

// TestFound: each new failing input is told before the search goes on.
func TestFound(t *testing.T) {
	told := 0
	res := searched(t, loops["hash"], 1_500_000, func(o *Options) {
		o.Found = func(r *Report) {
			if told = max(told, len(r.Iterations)); r.Status == "" || r.Condition == "" {
				t.Errorf("%q: %q", r.Status, r.Condition)
			}
		}
	})
	if n := len(res.Disjuncts); told < n-n/foundGrowth-1 || n == 0 {
		t.Errorf("%d of %d conditions are told", told, n)
	}
}

// TestMultiple: what a variable without a value is multiplied with is eliminated.
func TestMultiple(t *testing.T) {
	res := searched(t, `extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
int main(void) { int x = __VERIFIER_nondet_int(), y; if (x == 2 * y) reach_error(); return 0; }`, 20_000_000, nil)
	rep := res.Report(context.Background(), &verifier.Task{}, Defaults())
	if res.Status != Precise || rep.Condition != "x % 2 == 0" {
		t.Errorf("%s: %s (%s)", res.Status, rep.Condition, res.Reason.Text)
	}
}
