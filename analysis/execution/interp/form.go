package interp

import (
	"math/bits"

	"cupel/core/logic"
	"cupel/internal/sabotage"
)

// A form is the value of a term in the turns 0, 1, 2, ... of a loop, as a function of the number of the turn.
type form struct {
	kind formKind
	// The value in turn t < turns is a + b*t + c*t*(t-1)/2, modulo 2^width; b and c are zero for Bool.
	a, b, c uint64
	turns   uint64 // at least 1
}

type formKind uint8

const (
	exact  formKind = iota
	opaque          // some function of the turn
	stale           // it depends on what a variable was before the turn that has no form
)

const always = ^uint64(0)

func constant(u uint64) form { return form{a: u, turns: always} }

func (x form) constant() bool { return x.kind == exact && x.b|x.c == 0 }
func (x form) linear() bool   { return x.kind == exact && x.c == 0 }

// at is the value in turn t.
func (x form) at(t, mask uint64) uint64 {
	pairs := t / 2 * (t - 1)
	if t%2 == 1 {
		pairs = t * ((t - 1) / 2)
	}
	return (x.a + x.b*t + x.c*pairs) & mask
}

// worst is the kind of a function of values.
func worst(xs ...form) form {
	w := opaque
	if sabotage.Active(sabotage.LeapStale) {
		return form{kind: w, turns: always}
	}
	for _, x := range xs {
		if x.kind == stale {
			w = stale
		}
	}
	return form{kind: w, turns: always}
}

func sizeOf(s int64) uint64 {
	if s < 0 {
		return -uint64(s)
	}
	return uint64(s)
}

// within counts the turns in which a value that goes by steps of s stays in its range, below and above being its distance from the ends.
func within(s int64, below, above uint64) uint64 {
	switch {
	case s == 0:
		return always
	case s > 0:
		return saturated(above/uint64(s), 1)
	}
	return saturated(below/sizeOf(s), 1)
}

func saturated(x, y uint64) uint64 {
	if s := x + y; s >= x {
		return s
	}
	return always
}

// unsigned counts the turns in which a linear x of width w does not wrap around as an unsigned number.
func (x form) unsigned(w int) uint64 {
	if sabotage.Active(sabotage.LeapWrap) {
		return x.turns
	}
	return min(x.turns, within(sext(x.b, w), x.a, maskOf(w)-x.a))
}

// signed is the same for signed numbers.
func (x form) signed(w int) uint64 {
	if sabotage.Active(sabotage.LeapSigned) {
		return x.turns
	}
	low := uint64(1) << uint(w-1)
	return min(x.turns, within(sext(x.b, w), (x.a+low)&maskOf(w), (low-1-x.a)&maskOf(w)))
}

// less is the comparison x < y of linear values of width w.
func less(x, y form, w int, signed bool) form {
	if !x.linear() || !y.linear() {
		return worst(x, y)
	}
	p, q, turns := x.a, y.a, uint64(0)
	if signed {
		turns = min(x.signed(w), y.signed(w))
		low := uint64(1) << uint(w-1)
		p, q = (p+low)&maskOf(w), (q+low)&maskOf(w) // in the same order
	} else {
		turns = min(x.unsigned(w), y.unsigned(w))
	}
	s, t := sext(x.b, w), sext(y.b, w)
	closer, speed := s > t, uint64(s)-uint64(t) // of x to a y above it
	if s < t {
		speed = -speed
	}
	if p < q {
		if closer { // x is not below y once the gap is closed
			n := (q-p-1)/speed + 1
			if sabotage.Active(sabotage.LeapGuard) {
				n = saturated(n, n)
			}
			turns = min(turns, n)
		}
		return form{a: 1, turns: turns}
	}
	if s < t {
		turns = min(turns, saturated((p-q)/speed, 1))
	}
	return form{turns: turns}
}

// not is the negation of a Bool.
func (x form) not() form {
	if x.kind == exact {
		x.a ^= 1
	}
	return x
}

// equals is x = y of width w.
func equals(x, y form, w int) form {
	if x.kind != exact || y.kind != exact {
		return worst(x, y)
	}
	m := maskOf(w)
	a, b, turns := (x.a-y.a)&m, (x.b-y.b)&m, min(x.turns, y.turns)
	switch {
	case (x.c-y.c)&m != 0:
		return form{kind: opaque, turns: always}
	case a == 0 && b == 0:
		return form{a: 1, turns: turns}
	case a == 0:
		return form{a: 1, turns: 1}
	case b == 0:
		return form{turns: turns}
	}
	s, gap := sext(b, w), a // down to zero
	if s > 0 {
		gap = -a & m // up to 2^w
	}
	n := (gap-1)/sizeOf(s) + 1
	if sabotage.Active(sabotage.LeapEqual) {
		n = saturated(n, n)
	}
	return form{turns: min(turns, n)}
}

// sum and product of x and y, modulo 2^64; the caller reduces them.
func sum(x, y form) form {
	if x.kind != exact || y.kind != exact {
		return worst(x, y)
	}
	return form{a: x.a + y.a, b: x.b + y.b, c: x.c + y.c, turns: min(x.turns, y.turns)}
}

func (x form) times(k uint64) form {
	x.a, x.b, x.c = x.a*k, x.b*k, x.c*k
	return x
}

func product(x, y form) form {
	turns := min(x.turns, y.turns)
	switch {
	case x.kind != exact || y.kind != exact:
		return worst(x, y)
	case y.constant():
		x = x.times(y.a)
	case x.constant():
		x = y.times(x.a)
	case x.linear() && y.linear(): // t*t = t + 2 * t*(t-1)/2
		x = form{a: x.a * y.a, b: x.a*y.b + x.b*y.a + x.b*y.b, c: 2 * x.b * y.b}
		if sabotage.Active(sabotage.LeapProduct) {
			x.c = 0
		}
	default:
		return form{kind: opaque, turns: always}
	}
	x.turns = turns
	return x
}

func (x form) modulo(mask uint64) form {
	x.a, x.b, x.c = x.a&mask, x.b&mask, x.c&mask
	return x
}

// extended is x of width w in a wider type.
func (x form) extended(w, wider int, signed bool) form {
	switch {
	case x.kind != exact:
		return x
	case x.c != 0:
		return form{kind: opaque, turns: always}
	}
	step := uint64(sext(x.b, w))
	if signed {
		return form{a: uint64(sext(x.a, w)), b: step, turns: x.signed(w)}.modulo(maskOf(wider))
	}
	return form{a: x.a, b: step, turns: x.unsigned(w)}.modulo(maskOf(wider))
}

// divided is the quotient, or the remainder, of a value that begins with a and goes by steps of s for some turns without leaving the natural numbers. Either the
// remainder stays the same, or the quotient until the next multiple.
func divided(a uint64, s int64, turns, d uint64, rest bool) form {
	q, r := a/d, a%d
	if size := sizeOf(s); size%d == 0 {
		if rest {
			return form{a: r, turns: turns}
		}
		step := size / d
		if s < 0 {
			step = -step
		}
		return form{a: q, b: step, turns: turns}
	}
	if !sabotage.Active(sabotage.LeapDivide) {
		turns = min(turns, within(s, r, d-1-r))
	}
	if rest {
		return form{a: r, b: uint64(s), turns: turns}
	}
	return form{a: q, turns: turns}
}

// quotient is x divided by a constant d that is not zero, in width w, or the remainder.
func (x form) quotient(d uint64, w int, signed, rest bool) form {
	switch {
	case x.kind != exact:
		return x
	case x.c != 0:
		return form{kind: opaque, turns: always}
	case !signed:
		return divided(x.a, sext(x.b, w), x.unsigned(w), d, rest).modulo(maskOf(w))
	}
	a, s, k := sext(x.a, w), sext(x.b, w), sext(d, w)
	turns := x.signed(w)
	negative := a < 0 || a == 0 && s < 0
	if negative { // the sizes of truncated quotients and remainders are those of the sizes
		if s = -s; s == -s && s != 0 {
			return form{kind: opaque, turns: always}
		}
	}
	y := divided(sizeOf(a), s, min(turns, within(s, sizeOf(a), always)), sizeOf(k), rest)
	if negative != (!rest && k < 0) {
		y = y.times(^uint64(0))
	}
	return y.modulo(maskOf(w))
}

// shifted is x shifted right by k bits, less than w, with its sign.
func (x form) shifted(k, w int) form {
	switch {
	case x.kind != exact:
		return x
	case x.c != 0 || k > 62:
		return form{kind: opaque, turns: always}
	}
	a, s, d := sext(x.a, w), sext(x.b, w), uint64(1)<<k
	turns := x.signed(w)
	if s&int64(d-1) == 0 {
		return form{a: uint64(a >> k), b: uint64(s >> k), turns: turns}.modulo(maskOf(w))
	}
	r := x.a & (d - 1)
	return form{a: uint64(a>>k) & maskOf(w), turns: min(turns, within(s, r, d-1-r))}
}

// masked is x & k.
func (x form) masked(k uint64, w int) form {
	switch n := bits.Len64(k); {
	case x.kind != exact:
		return x
	case n == 0:
		return constant(0)
	case (x.b|x.c)&maskOf(n) == 0:
		return form{a: x.a & k, turns: x.turns}
	case k == maskOf(n) && n == w:
		return x
	case k == maskOf(n) && n < w:
		return x.modulo(k).extended(n, w, false)
	}
	return form{kind: opaque, turns: always}
}

// fits tells whether the sum of x and y, with y negated for a difference, is in the range of signed numbers of width w.
func fits(x, y form, w int, minus bool) form {
	if !x.linear() || !y.linear() {
		return worst(x, y)
	}
	p, q, s, t := sext(x.a, w), sext(y.a, w), sext(x.b, w), sext(y.b, w)
	add := func(p, q int64) (int64, bool) {
		if minus {
			d := p - q
			return d, (d > p) == (q < 0) && sext(uint64(d), w) == d
		}
		d := p + q
		return d, (d < p) == (q < 0) && sext(uint64(d), w) == d
	}
	return ranged(add, x, y, p, q, s, t, w)
}

// ranged tells whether a linear combination stays in the range of signed numbers of width w; op has the value and the step.
func ranged(op func(p, q int64) (int64, bool), x, y form, p, q, s, t int64, w int) form {
	v, ok := op(p, q)
	turns := min(x.signed(w), y.signed(w))
	if !ok {
		return form{turns: 1}
	}
	step, ok := op(s, t)
	if !ok {
		return form{a: 1, turns: 1}
	}
	if sabotage.Active(sabotage.LeapFits) {
		return form{a: 1, turns: always}
	}
	z := form{a: uint64(v), b: uint64(step), turns: turns}.modulo(maskOf(w))
	return form{a: 1, turns: z.signed(w)}
}

// fitsProduct is the same for products, of which one factor has to be constant.
func fitsProduct(x, y form, w int) form {
	if !x.linear() || !y.linear() || !x.constant() && !y.constant() {
		return worst(x, y)
	}
	if x.constant() {
		x, y = y, x
	}
	k := sext(y.a, w)
	mul := func(p, q int64) (int64, bool) {
		v, ok := mulInt(p, q)
		return v, ok && sext(uint64(v), w) == v
	}
	return ranged(mul, x, y, sext(x.a, w), k, sext(x.b, w), k, w)
}

// connected is the connective of Bools in the order in which it is evaluated.
func connected(op logic.Op, xs []form) form {
	stop := b2u(op == logic.OpOr)
	all := form{a: 1 - stop, turns: always}
	for _, x := range xs {
		switch {
		case x.kind != exact:
			return worst(xs...)
		case x.a == stop:
			return x
		}
		all.turns = min(all.turns, x.turns)
	}
	return all
}
