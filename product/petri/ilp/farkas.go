package ilp

import (
	"context"
	"math"
	"math/big"

	"cupel/core/work"
)

// refute looks for a certificate: multipliers for the linear relaxation, a small
// branch-and-bound tree with such leaves, at last libz3. When the claim was wrong, the
// answer is the solution met.
func (p *Problem) refute(ctx context.Context, o Options) (Result, error) {
	s := &refuter{p: p.Clone(), left: maxBranches}
	short, cancel := work.Within(ctx, min(patience, o.FastWork))
	cert := s.node(short)
	cancel()
	if s.point != nil {
		sum, ok := p.Objective(s.point)
		if ok && p.Check(s.point) == nil {
			return Result{Status: Optimal, X: s.point, Objective: sum}, nil
		}
	}
	if cert != nil {
		return Result{Status: Infeasible, Certificate: cert}, nil
	}
	if err := ctx.Err(); err != nil {
		return Result{Reason: err.Error()}, nil
	}
	return p.solveExactly(ctx, o, "infeasibility could not be confirmed")
}

// refuter is a depth-first branch and bound over the linear relaxation whose leaves are
// checked exactly.
type refuter struct {
	p     *Problem
	left  int
	point []int64 // an integer solution that refutes the claim
}

// node returns a certificate for the problem with its present bounds, nil when it found
// none.
func (s *refuter) node(ctx context.Context) *Certificate {
	if s.left--; s.left < 0 || ctx.Err() != nil {
		return nil
	}
	if c := s.p.trivial(); c != nil {
		return c
	}
	if ms := s.p.farkas(ctx); ms != nil {
		return &Certificate{Kind: ByFarkas, Multipliers: ms}
	}
	m, _ := newModel(s.p)
	out, x := m.solve(ctx, patience)
	if out != foundOptimum {
		return nil
	}
	v := mostFractional(x)
	if v < 0 {
		if z, ok := round(x); ok && s.p.Check(z) == nil {
			s.point = z
		}
		return nil
	}
	at := int64(math.Floor(x[v]))
	lo, up := s.p.lower[v], s.p.upper[v]
	c := &Certificate{Kind: ByBranch, Var: v, At: at}
	s.p.upper[v] = at
	c.Low = s.node(ctx)
	s.p.upper[v] = up
	if c.Low == nil {
		return nil
	}
	s.p.lower[v] = at + 1
	c.High = s.node(ctx)
	s.p.lower[v] = lo
	if c.High == nil {
		return nil
	}
	return c
}

// mostFractional is the variable furthest from an integer, -1 when all are integers.
func mostFractional(x []float64) int {
	best, dist := -1, 1e-6
	for v, f := range x {
		if math.Abs(f) > 1<<52 {
			continue
		}
		if d := math.Abs(f - math.Round(f)); d > dist {
			best, dist = v, d
		}
	}
	return best
}

// farkas solves the alternative system of Farkas' lemma: factors y for the rows and
// a >= 0 for the finite upper bounds with
//
//	y A - a <= 0,  y (b - A l) - a (u - l) >= 1,  sum |y| + a minimal,
//
// where l and u are the bounds. A basic solution of such a system has small rational
// entries; they are read from the floating-point numbers and checked exactly. nil when
// that fails.
func (p *Problem) farkas(ctx context.Context) []Multiplier {
	m := &model{}
	// One row per variable, and one for the right sides.
	n := len(p.cost)
	for range n {
		m.relation, m.bound = append(m.relation, 1), append(m.bound, 0)
	}
	m.relation, m.bound = append(m.relation, 0), append(m.bound, 1)
	type column struct {
		row  int
		sign float64
	}
	var cols []column
	add := func(entries func(), last float64) {
		m.start = append(m.start, cInt(len(m.index)))
		entries()
		if last != 0 {
			m.index, m.value = append(m.index, cInt(n)), append(m.value, last)
		}
		m.cost, m.lower, m.upper = append(m.cost, 1), append(m.lower, 0), append(m.upper, noUpper)
	}
	for i, r := range p.rows {
		shifted := float64(r.Bound)
		for _, t := range r.Terms {
			shifted -= float64(t.Coef) * float64(p.lower[t.Var])
		}
		for _, sign := range []float64{1, -1} {
			if r.Rel == GE && sign < 0 || r.Rel == LE && sign > 0 {
				continue
			}
			cols = append(cols, column{i, sign})
			add(func() {
				for _, t := range r.Terms {
					m.index, m.value = append(m.index, cInt(t.Var)), append(m.value, sign*float64(t.Coef))
				}
			}, sign*shifted)
		}
	}
	for v := range p.cost {
		if p.upper[v] == Infinity {
			continue
		}
		add(func() {
			m.index, m.value = append(m.index, cInt(v)), append(m.value, -1)
		}, -(float64(p.upper[v]) - float64(p.lower[v])))
	}
	m.start = append(m.start, cInt(len(m.index)))
	out, y := m.solve(ctx, patience)
	if out == failed && ctx.Err() == nil {
		m.plainPivot = true
		out, y = m.solve(ctx, again)
	}
	if out != foundOptimum {
		return nil
	}
	// The system is homogeneous but for one row, so factors may be scaled: dividing by
	// the smallest entry often makes them integers.
	for _, scale := range []float64{1, 1 / smallest(y)} {
		for _, denominators := range []int64{1, 1000, 1 << 24} {
			var ms []Multiplier
			for j, c := range cols {
				if f := rationalize(y[j]*scale, denominators); f.Sign() != 0 {
					if c.sign < 0 {
						f.Neg(f)
					}
					ms = append(ms, Multiplier{c.row, f})
				}
			}
			if p.combination(ms) {
				return ms
			}
		}
	}
	return nil
}

// smallest positive entry, 1 without one.
func smallest(y []float64) float64 {
	s := math.Inf(1)
	for _, f := range y {
		if f > 1e-9 {
			s = min(s, f)
		}
	}
	if math.IsInf(s, 1) {
		return 1
	}
	return s
}

// rationalize returns the last convergent of f's continued fraction with a denominator
// up to the bound; numbers close to 0 are 0.
func rationalize(f float64, bound int64) *big.Rat {
	if math.Abs(f) < 1e-9 || math.IsNaN(f) || math.Abs(f) > 1<<52 {
		return new(big.Rat)
	}
	p0, q0, p1, q1 := int64(0), int64(1), int64(1), int64(0)
	for rest := f; ; {
		a := math.Floor(rest + 1e-9)
		if math.Abs(a) > 1<<52 {
			break
		}
		p2, ok := mulAdd(p0, int64(a), p1)
		q2, ok2 := mulAdd(q0, int64(a), q1)
		if !ok || !ok2 || q2 > bound || q2 <= 0 {
			break
		}
		p0, q0, p1, q1 = p1, q1, p2, q2
		frac := rest - a
		if frac < 1e-9 || math.Abs(float64(p1)/float64(q1)-f) < 1e-12*math.Abs(f) {
			break
		}
		rest = 1 / frac
	}
	if q1 == 0 {
		return new(big.Rat)
	}
	return big.NewRat(p1, q1)
}
