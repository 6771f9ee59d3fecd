package ilp

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"os"
	"runtime/debug"
	"testing"
	"time"

	"cupel/core/work"
	"cupel/tests/effort"

	"pgregory.net/rapid"
)

func problem(t testing.TB, cost []int64, rows ...Row) *Problem {
	t.Helper()
	p := NewProblem(cost)
	for _, r := range rows {
		if err := p.Add(r); err != nil {
			t.Fatal(err)
		}
	}
	return p
}

// TestSolve: status and optimal cost of small problems, corner cases included.
func TestSolve(t *testing.T) {
	one := []int64{1, 1, 1}
	tests := []struct {
		name   string
		p      *Problem
		status Status
		cost   int64
	}{
		{"no rows", problem(t, one), Optimal, 0},
		{"no variables", problem(t, nil), Optimal, 0},
		{"false constant", problem(t, nil, Row{nil, GE, 1}), Infeasible, 0},
		{"one row", problem(t, one, Row{[]Term{{0, 2}, {1, 3}}, GE, 7}), Optimal, 3},
		{"duplicates add up", problem(t, one, Row{[]Term{{0, 2}, {0, -2}, {1, 1}}, EQ, 4}), Optimal, 4},
		{"rounding", problem(t, one, Row{[]Term{{0, 2}, {1, 2}}, GE, 5}, Row{[]Term{{0, 2}, {1, 2}}, LE, 7}), Optimal, 3},
		{"linear infeasibility", problem(t, one, Row{[]Term{{0, 1}, {1, -1}}, GE, 1}, Row{[]Term{{0, 1}, {1, -1}}, LE, 0}), Infeasible, 0},
		{"parity", problem(t, one, Row{[]Term{{0, 2}, {1, -2}}, EQ, 1}), Infeasible, 0},
		{"parity over two rows", problem(t, one, Row{[]Term{{0, 1}, {1, 1}}, EQ, 3}, Row{[]Term{{0, 1}, {1, -1}}, EQ, 0}), Infeasible, 0},
		{"unbounded parity", problem(t, one, Row{[]Term{{0, 3}, {1, -6}, {2, -2}}, EQ, 1}, Row{[]Term{{2, 1}, {1, -3}}, EQ, 0}), Infeasible, 0},
		{"unbounded", problem(t, []int64{-1, 1}, Row{[]Term{{0, 1}, {1, -1}}, LE, 3}, Row{[]Term{{1, 1}}, LE, 2}), Optimal, -3},
		{"really unbounded", problem(t, []int64{-2, 1}, Row{[]Term{{0, 1}, {1, -1}}, LE, 3}), Unbounded, 0},
		{"large numbers", problem(t, one, Row{[]Term{{0, 1 << 55}}, EQ, 1 << 56}), Optimal, 2},
		{"more than 53 bits", problem(t, one, Row{[]Term{{0, 1}}, GE, 1<<55 + 1}), Optimal, 1<<55 + 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r, err := Solve(context.Background(), tt.p, Options{Certify: true})
			if err != nil {
				t.Fatal(err)
			}
			if r.Status != tt.status || r.Status == Optimal && (r.Objective != tt.cost || !r.Minimal) {
				t.Fatalf("got %v %d (%s), want %v %d", r.Status, r.Objective, r.Reason, tt.status, tt.cost)
			}
			verify(t, tt.p, r)
		})
	}
}

// fataler is what testing.TB and *rapid.T have in common.
type fataler interface {
	Helper()
	Fatal(args ...any)
	Fatalf(format string, args ...any)
}

// verify checks the claims of a result.
func verify(t fataler, p *Problem, r Result) {
	t.Helper()
	switch r.Status {
	case Infeasible:
		if err := r.Certificate.Check(context.Background(), p); err != nil {
			t.Fatalf("%v: %v", r.Certificate, err)
		}
	case Optimal:
		if err := p.Check(r.X); err != nil {
			t.Fatal(err)
		}
	case Unbounded:
		far := make([]int64, len(r.X))
		for i := range far {
			far[i] = r.X[i] + 100*r.Ray[i]
		}
		a, _ := p.Objective(r.X)
		b, _ := p.Objective(far)
		if p.Check(r.X) != nil || p.Check(far) != nil || b >= a {
			t.Fatalf("x %v ray %v", r.X, r.Ray)
		}
	}
}

// TestStack: rows are pushed and popped between calls, and no earlier result is reused wrongly.
func TestStack(t *testing.T) {
	p := problem(t, []int64{1, 1}, Row{[]Term{{0, 1}, {1, 1}}, GE, 2})
	solve := func() Result {
		r, err := Solve(context.Background(), p, Options{Certify: true})
		if err != nil {
			t.Fatal(err)
		}
		verify(t, p, r)
		return r
	}
	if r := solve(); r.Objective != 2 {
		t.Fatal(r)
	}
	height := p.Rows()
	if err := p.Add(Row{[]Term{{0, 1}, {1, 1}}, GE, 5}); err != nil {
		t.Fatal(err)
	}
	if r := solve(); r.Objective != 5 {
		t.Fatal(r)
	}
	if err := p.SetBounds(0, 0, 1); err != nil {
		t.Fatal(err)
	}
	if err := p.SetBounds(1, 0, 3); err != nil {
		t.Fatal(err)
	}
	if r := solve(); r.Status != Infeasible {
		t.Fatal(r)
	}
	p.Truncate(height)
	if r := solve(); r.Objective != 2 {
		t.Fatal(r)
	}
	if err := p.SetBounds(0, 4, 2); err != nil {
		t.Fatal(err)
	}
	if r := solve(); r.Status != Infeasible || r.Certificate.Kind != ByBounds {
		t.Fatal(r)
	}
}

// TestErrors: variables and coefficients out of range are rejected.
func TestErrors(t *testing.T) {
	p := NewProblem([]int64{1})
	if err := p.Add(Row{[]Term{{1, 1}}, GE, 0}); err == nil {
		t.Error("a variable that is not there")
	}
	if err := p.Add(Row{[]Term{{0, MaxCoefficient + 1}}, GE, 0}); !errors.Is(err, ErrCoefficient) {
		t.Error(err)
	}
	if err := p.Add(Row{[]Term{{0, 1}}, GE, -MaxCoefficient - 1}); !errors.Is(err, ErrCoefficient) {
		t.Error(err)
	}
	if err := p.SetBounds(0, -1, 3); !errors.Is(err, ErrCoefficient) {
		t.Error(err)
	}
}

// TestHoldsWithoutOverflow: rows are evaluated exactly beyond 64 bits.
func TestHoldsWithoutOverflow(t *testing.T) {
	r := Row{[]Term{{0, MaxCoefficient}, {1, -MaxCoefficient}}, EQ, 0}
	if !r.Holds([]int64{Infinity, Infinity}) {
		t.Error("equal huge products")
	}
	if r.Holds([]int64{Infinity, Infinity - 1}) {
		t.Error("different huge products")
	}
}

// TestFalseCertificates: certificates that prove nothing are rejected, whatever their kind.
func TestFalseCertificates(t *testing.T) {
	p := problem(t, []int64{1, 1}, Row{[]Term{{0, 1}, {1, 1}}, GE, 2}, Row{[]Term{{0, 1}, {1, 1}}, LE, 3})
	for _, c := range []*Certificate{
		{Kind: ByRow},
		{Kind: ByRow, Row: 9},
		{Kind: ByBounds, Var: 1},
		{Kind: ByFarkas},
		{Kind: ByFarkas, Multipliers: []Multiplier{{0, big.NewRat(1, 1)}, {1, big.NewRat(-1, 1)}}},
		{Kind: ByFarkas, Multipliers: []Multiplier{{0, big.NewRat(-1, 1)}, {1, big.NewRat(1, 1)}}},
		{Kind: ByBranch, Var: 0, At: 1, Low: &Certificate{Kind: ByBounds}, High: &Certificate{Kind: ByBounds}},
		{Kind: BySolver},
	} {
		if err := c.Check(context.Background(), p); !errors.Is(err, ErrCertificate) {
			t.Errorf("%v: %v", c, err)
		}
	}
}

func drawProblem(t *rapid.T) *Problem {
	n := rapid.IntRange(1, 6).Draw(t, "vars")
	cost := rapid.SliceOfN(rapid.Int64Range(0, 4), n, n).Draw(t, "cost")
	p := NewProblem(cost)
	for v := range n {
		if rapid.IntRange(0, 2).Draw(t, "bounded") == 0 {
			lo := rapid.Int64Range(0, 3).Draw(t, "lower")
			if err := p.SetBounds(v, lo, lo+rapid.Int64Range(-1, 9).Draw(t, "width")); err != nil {
				t.Fatal(err)
			}
		}
	}
	for range rapid.IntRange(0, 6).Draw(t, "rows") {
		r := Row{Rel: Relation(rapid.IntRange(0, 2).Draw(t, "relation")), Bound: rapid.Int64Range(-9, 9).Draw(t, "bound")}
		for v := range n {
			r.Terms = append(r.Terms, Term{v, rapid.Int64Range(-3, 3).Draw(t, "coefficient")})
		}
		if err := p.Add(r); err != nil {
			t.Fatal(err)
		}
	}
	return p
}

// TestRandom compares with libz3, which is exact.
func TestRandom(t *testing.T) {
	effort.Checks(t, 25, 100, 1000)
	rapid.Check(t, func(t *rapid.T) {
		p := drawProblem(t)
		r, err := Solve(context.Background(), p, Options{Certify: true})
		if err != nil {
			t.Fatal(err)
		}
		e, err := p.solveExactly(context.Background(), Options{}.defaults(), "")
		if err != nil {
			t.Fatal(err)
		}
		if r.Status == Unknown || e.Status == Unknown {
			return
		}
		if r.Status != e.Status || r.Status == Optimal && r.Minimal && e.Minimal && r.Objective != e.Objective {
			t.Fatalf("lp_solve %v %d, libz3 %v %d", r.Status, r.Objective, e.Status, e.Objective)
		}
		verify(t, p, r)
	})
}

// TestRationalize: fractions are recovered from their floating-point approximations.
func TestRationalize(t *testing.T) {
	for _, q := range []*big.Rat{big.NewRat(1, 3), big.NewRat(-7, 12), big.NewRat(5, 1), new(big.Rat), big.NewRat(355, 113)} {
		f, _ := q.Float64()
		if got := rationalize(f, 1000); got.Cmp(q) != 0 {
			t.Errorf("%v became %v", q, got)
		}
	}
}

// knapsacks is a system that branch and bound does not solve (random, with many
// solutions of the homogeneous system).
func knapsacks(t testing.TB, rows, cols int) *Problem {
	cost := make([]int64, cols)
	for i := range cost {
		cost[i] = 1
	}
	p := NewProblem(cost)
	state := uint64(88172645463325252)
	next := func(n uint64) int64 {
		state ^= state << 13
		state ^= state >> 7
		state ^= state << 17
		return int64(state % n)
	}
	terms := make([][]Term, rows)
	bound := make([]int64, rows)
	for v := range cols {
		k := next(5)
		for range 4 {
			r, c := next(uint64(rows)), next(7)-3
			terms[r] = append(terms[r], Term{v, c})
			bound[r] += c * k
		}
	}
	for i := range rows {
		if err := p.Add(Row{terms[i], EQ, bound[i]}); err != nil {
			t.Fatal(err)
		}
	}
	return p
}

// TestCancel: the end of the context ends a call of lp_solve that would take the whole budget.
func TestCancel(t *testing.T) {
	p := knapsacks(t, 100, 170)
	for _, wait := range []time.Duration{0, 50 * time.Millisecond} {
		ctx, cancel := context.WithTimeout(t.Context(), wait)
		ctx, spent := work.Measured(ctx)
		r, err := Solve(ctx, p, Options{})
		cancel()
		if err != nil || r.Status != Unknown {
			t.Fatal(r, err)
		}
		if spent() > defaultWork/2 {
			t.Errorf("canceled after %v, it went on for %d units", wait, spent())
		}
	}
	r, err := Solve(context.Background(), knapsacks(t, 20, 40), Options{FastWork: 200_000, ExactWork: 200_000})
	if err != nil || r.Status == Infeasible {
		t.Fatal(r, err)
	}
}

// chain is the state equation of n places in a ring that m tokens go round.
func chain(t testing.TB, n int, m int64) *Problem {
	cost := make([]int64, n)
	for i := range cost {
		cost[i] = 1
	}
	p := NewProblem(cost)
	for i := range n {
		b := int64(0)
		switch i {
		case 0:
			b = -m
		case n - 1:
			b = m
		}
		if err := p.Add(Row{[]Term{{i, -1}, {(i + n - 1) % n, 1}}, EQ, b}); err != nil {
			t.Fatal(err)
		}
	}
	return p
}

func BenchmarkSolve(b *testing.B) {
	p := chain(b, 500, 1000)
	for b.Loop() {
		if r, err := Solve(context.Background(), p, Options{}); err != nil || r.Status != Optimal {
			b.Fatal(r, err)
		}
	}
}

func BenchmarkCertify(b *testing.B) {
	p := chain(b, 200, 3)
	if err := p.Add(Row{[]Term{{0, 1}, {100, -1}}, LE, -1}); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if r, err := Solve(context.Background(), p, Options{Certify: true}); err != nil || r.Status != Infeasible {
			b.Fatal(r, err)
		}
	}
}

// TestNoLeak: the memory outside Go's heap does not grow with the number of calls.
func TestNoLeak(t *testing.T) {
	solve := func(n int) {
		for i := range n {
			p := chain(t, 60, int64(1+i%7))
			if i%2 == 0 {
				if err := p.Add(Row{[]Term{{0, 1}, {30, -1}}, LE, -20}); err != nil {
					t.Fatal(err)
				}
			}
			if _, err := Solve(context.Background(), p, Options{Certify: true}); err != nil {
				t.Fatal(err)
			}
		}
	}
	solve(300)
	before := residentKB(t)
	solve(1500)
	if grown := residentKB(t) - before; grown > 20_000 {
		t.Errorf("%d kB more after 1500 calls", grown)
	}
}

// residentKB is the memory of the process after a garbage collection.
func residentKB(t *testing.T) int {
	debug.FreeOSMemory()
	b, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		t.Skip("no /proc")
	}
	var size, resident int
	if _, err := fmt.Sscan(string(b), &size, &resident); err != nil {
		t.Fatal(err)
	}
	return resident * os.Getpagesize() / 1024
}
