package hull

import (
	"cupel/analysis/absint/polyhedra"
	"cupel/core/logic"
	"cupel/core/rational"
)

// Formula returns the constraint c over the values of dims, Int or Real terms
// of f. It is a constraint over Int unless a Real term occurs.
func Formula(f *logic.Factory, c polyhedra.Constraint, dims []*logic.Term) *logic.Term {
	sort := logic.Int
	for i, a := range c.Coeffs {
		if !a.IsZero() && dims[i].Sort().IsReal() {
			sort = logic.Real
		}
	}
	c = c.Normalize(sort.IsInt())
	sum := []*logic.Term{}
	for i, a := range c.Coeffs {
		if a.IsZero() {
			continue
		}
		d := dims[i]
		if sort.IsReal() && d.Sort().IsInt() {
			d = f.ToReal(d)
		}
		if !a.Equal(rational.One) {
			d = f.Mul(f.Num(sort, a), d)
		}
		sum = append(sum, d)
	}
	left := f.Num(sort, rational.Zero)
	if len(sum) > 0 {
		left = f.Add(sum...)
	}
	right := f.Num(sort, c.Bound)
	if c.Equation {
		return f.Eq(left, right)
	}
	return f.Ge(left, right)
}

// Conjunction returns the conjunction of the constraints over the values of
// dims.
func Conjunction(f *logic.Factory, cs []polyhedra.Constraint, dims []*logic.Term) *logic.Term {
	parts := make([]*logic.Term, len(cs))
	for i, c := range cs {
		parts[i] = Formula(f, c, dims)
	}
	return f.And(parts...)
}
