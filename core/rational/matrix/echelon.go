package matrix

import "cupel/core/rational"

// A Vector is a row of rationals.
type Vector []rational.Q

// Dot is the scalar product.
func (v Vector) Dot(w Vector) rational.Q {
	s := rational.Zero
	for i, q := range v {
		s = s.Add(q.Mul(w[i]))
	}
	return s
}

// Bits is the length of the longest entry of a vector of integers.
func (v Vector) Bits() int {
	n := 0
	for _, q := range v {
		n = max(n, q.Num().BitLen())
	}
	return n
}

// Support are the indices of the entries that are not zero.
func (v Vector) Support() []int {
	var at []int
	for i, q := range v {
		if !q.IsZero() {
			at = append(at, i)
		}
	}
	return at
}

// An Echelon is a matrix in reduced row echelon form.
type Echelon struct {
	Rows   []Vector
	pivots []int
}

// Add reduces v by the rows and, when it is independent of them, adds it.
func (e *Echelon) Add(v Vector) bool {
	v = append(Vector(nil), v...)
	for i, r := range e.Rows {
		if c := v[e.pivots[i]]; !c.IsZero() {
			eliminate(v, r, c)
		}
	}
	at := 0
	for at < len(v) && v[at].IsZero() {
		at++
	}
	if at == len(v) {
		return false
	}
	inv := v[at].Inv()
	for i := range v {
		v[i] = v[i].Mul(inv)
	}
	for _, r := range e.Rows {
		if c := r[at]; !c.IsZero() {
			eliminate(r, v, c)
		}
	}
	e.Rows, e.pivots = append(e.Rows, v), append(e.pivots, at)
	return true
}

// eliminate subtracts c times r from v.
func eliminate(v, r Vector, c rational.Q) {
	for i := range v {
		v[i] = v[i].Sub(c.Mul(r[i]))
	}
}

// Kernel returns a basis of the vectors orthogonal to all rows, of n entries.
// Each has an entry 1 where the others have 0.
func (e *Echelon) Kernel(n int) []Vector {
	pivot := make([]bool, n)
	for _, p := range e.pivots {
		pivot[p] = true
	}
	var ks []Vector
	for j := range n {
		if pivot[j] {
			continue
		}
		k := make(Vector, n)
		k[j] = rational.One
		for i, r := range e.Rows {
			k[e.pivots[i]] = r[j].Neg()
		}
		ks = append(ks, k)
	}
	return ks
}

// Integral returns the multiple of v by a positive number that has coprime
// integer entries.
func Integral(v Vector) Vector {
	g := rational.Zero
	for _, q := range v {
		g = rational.GCD(g, q)
	}
	if g.IsZero() {
		return v
	}
	inv := g.Abs().Inv()
	w := make(Vector, len(v))
	for i, q := range v {
		w[i] = q.Mul(inv)
	}
	return w
}
