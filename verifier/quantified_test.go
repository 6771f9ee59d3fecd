package verifier

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"cupel/engine"
	"cupel/internal/sabotage"
	"cupel/tests/effort"
)

// arrayEngines are the configurations that know facts about all cells.
var arrayEngines = map[string]configuring{
	"quantified": with("quantified"),
	"induction":  bySize("quantified"),
	"cells":      func(c *Config) { c.Engine, c.Cells = "symexecia", CellsSearch },
	"segments":   func(c *Config) { c.Engine, c.Cells, c.Timeout = "symexecia", CellsSegments, time.Second },
}

// wrongArrays are programs with arrays that reach the error.
var wrongArrays = map[string]string{
	"late":  `int main(void) { int n = size(), i; int a[n]; for (i = 0; i < n; i++) if (n != 777) a[i] = 42; else a[i] = 41; for (i = 0; i < n; i++) check(a[i] == 42); }`,
	"entry": `int main(void) { int n = size(), i, s = n == 777; int a[n]; for (i = 0; i < n; i++) a[i] = s; for (i = 0; i < n; i++) check(a[i] == 0); }`,
	"again": `int main(void) { int n = size(), i; int a[n]; for (i = 0; i < n; i++) a[i] = 1; if (n > 777) a[n / 2] = 2; for (i = 0; i < n; i++) check(a[i] == 1); }`,
	"sum":   `int main(void) { int n = size(), i, s = 0; int a[n]; for (i = 0; i < n; i++) a[i] = 2; for (i = 0; i < n; i++) if (i < 777) s += a[i]; check(s == 2 * n); }`,
	"never": `int main(void) { int n = size(), i; int a[n]; for (i = 0; i < n; i++) if (n == 777) a[i] = 41; else a[i] = 42; for (i = 0; i < n; i++) check(a[i] == 42); }`,
}

const arrayHead = prologue + `void abort(void);
int size(void) { int n = __VERIFIER_nondet_int(); if (n < 1 || n > 10000) abort(); return n; }
`

// TestQuantifiedFaults: mistakes in how facts about all cells are checked are noticed: each proves something wrong. TestSabotage lets certificates
// notice them.
func TestQuantifiedFaults(t *testing.T) {
	file := filepath.Join(t.TempDir(), "p.c")
	proven := func(name string) bool {
		cfg := DefaultConfig()
		cfg.Engine, cfg.NoRun, cfg.Timeout = "quantified", true, time.Minute
		rep, err := Verify(context.Background(), loadText(t, file, arrayHead+wrongArrays[name]), cfg, engine.Quiet{})
		if err != nil {
			t.Fatal(err)
		}
		return rep.Verdict == "TRUE"
	}
	for _, name := range names(wrongArrays) {
		if proven(name) {
			t.Errorf("%s is proven", name)
		}
	}
	for _, f := range sabotage.All() {
		if f.Part() != sabotage.Cells {
			continue
		}
		restore := sabotage.Inject(f)
		noticed := slices.ContainsFunc(names(wrongArrays), proven)
		restore()
		if !noticed {
			t.Errorf("nothing notices that %s", f)
		}
	}
}

// TestQuantified: facts about all cells are found, and proofs by them are certified.
func TestQuantified(t *testing.T) {
	file := filepath.Join(t.TempDir(), "p.c")
	for name, src := range map[string]string{
		"fill":      `int main(void) { int n = size(), i; int a[n]; for (i = 0; i < n; i++) a[i] = 42; for (i = 0; i < n; i++) check(a[i] == 42); }`,
		"copy":      `int main(void) { int a[50000], b[50000], i; for (i = 0; i < 50000; i++) b[i] = a[i]; for (i = 0; i < 50000; i++) check(a[i] == b[i]); }`,
		"backwards": `int main(void) { int a[5000], i; for (i = 4999; i >= 0; i--) a[i] = 3 * i; for (i = 0; i < 5000; i++) check(a[i] == 3 * i); }`,
		"reverse":   `int main(void) { int a[5000], b[5000], i; for (i = 0; i < 5000; i++) b[i] = a[4999 - i]; for (i = 0; i < 5000; i++) check(a[i] == b[4999 - i]); }`,
		"maximum":   `int main(void) { int n = size(), i, m = 0; int a[n]; for (i = 0; i < n; i++) if (a[i] > m) m = a[i]; for (i = 0; i < n; i++) check(a[i] <= m); }`,
		"find":      `int main(void) { int n = size(), i = 0, j, e = __VERIFIER_nondet_int(); int a[n]; while (i < n && a[i] != e) i++; for (j = 0; j < i; j++) check(a[j] != e); }`,
		"sum":       `int main(void) { int n = size(), i, s = 0; int a[n]; for (i = 0; i < n; i++) a[i] = 2; for (i = 0; i < n; i++) s += a[i]; check(s == 2 * n); }`,
		"partition": `int main(void) { int n = size(), i, j = 0; int a[n], b[n]; for (i = 0; i < n; i++) if (a[i] >= 0) { b[j] = a[i]; j++; } for (i = 0; i < j; i++) check(b[i] >= 0); }`,
		"flag":      `int main(void) { int n = size(), i, same = 1; int a[n], b[n]; for (i = 0; i < n; i++) if (a[i] != b[i]) same = 0; if (same) for (i = 0; i < n; i++) check(a[i] == b[i]); }`,
		"branches":  `int main(void) { int n = size(), i; int a[n]; for (i = 0; i < n; i++) if (i % 2 == 0) a[i] = 1; else a[i] = 7; for (i = 0; i < n; i++) check(a[i] == (i % 2 == 0 ? 1 : 7)); }`,
		"sort": `int main(void) { int n = size(), i, t, swapped = 1; int a[n]; while (swapped) { swapped = 0; for (i = 1; i < n; i++) if (a[i - 1] > a[i]) { t = a[i]; a[i] = a[i - 1]; a[i - 1] = t; swapped = 1; } }
			for (i = 1; i < n; i++) check(a[i - 1] <= a[i]); }`,
	} {
		cfg := DefaultConfig()
		cfg.Engine, cfg.NoRun, cfg.Timeout, cfg.Certify = "quantified", true, 2*time.Minute, name == "fill" || name == "copy" || effort.Check() && !testing.Short()
		if err := os.WriteFile(file, []byte(arrayHead+src), 0o644); err != nil {
			t.Fatal(err)
		}
		task, err := LoadTask(file, "")
		if err != nil {
			t.Fatal(err)
		}
		rep, err := Verify(context.Background(), task, cfg, engine.Quiet{})
		if err != nil || rep.Verdict != "TRUE" {
			t.Errorf("%s: %+v, %v", name, rep.Reason, err)
		} else if cfg.Certify && !rep.Certificate.Holds() {
			t.Errorf("%s: %s", name, rep.Certified)
		}
	}
}
