package quantified

import (
	"math/big"

	"cupel/core/logic"
	"cupel/core/rational"
)

// fit solves a system of linear equations exactly: coefficients with which the features add up to the result in
// every row; nil if there is no or more than one solution.
func fit(rows [][]int64, results []int64) []rational.Q {
	if len(rows) == 0 {
		return nil
	}
	n := len(rows[0])
	var basis [][]rational.Q // rows in echelon form with their results
	var pivots []int
	for i, row := range rows {
		x := make([]rational.Q, n+1)
		for j, v := range row {
			x[j] = rational.FromInt(v)
		}
		x[n] = rational.FromInt(results[i])
		for b, p := range pivots {
			if !x[p].IsZero() {
				reduce(x, basis[b], x[p])
			}
		}
		p := 0
		for p < n && x[p].IsZero() {
			p++
		}
		if p == n {
			if !x[n].IsZero() {
				return nil
			}
			continue
		}
		inverse := x[p].Inv()
		for j := range x {
			x[j] = x[j].Mul(inverse)
		}
		for b := range basis {
			if !basis[b][p].IsZero() {
				reduce(basis[b], x, basis[b][p])
			}
		}
		basis, pivots = append(basis, x), append(pivots, p)
	}
	if len(basis) < n {
		return nil
	}
	out := make([]rational.Q, n)
	for b, p := range pivots {
		out[p] = basis[b][n]
	}
	return out
}

// reduce subtracts a multiple of a row.
func reduce(x, row []rational.Q, by rational.Q) {
	for j := range x {
		if !row[j].IsZero() {
			x[j] = x[j].Sub(row[j].Mul(by))
		}
	}
}

// equation returns the equation of a term with a linear combination of features, scaled to integers.
func equation(f *logic.Factory, t *logic.Term, features []*logic.Term, coeffs []rational.Q) *logic.Term {
	den := big.NewInt(1)
	for _, c := range coeffs {
		d := c.Den()
		den = new(big.Int).Div(new(big.Int).Mul(den, d), new(big.Int).GCD(nil, nil, den, d))
	}
	if den.BitLen() > maxCoefficient {
		return f.True()
	}
	scale := rational.FromBig(den)
	sum := make([]*logic.Term, 0, len(features))
	for i, c := range coeffs {
		if c = c.Mul(scale); c.Num().BitLen() > maxCoefficient {
			return f.True()
		}
		sum = append(sum, f.Mul(f.Num(logic.Int, c), features[i]))
	}
	return f.Eq(f.Mul(f.IntBig(den), t), f.Add(sum...))
}
