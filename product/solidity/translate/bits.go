package translate

import (
	"fmt"
	"math/big"

	"cupel/product/boogie"
	"cupel/product/solidity/ast"
)

// Bitwise operations on integers are exact for small types and for masks of the lowest bits; for others some
// properties are assumed. In arithmetic bv all are exact.

// lowMask returns 2^k if an operand is 2^k-1, so that x & mask is x mod 2^k; otherwise nil.
func lowMask(e boogie.Expr) *big.Int {
	k := constantOf(e)
	if k == nil || k.Sign() < 0 {
		return nil
	}
	m := new(big.Int).Add(k, big.NewInt(1))
	if new(big.Int).And(m, k).Sign() != 0 {
		return nil
	}
	return m
}

// maskedBits is x op y where a constant operand has few bits, which are those of the other one that matter; otherwise nil.
func maskedBits(op string, x, y boogie.Expr) boogie.Expr {
	k, l := constantOf(x), constantOf(y)
	if k != nil && l != nil { // of negative numbers in two's complement, too
		switch op {
		case "&":
			return boogie.Big(new(big.Int).And(k, l))
		case "|":
			return boogie.Big(new(big.Int).Or(k, l))
		}
		return boogie.Big(new(big.Int).Xor(k, l))
	}
	if l == nil {
		x, y, l = y, x, k
	}
	if l == nil || l.Sign() < 0 || ones(l) > maxMaskBits {
		return nil
	}
	var both boogie.Expr // x & l
	for i := range l.BitLen() {
		if l.Bit(i) == 1 { // floor division: bits of negative numbers are those of two's complement
			bit := boogie.Bin(boogie.Mod, boogie.Bin(boogie.Div, x, boogie.Big(pow2(i))), boogie.N(2))
			bit = boogie.Bin(boogie.Mul, bit, boogie.Big(pow2(i)))
			if both == nil {
				both = bit
			} else {
				both = boogie.Bin(boogie.Add, both, bit)
			}
		}
	}
	if both == nil {
		both = boogie.N(0)
	}
	switch op {
	case "&":
		return both
	case "|":
		return boogie.Bin(boogie.Sub, boogie.Bin(boogie.Add, x, y), both)
	}
	return boogie.Bin(boogie.Sub, boogie.Bin(boogie.Add, x, y), boogie.Bin(boogie.Mul, boogie.N(2), both))
}

// ones counts the bits of a number that are set.
func ones(k *big.Int) int {
	n := 0
	for i := range k.BitLen() {
		n += int(k.Bit(i))
	}
	return n
}

// smallBits expands the operation on a small type bit by bit.
func (t *translator) smallBits(op string, x, y boogie.Expr, ty *ast.Type) boogie.Expr {
	name := fmt.Sprintf("bits_%s_%d", map[string]string{"&": "and", "|": "or", "^": "xor"}[op], ty.Bits)
	t.function(name, inlined(), boogie.Int, func(a []boogie.Expr) boogie.Expr {
		var sum boogie.Expr = boogie.N(0)
		for i := range ty.Bits {
			bit := func(e boogie.Expr) boogie.Expr {
				return boogie.Bin(boogie.Eq, boogie.Bin(boogie.Mod, boogie.Bin(boogie.Div, e, boogie.Big(pow2(i))), boogie.N(2)), boogie.N(1))
			}
			var c boogie.Expr
			switch op {
			case "&":
				c = boogie.Bin(boogie.And, bit(a[0]), bit(a[1]))
			case "|":
				c = boogie.Bin(boogie.Or, bit(a[0]), bit(a[1]))
			default:
				c = boogie.NotOf(boogie.Bin(boogie.Iff, bit(a[0]), bit(a[1])))
			}
			sum = boogie.Bin(boogie.Add, sum, boogie.Cond(c, boogie.Big(pow2(i)), boogie.N(0)))
		}
		return sum
	}, boogie.Int, boogie.Int)
	e := boogie.App(name, x, y) // floor division: bits of negative numbers are those of two's complement
	if ty.Signed {
		return t.wrap(e, ty, true)
	}
	return e
}

// bitFacts returns properties of x op y in a large type; truncates: right shifts round towards zero.
func bitFacts(op string, x, y, e boogie.Expr, ty *ast.Type, truncates bool) []boogie.Expr {
	is := func(a, b boogie.Expr) boogie.Expr { return boogie.Bin(boogie.Eq, a, b) }
	implies := func(c, then boogie.Expr) boogie.Expr { return boogie.Bin(boogie.Implies, c, then) }
	zero := boogie.N(0)
	var all boogie.Expr = boogie.N(-1) // all bits set
	if !ty.Signed {
		_, high := limits(ty)
		all = boogie.Big(high)
	}
	le := func(a, b boogie.Expr) boogie.Expr { return boogie.Bin(boogie.Le, a, b) }
	both := boogie.Bin(boogie.Add, x, y)
	var fs []boogie.Expr
	switch op {
	case "&":
		fs = []boogie.Expr{implies(boogie.OrOf(is(x, zero), is(y, zero)), is(e, zero)), implies(is(x, y), is(e, x)), implies(is(x, all), is(e, y)), implies(is(y, all), is(e, x))}
		if !ty.Signed {
			fs = append(fs, le(e, x), le(e, y))
		}
	case "|":
		fs = []boogie.Expr{implies(is(x, zero), is(e, y)), implies(is(y, zero), is(e, x)), implies(is(x, y), is(e, x)),
			boogie.Bin(boogie.Iff, is(e, zero), boogie.AndOf(is(x, zero), is(y, zero)))}
		if !ty.Signed {
			fs = append(fs, le(x, e), le(y, e), le(e, both))
		}
	case "^":
		fs = []boogie.Expr{implies(is(x, zero), is(e, y)), implies(is(y, zero), is(e, x)), boogie.Bin(boogie.Iff, is(e, zero), is(x, y))}
		if !ty.Signed {
			fs = append(fs, le(e, both))
		}
	case "<<", ">>":
		fs = []boogie.Expr{implies(is(y, zero), is(e, x))}
		var gone boogie.Expr = zero
		if op == ">>" {
			switch {
			case ty.Signed && truncates:
			case ty.Signed:
				gone = boogie.Cond(boogie.Bin(boogie.Lt, x, zero), boogie.N(-1), zero)
			default:
				fs = append(fs, le(e, x))
			}
		}
		fs = append(fs, implies(boogie.Bin(boogie.Ge, y, boogie.N(int64(ty.Bits))), is(e, gone)))
		if op == ">>" && !truncates {
			for i := range maxShiftCases {
				fs = append(fs, implies(is(y, boogie.N(int64(i+1))), is(e, boogie.Bin(boogie.Div, x, boogie.Big(pow2(i+1))))))
			}
		}
	}
	return fs
}
