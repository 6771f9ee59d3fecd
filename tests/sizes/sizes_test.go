package sizes_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"cupel/internal/sabotage"
	"cupel/tests/effort"
	"cupel/tests/verifying"
	"cupel/verifier"
)

// inducted are programs that are proven by induction on the size of their arrays, with the engine that proves the step.
var inducted = map[string]struct{ engine, text string }{
	"sum":      {"quantified", `int main(void) { int n = size(), i, s = 0; int a[n]; for (i = 0; i < n; i++) a[i] = 2; for (i = 0; i < n; i++) s += a[i]; check(s == 2 * n); }`},
	"sequence": {"quantified", `int main(void) { int n = size(), i; int a[n]; for (i = 0; i < n; i++) a[i] = i; for (i = 0; i < n; i++) a[i] = a[i] + 1; for (i = 0; i < n; i++) check(a[i] == i + 1); }`},
	"counter":  {"cra", `int main(void) { int n = size(), i, s = 0; for (i = 0; i < n; i++) s += 3; check(s == 3 * n); }`},
	"two sums": {"quantified", `int main(void) { int n = size(), i, s = 0, t = 0; int a[n]; for (i = 0; i < n; i++) s += a[i]; for (i = 0; i < n; i++) t += a[i]; check(s == t); }`},
	"prefixes": {"quantified", `int main(void) { int n = size(), i, s = 0; int a[n], b[n]; b[0] = a[0]; for (i = 1; i < n; i++) b[i] = b[i - 1] + a[i]; for (i = 0; i < n; i++) s += a[i]; check(s == b[n - 1]); }`},
	"inputs":   {"quantified", `int main(void) { int n = size(), i; int a[n], b[n]; for (i = 0; i < n; i++) { a[i] = __VERIFIER_nondet_int(); b[i] = a[i]; } for (i = 0; i < n; i++) check(a[i] == b[i]); }`},
	"nested":   {"cra", `int main(void) { int n = size(), i, j, s = 0, t = 0; for (i = 0; i < n; i++) for (j = 0; j < n; j++) { s += 1; t += 2; } check(t == 2 * s); }`},
}

// wrongSizes are programs that fail for some sizes only, beyond those of the base case or in it.
var wrongSizes = map[string]string{
	"base":        `int main(void) { int n = size(), i, s = 0; for (i = 0; i < n; i++) s++; check(s != 1); }`,
	"one size":    `int main(void) { int n = size(), i, s = 0; for (i = 0; i < n; i++) s++; check(s != 777); }`,
	"excluded":    `int main(void) { int n = size(), i, s = 0; if (n == 776) abort(); for (i = 0; i < n; i++) s++; check(s != 777); }`,
	"in the loop": `int main(void) { int n = size(), i, s = 0; for (i = 0; i < n; i++) { if (n == 776 && i == 700) abort(); s++; } check(s != 777); }`,
	"last cell":   `int main(void) { int n = size(), i; int a[n]; for (i = 0; i < n; i++) a[i] = 1; if (n == 777) a[n - 1] = 2; for (i = 0; i < n; i++) check(a[i] == 1); }`,
	"input":       `int main(void) { int n = size(), i, x = __VERIFIER_nondet_int(), s = 0; for (i = 0; i < n; i++) if (x == 777 && i == 5) s = 1; check(s == 0); }`,
	"longer":      `int main(void) { int n = size(), i, s = 0, m = n == 777 ? n - 2 : n; for (i = 0; i < m; i++) s++; check(s == n); }`,
	"behind":      `int main(void) { int n = size(), i, s = 0, m = n == 777 ? 5 : n; for (i = 0; i < m; i++) s++; for (i = 0; i < 3; i++) s++; check(s != 8); }`,
	"other way":   `int main(void) { int n = size(), i, s = 0; if (n % 2) for (i = 0; i < n; i++) s++; else for (i = 0; i < n; i++) s += 2; check(s != 776); }`,
	"nested":      `int main(void) { int n = size(), i, j, s = 0; for (i = 0; i < n; i++) for (j = 0; j < n; j++) s++; check(s != 144); }`,
}

// TestInduction: properties that hold for all sizes are proven by induction.
func TestInduction(t *testing.T) {
	file := filepath.Join(t.TempDir(), "p.c")
	for _, name := range verifying.Names(inducted) {
		p := inducted[name]
		if !effort.Check() && (name == "inputs" || name == "prefixes" || name == "sequence") { // long searches; testdata/sizes has others like them
			continue
		}
		rep := sized(t, verifying.Load(t, file, verifying.ArrayPrologue+p.text), p.engine, 3*verifying.Usual)
		if rep.Verdict != "TRUE" || !strings.Contains(rep.Proof, "by induction on ") {
			t.Errorf("%s: %s %s", name, rep.Proof, rep.Reason)
		}
	}
}

// sized verifies a task by nothing but induction on the size.
func sized(t *testing.T, task *verifier.Task, engine string, units int) *verifier.Report {
	t.Helper()
	return verifying.Run(t, task, units, verifying.BySize(engine))
}

// noticedBy has the program that is asked first where there is a mistake; others may notice it, too.
var noticedBy = map[sabotage.Fault][]string{
	sabotage.InductionSame:   {"behind"},
	sabotage.InductionGoesOn: {"excluded"},
	sabotage.InductionEnds:   {"in the loop"},
	sabotage.InductionAhead:  {"longer"},
}

// TestInductionFaults: no wrong program is proven; with a mistake in the base case or the step one is.
func TestInductionFaults(t *testing.T) {
	file := filepath.Join(t.TempDir(), "p.c")
	proven := func(name string) bool {
		for _, by := range []string{"quantified", "cra"} {
			rep := sized(t, verifying.Load(t, file, verifying.ArrayPrologue+wrongSizes[name]), by, 2_000_000) // with a mistake a proof takes half of it at most
			if rep.Verdict == "TRUE" {
				return true
			}
		}
		return false
	}
	for _, name := range verifying.Names(wrongSizes) {
		if proven(name) {
			t.Errorf("%s is proven", name)
		}
	}
	for _, f := range sabotage.All() {
		if f.Part() != sabotage.Sizes {
			continue
		}
		restore := sabotage.Inject(f)
		suspects := append(noticedBy[f], verifying.Names(wrongSizes)...)
		noticed := slices.IndexFunc(suspects, proven)
		restore()
		if noticed < 0 {
			t.Errorf("nothing notices that %s", f)
		} else {
			t.Logf("%s: %s is proven", f, suspects[noticed])
		}
	}
}

// TestInductionBase: a violation for a small size is reported.
func TestInductionBase(t *testing.T) {
	rep := sized(t, verifying.Load(t, filepath.Join(t.TempDir(), "p.c"), verifying.ArrayPrologue+wrongSizes["base"]), "quantified", verifying.Usual)
	if rep.Verdict != "FALSE" {
		t.Errorf("%s %s", rep.Verdict, rep.Reason)
	}
}

// TestInductionRefused: a program to which induction does not apply is not proven by it, and the report contains the reason.
func TestInductionRefused(t *testing.T) {
	file := filepath.Join(t.TempDir(), "p.c")
	for name, c := range map[string]struct{ text, why string }{
		"constant": {`int main(void) { int i, s = 0; for (i = 0; i < 1000; i++) s++; check(s == 1000); }`, "no loop depends on an input"},
		"again":    {`int main(void) { int n, i, s = 0; do { n = __VERIFIER_nondet_int(); for (i = 0; i < n; i++) s++; } while (n > 5); check(s >= 0); }`, "no loop depends on an input"},
	} {
		rep := sized(t, verifying.Load(t, file, verifying.ArrayPrologue+c.text), "quantified", verifying.Usual)
		if rep.Verdict != "UNKNOWN" || !strings.Contains(rep.Reason, c.why) {
			t.Errorf("%s: %s %s", name, rep.Verdict, rep.Reason)
		}
	}
}

// TestInductionCertificate: a proof by induction is not certified, and the report contains the reason.
func TestInductionCertificate(t *testing.T) {
	task := verifying.Load(t, filepath.Join(t.TempDir(), "p.c"), verifying.ArrayPrologue+inducted["two sums"].text)
	rep := verifying.Run(t, task, 4_000_000, func(c *verifier.Config) { // the proof takes a third of it; a certificate is sought until it is spent
		verifying.BySize("quantified")(c)
		c.Certify, c.OwnProof = true, true
	})
	if rep.Verdict != "TRUE" || rep.Certificate.Holds() || !strings.Contains(rep.Certified, "two instances") {
		t.Errorf("%s %s %s", rep.Verdict, rep.Certified, rep.Reason)
	}
}

// sizesOpen are the programs of testdata/sizes whose step is not proven: the computation of a cell depends on the cell, or there are two computations.
var sizesOpen = []string{"count.c", "filtered.c", "maxima.c", "together.c"}

// TestInductionExamples: two computations from the same cells, for which no fact about all cells is strong enough, are proven equal by induction. make
// test has the first; TestAutoBySize another.
func TestInductionExamples(t *testing.T) {
	files, err := filepath.Glob("testdata/sizes/*.c")
	if err != nil || len(files) != 10 {
		t.Fatalf("%d programs, %v", len(files), err)
	}
	for i, file := range files {
		if slices.Contains(sizesOpen, filepath.Base(file)) || !effort.Check() && i > 0 {
			continue
		}
		if rep := sized(t, verifying.File(t, file), "quantified", verifying.Usual); rep.Verdict != "TRUE" {
			t.Errorf("%s: %s", file, rep.Reason)
		}
	}
}

// TestAutoBySize: auto proves by induction on the size programs that no engine alone proves.
func TestAutoBySize(t *testing.T) {
	rep := verifying.Run(t, verifying.File(t, "testdata/sizes/two_sums.c"), 4*verifying.Usual, func(c *verifier.Config) { c.Engine, c.NoRun = verifier.Auto, true })
	if rep.Verdict != "TRUE" || rep.DecidedBy != "induction on the size" {
		t.Errorf("%s by %q: %s", rep.Verdict, rep.DecidedBy, rep.Reason)
	}
}
