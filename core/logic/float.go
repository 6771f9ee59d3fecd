package logic

import (
	"math/big"

	"cupel/core/rational"
)

type floatClass uint8

const (
	fpFinite floatClass = iota // not zero
	fpZero
	fpInf
	fpNaN
)

// float is an unpacked IEEE 754 value: (-1)^neg * sig * 2^exp when finite.
type float struct {
	class floatClass
	neg   bool
	exp   int
	sig   *big.Int // positive
}

var bigOne = big.NewInt(1)

func pow2(n int) *big.Int { return new(big.Int).Lsh(bigOne, uint(n)) }

// emin is the exponent of the least normal number of s.
func emin(s *Sort) int { return 2 - 1<<(s.p-1) }

// unpack reads the IEEE bit pattern b of sort s.
func unpack(s *Sort, b *big.Int) float {
	frac := s.q - 1
	r := float{neg: b.Bit(s.p+frac) == 1}
	sig := new(big.Int).And(b, new(big.Int).Sub(pow2(frac), bigOne))
	e := int(new(big.Int).Rsh(b, uint(frac)).Uint64() & (1<<s.p - 1))
	switch {
	case e == 1<<s.p-1 && sig.Sign() != 0:
		return float{class: fpNaN}
	case e == 1<<s.p-1:
		r.class = fpInf
	case e == 0 && sig.Sign() == 0:
		r.class = fpZero
	case e == 0:
		r.sig, r.exp = sig, emin(s)-frac
	default:
		r.sig, r.exp = sig.SetBit(sig, frac, 1), emin(s)+e-1-frac
	}
	return r
}

// special returns the bits of a zero, infinity or NaN.
func special(s *Sort, c floatClass, neg bool) *big.Int {
	r := new(big.Int)
	switch c {
	case fpInf:
		r.Lsh(new(big.Int).Sub(pow2(s.p), bigOne), uint(s.q-1))
	case fpNaN:
		r.Lsh(new(big.Int).Sub(pow2(s.p+1), bigOne), uint(s.q-2))
		return r
	}
	if neg {
		r.SetBit(r, s.p+s.q-1, 1)
	}
	return r
}

// roundsUp decides whether a magnitude between two neighbours goes to the
// greater one: odd is the parity of the smaller one, half compares the rest
// with half the distance, rest reports whether it is non-zero.
func roundsUp(rm RoundingMode, neg, odd bool, half int, rest bool) bool {
	switch rm {
	case RNE:
		return half > 0 || half == 0 && odd
	case RNA:
		return half >= 0
	case RTP:
		return rest && !neg
	case RTN:
		return rest && neg
	}
	return false
}

// shiftRound returns sig / 2^n rounded to an integer; sticky means that the
// exact value is a little greater than sig.
func shiftRound(sig *big.Int, n int, rm RoundingMode, neg, sticky bool) *big.Int {
	if n <= 0 {
		return new(big.Int).Lsh(sig, uint(-n)) // exact: callers keep bits below a sticky one
	}
	var q, rem *big.Int
	half := 0
	if n > sig.BitLen()+1 {
		q, half = new(big.Int), -1
		rem = sig
	} else {
		q = new(big.Int).Rsh(sig, uint(n))
		rem = new(big.Int).Sub(sig, new(big.Int).Lsh(q, uint(n)))
		half = rem.Cmp(pow2(n - 1))
	}
	if half == 0 && sticky {
		half = 1
	}
	if roundsUp(rm, neg, q.Bit(0) == 1, half, sticky || rem.Sign() != 0) {
		q.Add(q, bigOne)
	}
	return q
}

// pack rounds (-1)^neg * sig * 2^exp, with sig > 0, to sort s. With sticky the
// exact magnitude is greater by less than 2^exp; sig then needs two bits more
// than s has.
func pack(s *Sort, rm RoundingMode, neg bool, sig *big.Int, exp int, sticky bool) *big.Int {
	e := max(exp+sig.BitLen()-1, emin(s)) // exponent of the result
	r := shiftRound(sig, e-(s.q-1)-exp, rm, neg, sticky)
	if r.BitLen() > s.q {
		r.Rsh(r, 1)
		e++
	}
	switch {
	case r.Sign() == 0:
		return special(s, fpZero, neg)
	case e > -emin(s)+1:
		inf := special(s, fpInf, neg)
		if rm == RTZ || rm == RTP && neg || rm == RTN && !neg {
			return inf.Sub(inf, bigOne) // the greatest finite magnitude
		}
		return inf
	}
	// A set hidden bit adds 1 to the biased exponent field, which is what makes
	// the normal numbers follow the subnormal ones.
	b := new(big.Int).Lsh(big.NewInt(int64(e-emin(s))), uint(s.q-1))
	b.Add(b, r)
	if neg {
		b.SetBit(b, s.p+s.q-1, 1)
	}
	return b
}

// packRat rounds a rational number to sort s.
func packRat(s *Sort, rm RoundingMode, q rational.Q) *big.Int {
	if q.IsZero() {
		return special(s, fpZero, false)
	}
	num, den := q.Num(), q.Den()
	neg := num.Sign() < 0
	num.Abs(num)
	k := max(0, s.q+3+den.BitLen()-num.BitLen())
	sig, rem := new(big.Int).QuoRem(num.Lsh(num, uint(k)), den, new(big.Int))
	return pack(s, rm, neg, sig, -k, rem.Sign() != 0)
}

// align returns the significands of two finite values or zeros, with signs, at
// their common exponent.
func align(x, y float) (a, b *big.Int, exp int) {
	switch {
	case x.class == fpZero && y.class == fpZero:
		return new(big.Int), new(big.Int), 0
	case x.class == fpZero:
		return new(big.Int), y.signed(), y.exp
	case y.class == fpZero:
		return x.signed(), new(big.Int), x.exp
	}
	exp = min(x.exp, y.exp)
	a, b = x.signed(), y.signed()
	return a.Lsh(a, uint(x.exp-exp)), b.Lsh(b, uint(y.exp-exp)), exp
}

func (x float) signed() *big.Int {
	if x.neg {
		return new(big.Int).Neg(x.sig)
	}
	return new(big.Int).Set(x.sig)
}

// cmp compares two values that are not NaN; the zeros are equal.
func (x float) cmp(y float) int {
	rank := func(v float) int {
		switch {
		case v.class != fpInf:
			return 0
		case v.neg:
			return -1
		}
		return 1
	}
	if rx, ry := rank(x), rank(y); rx != 0 || ry != 0 {
		return rx - ry
	}
	a, b, _ := align(x, y)
	return a.Cmp(b)
}

// addFloat returns x + y, both not NaN.
func addFloat(s *Sort, rm RoundingMode, x, y float) *big.Int {
	switch {
	case x.class == fpInf && y.class == fpInf && x.neg != y.neg:
		return special(s, fpNaN, false)
	case x.class == fpInf:
		return special(s, fpInf, x.neg)
	case y.class == fpInf:
		return special(s, fpInf, y.neg)
	}
	a, b, exp := align(x, y)
	sum := a.Add(a, b)
	if sum.Sign() == 0 { // x + x keeps the sign of a zero x; x - x is -0 only toward -oo
		neg := rm == RTN
		if x.neg == y.neg {
			neg = x.neg
		}
		return special(s, fpZero, neg)
	}
	return pack(s, rm, sum.Sign() < 0, new(big.Int).Abs(sum), exp, false)
}

// mulFloat returns the exact product of two values that are not NaN.
func mulFloat(x, y float) float {
	neg := x.neg != y.neg
	switch {
	case x.class == fpInf && y.class == fpZero, x.class == fpZero && y.class == fpInf:
		return float{class: fpNaN}
	case x.class == fpInf || y.class == fpInf:
		return float{class: fpInf, neg: neg}
	case x.class == fpZero || y.class == fpZero:
		return float{class: fpZero, neg: neg}
	}
	return float{neg: neg, exp: x.exp + y.exp, sig: new(big.Int).Mul(x.sig, y.sig)}
}

// bits rounds x to sort s.
func (x float) bits(s *Sort, rm RoundingMode) *big.Int {
	if x.class != fpFinite {
		return special(s, x.class, x.neg)
	}
	return pack(s, rm, x.neg, x.sig, x.exp, false)
}

func divFloat(s *Sort, rm RoundingMode, x, y float) *big.Int {
	neg := x.neg != y.neg
	switch {
	case x.class == y.class && x.class != fpFinite:
		return special(s, fpNaN, false)
	case x.class == fpInf || y.class == fpZero:
		return special(s, fpInf, neg)
	case x.class == fpZero || y.class == fpInf:
		return special(s, fpZero, neg)
	}
	k := max(0, s.q+3+y.sig.BitLen()-x.sig.BitLen())
	num := new(big.Int).Lsh(x.sig, uint(k))
	sig, rem := num.QuoRem(num, y.sig, new(big.Int))
	return pack(s, rm, neg, sig, x.exp-y.exp-k, rem.Sign() != 0)
}

func sqrtFloat(s *Sort, rm RoundingMode, x float) *big.Int {
	switch {
	case x.class == fpZero:
		return special(s, fpZero, x.neg)
	case x.neg:
		return special(s, fpNaN, false)
	case x.class == fpInf:
		return special(s, fpInf, false)
	}
	k := max(0, 2*s.q+6-x.sig.BitLen())
	if (x.exp-k)%2 != 0 {
		k++
	}
	sig := new(big.Int).Lsh(x.sig, uint(k))
	root := new(big.Int).Sqrt(sig)
	exact := new(big.Int).Mul(root, root).Cmp(sig) == 0
	return pack(s, rm, false, root, (x.exp-k)/2, !exact)
}

// remFloat returns x - y*n for the integer n nearest to x/y (ties to even).
func remFloat(s *Sort, x, y float) *big.Int {
	switch {
	case x.class == fpInf || y.class == fpZero:
		return special(s, fpNaN, false)
	case x.class == fpZero || y.class == fpInf:
		return x.bits(s, RNE)
	}
	exp := min(x.exp, y.exp)
	a := new(big.Int).Lsh(x.sig, uint(x.exp-exp))
	b := new(big.Int).Lsh(y.sig, uint(y.exp-exp))
	n, r := new(big.Int).QuoRem(a, b, new(big.Int))
	neg := x.neg
	if c := new(big.Int).Lsh(r, 1).Cmp(b); c > 0 || c == 0 && n.Bit(0) == 1 {
		r.Sub(b, r)
		neg = !neg
	}
	if r.Sign() == 0 {
		return special(s, fpZero, x.neg)
	}
	return pack(s, RNE, neg, r, exp, false)
}

// integral rounds a finite value or zero to an integer.
func (x float) integral(rm RoundingMode) *big.Int {
	if x.class == fpZero {
		return new(big.Int)
	}
	r := shiftRound(x.sig, -x.exp, rm, x.neg, false)
	if x.neg {
		r.Neg(r)
	}
	return r
}

func integralFloat(s *Sort, rm RoundingMode, x float) *big.Int {
	if x.class != fpFinite {
		return x.bits(s, rm)
	}
	r := x.integral(rm)
	if r.Sign() == 0 {
		return special(s, fpZero, x.neg)
	}
	return pack(s, rm, r.Sign() < 0, new(big.Int).Abs(r), 0, false)
}

// rat returns the value of a finite float or zero.
func (x float) rat() rational.Q {
	if x.class == fpZero {
		return rational.Zero
	}
	r := new(big.Rat).SetInt(x.signed())
	if x.exp >= 0 {
		return rational.FromRat(r.Mul(r, new(big.Rat).SetInt(pow2(x.exp))))
	}
	return rational.FromRat(r.Quo(r, new(big.Rat).SetInt(pow2(-x.exp))))
}
