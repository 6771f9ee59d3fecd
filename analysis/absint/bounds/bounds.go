package bounds

import (
	"cupel/analysis/absint/polyhedra"
	"cupel/core/rational"
)

// Floor returns the greatest integer at most q; false: its amount is beyond Greatest.
func Floor(q rational.Q) (int64, bool) {
	n := q.Floor().Num()
	if !n.IsInt64() || n.Int64() > Greatest || n.Int64() < -Greatest {
		return 0, false
	}
	return n.Int64(), true
}

// Support lists the dimensions with a coefficient.
func Support(a []rational.Q) []int {
	var out []int
	for i, c := range a {
		if !c.IsZero() {
			out = append(out, i)
		}
	}
	return out
}

// Negated returns the coefficients with the opposite signs.
func Negated(a []rational.Q) []rational.Q {
	out := make([]rational.Q, len(a))
	for i, c := range a {
		out[i] = c.Neg()
	}
	return out
}

// Max returns an upper bound of a.x: the less of the sum of upper bounds of c*x_k, which upper gives, and of paired, which pairs summands; false: there is none.
func Max(a []rational.Q, upper func(k int, c rational.Q) (rational.Q, bool), paired func([]rational.Q) (rational.Q, bool)) (rational.Q, bool) {
	single, okSingle := rational.Zero, true
	for _, k := range Support(a) {
		b, ok := upper(k, a[k])
		single, okSingle = single.Add(b), okSingle && ok
	}
	pairs, okPairs := paired(a)
	switch {
	case !okPairs:
		return single, okSingle
	case !okSingle || pairs.Cmp(single) < 0:
		return pairs, true
	}
	return single, true
}

// A Set is one of integer points with bounds of linear forms, exact or not.
type Set interface {
	IsEmpty() bool
	Min(a []rational.Q) (rational.Q, bool)
	Max(a []rational.Q) (rational.Q, bool)
}

// Satisfies reports whether c is proven to hold for all points of s.
func Satisfies(s Set, c polyhedra.Constraint) bool {
	if s.IsEmpty() {
		return true
	}
	lo, ok := s.Min(c.Coeffs)
	if !ok || lo.Cmp(c.Bound) < 0 {
		return false
	}
	if c.Equation {
		hi, ok := s.Max(c.Coeffs)
		return ok && hi.Cmp(c.Bound) <= 0
	}
	return true
}
