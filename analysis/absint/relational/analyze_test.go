package relational_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cupel/analysis/absint/interval"
	"cupel/analysis/absint/relational"
	"cupel/analysis/intlower"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/program/passes"
	"cupel/core/work"
	"cupel/frontend/c"
)

// lower makes a program over integers of the body of a C function main.
func lower(t testing.TB, body string) *program.Program {
	t.Helper()
	ctx := context.Background()
	file := filepath.Join(t.TempDir(), "p.c")
	source := `extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
#define any __VERIFIER_nondet_int()
#define anyu __VERIFIER_nondet_uint()
void check(int c) { if (!c) reach_error(); }
int main(void) {` + body + `return 0; }`
	if err := os.WriteFile(file, []byte(source), 0o644); err != nil {
		t.Fatal(err)
	}
	m, _, err := c.Lower(ctx, file, nil, c.Options{ErrorFunctions: []string{"reach_error"}, Entry: "main"})
	if err != nil {
		t.Fatal(err)
	}
	p, err := passes.Inline(m, passes.InlineOptions{RecursionBound: 2})
	if err != nil {
		t.Fatal(err)
	}
	if p, _, err = passes.Default.Run(ctx, p); err != nil {
		t.Fatal(err)
	}
	if p, err = intlower.Lower(ctx, p, intlower.Options{Ranges: interval.Analyze(ctx, p)}); err != nil {
		t.Fatal(err)
	}
	if p, _, err = (passes.Pipeline{passes.Simplify, passes.Constants, passes.DeadCode, passes.Simplify}).Run(ctx, p); err != nil {
		t.Fatal(err)
	}
	program.MarkLoopHeads(p)
	return p
}

// TestProofs lists the programs that the analysis proves, and with which settings.
func TestProofs(t *testing.T) {
	const (
		no = iota
		plain
		partitioned // only when first iterations are kept apart
	)
	tests := []struct {
		name string
		body string
		want int
	}{
		{"sums that do not wrap", `unsigned n = anyu, i = 0, j = 0, k = 0, l = 0;
			if (n > 20000001) return 0;
			while (l < n) { if (l % 3 == 0) i++; else if (l % 2 == 0) j++; else k++; l++; }
			check(i + j + k == l);`, plain},
		{"a sum that wraps", `unsigned n = anyu, i = 0;
			while (i != n) i++;
			check(i + 1 > i);`, no},
		{"an even counter", `unsigned x = 0; while (x < 0x0fffffff) x += 2; check(x % 2 == 0);`, plain},
		{"an odd counter", `int x = 1, n = any; while (x < n && x < 1000000) x += 2; check(x != 100);`, plain},
		{"residues of a branch", `int x = 0, n = any, i;
			if (n < 0 || n > 1000) return 0;
			for (i = 0; i < n; i++) { if (any) x += 4; else x += 6; }
			check(x % 2 == 0);`, plain},
		{"a remainder that is assumed", `int x = any; if (x < 0 || x > 100 || x % 3 != 1) return 0; check((x + 2) % 3 == 0);`, plain},
		{"wrap-around keeps a power of two", `unsigned x = 0; while (any) x += 4; check(x % 4 == 0);`, plain},
		{"wrap-around loses other moduli", `unsigned x = 0; while (any) x += 3; check(x % 3 == 0);`, no},
		{"two counters", `int n = any, i = 0, j = 0;
			if (n < 0 || n > 1000) return 0;
			while (i < n) { i++; j += 2; }
			check(j == 2 * n);`, plain},
		{"nested loops", `int n = any, i, j, k = 0;
			if (n > 1000) return 0;
			for (i = 0; i < n; i++) for (j = i; j < n; j++) k = j;
			check(k <= 1000 && k >= 0 && (n <= 0 || k < n));`, partitioned},
		{"heapsort's indices", `int n = any, l, r, i, j;
			if (n < 1 || n > 1000000) return 0;
			l = n / 2 + 1; r = n;
			while (l > 1) { l--; i = l; j = 2 * l; check(l >= 1 && l <= n && i <= n); }`, plain},
		{"quotients", `int n = any; if (n < 0) return 0; int h = n / 2; check(2 * h <= n && n - 2 * h <= 1);`, plain},
		{"remainders in one period", `unsigned i = anyu; if (i < 8 || i > 15) return 0; unsigned j = i % 8; check(j + 8 == i);`, plain},
		{"flags stand for conditions", `int x = any, y = any; int f = x < y; if (f) check(x < y); else check(y <= x);`, plain},
		{"a flag is no longer its condition", `int x = any, y = any; int f = x < y; x = y; if (f) check(x < y);`, no},
		{"bounds excluded one by one", `int n = any, i = 0; if (n < 0) return 0; while (i != n) { i++; check(i <= n); }`, plain},
		{"a limit compared for equality, other constants below", `int n = 0, k = any;
			while (any) { if (k > 10 && k < 20 || k > 30 && k < 40 || k > 50 && k < 60) k = 70;
				if (any) { if (n == 5000) break; n++; } else if (n > 0) n--; } check(n <= 5000 || k == 12 && n < 0);`, plain},
		{"a descending limit", `int n = 0, k = any;
			while (any) { if (k > 10 && k < 20 || k > 30 && k < 40 || k > 50 && k < 60) k = -70;
				if (any) { if (n == -5000) break; n--; } else if (n < 0) n++; } check(n >= -5000 || k == 12 && n > 0);`, plain},
		{"a limit that is stepped over", `int n = 0; while (n < 100000) { if (n == 5000) break; n += 3; check(n <= 5000); }`, no},
		{"a loop may have no iteration", `int n = any, x = 0; while (x < n) x++; if (n >= 0) check(x == n);`, partitioned},
		{"set in the first iteration", `int i = 0, k = 9; while (i <= 100) { i++; k = 4; } check(k == 4);`, partitioned},
		{"products of known factors", `int a = 3, x = any; if (x < 0 || x > 9) return 0; int y = a * x; check(y == x + x + x);`, plain},
		{"disjunctions", `int x = any, y = any; if (!(x == 1 && y == 2 || x == 3 && y == 4)) return 0; check(y == x + 1);`, plain},
		{"signed arithmetic does not overflow", `int x = any; if (x < 0) return 0; int y = x + 1; check(y > x);`, plain},
		{"division by a variable is bounded", `int x = any, y = any; if (x < 0 || y < 1) return 0; check(x / y <= x);`, no},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := lower(t, tt.body)
			ctx := context.Background()
			got := no
			if relational.Analyze(ctx, p, relational.Levels()...).Safe() {
				got = plain
			} else if relational.Analyze(ctx, p, relational.Partitioned()).Safe() {
				got = partitioned
			}
			if got != tt.want {
				t.Errorf("got %d, want %d", got, tt.want)
			}
		})
	}
}

// TestInvariant checks how an invariant reads.
func TestInvariant(t *testing.T) {
	p := lower(t, `int n = any, i = 0, j = 0; if (n < 0 || n > 10) return 0; while (i < n) { i++; j += 2; } check(j == 2 * n);`)
	r := relational.Analyze(context.Background(), p, relational.Levels()...)
	for _, h := range p.LoopHeads() {
		inv := r.Invariant(h).String()
		for _, want := range []string{"2*main::i!int == main::j!int", "2*main::n!int >= main::j!int"} {
			if !strings.Contains(inv, want) {
				t.Errorf("%s is not in %s", want, inv)
			}
		}
	}
	if !r.Invariant(p.Error).IsFalse() || r.Reached(p.Error) || !r.Reached(p.Init) {
		t.Error("reachability")
	}
}

// many returns a program with n loops over one group of 4n variables.
func many(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "int n%d = any, i%d = 0, j%d = 0, k%d = 0;", i, i, i, i)
		if i > 0 {
			fmt.Fprintf(&b, "if (n%d > n%d + i%d) return 0;", i, i-1, i-1)
		}
		fmt.Fprintf(&b, "while (i%d < n%d) { i%d++; if (any) j%d++; else k%d += 2; }", i, i, i, i, i)
	}
	fmt.Fprintf(&b, "check(j0 + k%d <= i0 + 2 * i%d);", n-1, n-1)
	return b.String()
}

// TestLimits checks that the work of the analysis is bounded, and that an incomplete analysis claims nothing.
func TestLimits(t *testing.T) {
	p := lower(t, many(8))
	ctx := context.Background()
	r := relational.Analyze(ctx, p, relational.Options{PackSize: 10, Rows: 200, Work: 100})
	if r.Complete() || r.Safe() || !r.Reached(p.Error) || !r.Invariant(p.Error).IsTrue() {
		t.Error("an incomplete analysis knows something")
	}
	r = relational.Analyze(ctx, p, relational.Options{PackSize: 10, Rows: 200, Work: 100}, relational.Options{PackSize: 2, Rows: 20, Work: 1 << 30})
	if !r.Complete() {
		t.Error("the second level is not tried")
	}
	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	if relational.Analyze(cancelled, p, relational.Levels()...).Complete() {
		t.Error("complete in spite of the context")
	}
	small, cancel := work.Within(ctx, 2_000)
	defer cancel()
	small, spent := work.Measured(small)
	if relational.Analyze(small, lower(t, many(40)), relational.Options{PackSize: 20, Rows: 2000, Work: 1 << 40}).Complete() {
		t.Error("complete in spite of the budget")
	}
	if !work.Spent(small) || spent() > 100_000 {
		t.Errorf("stopped after %d units", spent())
	}
}

// TestDeterminism compares the invariants of two analyses.
func TestDeterminism(t *testing.T) {
	p := lower(t, many(4))
	var last []*logic.Term
	for range 3 {
		var now []*logic.Term
		for _, o := range []relational.Options{relational.Levels()[0], relational.Levels()[1], relational.Partitioned()} {
			r := relational.Analyze(context.Background(), p, o)
			for _, l := range p.Locs {
				now = append(now, r.Invariant(l))
			}
		}
		for i := range last {
			if last[i] != now[i] {
				t.Fatalf("got %v and %v", last[i], now[i])
			}
		}
		last = now
	}
}

// BenchmarkAnalyze measures a chain of loops over related variables.
func BenchmarkAnalyze(b *testing.B) {
	for _, n := range []int{1, 4, 16} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			p := lower(b, many(n))
			for b.Loop() {
				relational.Analyze(context.Background(), p, relational.Levels()...)
			}
		})
	}
}
