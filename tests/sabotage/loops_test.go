package sabotage_test

import (
	"path/filepath"
	"strings"
	"testing"

	"cupel/internal/sabotage"
	"cupel/tests/effort"
	"cupel/tests/need"
	"cupel/tests/verifying"
	"cupel/verifier"
)

// loopSummaries are programs whose proofs cannot be certified without loop summaries, with the text of the certificate.
var loopSummaries = []struct{ name, what, body string }{
	{"backwards", "what summaries of loops exclude", `int a = any, b = any, x = a, y = b; while (x != 0) { x--; y--; } if (a == b) check(y == 0);`},
	{"bound", "what summaries of loops exclude", `int n = any, x = 0; while (x < n) x++; if (n >= 0) check(x == n);`},
	{"two loops", "summaries of loops", `int n = any, x = any, y = 0, z = 0; if (n < 0 || n > 99) return 0; while (y < n) { y++; x += 3; } while (z < n) { z++; x -= 3; y--; } check(y == 0);`},
	{"choice", "summaries of loops", `int n = any, i = 0, a = 0, b = 0; if (n < 0 || n > 999) return 0; while (i < n) { if (any) { a += 1; b += 4; } else { a += 4; b += 1; } i++; } check(a + b == 5 * n);`},
	{"nested", "summaries of loops", `int i, j, k; for (i = 0; i < 4; i++) for (j = 0; j < 5; j++) for (k = 0; k < 3; k++) ; check(i == 4 && j == 5 && k == 3);`},
}

// TestLoopSummaries: the loop summaries that a proof depends on are checked by the second solver as claims, and the certificate mentions that.
func TestLoopSummaries(t *testing.T) {
	need.Tool(t, "cvc5")
	file := filepath.Join(t.TempDir(), "p.c")
	for i, p := range loopSummaries {
		if (p.name == "choice" || p.name == "two loops") && !effort.Check() { // whose certificates are long; those of the others have the same steps
			continue
		}
		e := []string{"cra", "gps", "gpslite"}[i%3]
		rep := certifyWith(t, file, "#define any __VERIFIER_nondet_int()\n"+verifying.Prologue+"int main(void) { "+p.body+" return 0; }", "cvc5", e, verifier.InvariantsNone, true, verifying.Usual)
		if rep.Verdict != "TRUE" || rep.Certificate.Level != "source" || !strings.Contains(rep.Certificate.What, p.what) {
			t.Errorf("%s, %s: %s (%s), %+v", p.name, e, rep.Verdict, rep.Reason, rep.Certificate)
		}
		for _, inv := range rep.Invariants {
			if strings.Contains(inv.Formula, "entry") {
				t.Errorf("%s: an invariant speaks of what the program does not have: %s", p.name, inv.Formula)
			}
		}
	}
}

// TestWrongLoopSummaries: of summaries that are wrong none is counted as checked, also where the
// program is safe all the same; and no proof of an unsafe program is certified by them.
func TestWrongLoopSummaries(t *testing.T) {
	need.Tool(t, "cvc5")
	file := filepath.Join(t.TempDir(), "p.c")
	const loop = verifying.Prologue + `int main(void) { int n = __VERIFIER_nondet_int(), x = 0, y = 0; if (n < 0 || n > 999) return 0; while (x < n) { x++; y += 2; } `
	counted := 0
	for i, f := range []sabotage.Fault{sabotage.SummaryNever, sabotage.SummaryOnce, sabotage.IterationSteps, sabotage.IterationCounter} {
		for check, safe := range map[string]bool{"check(y != 7)": true, "check(y != 6 || n > 5)": false} {
			if !effort.Check() && safe != (i%2 == 0) {
				continue
			}
			restore := sabotage.Inject(f)
			rep := certifyWith(t, file, loop+check+"; return 0; }", "cvc5", "cra", verifier.InvariantsNone, true, 1_000_000)
			restore()
			if rep.Verdict != "TRUE" {
				continue
			}
			if rep.Certificate.Holds() {
				if !safe {
					t.Errorf("%s: %s: certified: %s", f, check, rep.Certified)
				}
				continue
			}
			if strings.Contains(rep.Certificate.Reason, "of 1 loop summaries cvc5 checked 0") {
				counted++
			} else {
				t.Errorf("%s: %s: %s", f, check, rep.Certificate.Reason)
			}
		}
	}
	if counted == 0 {
		t.Error("no wrong summary was needed")
	}
}
