package matrix

import "cupel/core/rational"

// A Matrix is a list of rows of one length.
type Matrix []Vector

// Identity is the unit matrix of n rows.
func Identity(n int) Matrix {
	m := make(Matrix, n)
	for i := range m {
		m[i] = make(Vector, n)
		m[i][i] = rational.One
	}
	return m
}

// Mul is the product.
func (m Matrix) Mul(by Matrix) Matrix {
	out := make(Matrix, len(m))
	for i, row := range m {
		out[i] = by.Apply(row)
	}
	return out
}

// Apply is the product of a row with m.
func (m Matrix) Apply(row Vector) Vector {
	out := make(Vector, len(m[0]))
	for i, q := range row {
		if !q.IsZero() {
			eliminate(out, m[i], q.Neg())
		}
	}
	return out
}

// Shifted is m minus q times the unit matrix.
func (m Matrix) Shifted(q rational.Q) Matrix {
	out := make(Matrix, len(m))
	for i, row := range m {
		out[i] = append(Vector(nil), row...)
		out[i][i] = row[i].Sub(q)
	}
	return out
}

// Rank is the dimension of the space of the rows.
func (m Matrix) Rank() int { return len(m.Basis()) }

// Basis are integral vectors that span the space of the rows.
func (m Matrix) Basis() Matrix {
	var e Echelon
	for _, row := range m {
		e.Add(row)
	}
	var out Matrix
	for _, row := range e.Rows {
		out = append(out, Integral(row))
	}
	return out
}

// Left is a basis of the rows whose product with m is zero.
func (m Matrix) Left() Matrix {
	var e Echelon
	for j := range m[0] {
		column := make(Vector, len(m))
		for i := range m {
			column[i] = m[i][j]
		}
		e.Add(column)
	}
	return Matrix(e.Kernel(len(m))).Basis()
}

// Bits is the length of the longest numerator.
func (m Matrix) Bits() int {
	n := 0
	for _, row := range m {
		n = max(n, row.Bits())
	}
	return n
}

// In are the rows of the product of m with a, as combinations of those of m; m's rows are independent, and their space is kept by a. False: it is not.
func (m Matrix) In(a Matrix) (Matrix, bool) {
	out := Matrix{}
	for _, row := range m.Mul(a) {
		c, ok := m.solve(row)
		if !ok {
			return nil, false
		}
		out = append(out, c)
	}
	return out, true
}

// solve are the coefficients of a row as a combination of m's; false: it is none.
func (m Matrix) solve(row Vector) (Vector, bool) {
	relations := append(append(Matrix{}, m...), row).Left() // m's rows are independent
	if len(relations) != 1 {
		return nil, false
	}
	last := relations[0][len(m)]
	out := make(Vector, len(m))
	for i := range out {
		out[i] = relations[0][i].Div(last).Neg()
	}
	return out, true
}

// Inverse is the inverse; false: there is none.
func (m Matrix) Inverse() (Matrix, bool) {
	if m.Rank() < len(m) {
		return nil, false
	}
	out := Matrix{}
	for _, row := range Identity(len(m)) {
		c, ok := m.solve(row)
		if !ok {
			return nil, false
		}
		out = append(out, c)
	}
	return out, true
}
