package cexpr

import (
	"math/big"
	"strings"

	"cupel/core/program"
)

// operand is a multiple of a variable of the front end.
type operand struct {
	v     *program.Var
	name  string
	coeff *big.Int // positive
}

// side is one side of a comparison: a sum of multiples of variables and a
// constant.
type side struct {
	terms    []operand
	constant *big.Int
}

// bounds returns the least and the greatest value of v's type.
func (o operand) bounds() (lo, hi *big.Int) {
	width := uint(o.v.Sort().Width())
	one := big.NewInt(1)
	switch {
	case o.v.Bool:
		return new(big.Int), one
	case o.v.Signed:
		half := new(big.Int).Lsh(one, width-1)
		return new(big.Int).Neg(half), new(big.Int).Sub(half, one)
	}
	return new(big.Int), new(big.Int).Sub(new(big.Int).Lsh(one, width), one)
}

func (s side) bounds() (lo, hi *big.Int) {
	lo, hi = new(big.Int).Set(s.constant), new(big.Int).Set(s.constant)
	for _, o := range s.terms {
		l, h := o.bounds()
		lo.Add(lo, l.Mul(l, o.coeff))
		hi.Add(hi, h.Mul(h, o.coeff))
	}
	return lo, hi
}

// magnitude bounds the absolute values of all partial sums.
func (s side) magnitude() *big.Int {
	m := new(big.Int).Abs(s.constant)
	for _, o := range s.terms {
		lo, hi := o.bounds()
		if lo.CmpAbs(hi) > 0 {
			hi = lo.Neg(lo)
		}
		m.Add(m, hi.Mul(hi, o.coeff))
	}
	return m
}

// text prints the sum with the variables converted by cast.
func (s side) text(cast string) string {
	var b strings.Builder
	for i, o := range s.terms {
		if i > 0 {
			b.WriteString(" + ")
		}
		if o.coeff.Cmp(big.NewInt(1)) != 0 {
			b.WriteString(o.coeff.String() + " * ")
		}
		b.WriteString(cast + o.name)
	}
	switch sign := s.constant.Sign(); {
	case len(s.terms) == 0:
		b.WriteString(s.constant.String())
	case sign > 0:
		b.WriteString(" + " + s.constant.String())
	case sign < 0:
		b.WriteString(" - " + new(big.Int).Neg(s.constant).String())
	}
	return b.String()
}

// maxLiteral is the greatest integer literal that fits long long.
var maxLiteral = new(big.Int).SetUint64(1<<63 - 1)

// arithmetic returns the cast of variables that keeps both sides of a comparison exact: none if C's own
// conversions do, else a wide enough type; false if there is none.
func arithmetic(left, right side, model program.DataModel) (cast string, ok bool) {
	for _, s := range []side{left, right} {
		if s.constant.CmpAbs(maxLiteral) > 0 {
			return "", false
		}
		for _, o := range s.terms {
			if o.coeff.Cmp(maxLiteral) > 0 {
				return "", false
			}
		}
	}
	if plain(left, right, true) || plain(left, right, false) {
		return "", true
	}
	m := left.magnitude()
	if r := right.magnitude(); r.Cmp(m) > 0 {
		m = r
	}
	switch bits := m.BitLen(); {
	case bits <= 63:
		return "(long long)", true
	case bits <= 127 && model == program.LP64:
		return "(__int128)", true
	}
	return "", false
}

// plain reports whether C compares the sides exactly without casts: each is a variable or a constant, and all
// operands are signed after promotion, or all are unsigned.
func plain(left, right side, signed bool) bool {
	for _, s := range []side{left, right} {
		if len(s.terms) > 1 || len(s.terms) == 1 && s.constant.Sign() != 0 {
			return false
		}
		if s.constant.Sign() < 0 && !signed {
			return false
		}
		for _, o := range s.terms {
			width := o.v.Sort().Width()
			promoted := o.v.Signed || width < 32 // to int
			if o.coeff.Cmp(big.NewInt(1)) != 0 || promoted != signed || width > 64 || !promoted && width != 32 && width != 64 {
				return false
			}
		}
	}
	return true
}
