package petri

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/bits"
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

func (r Relation) String() string { return [...]string{">=", "<=", "=="}[r] }

// A Row is the linear constraint sum Terms[i].Weight * m(Terms[i].Index) Rel Bound over
// the token counts of a marking. Terms are sorted by place and have no zero weights.
type Row struct {
	Terms []Arc
	Rel   Relation
	Bound int64
}

// MaxCoefficient bounds the absolute values of the coefficients and bounds of rows.
const MaxCoefficient = math.MaxInt64 / 4

// ErrCoefficient is returned when a coefficient or bound is beyond MaxCoefficient.
var ErrCoefficient = errors.New("coefficient is too large")

// NewRow sorts terms, adds up those of one place and drops zeros.
func NewRow(terms []Arc, rel Relation, bound int64) (Row, error) {
	sorted := slices.Clone(terms)
	slices.SortStableFunc(sorted, func(a, b Arc) int { return a.Index - b.Index })
	out := sorted[:0]
	for _, a := range sorted {
		if !small(a.Weight) {
			return Row{}, ErrCoefficient
		}
		if k := len(out) - 1; k >= 0 && out[k].Index == a.Index {
			if out[k].Weight += a.Weight; !small(out[k].Weight) {
				return Row{}, ErrCoefficient
			}
			continue
		}
		out = append(out, a)
	}
	out = slices.DeleteFunc(out, func(a Arc) bool { return a.Weight == 0 })
	if !small(bound) {
		return Row{}, ErrCoefficient
	}
	return Row{Terms: out, Rel: rel, Bound: bound}, nil
}

func small(x int64) bool { return -MaxCoefficient <= x && x <= MaxCoefficient }

// holds relates an exact sum, given as the sign of sum - bound, to the relation.
func (r Relation) holds(sign int) bool {
	switch r {
	case GE:
		return sign >= 0
	case LE:
		return sign <= 0
	}
	return sign == 0
}

// Holds evaluates the row exactly; no sum wraps round.
func (r Row) Holds(m Marking) bool {
	// 128-bit accumulation: |coefficient * tokens| < 2^124, so up to 8 products are
	// safe; beyond that, sums that leave 2^126 fall back to big integers.
	var hi int64
	var lo uint64
	for i, a := range r.Terms {
		h, l := mul(a.Weight, m[a.Index])
		var carry uint64
		lo, carry = bits.Add64(lo, l, 0)
		hi += h + int64(carry)
		if (hi > 1<<61 || hi < -1<<61) && i+1 < len(r.Terms) {
			return r.Rel.holds(r.bigSign(m))
		}
	}
	bh, bl := mul(1, r.Bound)
	if hi != bh {
		if hi < bh {
			return r.Rel.holds(-1)
		}
		return r.Rel.holds(1)
	}
	switch {
	case lo < bl:
		return r.Rel.holds(-1)
	case lo > bl:
		return r.Rel.holds(1)
	}
	return r.Rel.holds(0)
}

// mul is the signed 128-bit product.
func mul(a, b int64) (hi int64, lo uint64) {
	h, l := bits.Mul64(uint64(a), uint64(b))
	if a < 0 {
		h -= uint64(b)
	}
	if b < 0 {
		h -= uint64(a)
	}
	return int64(h), l
}

func (r Row) bigSign(m Marking) int {
	sum, x := new(big.Int), new(big.Int)
	for _, a := range r.Terms {
		x.SetInt64(a.Weight)
		sum.Add(sum, x.Mul(x, big.NewInt(m[a.Index])))
	}
	return sum.Cmp(big.NewInt(r.Bound))
}

// Negate returns the rows of which at least one holds where r does not.
func (r Row) Negate() []Row {
	switch r.Rel {
	case GE:
		return []Row{{r.Terms, LE, r.Bound - 1}}
	case LE:
		return []Row{{r.Terms, GE, r.Bound + 1}}
	}
	return []Row{{r.Terms, LE, r.Bound - 1}, {r.Terms, GE, r.Bound + 1}}
}

// canonical divides by the greatest common divisor, tightening the bound, and makes the first coefficient
// positive. constant is +1 if the row holds for every marking, -1 if for none, 0 if neither is detected.
func (r Row) canonical() (row Row, constant int) {
	if len(r.Terms) == 0 {
		return r, truth(r.Rel.holds(cmp.Compare(0, r.Bound)))
	}
	var g int64
	for _, a := range r.Terms {
		g = rational.GCD64(g, abs(a.Weight))
	}
	if r.Terms[0].Weight < 0 {
		g = -g
	}
	rel, bound := r.Rel, r.Bound
	if g != 1 {
		terms := make([]Arc, len(r.Terms))
		for i, a := range r.Terms {
			terms[i] = Arc{a.Index, a.Weight / g}
		}
		if g < 0 {
			bound, g = -bound, -g
			rel = [...]Relation{GE: LE, LE: GE, EQ: EQ}[rel]
		}
		switch {
		case rel == GE:
			bound = -floorDiv(-bound, g)
		case rel == EQ && bound%g != 0:
			return r, -1
		default:
			bound = floorDiv(bound, g)
		}
		r = Row{terms, rel, bound}
	}
	// Tokens are never negative, so a row with one sign of coefficients has a bound.
	if !slices.ContainsFunc(r.Terms, func(a Arc) bool { return a.Weight < 0 }) {
		switch {
		case r.Rel == GE && r.Bound <= 0:
			return r, 1
		case r.Rel != GE && r.Bound < 0:
			return r, -1
		case r.Rel == EQ && r.Bound == 0:
			r.Rel = LE
		}
	}
	return r, 0
}

func truth(b bool) int {
	if b {
		return 1
	}
	return -1
}

func abs(x int64) int64 {
	if x < 0 {
		return -x
	}
	return x
}

// floorDiv rounds towards minus infinity; b > 0.
func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}

// Equal reports whether two rows are the same constraint, written the same way.
func (r Row) Equal(s Row) bool {
	return r.Rel == s.Rel && r.Bound == s.Bound && slices.Equal(r.Terms, s.Terms)
}

// Format writes the row with the net's identifiers, such as "2*p1 - p2 >= 3".
func (r Row) Format(n *Net) string {
	var b strings.Builder
	for i, a := range r.Terms {
		w := a.Weight
		switch {
		case i > 0 && w < 0:
			b.WriteString(" - ")
			w = -w
		case i > 0:
			b.WriteString(" + ")
		case w < 0:
			b.WriteString("-")
			w = -w
		}
		if w != 1 {
			fmt.Fprintf(&b, "%d*", w)
		}
		b.WriteString(quote(n.Places[a.Index].ID))
	}
	if len(r.Terms) == 0 {
		b.WriteString("0")
	}
	fmt.Fprintf(&b, " %v %d", r.Rel, r.Bound)
	return b.String()
}
