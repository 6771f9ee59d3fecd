package cexpr

import (
	"math/big"
	"strings"

	"cupel/core/logic"
	"cupel/core/program"
)

// Smaller says in C that a tuple of bit-vector terms over the variables of p, compared as signed numbers in their order, is smaller than it was when the variables
// had other values: earlier(v) is what C writes for v's value then, name(v) for that now. It is computed in a type in which nothing overflows. The empty tuple is
// never smaller: "0". The result is "" if some term has no such form, or wraps around.
//
//	(n - i, j)   ->   (long long)n' - (long long)i' > (long long)n - (long long)i || (... == ... && j' > j)
func Smaller(p *program.Program, name, earlier func(*program.Var) string, tuple []*logic.Term) string {
	out := ""
	for i := len(tuple) - 1; i >= 0; i-- {
		before, now, ok := both(p, name, earlier, tuple[i])
		switch {
		case !ok:
			return ""
		case out == "":
			out = before + " > " + now
		default:
			out = before + " > " + now + " || (" + before + " == " + now + " && (" + out + "))"
		}
	}
	if out == "" {
		out = "0"
	}
	if len(out) > maxLength {
		return ""
	}
	return out
}

// both prints a term over the earlier and the present values, with the same type on both sides.
func both(p *program.Program, name, earlier func(*program.Var) string, t *logic.Term) (before, now string, ok bool) {
	if v, signed := read(p, t); v != nil && v.Root().Signed == signed && !v.Root().Pointer { // needs no other type
		before, now = earlier(v), name(v)
		return before, now, before != "" && now != ""
	}
	for _, cast := range []struct {
		text string
		bits int
	}{{"(long long)", 63}, {"(__int128)", 127}} {
		if cast.bits > 63 && p.Model != program.LP64 {
			break
		}
		x, y := &exact{p: p, name: earlier, cast: cast.text, bits: cast.bits}, &exact{p: p, name: name, cast: cast.text, bits: cast.bits}
		b, ok1 := x.number(t)
		n, ok2 := y.number(t)
		if ok1 && ok2 {
			return b.text, n.text, true
		}
	}
	return "", "", false
}

// read is the variable that a term extends to more bits, or is, and whether it is read as a signed number; nil: it is another term.
func read(p *program.Program, t *logic.Term) (v *program.Var, signed bool) {
	switch t.Op() {
	case logic.OpSignExt:
		return p.VarOf(t.Arg(0)), true
	case logic.OpZeroExt:
		return p.VarOf(t.Arg(0)), false
	}
	return p.VarOf(t), true
}

// exact prints terms as expressions of the type of a cast that have the same value, read as a signed number.
type exact struct {
	p    *program.Program
	name func(*program.Var) string
	cast string
	bits int // of absolute values that the type has
}

// A number is a printed term with bounds of its value.
type number struct {
	text   string
	lo, hi *big.Int
	atom   bool // an operand of a product, as it is
}

// fits reports whether a number is one of a type with so many bits besides the sign.
func (n number) fits(bits int) bool {
	top := new(big.Int).Lsh(big.NewInt(1), uint(bits))
	return n.hi.Cmp(top) < 0 && n.lo.Cmp(new(big.Int).Neg(top)) > 0
}

// operand is the text as one of an operator.
func (n number) operand() string {
	if n.atom {
		return n.text
	}
	return "(" + n.text + ")"
}

func (x *exact) number(t *logic.Term) (number, bool) {
	n, ok := x.value(t)
	return n, ok && n.fits(x.bits) && (n.atom && x.p.VarOf(t) != nil || n.fits(t.Sort().Width()-1))
}

func (x *exact) value(t *logic.Term) (n number, ok bool) {
	switch t.Op() {
	case logic.OpConst:
		k := t.BVSigned()
		return number{k.String(), k, k, k.Sign() >= 0}, k.CmpAbs(maxLiteral) <= 0
	case logic.OpSignExt, logic.OpZeroExt:
		if v, signed := read(x.p, t); v != nil {
			return x.leaf(v, signed)
		}
		if n, ok = x.number(t.Arg(0)); t.Op() == logic.OpZeroExt {
			ok = ok && n.lo.Sign() >= 0
		}
		return n, ok
	case logic.OpBVNeg:
		if n, ok = x.number(t.Arg(0)); ok {
			n = number{"-" + n.operand(), new(big.Int).Neg(n.hi), new(big.Int).Neg(n.lo), false}
		}
		return n, ok
	case logic.OpBVAdd, logic.OpBVSub, logic.OpBVMul:
		return x.operation(t)
	case logic.OpIte:
		c, ok1 := x.condition(t.Arg(0))
		a, ok2 := x.number(t.Arg(1))
		b, ok3 := x.number(t.Arg(2))
		if !ok1 || !ok2 || !ok3 {
			return n, false
		}
		n = number{text: "(" + c + " ? " + a.text + " : " + b.text + ")", lo: a.lo, hi: a.hi, atom: true}
		if b.lo.Cmp(n.lo) < 0 {
			n.lo = b.lo
		}
		if b.hi.Cmp(n.hi) > 0 {
			n.hi = b.hi
		}
		return n, true
	}
	if v := x.p.VarOf(t); v != nil && t.Sort().IsBV() {
		return x.leaf(v, true)
	}
	return n, false
}

// leaf is a variable, which has to be read as its type does.
func (x *exact) leaf(v *program.Var, signed bool) (number, bool) {
	o := operand{v: v.Root(), name: x.name(v)}
	if o.name == "" || o.v.Pointer || o.v.Signed != signed && !o.v.Bool || o.v.Sort() != v.Sort() {
		return number{}, false
	}
	lo, hi := o.bounds()
	return number{x.cast + o.name, lo, hi, true}, true
}

// operation is a sum, difference or product. Every partial result has to be exact.
func (x *exact) operation(t *logic.Term) (number, bool) {
	sum, ok := x.number(t.Arg(0))
	if !ok {
		return sum, false
	}
	for _, a := range t.Args()[1:] {
		n, ok := x.number(a)
		if !ok {
			return n, false
		}
		next := number{}
		switch t.Op() {
		case logic.OpBVAdd:
			next = number{text: plus(sum, n), lo: new(big.Int).Add(sum.lo, n.lo), hi: new(big.Int).Add(sum.hi, n.hi)}
		case logic.OpBVSub:
			next = number{text: sum.text + " - " + n.operand(), lo: new(big.Int).Sub(sum.lo, n.hi), hi: new(big.Int).Sub(sum.hi, n.lo)}
		default:
			next = product(sum, n)
		}
		if sum = next; !sum.fits(x.bits) {
			return sum, false
		}
	}
	return sum, true
}

// plus prints a sum.
func plus(a, b number) string {
	switch {
	case b.lo.Sign() == 0 && b.hi.Sign() == 0:
		return a.text
	case a.lo.Sign() == 0 && a.hi.Sign() == 0:
		return b.text
	case strings.HasPrefix(b.text, "-"):
		return a.text + " - " + b.text[1:]
	}
	return a.text + " + " + b.text
}

// product is a product; those with 1 and -1 are shorter.
func product(a, b number) number {
	if b.lo.Cmp(b.hi) == 0 { // the constant first
		a, b = b, a
	}
	n := number{text: a.operand() + " * " + b.operand()}
	if one := big.NewInt(1); a.lo.Cmp(a.hi) == 0 && a.lo.CmpAbs(one) == 0 {
		if n.text, n.atom = b.text, b.atom; a.lo.Sign() < 0 {
			n.text, n.atom = "-"+b.operand(), false
		}
	}
	for i, x := range []*big.Int{a.lo, a.hi} {
		for j, y := range []*big.Int{b.lo, b.hi} {
			p := new(big.Int).Mul(x, y)
			if i+j == 0 || p.Cmp(n.lo) < 0 {
				n.lo = p
			}
			if i+j == 0 || p.Cmp(n.hi) > 0 {
				n.hi = p
			}
		}
	}
	return n
}

// condition prints a formula.
func (x *exact) condition(t *logic.Term) (string, bool) {
	op := map[logic.Op]string{logic.OpEq: "==", logic.OpSLe: "<=", logic.OpSLt: "<", logic.OpULe: "<=", logic.OpULt: "<"}[t.Op()]
	switch {
	case op != "" && t.Arg(0).Sort().IsBV():
		a, ok1 := x.number(t.Arg(0))
		b, ok2 := x.number(t.Arg(1))
		unsigned := t.Op() == logic.OpULe || t.Op() == logic.OpULt
		if !ok1 || !ok2 || unsigned && (a.lo.Sign() < 0 || b.lo.Sign() < 0) {
			return "", false
		}
		return "(" + a.text + " " + op + " " + b.text + ")", true
	case t.Op() == logic.OpNot:
		c, ok := x.condition(t.Arg(0))
		return "!" + c, ok
	case t.Op() == logic.OpAnd, t.Op() == logic.OpOr:
		var parts []string
		for _, a := range t.Args() {
			c, ok := x.condition(a)
			if !ok {
				return "", false
			}
			parts = append(parts, c)
		}
		return "(" + strings.Join(parts, map[bool]string{true: " && ", false: " || "}[t.Op() == logic.OpAnd]) + ")", true
	}
	return "", false
}
