package arrays_test

import (
	"path/filepath"
	"slices"
	"testing"
	"time"

	"cupel/tests/effort"
	"cupel/tests/verifying"
	"cupel/verifier"
)

// TestQuantified: facts about all cells are found, and proofs by them are certified.
func TestQuantified(t *testing.T) {
	file := filepath.Join(t.TempDir(), "p.c")
	programs := map[string]string{
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
	}
	for _, name := range verifying.Names(programs) {
		// "sort" takes as much as all others, and testdata/arrays has more sorts; the other two read in another order what "fill" and "copy" read.
		if slices.Contains([]string{"sort", "backwards", "reverse"}, name) && !effort.Check() {
			continue
		}
		src := programs[name]
		certify := name == "copy" || name == "sum" && effort.Check() || effort.Long()
		rep := verified(t, verifying.Load(t, file, verifying.ArrayPrologue+src), func(c *verifier.Config) { c.Engine, c.Certify, c.CertifyTimeout = "quantified", certify, time.Hour })
		if rep.Verdict != "TRUE" {
			t.Errorf("%s: %s", name, rep.Reason)
		} else if certify && !rep.Certificate.Holds() {
			t.Errorf("%s: %s", name, rep.Certified)
		}
	}
}
