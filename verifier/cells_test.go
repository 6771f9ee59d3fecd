package verifier

import (
	"context"
	"path/filepath"
	"testing"
	"time"

	"cupel/engine"
)

// TestCells: facts about all cells are found with single cells, and programs that violate them are not proven.
func TestCells(t *testing.T) {
	const head = prologue + `void abort(void);
int size(void) { int n = __VERIFIER_nondet_int(); if (n < 1 || n > 100000) abort(); return n; }
`
	for name, c := range map[string]struct {
		src  string
		safe bool
	}{
		"fill":      {`int main(void) { int n = size(), i; int a[n]; for (i = 0; i < n; i++) a[i] = 42; for (i = 0; i < n; i++) check(a[i] == 42); }`, true},
		"not all":   {`int main(void) { int n = size(), i; int a[n]; for (i = 0; i < n - 1; i++) a[i] = 42; for (i = 0; i < n; i++) check(a[i] == 42); }`, false},
		"copy":      {`int main(void) { int a[50000], b[50000], i; for (i = 0; i < 50000; i++) b[i] = a[i]; for (i = 0; i < 50000; i++) check(a[i] == b[i]); }`, true},
		"shifted":   {`int main(void) { int a[50001], b[50000], i; for (i = 0; i < 50000; i++) b[i] = a[i + 1]; for (i = 0; i < 50000; i++) check(a[i] == b[i]); }`, false},
		"backwards": {`int main(void) { int a[5000], i; for (i = 4999; i >= 0; i--) a[i] = 3 * i; for (i = 0; i < 5000; i++) check(a[i] == 3 * i); }`, true},
		"overwrite": {`int main(void) { int n = size(), i; int a[n]; for (i = 0; i < n; i++) a[i] = 1; a[n / 2] = 2; for (i = 0; i < n; i++) check(a[i] == 1); }`, false},
		"again":     {`int main(void) { int n = size(), i; int a[n]; for (i = 0; i < n; i++) a[i] = 1; for (i = 0; i < n; i++) a[i] = a[i] + 1; for (i = 0; i < n; i++) check(a[i] == 2); }`, true},
		"bounds":    {`int main(void) { int n = size(), i; int a[n]; for (i = 0; i < n; i++) a[i] = i; for (i = 0; i < n; i++) check(a[i] < n - 1); }`, false},
		"bytes":     {`int main(void) { unsigned char a[4000]; int i; for (i = 0; i < 4000; i++) a[i] = 7; for (i = 0; i < 4000; i++) check(a[i] == 7); }`, true},
	} {
		limit := 30 * time.Second
		if !c.safe { // which takes all of it
			limit = 3 * time.Second
		}
		cfg := DefaultConfig()
		cfg.Engine, cfg.Cells, cfg.NoRun, cfg.Timeout = "symexecia", CellsOn, true, limit
		rep, err := Verify(context.Background(), loadText(t, filepath.Join(t.TempDir(), "p.c"), head+c.src), cfg, engine.Quiet{})
		if err != nil {
			t.Fatal(err)
		}
		if c.safe && rep.Verdict != "TRUE" || !c.safe && rep.Verdict == "TRUE" {
			t.Errorf("%s: %s (%s)", name, rep.Verdict, rep.Reason)
		}
	}
}
