package polyhedra

import (
	"math"
	"math/big"

	"cupel/core/rational"
)

// vec is an immutable vector of coprime integers: machine integers when all
// entries fit, otherwise big ones.
type vec struct {
	s []int64 // nil when b is used; never MinInt64
	b []*big.Int
}

func (v vec) len() int {
	if v.b != nil {
		return len(v.b)
	}
	return len(v.s)
}

// at returns entry i, an integer.
func (v vec) at(i int) rational.Q {
	if v.b != nil {
		return rational.FromBig(v.b[i])
	}
	return rational.FromInt(v.s[i])
}

func (v vec) sign(i int) int {
	if v.b != nil {
		return v.b[i].Sign()
	}
	return sign64(v.s[i])
}

func (v vec) big(i int) *big.Int {
	if v.b != nil {
		return v.b[i]
	}
	return big.NewInt(v.s[i])
}

func (v vec) isZero() bool {
	for i := range v.len() {
		if v.sign(i) != 0 {
			return false
		}
	}
	return true
}

// unit returns the i-th unit vector of n coordinates.
func unit(n, i int) vec {
	s := make([]int64, n)
	s[i] = 1
	return vec{s: s}
}

// neg returns -v.
func (v vec) neg() vec {
	if v.b != nil {
		b := make([]*big.Int, len(v.b))
		for i, x := range v.b {
			b[i] = new(big.Int).Neg(x)
		}
		return vec{b: b}
	}
	s := make([]int64, len(v.s))
	for i, x := range v.s {
		s[i] = -x
	}
	return vec{s: s}
}

// fromRationals returns the primitive integer vector that is a positive
// multiple of q.
func fromRationals(q []rational.Q) vec {
	s := make([]int64, len(q))
	small := true
	for i, x := range q {
		n, ok := x.Int64()
		if !ok || n == math.MinInt64 {
			small = false
			break
		}
		s[i] = n
	}
	if small {
		return primitive(s)
	}
	den := big.NewInt(1)
	for _, x := range q {
		if !x.IsInt() {
			d := x.Den()
			g := new(big.Int).GCD(nil, nil, den, d)
			den.Mul(den, d.Quo(d, g))
		}
	}
	l := rational.FromBig(den)
	b := make([]*big.Int, len(q))
	for i, x := range q {
		b[i] = x.Mul(l).Num()
	}
	return primitiveBig(b)
}

// pick returns the vector of the entries of v with the given indices; a
// negative index stands for 0. The entries are divided by their divisor.
func (v vec) pick(idx []int) vec {
	if v.b != nil {
		b := make([]*big.Int, len(idx))
		for i, j := range idx {
			if b[i] = new(big.Int); j >= 0 {
				b[i].Set(v.b[j])
			}
		}
		return primitiveBig(b)
	}
	s := make([]int64, len(idx))
	for i, j := range idx {
		if j >= 0 {
			s[i] = v.s[j]
		}
	}
	return primitive(s)
}

// dot returns the inner product.
func dot(u, v vec) rational.Q {
	if u.b == nil && v.b == nil {
		var sum int64
		ok := true
		for i, x := range u.s {
			if x == 0 || v.s[i] == 0 {
				continue
			}
			p, o1 := rational.Mul64(x, v.s[i])
			s, o2 := rational.Add64(sum, p)
			if !o1 || !o2 {
				ok = false
				break
			}
			sum = s
		}
		if ok {
			return rational.FromInt(sum)
		}
	}
	sum, p := new(big.Int), new(big.Int)
	for i := range u.len() {
		if u.sign(i) != 0 && v.sign(i) != 0 {
			sum.Add(sum, p.Mul(u.big(i), v.big(i)))
		}
	}
	return rational.FromBig(sum)
}

// combine returns a*u + b*v divided by the divisor of its entries; a and b are
// integers, a positive.
func combine(a rational.Q, u vec, b rational.Q, v vec) vec {
	if g := rational.GCD(a, b); !g.Equal(rational.One) {
		a, b = a.Div(g), b.Div(g)
	}
	x, ok1 := a.Int64()
	y, ok2 := b.Int64()
	if ok1 && ok2 && u.b == nil && v.b == nil {
		s := make([]int64, len(u.s))
		ok := true
		for i := range s {
			p, o1 := rational.Mul64(x, u.s[i])
			q, o2 := rational.Mul64(y, v.s[i])
			r, o3 := rational.Add64(p, q)
			if !o1 || !o2 || !o3 {
				ok = false
				break
			}
			s[i] = r
		}
		if ok {
			return primitive(s)
		}
	}
	xb, yb, t := a.Num(), b.Num(), new(big.Int)
	r := make([]*big.Int, u.len())
	for i := range r {
		r[i] = new(big.Int).Mul(xb, u.big(i))
		r[i].Add(r[i], t.Mul(yb, v.big(i)))
	}
	return primitiveBig(r)
}

// primitive divides s, which it takes over, by its divisor.
func primitive(s []int64) vec {
	var g int64
	for _, x := range s {
		if x != 0 {
			if g = rational.GCD64(rational.Abs64(x), g); g == 1 {
				return vec{s: s}
			}
		}
	}
	if g > 1 {
		for i := range s {
			s[i] /= g
		}
	}
	return vec{s: s}
}

// primitiveBig divides b, which it takes over, by its divisor and returns to
// machine integers when they suffice.
func primitiveBig(b []*big.Int) vec {
	g := new(big.Int)
	for _, x := range b {
		if x.Sign() != 0 {
			g.GCD(nil, nil, g, new(big.Int).Abs(x))
		}
	}
	divide := g.Sign() != 0 && g.Cmp(big.NewInt(1)) != 0
	fits := true
	for _, x := range b {
		if divide {
			x.Quo(x, g)
		}
		if !x.IsInt64() || x.Int64() == math.MinInt64 {
			fits = false
		}
	}
	if !fits {
		return vec{b: b}
	}
	s := make([]int64, len(b))
	for i, x := range b {
		s[i] = x.Int64()
	}
	return vec{s: s}
}

// compare orders vectors by their entries 1, 2, ..., then entry 0.
func compare(u, v vec) int {
	n := u.len()
	for k := range n {
		i := (k + 1) % n
		if u.b == nil && v.b == nil {
			if u.s[i] != v.s[i] {
				if u.s[i] < v.s[i] {
					return -1
				}
				return 1
			}
		} else if c := u.big(i).Cmp(v.big(i)); c != 0 {
			return c
		}
	}
	return 0
}

func sign64(a int64) int {
	switch {
	case a < 0:
		return -1
	case a > 0:
		return 1
	}
	return 0
}
