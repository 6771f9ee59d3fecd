package cells_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"cupel/evidence"
	"cupel/internal/sabotage"
	"cupel/tests/effort"
	"cupel/tests/verifying"
	"cupel/verifier"
)

// TestCells: facts about all cells are found with single cells, and programs that violate them are not proven.
func TestCells(t *testing.T) {
	const head = verifying.Prologue + `void abort(void);
int size(void) { int n = __VERIFIER_nondet_int(); if (n < 1 || n > 100000) abort(); return n; }
`
	for name, c := range map[string]struct {
		src  string
		safe bool
	}{
		"fill":       {`int main(void) { int n = size(), i; int a[n]; for (i = 0; i < n; i++) a[i] = 42; for (i = 0; i < n; i++) check(a[i] == 42); }`, true},
		"not all":    {`int main(void) { int n = size(), i; int a[n]; for (i = 0; i < n - 1; i++) a[i] = 42; for (i = 0; i < n; i++) check(a[i] == 42); }`, false},
		"copy":       {`int main(void) { int a[50000], b[50000], i; for (i = 0; i < 50000; i++) b[i] = a[i]; for (i = 0; i < 50000; i++) check(a[i] == b[i]); }`, true},
		"shifted":    {`int main(void) { int a[50001], b[50000], i; for (i = 0; i < 50000; i++) b[i] = a[i + 1]; for (i = 0; i < 50000; i++) check(a[i] == b[i]); }`, false},
		"backwards":  {`int main(void) { int a[5000], i; for (i = 4999; i >= 0; i--) a[i] = 3 * i; for (i = 0; i < 5000; i++) check(a[i] == 3 * i); }`, true},
		"overwrite":  {`int main(void) { int n = size(), i; int a[n]; for (i = 0; i < n; i++) a[i] = 1; a[n / 2] = 2; for (i = 0; i < n; i++) check(a[i] == 1); }`, false},
		"again":      {`int main(void) { int n = size(), i; int a[n]; for (i = 0; i < n; i++) a[i] = 1; for (i = 0; i < n; i++) a[i] = a[i] + 1; for (i = 0; i < n; i++) check(a[i] == 2); }`, true},
		"bounds":     {`int main(void) { int n = size(), i; int a[n]; for (i = 0; i < n; i++) a[i] = i; for (i = 0; i < n; i++) check(a[i] < n - 1); }`, false},
		"maximum":    {`int main(void) { int a[5000], i, m; for (i = 0; i < 5000; i++) a[i] = __VERIFIER_nondet_int(); m = a[0]; for (i = 0; i < 5000; i++) if (a[i] > m) m = a[i]; for (i = 0; i < 5000; i++) check(a[i] <= m); }`, true},
		"no maximum": {`int main(void) { int a[5000], i, m; for (i = 0; i < 5000; i++) a[i] = __VERIFIER_nondet_int(); m = a[0]; for (i = 1; i < 4999; i++) if (a[i] > m) m = a[i]; for (i = 0; i < 5000; i++) check(a[i] <= m); }`, false},
		"partition":  {`int main(void) { int a[5000], b[5000], i, j = 0; for (i = 0; i < 5000; i++) a[i] = __VERIFIER_nondet_int(); for (i = 0; i < 5000; i++) if (a[i] >= 0) b[j++] = a[i]; for (i = 0; i < j; i++) check(b[i] >= 0); }`, true},
		"reversed":   {`int main(void) { int a[5000], b[5000], i; for (i = 0; i < 5000; i++) a[i] = 5 + i % 7; for (i = 0; i < 5000; i++) b[4999 - i] = a[i]; for (i = 0; i < 5000; i++) check(b[i] >= 5 && b[i] < 12); }`, true},
		"bytes":      {`int main(void) { unsigned char a[4000]; int i; for (i = 0; i < 4000; i++) a[i] = 7; for (i = 0; i < 4000; i++) check(a[i] == 7); }`, true},
	} {
		units := verifying.Usual
		if !c.safe { // which spends all of it
			units = 500_000
		}
		rep := verifying.Run(t, verifying.Load(t, filepath.Join(t.TempDir(), "p.c"), head+c.src), units, func(c *verifier.Config) {
			c.Engine, c.Cells, c.NoRun = "symexecia", verifier.CellsOn, true
		})
		if c.safe && rep.Verdict != "TRUE" || !c.safe && rep.Verdict == "TRUE" {
			t.Errorf("%s: %s (%s)", name, rep.Verdict, rep.Reason)
		}
	}
}

// TestSegmentsCertified: proofs by segments, and with single cells, are certified, by claims about all cells that the report tells. What a mistake in the analysis
// makes of a wrong program is not.
func TestSegmentsCertified(t *testing.T) {
	file := filepath.Join(t.TempDir(), "p.c")
	verify := func(src, cells string, units int) *verifier.Report {
		return verifying.Run(t, verifying.Load(t, file, verifying.ArrayPrologue+src), units, func(c *verifier.Config) {
			c.Engine, c.Cells, c.NoRun, c.Certify, c.CertifyTimeout = "symexecia", cells, true, true, time.Hour
		})
	}
	for _, c := range []struct{ src, cells, claim string }{
		{`int main(void) { int a[5000], i; for (i = 0; i < 5000; i++) a[i] = 42; for (i = 0; i < 5000; i++) check(a[i] == 42); }`, verifier.CellsSegments, "for all k: 0 <= k < i ==> a[k] == 42"},
		{`int main(void) { int a[5000], b[5000], i; for (i = 0; i < 5000; i++) b[i] = a[i]; for (i = 0; i < 5000; i++) check(a[i] == b[i]); }`, verifier.CellsSearch, "for all k: 0 <= k < i ==> "},
	} {
		rep := verify(c.src, c.cells, verifying.Usual)
		told := slices.ContainsFunc(rep.Invariants, func(i evidence.Invariant) bool { return strings.Contains(i.Formula, c.claim) })
		if rep.Verdict != "TRUE" || !rep.Certificate.Holds() || !told {
			t.Errorf("%s: %s, %s, %v", c.src, rep.Verdict, rep.Certified, rep.Invariants)
		}
	}
	wrong := `int main(void) { int a[5000], i; for (i = 0; i < 4999; i++) a[i] = 42; for (i = 0; i < 5000; i++) check(a[i] == 42); }`
	proven := 0
	for _, f := range sabotage.All() {
		if f.Part() != sabotage.Relations && f.Part() != sabotage.Polyhedra {
			continue
		}
		restore := sabotage.Inject(f)
		rep := verify(wrong, verifier.CellsSegments, 300_000)
		restore()
		if rep.Verdict != "TRUE" {
			continue
		}
		if proven++; rep.Certificate.Holds() {
			t.Errorf("%s: what is wrong is certified: %v", f, rep.Invariants)
		}
		if proven == 2 && !effort.Check() {
			break
		}
	}
	if proven == 0 {
		t.Error("no mistake proves what is wrong")
	}
	t.Logf("%d mistakes prove what is wrong", proven)
}
