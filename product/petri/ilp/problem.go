package ilp

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"

	"cupel/core/rational"
)

// A Relation compares the left side of a row with its bound.
type Relation uint8

// The relations. Over the integers strict ones are not needed.
const (
	GE Relation = iota // >=
	LE                 // <=
	EQ                 // =
)

func (r Relation) String() string { return [...]string{">=", "<=", "="}[r] }

// A Term is Coef times the variable numbered Var.
type Term struct {
	Var  int
	Coef int64
}

// A Row is the constraint sum Terms Rel Bound.
type Row struct {
	Terms []Term
	Rel   Relation
	Bound int64
}

// Infinity as an upper bound means that there is none.
const Infinity = math.MaxInt64

// MaxCoefficient bounds the absolute values of coefficients and bounds.
const MaxCoefficient = math.MaxInt64 / 4

// ErrCoefficient is returned for coefficients and bounds beyond MaxCoefficient.
var ErrCoefficient = errors.New("ilp: coefficient is too large")

// A Problem is the minimization of a linear cost over integer variables x >= 0 under linear rows and bounds.
// Rows form a stack: Rows returns its height, Truncate removes the rows above a height. The zero value is not
// usable; see NewProblem.
type Problem struct {
	cost         []int64
	lower, upper []int64
	rows         []Row
}

// NewProblem starts a problem with one variable per cost, all in 0..Infinity.
func NewProblem(cost []int64) *Problem {
	p := &Problem{cost: slices.Clone(cost), lower: make([]int64, len(cost)), upper: make([]int64, len(cost))}
	for i := range p.upper {
		p.upper[i] = Infinity
	}
	return p
}

// Clone returns an independent copy.
func (p *Problem) Clone() *Problem {
	return &Problem{cost: slices.Clone(p.cost), lower: slices.Clone(p.lower), upper: slices.Clone(p.upper), rows: slices.Clone(p.rows)}
}

// Vars returns the number of variables.
func (p *Problem) Vars() int { return len(p.cost) }

// Rows returns the number of rows.
func (p *Problem) Rows() int { return len(p.rows) }

// Row returns a row; its terms must not be changed.
func (p *Problem) Row(i int) Row { return p.rows[i] }

// SetBounds restricts a variable to lower..upper, lower >= 0, upper possibly Infinity.
// lower > upper is allowed and makes the problem infeasible.
func (p *Problem) SetBounds(v int, lower, upper int64) error {
	if lower < 0 || lower > MaxCoefficient || upper < -1 || upper > MaxCoefficient && upper != Infinity {
		return ErrCoefficient
	}
	p.lower[v], p.upper[v] = lower, upper
	return nil
}

// Truncate removes all rows from number n on.
func (p *Problem) Truncate(n int) { p.rows = p.rows[:n] }

// Add appends a row: terms sorted, those of one variable added up, the coefficients
// divided by their greatest common divisor and the bound rounded inwards, which loses no
// integer point. (An equation whose bound is no multiple of the divisor stays as it is.)
func (p *Problem) Add(r Row) error {
	terms := slices.Clone(r.Terms)
	slices.SortStableFunc(terms, func(a, b Term) int { return a.Var - b.Var })
	out := terms[:0]
	for _, t := range terms {
		if t.Var < 0 || t.Var >= len(p.cost) {
			return fmt.Errorf("ilp: no variable %d", t.Var)
		}
		if !small(t.Coef) {
			return ErrCoefficient
		}
		if k := len(out) - 1; k >= 0 && out[k].Var == t.Var {
			if out[k].Coef += t.Coef; !small(out[k].Coef) {
				return ErrCoefficient
			}
			continue
		}
		out = append(out, t)
	}
	if !small(r.Bound) {
		return ErrCoefficient
	}
	out = slices.DeleteFunc(out, func(t Term) bool { return t.Coef == 0 })
	row := Row{out, r.Rel, r.Bound}
	if g := row.divisor(); g > 1 && (r.Rel != EQ || r.Bound%g == 0) {
		for i := range out {
			out[i].Coef /= g
		}
		switch r.Rel {
		case GE:
			row.Bound = -floorDiv(-r.Bound, g)
		case LE:
			row.Bound = floorDiv(r.Bound, g)
		default:
			row.Bound /= g
		}
	}
	p.rows = append(p.rows, row)
	return nil
}

func small(x int64) bool { return -MaxCoefficient <= x && x <= MaxCoefficient }

// divisor is the greatest common divisor of the coefficients, 0 without terms.
func (r Row) divisor() int64 {
	var g int64
	for _, t := range r.Terms {
		a := t.Coef
		if a < 0 {
			a = -a
		}
		for a != 0 {
			g, a = a, g%a
		}
		if g == 1 {
			break
		}
	}
	return g
}

// unsatisfiable reports rows that no integers satisfy: an equation whose bound is no
// multiple of the coefficients' common divisor, or a false constant.
func (r Row) unsatisfiable() bool {
	if len(r.Terms) == 0 {
		return r.Rel != LE && r.Bound > 0 || r.Rel != GE && r.Bound < 0
	}
	return r.Rel == EQ && r.Bound%r.divisor() != 0
}

func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}

// Holds evaluates the row at x exactly.
func (r Row) Holds(x []int64) bool {
	s := r.compare(x)
	return r.Rel == GE && s >= 0 || r.Rel == LE && s <= 0 || r.Rel == EQ && s == 0
}

// compare is the sign of the left side minus the bound.
func (r Row) compare(x []int64) int {
	var sum int64
	for _, t := range r.Terms {
		s, ok := mulAdd(sum, t.Coef, x[t.Var])
		if !ok {
			return r.bigCompare(x)
		}
		sum = s
	}
	switch {
	case sum < r.Bound:
		return -1
	case sum > r.Bound:
		return 1
	}
	return 0
}

func (r Row) bigCompare(x []int64) int {
	sum, y := new(big.Int), new(big.Int)
	for _, t := range r.Terms {
		y.SetInt64(t.Coef)
		sum.Add(sum, y.Mul(y, big.NewInt(x[t.Var])))
	}
	return sum.Cmp(big.NewInt(r.Bound))
}

// mulAdd returns s + a*b and whether nothing overflowed.
func mulAdd(s, a, b int64) (int64, bool) {
	p, ok := rational.Mul64(a, b)
	if !ok {
		return 0, false
	}
	return rational.Add64(s, p)
}

// Check reports the first bound or row that x violates, exactly; nil when x is a
// solution.
func (p *Problem) Check(x []int64) error {
	if len(x) != len(p.cost) {
		return fmt.Errorf("ilp: %d values for %d variables", len(x), len(p.cost))
	}
	for v, k := range x {
		if k < p.lower[v] || k > p.upper[v] {
			return fmt.Errorf("ilp: x%d = %d is outside its bounds", v, k)
		}
	}
	for i, r := range p.rows {
		if !r.Holds(x) {
			return fmt.Errorf("ilp: row %d (%v) does not hold", i, r)
		}
	}
	return nil
}

// Objective returns the cost of x; ok is false when it does not fit an int64.
func (p *Problem) Objective(x []int64) (sum int64, ok bool) {
	for v, k := range x {
		if sum, ok = mulAdd(sum, p.cost[v], k); !ok {
			return 0, false
		}
	}
	return sum, true
}

// String writes the row, such as "x0 - 2*x3 >= 1".
func (r Row) String() string {
	var b strings.Builder
	for i, t := range r.Terms {
		c := t.Coef
		switch {
		case i > 0 && c < 0:
			b.WriteString(" - ")
			c = -c
		case i > 0:
			b.WriteString(" + ")
		case c < 0:
			b.WriteString("-")
			c = -c
		}
		if c != 1 {
			fmt.Fprintf(&b, "%d*", c)
		}
		fmt.Fprintf(&b, "x%d", t.Var)
	}
	if len(r.Terms) == 0 {
		b.WriteString("0")
	}
	fmt.Fprintf(&b, " %v %d", r.Rel, r.Bound)
	return b.String()
}
