package rational

import (
	"fmt"
	"math/big"
)

// Q is an immutable exact rational number in lowest terms with a positive denominator. The zero value is 0. Q values are compared with Cmp or Equal, never
// with ==.
type Q struct {
	n int64
	d int64    // denominator minus one, so that the zero value is 0/1
	b *big.Rat // non-nil when the value does not fit the fast path
}

// Zero and One are the constants 0 and 1.
var (
	Zero = Q{}
	One  = Q{n: 1}
)

// FromInt returns n.
func FromInt(n int64) Q { return Q{n: n} }

// New returns n/d; it panics when d is 0, as division by zero does.
func New(n, d int64) Q {
	if d == 0 {
		panic("rational: zero denominator")
	}
	if n == minInt || d == minInt {
		return FromRat(big.NewRat(n, d))
	}
	if d < 0 {
		n, d = -n, -d
	}
	if g := GCD64(Abs64(n), d); g > 1 {
		n, d = n/g, d/g
	}
	return Q{n: n, d: d - 1}
}

// minInt has no absolute value of its type.
const minInt = -1 << 63

// FromBig returns the integer b.
func FromBig(b *big.Int) Q {
	if b.IsInt64() {
		return Q{n: b.Int64()}
	}
	return Q{b: new(big.Rat).SetInt(b)}
}

// FromRat returns r.
func FromRat(r *big.Rat) Q {
	if r.Num().IsInt64() && r.Denom().IsInt64() {
		return Q{n: r.Num().Int64(), d: r.Denom().Int64() - 1}
	}
	return Q{b: new(big.Rat).Set(r)}
}

// Rat returns the value as a new big.Rat.
func (q Q) Rat() *big.Rat {
	if q.b != nil {
		return new(big.Rat).Set(q.b)
	}
	return big.NewRat(q.n, q.d+1)
}

// Num and Den return numerator and (positive) denominator in lowest terms.
func (q Q) Num() *big.Int {
	if q.b != nil {
		return new(big.Int).Set(q.b.Num())
	}
	return big.NewInt(q.n)
}

// Den returns the positive denominator in lowest terms.
func (q Q) Den() *big.Int {
	if q.b != nil {
		return new(big.Int).Set(q.b.Denom())
	}
	return big.NewInt(q.d + 1)
}

// IsInt reports whether the value is an integer.
func (q Q) IsInt() bool {
	if q.b != nil {
		return q.b.IsInt()
	}
	return q.d == 0
}

// Int64 returns the value when it is an integer that fits int64.
func (q Q) Int64() (int64, bool) {
	if q.b != nil || q.d != 0 {
		return 0, false
	}
	return q.n, true
}

// Sign returns -1, 0 or 1.
func (q Q) Sign() int {
	if q.b != nil {
		return q.b.Sign()
	}
	switch {
	case q.n < 0:
		return -1
	case q.n > 0:
		return 1
	}
	return 0
}

// IsZero reports whether q is 0.
func (q Q) IsZero() bool { return q.b == nil && q.n == 0 }

// Equal reports whether q and r are the same number.
func (q Q) Equal(r Q) bool {
	if q.b == nil && r.b == nil {
		return q.n == r.n && q.d == r.d
	}
	if q.b == nil || r.b == nil {
		return false // the representation is canonical
	}
	return q.b.Cmp(r.b) == 0
}

// Cmp compares q and r: -1, 0 or 1.
func (q Q) Cmp(r Q) int {
	if q.b == nil && r.b == nil {
		if q.d == r.d {
			switch {
			case q.n < r.n:
				return -1
			case q.n > r.n:
				return 1
			}
			return 0
		}
		x, ok1 := Mul64(q.n, r.d+1)
		y, ok2 := Mul64(r.n, q.d+1)
		if ok1 && ok2 {
			switch {
			case x < y:
				return -1
			case x > y:
				return 1
			}
			return 0
		}
	}
	return q.Rat().Cmp(r.Rat())
}

// Neg returns -q.
func (q Q) Neg() Q {
	if q.b == nil && q.n != minInt {
		return Q{n: -q.n, d: q.d}
	}
	return FromRat(new(big.Rat).Neg(q.Rat()))
}

// Abs returns |q|.
func (q Q) Abs() Q {
	if q.Sign() < 0 {
		return q.Neg()
	}
	return q
}

// Add returns q + r.
func (q Q) Add(r Q) Q {
	if q.b == nil && r.b == nil {
		if q.d == 0 && r.d == 0 {
			if s, ok := Add64(q.n, r.n); ok {
				return Q{n: s}
			}
		} else {
			x, ok1 := Mul64(q.n, r.d+1)
			y, ok2 := Mul64(r.n, q.d+1)
			z, ok3 := Mul64(q.d+1, r.d+1)
			if ok1 && ok2 && ok3 {
				if s, ok := Add64(x, y); ok {
					return New(s, z)
				}
			}
		}
	}
	return FromRat(new(big.Rat).Add(q.Rat(), r.Rat()))
}

// Sub returns q - r.
func (q Q) Sub(r Q) Q { return q.Add(r.Neg()) }

// Mul returns q * r.
func (q Q) Mul(r Q) Q {
	if q.b == nil && r.b == nil {
		x, ok1 := Mul64(q.n, r.n)
		if q.d == 0 && r.d == 0 {
			if ok1 {
				return Q{n: x}
			}
		} else if y, ok2 := Mul64(q.d+1, r.d+1); ok1 && ok2 {
			return New(x, y)
		}
	}
	return FromRat(new(big.Rat).Mul(q.Rat(), r.Rat()))
}

// Inv returns 1/q; it panics when q is 0.
func (q Q) Inv() Q {
	if q.b == nil {
		return New(q.d+1, q.n)
	}
	return FromRat(new(big.Rat).Inv(q.b))
}

// Div returns q / r; it panics when r is 0.
func (q Q) Div(r Q) Q { return q.Mul(r.Inv()) }

// Floor returns the greatest integer not above q.
func (q Q) Floor() Q {
	if q.b == nil {
		d := q.d + 1
		f := q.n / d
		if q.n%d != 0 && q.n < 0 {
			f--
		}
		return Q{n: f}
	}
	if q.b.IsInt() {
		return q
	}
	m := new(big.Int)
	f, _ := new(big.Int).DivMod(q.b.Num(), q.b.Denom(), m) // Euclidean; Denom > 0, so this is the floor
	return FromBig(f)
}

// Ceil returns the least integer not below q.
func (q Q) Ceil() Q { return q.Neg().Floor().Neg() }

// String prints q as n or n/d.
func (q Q) String() string {
	if q.b != nil {
		return q.b.RatString()
	}
	if q.d == 0 {
		return fmt.Sprint(q.n)
	}
	return fmt.Sprintf("%d/%d", q.n, q.d+1)
}

// Hash returns a hash that agrees with Equal.
func (q Q) Hash() uint64 {
	if q.b == nil {
		return uint64(q.n)*0x9e3779b97f4a7c15 ^ uint64(q.d)*0xc2b2ae3d27d4eb4f
	}
	h := uint64(14695981039346656037)
	for _, w := range q.b.Num().Bits() {
		h = (h ^ uint64(w)) * 1099511628211
	}
	for _, w := range q.b.Denom().Bits() {
		h = (h ^ uint64(w)) * 1099511628211
	}
	return h ^ uint64(q.b.Sign()+1)
}

// GCD returns the positive g such that q/g and r/g are coprime integers
// (the gcd of two integers when both are); GCD(0, r) = |r|.
func GCD(q, r Q) Q {
	if q.IsZero() {
		return r.Abs()
	}
	if r.IsZero() {
		return q.Abs()
	}
	if q.b == nil && r.b == nil && q.d == 0 && r.d == 0 && q.n != minInt && r.n != minInt {
		return Q{n: GCD64(Abs64(q.n), Abs64(r.n))}
	}
	l := new(big.Int).Mul(q.Den(), r.Den())
	x := new(big.Int).Mul(q.Num(), r.Den())
	y := new(big.Int).Mul(r.Num(), q.Den())
	g := new(big.Int).GCD(nil, nil, x.Abs(x), y.Abs(y))
	return FromRat(new(big.Rat).SetFrac(g, l))
}
