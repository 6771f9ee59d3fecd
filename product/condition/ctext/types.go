package ctext

import (
	"fmt"
	"math/big"
	"strings"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/frontend/c/literal"
)

// kind is the outermost syntax of a text. It decides about parentheses, more of
// them than C needs: compilers warn where readers are known to err.
type kind uint8

const (
	primary kind = iota
	unary        // casts too
	product
	quotient // division and remainder
	sum
	bits // &, |, ^ and shifts
	comparison
	conjunction
	disjunction
	choice
)

// view is the required relation of a text's value to the word.
type view uint8

const (
	low      view = iota // its value has the word's bits as its low bits
	signed               // it is the word as a signed number
	unsigned             // it is the word as an unsigned number
)

// ctype is the type of a C expression after the integer promotions.
type ctype struct {
	bits   int // 32, 64 or 128
	signed bool
}

var intType = ctype{32, true}

// word is a C expression of integer type; its value lies in [lo, hi].
type word struct {
	text    string
	kind    kind
	typ     ctype
	lo, hi  *big.Int
	literal bool // lo == hi is its value
}

var one = big.NewInt(1)

func larger(a, b *big.Int) *big.Int {
	if a.Cmp(b) > 0 {
		return a
	}
	return b
}

func smaller(a, b *big.Int) *big.Int {
	if a.Cmp(b) < 0 {
		return a
	}
	return b
}

// limits are the least and the greatest number of w bits in a view.
func limits(w int, as view) (lo, hi *big.Int) {
	if as == signed {
		half := new(big.Int).Lsh(one, uint(w-1))
		return new(big.Int).Neg(half), new(big.Int).Sub(half, one)
	}
	return new(big.Int), new(big.Int).Sub(new(big.Int).Lsh(one, uint(w)), one)
}

func (c ctype) limits() (lo, hi *big.Int) {
	if c.signed {
		return limits(c.bits, signed)
	}
	return limits(c.bits, unsigned)
}

// has reports whether all of [lo, hi] are values of the type.
func (c ctype) has(lo, hi *big.Int) bool {
	least, greatest := c.limits()
	return lo.Cmp(least) >= 0 && hi.Cmp(greatest) <= 0
}

// common is the type that the usual arithmetic conversions find. On both models
// a type of more bits has all values of one with fewer, so that ranks do not
// matter.
func common(a, b ctype) ctype {
	switch {
	case a.bits > b.bits:
		return a
	case b.bits > a.bits:
		return b
	}
	return ctype{a.bits, a.signed && b.signed}
}

// number is a constant's value in a view; that of low bits is the signed one.
func number(t *logic.Term, as view) *big.Int {
	if as == unsigned {
		return t.BVBig()
	}
	return t.BVSigned()
}

// standard reports whether C has a type of that many bits.
func standard(w int) bool { return w == 8 || w == 16 || w == 32 || w == 64 || w == 128 }

// room is the number of bits of the least type, after promotion, for w bits.
func (p *Printer) room(w int) int {
	switch {
	case w <= 32:
		return 32
	case w <= 64:
		return 64
	case w > 128 || p.model != program.LP64:
		p.fail(fmt.Errorf("%w for words of %d bits", ErrUnsupported, w))
	}
	return 128
}

// typeName is the type of that many bits.
func (p *Printer) typeName(w int, isSigned bool) string {
	name := "unsigned "
	if isSigned {
		name = ""
	}
	switch w {
	case 8:
		if isSigned {
			return "signed char"
		}
		return name + "char"
	case 16:
		return name + "short"
	case 32:
		return name + "int"
	case 128:
		return name + "__int128"
	}
	if p.model == program.LP64 {
		return name + "long"
	}
	return name + "long long"
}

// kindOf is the syntax of constants.
var kindOf = map[literal.Kind]kind{literal.Primary: primary, literal.Unary: unary, literal.Sum: sum, literal.Bits: bits}

// literal is a number as a constant of the least type that has it: int, unsigned
// int, long and so on.
func (p *Printer) literal(v *big.Int) word {
	t, ok := literal.TypeOf(v)
	if !ok {
		p.fail(fmt.Errorf("%w for the number %s", ErrUnsupported, v))
		return zero()
	}
	return p.literalOf(v, ctype{t.Bits, t.Signed})
}

// literalOf is a value of a type as a constant of it.
func (p *Printer) literalOf(v *big.Int, c ctype) word {
	p.room(c.bits)
	text, k := literal.Integer(v, literal.Type{Bits: c.bits, Signed: c.signed}, p.model)
	return word{text: text, kind: kindOf[k], typ: c, lo: v, hi: v, literal: true}
}

// zero stands for what failed.
func zero() word {
	return word{text: "0", lo: new(big.Int), hi: new(big.Int), typ: intType, literal: true}
}

// operandOf puts parentheses around a text that is an operand of an operator.
func operandOf(text string, is, of kind) string {
	ok := is <= unary
	switch of {
	case product:
		ok = is <= product
	case sum:
		ok = is <= sum
	case comparison:
		ok = is <= sum
	case conjunction:
		ok = is <= comparison || is == conjunction
	case disjunction:
		ok = is <= comparison || is == disjunction
	case choice:
		ok = is <= comparison
	}
	if ok {
		return text
	}
	return "(" + text + ")"
}

// prefix applies a unary operator or a cast.
func prefix(op string, w word) string {
	t := operandOf(w.text, w.kind, unary)
	if strings.HasPrefix(t, op) { // -(-x) is not --x
		t = "(" + t + ")"
	}
	return op + t
}

// cast converts to a type.
func (p *Printer) cast(w word, c ctype) word {
	if w.typ == c {
		return w
	}
	if w.literal {
		v := new(big.Int).Set(w.lo)
		if !c.has(v, v) {
			v = wrap(v, c)
		}
		return p.literalOf(v, c)
	}
	r := word{text: p.sized(prefix("("+p.typeName(c.bits, c.signed)+")", w)), kind: unary, typ: c, lo: w.lo, hi: w.hi}
	if !c.has(w.lo, w.hi) {
		r.lo, r.hi = c.limits()
	}
	return r
}

// wrap reduces a number to a type's range.
func wrap(v *big.Int, c ctype) *big.Int {
	full := new(big.Int).Lsh(one, uint(c.bits))
	v = new(big.Int).Mod(v, full)
	if c.signed && v.Bit(c.bits-1) == 1 {
		v.Sub(v, full)
	}
	return v
}

// unify gives two operands types whose common type has the values of both, and
// which do not differ in their signs without need: compilers warn.
func (p *Printer) unify(a, b word) (word, word, ctype) {
	c := common(a.typ, b.typ)
	lo, hi := smaller(a.lo, b.lo), larger(a.hi, b.hi)
	quiet := a.typ.signed == b.typ.signed || a.literal && b.typ.has(a.lo, a.lo) || b.literal && a.typ.has(b.lo, b.lo) || a.typ.bits != b.typ.bits && c.signed
	if c.has(lo, hi) && quiet {
		return a, b, c
	}
	for _, c := range []ctype{{c.bits, true}, {c.bits, false}, {64, true}, {64, false}, {128, true}, {128, false}} {
		if !c.has(lo, hi) {
			continue
		}
		p.room(c.bits)
		if a.typ != c && (!c.signed || !a.typ.signed || a.typ.bits > c.bits) {
			a = p.cast(a, c)
		}
		if b.typ != c && (!c.signed || !b.typ.signed || b.typ.bits > c.bits) {
			b = p.cast(b, c)
		}
		return a, b, c
	}
	return a, b, c
}
