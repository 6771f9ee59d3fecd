package ilp

import (
	"context"
	"math"
	"math/big"
	"testing"

	"cupel/tests/effort"

	"pgregory.net/rapid"
)

// bruteForce finds the least cost in the box 0..side for every variable; found is false
// when the box holds no solution.
func bruteForce(p *Problem, side int64) (best int64, found bool) {
	x := make([]int64, p.Vars())
	var rec func(v int)
	rec = func(v int) {
		if v == len(x) {
			if p.Check(x) == nil {
				if sum, _ := p.Objective(x); !found || sum < best {
					best, found = sum, true
				}
			}
			return
		}
		for k := range side + 1 {
			x[v] = k
			rec(v + 1)
		}
	}
	rec(0)
	return best, found
}

// TestBruteForce compares with all points of a box that bounds every variable.
func TestBruteForce(t *testing.T) {
	effort.Checks(t, 25, 100, 1000)
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 4).Draw(t, "vars")
		const side = 4
		p := NewProblem(rapid.SliceOfN(rapid.Int64Range(-3, 3), n, n).Draw(t, "cost"))
		for v := range n {
			if err := p.SetBounds(v, 0, side); err != nil {
				t.Fatal(err)
			}
		}
		for range rapid.IntRange(0, 4).Draw(t, "rows") {
			r := Row{Rel: Relation(rapid.IntRange(0, 2).Draw(t, "relation")), Bound: rapid.Int64Range(-8, 8).Draw(t, "bound")}
			for v := range n {
				r.Terms = append(r.Terms, Term{v, rapid.Int64Range(-4, 4).Draw(t, "coefficient")})
			}
			if err := p.Add(r); err != nil {
				t.Fatal(err)
			}
		}
		want, found := bruteForce(p, side)
		r, err := Solve(context.Background(), p, Options{Certify: true})
		if err != nil {
			t.Fatal(err)
		}
		switch {
		case r.Status == Infeasible && !found, r.Status == Optimal && found && r.Objective == want:
		case r.Status == Optimal && found && !r.Minimal:
		default:
			t.Fatalf("%v %d, the box has %v %d", r.Status, r.Objective, found, want)
		}
		verify(t, p, r)
	})
}

// TestAddKeepsIntegerPoints: merging terms, dividing and rounding change no row's integer
// points.
func TestAddKeepsIntegerPoints(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		raw := Row{Rel: Relation(rapid.IntRange(0, 2).Draw(t, "relation")), Bound: rapid.Int64Range(-40, 40).Draw(t, "bound")}
		scale := rapid.Int64Range(1, 6).Draw(t, "scale")
		for range rapid.IntRange(0, 5).Draw(t, "terms") {
			raw.Terms = append(raw.Terms, Term{rapid.IntRange(0, 2).Draw(t, "var"), scale * rapid.Int64Range(-5, 5).Draw(t, "coefficient")})
		}
		p := NewProblem([]int64{1, 1, 1})
		if err := p.Add(raw); err != nil {
			t.Fatal(err)
		}
		x := rapid.SliceOfN(rapid.Int64Range(0, 9), 3, 3).Draw(t, "x")
		if raw.Holds(x) != p.Row(0).Holds(x) {
			t.Fatalf("%v became %v, which differs at %v", raw, p.Row(0), x)
		}
		if p.Row(0).unsatisfiable() && raw.Holds(x) {
			t.Fatalf("%v is called unsatisfiable", raw)
		}
	})
}

// TestMulAdd: overflow of machine arithmetic is detected exactly.
func TestMulAdd(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, a, b := rapid.Int64().Draw(t, "s"), rapid.Int64().Draw(t, "a"), rapid.Int64().Draw(t, "b")
		if rapid.Bool().Draw(t, "small") {
			a, b = a>>33, b>>33
		}
		want := new(big.Int).Mul(big.NewInt(a), big.NewInt(b))
		fits := want.IsInt64() && want.Int64() != math.MinInt64 // the product's magnitude
		want.Add(want, big.NewInt(s))
		got, ok := mulAdd(s, a, b)
		if ok && want.Cmp(big.NewInt(got)) != 0 {
			t.Fatalf("%d + %d*%d = %d", s, a, b, got)
		}
		if !ok && fits && want.IsInt64() && want.Int64() != math.MinInt64 {
			t.Fatalf("%d + %d*%d refused", s, a, b)
		}
	})
}

// TestCertificatesAreSpecific: a certificate never passes for a problem that has a
// solution.
func TestCertificatesAreSpecific(t *testing.T) {
	effort.Checks(t, 25, 100, 1000)
	var proofs []*Certificate
	rapid.Check(t, func(t *rapid.T) {
		p := drawProblem(t)
		r, err := Solve(context.Background(), p, Options{Certify: true})
		if err != nil {
			t.Fatal(err)
		}
		switch r.Status {
		case Infeasible:
			if len(proofs) < 40 && !r.Certificate.solver() {
				proofs = append(proofs, r.Certificate)
			}
		case Optimal:
			for _, c := range proofs {
				if c.Check(context.Background(), p) == nil {
					t.Fatalf("%v refutes a problem with the solution %v", c, r.X)
				}
			}
		}
	})
}

// TestRationalizeRandom: the same for random fractions.
func TestRationalizeRandom(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		q := big.NewRat(rapid.Int64Range(-500, 500).Draw(t, "numerator"), rapid.Int64Range(1, 500).Draw(t, "denominator"))
		f, _ := q.Float64()
		if got := rationalize(f, 1000); got.Cmp(q) != 0 {
			t.Fatalf("%v became %v", q, got)
		}
	})
}

// TestTruncateAndClone: a clone is independent of the problem that is truncated.
func TestTruncateAndClone(t *testing.T) {
	p := problem(t, []int64{1, 1}, Row{[]Term{{0, 1}}, GE, 3}, Row{[]Term{{1, 1}}, GE, 4}, Row{[]Term{{0, 1}, {1, 1}}, GE, 5})
	q := p.Clone()
	p.Truncate(1)
	if p.Rows() != 1 || q.Rows() != 3 || q.Row(1).Bound != 4 {
		t.Fatalf("%d and %d rows", p.Rows(), q.Rows())
	}
	for _, tt := range []struct {
		p    *Problem
		want int64
	}{{p, 3}, {q, 7}} {
		r, err := Solve(context.Background(), tt.p, Options{})
		if err != nil || r.Objective != tt.want {
			t.Errorf("%v %d %v, want %d", r.Status, r.Objective, err, tt.want)
		}
	}
	if err := q.SetBounds(0, 0, 2); err != nil {
		t.Fatal(err)
	}
	if p.upper[0] != Infinity {
		t.Error("a clone shares its bounds")
	}
}

// TestRowString: rows as text.
func TestRowString(t *testing.T) {
	for _, tt := range []struct {
		r    Row
		want string
	}{
		{Row{[]Term{{0, 1}, {3, -2}}, GE, 1}, "x0 - 2*x3 >= 1"},
		{Row{[]Term{{1, -1}, {2, 4}}, LE, -7}, "-x1 + 4*x2 <= -7"},
		{Row{nil, EQ, 0}, "0 = 0"},
	} {
		if got := tt.r.String(); got != tt.want {
			t.Errorf("%q, want %q", got, tt.want)
		}
	}
}

// TestEnough: with a bound on the nodes, a solution that is not minimal may come back, but
// a solution it is.
func TestEnough(t *testing.T) {
	p := knapsacks(t, 12, 40)
	r, err := Solve(context.Background(), p, Options{Nodes: 1})
	if err != nil {
		t.Fatal(err)
	}
	if r.Status == Optimal {
		verify(t, p, r)
	} else if r.Status == Infeasible {
		t.Error("the system has a solution")
	}
}

// solver reports whether any part rests on libz3's word.
func (c *Certificate) solver() bool {
	return c.Kind == BySolver || c.Kind == ByBranch && (c.Low.solver() || c.High.solver())
}

func (s Status) String() string {
	return [...]string{"unknown", "optimal", "infeasible", "unbounded"}[s]
}
