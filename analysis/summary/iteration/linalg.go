package iteration

import (
	"cupel/core/logic"
	"cupel/core/rational"
)

// vector is a row of rationals.
type vector []rational.Q

func (v vector) dot(w vector) rational.Q {
	s := rational.Zero
	for i, q := range v {
		s = s.Add(q.Mul(w[i]))
	}
	return s
}

// bits is the length of the longest entry of a vector of integers.
func (v vector) bits() int {
	n := 0
	for _, q := range v {
		n = max(n, q.Num().BitLen())
	}
	return n
}

// support are the indices of the entries that are not zero.
func (v vector) support() []int {
	var at []int
	for i, q := range v {
		if !q.IsZero() {
			at = append(at, i)
		}
	}
	return at
}

// echelon is a matrix in reduced row echelon form.
type echelon struct {
	rows   []vector
	pivots []int
}

// add reduces v by the rows and, when it is independent of them, adds it.
func (e *echelon) add(v vector) bool {
	v = append(vector(nil), v...)
	for i, r := range e.rows {
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
	for _, r := range e.rows {
		if c := r[at]; !c.IsZero() {
			eliminate(r, v, c)
		}
	}
	e.rows, e.pivots = append(e.rows, v), append(e.pivots, at)
	return true
}

// eliminate subtracts c times r from v.
func eliminate(v, r vector, c rational.Q) {
	for i := range v {
		v[i] = v[i].Sub(c.Mul(r[i]))
	}
}

// kernel returns a basis of the vectors orthogonal to all rows, of n entries.
// Each has an entry 1 where the others have 0.
func (e *echelon) kernel(n int) []vector {
	pivot := make([]bool, n)
	for _, p := range e.pivots {
		pivot[p] = true
	}
	var ks []vector
	for j := range n {
		if pivot[j] {
			continue
		}
		k := make(vector, n)
		k[j] = rational.One
		for i, r := range e.rows {
			k[e.pivots[i]] = r[j].Neg()
		}
		ks = append(ks, k)
	}
	return ks
}

// integral returns the multiple of v by a positive number that has coprime
// integer entries.
func integral(v vector) vector {
	g := rational.Zero
	for _, q := range v {
		g = rational.GCD(g, q)
	}
	if g.IsZero() {
		return v
	}
	inv := g.Abs().Inv()
	w := make(vector, len(v))
	for i, q := range v {
		w[i] = q.Mul(inv)
	}
	return w
}

// combination is the sum of c[i]*ts[i]; all of sort s.
func combination(f *logic.Factory, s *logic.Sort, c vector, ts []*logic.Term) *logic.Term {
	sum := []*logic.Term{f.Num(s, rational.Zero)}
	for i, t := range ts {
		if !c[i].IsZero() {
			sum = append(sum, f.Mul(f.Num(s, c[i]), t))
		}
	}
	return f.Add(sum...)
}
