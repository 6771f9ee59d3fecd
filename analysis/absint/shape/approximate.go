package shape

import (
	"math"

	"cupel/core/logic"
)

// Where accesses are valid (Task.Valid), addresses whose offset is not known, and upper bounds of unsigned numbers, suffice to follow which block is kept where.

// most is the greatest unsigned value of a number; false: it is not known, or beyond what is followed.
func (e *evaluation) most(t *logic.Term, v value) (int64, bool) {
	if !t.Sort().IsBV() {
		return 0, false
	}
	switch v.kind {
	case konst:
		u, ok := v.c.BVUint64()
		return int64(u), ok && u <= math.MaxInt64
	case small:
		return v.off, true
	}
	if w := t.Sort().Width(); v.kind == top && w < 63 {
		return 1<<w - 1, true
	}
	return 0, false
}

// upTo is a number of at most n, among those of a sort.
func upTo(n int64, s *logic.Sort) value {
	if n < 0 || s.Width() < 63 && n >= 1<<s.Width()-1 {
		return value{}
	}
	return value{kind: small, off: n}
}

// covers reports whether v describes all numbers that w does.
func covers(v, w value) bool {
	switch {
	case v.kind != small:
	case w.kind == small:
		return w.off <= v.off
	case w.kind == konst && w.c.Sort().IsBV():
		u, ok := w.c.BVUint64()
		return ok && u <= uint64(v.off)
	}
	return false
}

// beyond reports whether y is a constant that x does not reach.
func (e *evaluation) beyond(x, y value) bool {
	if x.kind != small || y.kind != konst || !y.c.Sort().IsBV() {
		return false
	}
	return !covers(x, y)
}

// either is a value for two.
func (e *evaluation) either(x, y value) value {
	switch {
	case covers(x, y):
		return x
	case covers(y, x):
		return y
	case e.Valid && e.whole(x) && e.whole(y) && x.obj == y.obj && x.end == y.end:
		x.off = anywhere
		return x
	}
	return value{}
}

// approximate is what is known of an operation on bit-vectors with arguments that are not all constant; false: nothing.
func (e *evaluation) approximate(t *logic.Term, args []value) (value, bool) {
	if len(args) == 0 || !t.Arg(0).Sort().IsBV() {
		return value{}, false
	}
	if v, ok := e.moved(t, args); ok {
		return v, true
	}
	s := t.Sort()
	sizes, all := make([]int64, len(args)), true
	for i, u := range t.Args() {
		n, ok := e.most(u, args[i])
		sizes[i], all = n, all && ok
	}
	switch t.Op() {
	case logic.OpSLt, logic.OpSLe, logic.OpULt, logic.OpULe:
		return e.compared(t, args)
	case logic.OpBVAnd:
		least := int64(math.MaxInt64)
		for i, u := range t.Args() {
			if n, ok := e.most(u, args[i]); ok {
				least = min(least, n)
			}
		}
		if least == math.MaxInt64 {
			return value{}, false
		}
		return upTo(least, s), true
	case logic.OpBVURem:
		if n, ok := args[1].number(); ok && n > 0 {
			return upTo(n-1, s), true
		}
	}
	if !all || !s.IsBV() {
		return value{}, false
	}
	limit := int64(math.MaxInt64)
	if s.Width() < 63 {
		limit = 1<<s.Width() - 1
	}
	n := sizes[0]
	switch t.Op() {
	case logic.OpZeroExt:
	case logic.OpSignExt:
		if w := t.Arg(0).Sort().Width(); w > 63 || n >= 1<<(w-1) {
			return value{}, false
		}
	case logic.OpBVAdd, logic.OpBVAddNSW:
		for _, m := range sizes[1:] {
			if m > limit-n {
				return value{}, false
			}
			n += m
		}
	case logic.OpBVMul, logic.OpBVMulNSW:
		for _, m := range sizes[1:] {
			if m != 0 && n > limit/m {
				return value{}, false
			}
			n *= m
		}
	case logic.OpBVUDiv:
		d, ok := args[1].number()
		if !ok || d <= 0 {
			return value{}, false
		}
		n /= d
	case logic.OpBVLShr:
		d, ok := args[1].number()
		if !ok || d < 0 || d > 62 {
			return value{}, false
		}
		n >>= d
	case logic.OpBVURem:
	default:
		return value{}, false
	}
	return upTo(n, s), true
}

// moved is the address that is some distance from another one. The distance is not all known.
func (e *evaluation) moved(t *logic.Term, args []value) (value, bool) {
	sum := t.Op() == logic.OpBVAdd
	if !sum && t.Op() != logic.OpBVSub {
		return value{}, false
	}
	from := -1
	for i, v := range args {
		switch v.kind {
		case addr:
			if from >= 0 || !e.whole(v) || i > 0 && !sum {
				return value{}, false
			}
			from = i
		case fresh:
			return value{}, false
		}
	}
	if from < 0 {
		return value{}, false
	}
	v := args[from]
	for i, w := range args {
		switch n, ok := w.number(); {
		case i == from:
		case !ok:
			v.off = anywhere
		case sum:
			v = e.bounded(e.shift(v, n))
		default:
			v = e.bounded(e.shift(v, -n))
		}
		if v.kind != addr {
			return value{}, true
		}
	}
	return v, true
}

// compared is the comparison of a number with another one.
func (e *evaluation) compared(t *logic.Term, args []value) (value, bool) {
	x, okX := e.most(t.Arg(0), args[0])
	y, okY := e.most(t.Arg(1), args[1])
	w := t.Arg(0).Sort().Width()
	if args[0].kind == addr || args[1].kind == addr || w > 64 {
		return value{}, false
	}
	signed := t.Op() == logic.OpSLt || t.Op() == logic.OpSLe
	natural := func(n int64, ok bool) bool { return ok && (w == 64 || n < 1<<(w-1)) }
	if signed { // both have to be natural numbers, but for constants
		if c, ok := args[1].number(); ok && c < 0 && natural(x, okX) {
			return e.truth(no), true
		}
		if c, ok := args[0].number(); ok && c < 0 && natural(y, okY) {
			return e.truth(yes), true
		}
		if !natural(x, okX) || !natural(y, okY) {
			return value{}, false
		}
	}
	strict := t.Op() == logic.OpSLt || t.Op() == logic.OpULt
	if args[1].kind == konst && okY {
		switch {
		case okX && (x < y || x == y && !strict):
			return e.truth(yes), true
		case y == 0 && strict: // x is natural
			return e.truth(no), true
		}
	}
	if args[0].kind == konst && okX {
		switch {
		case okY && (y < x || y == x && strict):
			return e.truth(no), true
		case x == 0 && !strict:
			return e.truth(yes), true
		}
	}
	return value{}, false
}

// limit notes a bound that a comparison with a constant says of a variable.
func (x *evaluation) limit(t *logic.Term, holds bool) {
	a, b := t.Arg(0), t.Arg(1)
	strict := t.Op() == logic.OpSLt || t.Op() == logic.OpULt
	signed := t.Op() == logic.OpSLt || t.Op() == logic.OpSLe
	if !holds { // b < a, or b <= a
		a, b, strict = b, a, !strict
	}
	w := a.Sort().Width()
	if i, ok := x.index[b]; ok && signed && w <= 64 { // from a constant on
		if n, ok := x.eval(a).number(); ok && n >= 0 {
			x.lower(i, b, 1<<(w-1)-1)
		}
	}
	i, ok := x.index[a]
	if !ok {
		return
	}
	n, ok := x.eval(b).number()
	if !ok || n < 0 {
		return
	}
	if m, known := x.most(a, x.g.vars[i]); signed && (!known || w < 64 && m >= 1<<(w-1)) {
		return
	}
	if strict {
		n--
	}
	x.lower(i, a, n)
}

// lower gives a variable an upper bound.
func (x *evaluation) lower(i int, t *logic.Term, n int64) {
	if v := x.g.vars[i]; n >= 0 && (v.kind == top || v.kind == small && v.off > n) {
		x.g.vars[i] = upTo(n, t.Sort())
	}
}

// blur forgets the cells of a region: something is written to one of them.
func (o *object) blur(region int) {
	for i := range o.fields {
		if o.fields[i].region == region {
			o.fields[i].v = value{}
		}
	}
	o.forget()
}
