package ilp

import (
	"context"
	"errors"
	"fmt"
	"math/big"
)

// A Kind is the kind of argument by which a certificate refutes a problem.
type Kind uint8

// The kinds of certificates.
const (
	ByRow    Kind = iota // row Row has no integer solution by itself
	ByBounds             // the bounds of variable Var exclude each other
	ByFarkas             // the rows, multiplied and added, contradict the bounds
	ByBranch             // refuted with Var <= At (Low) and with Var > At (High)
	BySolver             // libz3's answer: exact arithmetic, but without a checkable proof
)

// A Certificate proves that a problem has no integer solution.
type Certificate struct {
	Kind        Kind
	Row         int
	Var         int
	At          int64
	Low, High   *Certificate
	Multipliers []Multiplier
}

// A Multiplier is the factor of a row read as sum >= bound: non-negative for >=, non-positive for <=, arbitrary
// for =.
type Multiplier struct {
	Row    int
	Factor *big.Rat
}

// Size counts the certificate's nodes.
func (c *Certificate) Size() int {
	if c.Kind != ByBranch {
		return 1
	}
	return 1 + c.Low.Size() + c.High.Size()
}

// String names the argument, such as "Farkas combination of 3 rows".
func (c *Certificate) String() string {
	switch c.Kind {
	case ByRow:
		return fmt.Sprintf("row %d has no integer solution", c.Row)
	case ByBounds:
		return fmt.Sprintf("the bounds of x%d exclude each other", c.Var)
	case ByFarkas:
		return fmt.Sprintf("Farkas combination of %d rows", len(c.Multipliers))
	case ByBranch:
		return fmt.Sprintf("branch-and-bound proof of %d nodes", c.Size())
	}
	return "refuted by libz3"
}

// ErrCertificate means that a certificate proves nothing.
var ErrCertificate = errors.New("ilp: the certificate does not refute the problem")

// Check verifies the certificate with exact arithmetic, independently of how it was found. Parts of kind
// BySolver are decided again.
func (c *Certificate) Check(ctx context.Context, p *Problem) error {
	q := p.Clone() // branches narrow bounds
	return c.check(ctx, q)
}

// check verifies the subtree for a problem with the bounds of its branch.
func (c *Certificate) check(ctx context.Context, p *Problem) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	switch c.Kind {
	case ByRow:
		if c.Row >= 0 && c.Row < len(p.rows) && p.rows[c.Row].unsatisfiable() {
			return nil
		}
	case ByBounds:
		if c.Var >= 0 && c.Var < len(p.cost) && p.lower[c.Var] > p.upper[c.Var] {
			return nil
		}
	case ByFarkas:
		if p.combination(c.Multipliers) {
			return nil
		}
	case ByBranch:
		if c.Var < 0 || c.Var >= len(p.cost) {
			return ErrCertificate
		}
		lo, up := p.lower[c.Var], p.upper[c.Var]
		p.upper[c.Var] = min(up, c.At)
		err := c.Low.check(ctx, p)
		p.upper[c.Var] = up
		if err != nil {
			return err
		}
		p.lower[c.Var] = max(lo, c.At+1)
		err = c.High.check(ctx, p)
		p.lower[c.Var] = lo
		return err
	case BySolver:
		ok, err := p.unsatisfiable(ctx, defaultWork)
		if err != nil {
			return err
		}
		if ok {
			return nil
		}
	}
	return ErrCertificate
}

// combination reports whether the rows, with these factors, add up to a row that the
// bounds exclude: the largest value of its left side is below its right side.
func (p *Problem) combination(ms []Multiplier) bool {
	left := make(map[int]*big.Rat)
	gap := new(big.Rat) // right side minus the largest left side
	prod := new(big.Rat)
	for _, m := range ms {
		if m.Row < 0 || m.Row >= len(p.rows) || m.Factor == nil {
			return false
		}
		r := p.rows[m.Row]
		if s := m.Factor.Sign(); r.Rel == GE && s < 0 || r.Rel == LE && s > 0 {
			return false
		}
		for _, t := range r.Terms {
			c := left[t.Var]
			if c == nil {
				c = new(big.Rat)
				left[t.Var] = c
			}
			c.Add(c, prod.Mul(m.Factor, prod.SetInt64(t.Coef)))
		}
		gap.Add(gap, prod.Mul(m.Factor, prod.SetInt64(r.Bound)))
	}
	for v, c := range left {
		switch c.Sign() {
		case 1:
			if p.upper[v] == Infinity {
				return false
			}
			gap.Sub(gap, prod.Mul(c, prod.SetInt64(p.upper[v])))
		case -1:
			gap.Sub(gap, prod.Mul(c, prod.SetInt64(p.lower[v])))
		}
	}
	return gap.Sign() > 0
}

// Refuted reports whether the multipliers show that the problem has no solution; it is
// Check for a certificate of kind ByFarkas without its copies.
func (p *Problem) Refuted(ms []Multiplier) bool { return p.combination(ms) }
