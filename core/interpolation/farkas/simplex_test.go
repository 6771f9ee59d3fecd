package farkas

import (
	"context"
	"testing"

	"cupel/core/rational"

	"pgregory.net/rapid"
)

// sum evaluates a certificate; the result must have no variable left.
func sum(t rapid.TB, s *Simplex, c Certificate) (form map[int]rational.Q, bound rational.Q, strict bool) {
	form = map[int]rational.Q{}
	for _, m := range c {
		k := s.Constraint(m.ID)
		if k.Rel != EQ && m.Factor.Sign() <= 0 {
			t.Fatalf("multiplier %s of an inequality", m.Factor)
		}
		strict = strict || k.Rel == LT
		for _, e := range k.Form {
			form[e.Var] = form[e.Var].Add(e.Coeff.Mul(m.Factor))
		}
		bound = bound.Add(k.Bound.Mul(m.Factor))
	}
	return form, bound, strict
}

func checkCertificate(t rapid.TB, s *Simplex, c Certificate) {
	form, bound, strict := sum(t, s, c)
	for v, q := range form {
		if !q.IsZero() {
			t.Fatalf("x%d keeps coefficient %s", v, q)
		}
	}
	if bound.Sign() > 0 || bound.Sign() == 0 && !strict {
		t.Fatalf("the sum 0 <= %s (strict %v) is no contradiction", bound, strict)
	}
}

func holds(c Constraint, p []rational.Q) bool {
	v := rational.Zero
	for _, e := range c.Form {
		v = v.Add(e.Coeff.Mul(p[e.Var]))
	}
	d := v.Cmp(c.Bound)
	return d == 0 && c.Rel != LT || d < 0 && c.Rel != EQ
}

func genConstraint(t *rapid.T, vars int) Constraint {
	c := Constraint{Rel: Rel(rapid.IntRange(0, 2).Draw(t, "rel")), Bound: rational.FromInt(rapid.Int64Range(-6, 6).Draw(t, "bound"))}
	for v := 0; v < vars; v++ {
		if k := rapid.Int64Range(-3, 3).Draw(t, "coeff"); k != 0 {
			c.Form = append(c.Form, Entry{v, rational.FromInt(k)})
		}
	}
	return c
}

// Every answer carries its own proof: a point or a certificate. Certificates
// are irreducible: without any of their constraints the rest is feasible.
func TestSimplexProvesItself(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		vars := rapid.IntRange(1, 4).Draw(t, "vars")
		s := New()
		for i := 0; i < vars; i++ {
			s.NewVar()
		}
		check := func() {
			c, err := s.Check(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			if c == nil {
				p := s.Point(vars)
				for id := 0; id < s.NumConstraints(); id++ {
					if !holds(s.Constraint(id), p) {
						t.Fatalf("constraint %d is violated at %v", id, p)
					}
				}
				return
			}
			checkCertificate(t, s, c)
			for skip := range c {
				r := New()
				for i := 0; i < vars; i++ {
					r.NewVar()
				}
				for i, m := range c {
					if i != skip {
						r.Assert(s.Constraint(m.ID))
					}
				}
				if d, _ := r.Check(context.Background()); d != nil {
					t.Fatalf("certificate %v is reducible: %v", c, d)
				}
			}
		}
		depth := 0
		for i, n := 0, rapid.IntRange(1, 14).Draw(t, "steps"); i < n; i++ {
			switch rapid.IntRange(0, 5).Draw(t, "action") {
			case 0:
				s.Push()
				depth++
			case 1:
				if depth > 0 {
					s.Pop()
					depth--
				}
			default:
				s.Assert(genConstraint(t, vars))
			}
			check()
		}
	})
}

// TestSimplexCases: corner cases of the simplex: empty, strict and unbounded systems.
func TestSimplexCases(t *testing.T) {
	q := rational.FromInt
	tests := []struct {
		name     string
		cons     []Constraint
		feasible bool
	}{
		{"empty", nil, true},
		{"false bound", []Constraint{{nil, LE, q(-1)}}, false},
		{"false strict", []Constraint{{nil, LT, q(0)}}, false},
		{"false equation", []Constraint{{nil, EQ, q(3)}}, false},
		{"trivial equation", []Constraint{{nil, EQ, q(0)}}, true},
		{"strict triangle", []Constraint{
			{[]Entry{{0, q(1)}, {1, q(-1)}}, LT, q(0)},
			{[]Entry{{1, q(1)}, {2, q(-1)}}, LE, q(0)},
			{[]Entry{{2, q(1)}, {0, q(-1)}}, LE, q(0)}}, false},
		{"triangle", []Constraint{
			{[]Entry{{0, q(1)}, {1, q(-1)}}, LE, q(0)},
			{[]Entry{{1, q(1)}, {2, q(-1)}}, LE, q(0)},
			{[]Entry{{2, q(1)}, {0, q(-1)}}, LE, q(0)}}, true},
		{"same form scaled", []Constraint{
			{[]Entry{{0, q(2)}, {1, q(4)}}, EQ, q(3)},
			{[]Entry{{0, q(-1)}, {1, q(-2)}}, LT, q(-2)}}, false},
	}
	for _, tt := range tests {
		s := New()
		for i := 0; i < 3; i++ {
			s.NewVar()
		}
		for _, c := range tt.cons {
			s.Assert(c)
		}
		c, err := s.Check(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if (c == nil) != tt.feasible {
			t.Errorf("%s: feasible = %v", tt.name, c == nil)
		}
		if c != nil {
			checkCertificate(t, s, c)
		}
	}
}

// TestLimits: a check ends at the limit of pivots with an error, not an answer.
func TestLimits(t *testing.T) {
	s := New()
	for i := 0; i < 8; i++ {
		s.NewVar()
	}
	for i := 0; i < 7; i++ {
		s.Assert(Constraint{[]Entry{{i, rational.FromInt(1)}, {i + 1, rational.FromInt(-2)}}, LE, rational.FromInt(-1)})
	}
	s.Assert(Constraint{[]Entry{{7, rational.FromInt(1)}}, LE, rational.FromInt(-100)})
	s.Assert(Constraint{[]Entry{{0, rational.FromInt(-1)}}, LE, rational.FromInt(100)})
	s.MaxPivots = 1
	if _, err := s.Check(context.Background()); err != ErrLimit {
		t.Errorf("Check with one pivot: %v", err)
	}
}

// The system has an integral solution in a box, or Diophantine's multipliers
// prove that it has none.
func TestDiophantine(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		vars := rapid.IntRange(1, 3).Draw(t, "vars")
		eqs := make([]Constraint, rapid.IntRange(1, 3).Draw(t, "equations"))
		for i := range eqs {
			eqs[i] = genConstraint(t, vars)
			eqs[i].Rel = EQ
		}
		ms, ok := Diophantine(eqs)
		if ms != nil {
			form := map[int]rational.Q{}
			bound := rational.Zero
			for i, e := range eqs {
				for _, x := range e.Form {
					form[x.Var] = form[x.Var].Add(x.Coeff.Mul(ms[i]))
				}
				bound = bound.Add(e.Bound.Mul(ms[i]))
			}
			for v, q := range form {
				if !q.IsInt() {
					t.Fatalf("x%d has coefficient %s", v, q)
				}
			}
			if bound.IsInt() {
				t.Fatalf("the constant %s is an integer", bound)
			}
		}
		p := make([]rational.Q, vars)
		var solve func(v int) bool
		solve = func(v int) bool {
			if v == vars {
				for _, e := range eqs {
					if !holds(e, p) {
						return false
					}
				}
				return true
			}
			for n := int64(-8); n <= 8; n++ {
				p[v] = rational.FromInt(n)
				if solve(v + 1) {
					return true
				}
			}
			return false
		}
		if solve(0) && (ms != nil || !ok) {
			t.Fatalf("%v solves the system, but ms = %v, ok = %v", p, ms, ok)
		}
	})
}

func BenchmarkSimplexChain(b *testing.B) {
	for i := 0; i < b.N; i++ {
		s := New()
		const n = 60
		for v := 0; v <= n; v++ {
			s.NewVar()
		}
		s.Assert(Constraint{[]Entry{{0, rational.One}}, EQ, rational.Zero})
		for v := 0; v < n; v++ {
			s.Assert(Constraint{[]Entry{{v + 1, rational.One}, {v, rational.FromInt(-1)}}, EQ, rational.One})
		}
		s.Assert(Constraint{[]Entry{{n, rational.One}}, LT, rational.FromInt(n)})
		if c, _ := s.Check(context.Background()); c == nil {
			b.Fatal("feasible")
		}
	}
}
