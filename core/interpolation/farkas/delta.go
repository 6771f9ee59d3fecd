package farkas

import "cupel/core/rational"

// delta is r + d*epsilon for an infinitesimal epsilon > 0: the value of a bound
// x < r is r - epsilon.
type delta struct{ r, d rational.Q }

func (a delta) cmp(b delta) int {
	if c := a.r.Cmp(b.r); c != 0 {
		return c
	}
	return a.d.Cmp(b.d)
}

func (a delta) add(b delta) delta { return delta{a.r.Add(b.r), a.d.Add(b.d)} }

func (a delta) sub(b delta) delta { return delta{a.r.Sub(b.r), a.d.Sub(b.d)} }

func (a delta) scale(c rational.Q) delta { return delta{a.r.Mul(c), a.d.Mul(c)} }
