package verifier

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"cupel/engine"
	"cupel/internal/sabotage"
	"cupel/tests/effort"
)

// bySize is a configuration of nothing but induction on the size.
func bySize(name string) configuring {
	return func(c *Config) { c.Engine, c.Induction, c.NoRun = name, InductionOnly, true }
}

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

// TestInduction: what is right for all sizes is proven by induction.
func TestInduction(t *testing.T) {
	file := filepath.Join(t.TempDir(), "p.c")
	for name, p := range inducted {
		cfg := DefaultConfig()
		cfg.Timeout = 5 * time.Minute
		bySize(p.engine)(&cfg)
		rep, err := Verify(context.Background(), loadText(t, file, arrayHead+p.text), cfg, engine.Quiet{})
		if err != nil || rep.Verdict != "TRUE" || !strings.Contains(rep.Proof, "by induction on ") {
			t.Errorf("%s: %s %+v, %v", name, rep.Proof, rep.Reason, err)
		}
	}
}

// TestInductionFaults: no wrong program is proven; with a mistake in the base case or the step one is.
func TestInductionFaults(t *testing.T) {
	file := filepath.Join(t.TempDir(), "p.c")
	proven := func(name string) bool {
		for _, by := range []string{"quantified", "cra"} {
			cfg := DefaultConfig()
			cfg.Timeout = time.Minute
			bySize(by)(&cfg)
			rep, err := Verify(context.Background(), loadText(t, file, arrayHead+wrongSizes[name]), cfg, engine.Quiet{})
			if err != nil {
				t.Fatal(err)
			}
			if rep.Verdict == "TRUE" {
				return true
			}
		}
		return false
	}
	for _, name := range names(wrongSizes) {
		if proven(name) {
			t.Errorf("%s is proven", name)
		}
	}
	for _, f := range sabotage.All() {
		if f.Part() != sabotage.Sizes {
			continue
		}
		restore := sabotage.Inject(f)
		noticed := slices.IndexFunc(names(wrongSizes), proven)
		restore()
		if noticed < 0 {
			t.Errorf("nothing notices that %s", f)
		} else {
			t.Logf("%s: %s is proven", f, names(wrongSizes)[noticed])
		}
	}
}

// TestInductionBase: a violation for a small size is reported.
func TestInductionBase(t *testing.T) {
	cfg := DefaultConfig()
	bySize("quantified")(&cfg)
	rep, err := Verify(context.Background(), loadText(t, filepath.Join(t.TempDir(), "p.c"), arrayHead+wrongSizes["base"]), cfg, engine.Quiet{})
	if err != nil || rep.Verdict != "FALSE" {
		t.Errorf("%s %+v, %v", rep.Verdict, rep.Reason, err)
	}
}

// TestInductionRefused: a program for which there is no induction is not proven by it, and the report says why.
func TestInductionRefused(t *testing.T) {
	file := filepath.Join(t.TempDir(), "p.c")
	for name, c := range map[string]struct{ text, why string }{
		"constant": {`int main(void) { int i, s = 0; for (i = 0; i < 1000; i++) s++; check(s == 1000); }`, "no loop depends on an input"},
		"again":    {`int main(void) { int n, i, s = 0; do { n = __VERIFIER_nondet_int(); for (i = 0; i < n; i++) s++; } while (n > 5); check(s >= 0); }`, "no loop depends on an input"},
	} {
		cfg := DefaultConfig()
		bySize("quantified")(&cfg)
		rep, err := Verify(context.Background(), loadText(t, file, arrayHead+c.text), cfg, engine.Quiet{})
		if err != nil || rep.Verdict != "UNKNOWN" || !strings.Contains(rep.Reason, c.why) {
			t.Errorf("%s: %s %+v, %v", name, rep.Verdict, rep.Reason, err)
		}
	}
}

// TestInductionCertificate: a proof by induction is not certified, and the report says why.
func TestInductionCertificate(t *testing.T) {
	cfg := DefaultConfig()
	bySize("quantified")(&cfg)
	cfg.Certify, cfg.OwnProof = true, true
	rep, err := Verify(context.Background(), loadText(t, filepath.Join(t.TempDir(), "p.c"), arrayHead+inducted["two sums"].text), cfg, engine.Quiet{})
	if err != nil || rep.Verdict != "TRUE" || rep.Certificate.Holds() || !strings.Contains(rep.Certified, "two instances") {
		t.Errorf("%s %s %+v, %v", rep.Verdict, rep.Certified, rep.Reason, err)
	}
}

// sizesOpen are the programs of testdata/sizes whose step is not proven: what they compute of a cell depends on it, or there are two of them.
var sizesOpen = []string{"count.c", "filtered.c", "maxima.c", "together.c"}

// TestInductionExamples: what is computed twice from the same cells, of which no fact about all cells says enough, is proven by induction.
func TestInductionExamples(t *testing.T) {
	files, err := filepath.Glob("testdata/sizes/*.c")
	if err != nil || len(files) != 10 {
		t.Fatalf("%d programs, %v", len(files), err)
	}
	for i, file := range files {
		if slices.Contains(sizesOpen, filepath.Base(file)) || !effort.Check() && i%3 > 0 {
			continue
		}
		task, err := LoadTask(file, "")
		if err != nil {
			t.Fatal(err)
		}
		cfg := DefaultConfig()
		cfg.Timeout = 5 * time.Minute
		bySize("quantified")(&cfg)
		if rep, err := Verify(context.Background(), task, cfg, engine.Quiet{}); err != nil || rep.Verdict != "TRUE" {
			t.Errorf("%s: %+v, %v", file, rep.Reason, err)
		}
	}
}
