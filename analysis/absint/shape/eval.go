package shape

import (
	"cupel/core/logic"
)

// An evaluation computes values of terms in a graph.
type evaluation struct {
	*analysis
	g    *graph
	need *need // that ends the evaluation; nil: none
	memo map[*logic.Term]value
}

func (a *analysis) evaluation(g *graph) *evaluation {
	return &evaluation{analysis: a, g: g, memo: map[*logic.Term]value{}}
}

// eval is the value of a term. It means nothing if there is a need.
func (e *evaluation) eval(t *logic.Term) value {
	if e.need != nil {
		return value{}
	}
	if t.IsConst() {
		return constant(t)
	}
	if v, ok := e.memo[t]; ok {
		return v
	}
	v := e.compute(t)
	if e.need == nil {
		e.memo[t] = v
	}
	return v
}

func (e *evaluation) compute(t *logic.Term) value {
	switch t.Op() {
	case logic.OpVar:
		if i, ok := e.index[t]; ok {
			return e.g.vars[i]
		}
		if o := e.named[t]; o != nil {
			if x := e.g.of(o); x != nil {
				return e.pointer(x.id, 0, first)
			}
		}
		return value{}
	case logic.OpNot:
		return e.truth(e.known(t.Arg(0)).not())
	case logic.OpAnd, logic.OpOr:
		return e.truth(e.connective(t))
	case logic.OpIte:
		switch e.known(t.Arg(0)) {
		case yes:
			return e.eval(t.Arg(1))
		case no:
			return e.eval(t.Arg(2))
		}
		if t.Sort().IsArray() {
			return value{}
		}
		x, y := e.eval(t.Arg(1)), e.eval(t.Arg(2))
		if x == y {
			return x
		}
		return e.either(x, y)
	case logic.OpEq:
		if t.Arg(0).Sort().IsArray() {
			return value{}
		}
		x := e.eval(t.Arg(0))
		return e.truth(e.equal(x, e.eval(t.Arg(1))))
	case logic.OpSelect:
		return e.selected(t.Arg(0), t.Arg(1))
	case logic.OpStore, logic.OpConstArray, logic.OpForall, logic.OpExists, logic.OpApp:
		return value{}
	case logic.OpConcat:
		x := e.eval(t.Arg(0))
		return e.concat(x, e.eval(t.Arg(1)))
	case logic.OpExtract:
		return e.extract(e.eval(t.Arg(0)), t.Hi(), t.Lo())
	}
	args := make([]value, t.NumArgs())
	all, heap := true, false
	for i, u := range t.Args() {
		args[i] = e.eval(u)
		all = all && args[i].kind == konst
		heap = heap || args[i].kind == fresh
	}
	if e.need != nil {
		return value{}
	}
	if all {
		terms := make([]*logic.Term, len(args))
		for i, v := range args {
			terms[i] = v.c
		}
		if c := e.f.With(t, terms); c.IsConst() {
			return constant(c)
		}
		return value{}
	}
	if e.Valid {
		if v, ok := e.approximate(t, args); ok {
			return v
		}
	}
	if len(args) != 2 {
		return value{}
	}
	x, y := args[0], args[1]
	switch t.Op() {
	case logic.OpBVAdd:
		if y.kind == addr {
			x, y = y, x
		}
		if n, ok := y.number(); ok && e.whole(x) {
			return e.bounded(e.shift(x, n))
		}
	case logic.OpBVSub:
		if n, ok := y.number(); ok && e.whole(x) {
			return e.bounded(e.shift(x, -n))
		}
		if e.whole(x) && e.whole(y) && x.obj == y.obj && x.end == y.end && !x.vague() && !y.vague() {
			return constant(e.f.BVInt(x.off-y.off, e.width))
		}
	case logic.OpULe, logic.OpULt:
		if x.kind == addr || y.kind == addr {
			return e.truth(e.ordered(t.Op(), x, y))
		}
		return value{}
	}
	if heap && t.Sort().IsBV() && t.Sort().Width() == e.width {
		return value{kind: fresh}
	}
	return value{}
}

// bounded is an address with an offset that is far from wrapping around.
func (e *evaluation) bounded(v value) value {
	if limit := int64(1) << 30; !v.vague() && (v.off > limit || v.off < -limit) {
		return value{}
	}
	return v
}

// A tristate is what is known of a condition.
type tristate uint8

const (
	perhaps tristate = iota
	yes
	no
)

func (t tristate) not() tristate {
	switch t {
	case yes:
		return no
	case no:
		return yes
	}
	return perhaps
}

func whether(b bool) tristate {
	if b {
		return yes
	}
	return no
}

func (e *evaluation) truth(t tristate) value {
	if t == perhaps {
		return value{}
	}
	return constant(e.f.BoolConst(t == yes))
}

// known says what is known of a condition.
func (e *evaluation) known(t *logic.Term) tristate {
	v := e.eval(t)
	switch {
	case v.kind != konst:
		return perhaps
	case v.c.IsTrue():
		return yes
	}
	return no
}

// connective is a conjunction or a disjunction. In a conjunction, pointers may be compared byte by byte.
func (e *evaluation) connective(t *logic.Term) tristate {
	decides := whether(t.Op() == logic.OpOr)
	out := decides.not()
	var parts []comparison
	combine := func(k tristate) bool {
		if k == decides {
			out = k
		} else if k == perhaps {
			out = perhaps
		}
		return k == decides || e.need != nil
	}
	for _, u := range t.Args() {
		if t.Op() == logic.OpAnd && u.Op() == logic.OpEq {
			if c, ok := e.bytewise(u); ok {
				parts = append(parts, c)
				continue
			}
		}
		if combine(e.known(u)) {
			return out
		}
	}
	for _, c := range parts {
		all := uint64(0)
		for _, d := range parts {
			if d.x == c.x && d.y == c.y {
				all |= d.bytes
			}
		}
		k := perhaps
		if all == 1<<(e.width/8)-1 {
			k = e.equal(c.x, c.y)
		}
		if combine(k) {
			return out
		}
	}
	return out
}

// A comparison is one of some bytes of two pointers, or of a pointer and null.
type comparison struct {
	x, y  value // whole
	bytes uint64
}

// bytewise is the comparison that an equation makes, if it is one.
func (e *evaluation) bytewise(t *logic.Term) (c comparison, ok bool) {
	if !t.Arg(0).Sort().IsBV() {
		return c, false
	}
	x, y := e.eval(t.Arg(0)), e.eval(t.Arg(1))
	if y.kind == addr {
		x, y = y, x
	}
	if e.need != nil || x.kind != addr || e.whole(x) {
		return c, false
	}
	n := int8(e.width / 8)
	c.bytes = (1<<x.n - 1) << x.lo
	c.x, c.y = x, y
	c.x.lo, c.x.n = 0, n
	switch {
	case y.null():
		c.y = constant(e.f.BV(0, e.width))
	case y.kind == addr && y.lo == x.lo && y.n == x.n:
		if c.y.lo, c.y.n = 0, n; c.y.obj < c.x.obj {
			c.x, c.y = c.y, c.x
		}
	default:
		return c, false
	}
	return c, true
}

// exists asks for a segment to have a block.
func (e *evaluation) exists(v value) bool {
	if o := e.g.object(v.obj); o.least() == 0 {
		e.need = &need{obj: v.obj}
		return false
	}
	return true
}

// into reports whether an address is that of a byte of its object.
func (e *evaluation) into(v value) bool {
	o := e.g.object(v.obj)
	return v.off >= 0 && v.off < o.size
}

// inside reports whether an access at an offset is one of a known byte of an object.
func (e *evaluation) inside(o *object, off int64) bool {
	return off >= 0 && (off < o.size || e.Valid && o.size < 0)
}

// equal compares two values. Where addresses of different objects may be equal, nothing is known.
func (e *evaluation) equal(x, y value) tristate {
	switch {
	case e.need != nil:
	case x.kind == konst && y.kind == konst:
		return whether(x.c == y.c)
	case e.beyond(x, y) || e.beyond(y, x):
		return no
	case e.whole(x) && e.whole(y):
		if !e.exists(x) || !e.exists(y) {
			return perhaps
		}
		if x.obj == y.obj {
			if x.end != y.end {
				e.need = &need{obj: x.obj, peel: true}
				return perhaps
			}
			if x.vague() || y.vague() {
				return perhaps
			}
			return whether(x.off == y.off)
		}
		if e.into(x) && e.into(y) && !e.share(x, y) {
			return no
		}
	case e.whole(x) && y.null():
		return e.isNull(x)
	case e.whole(y) && x.null():
		return e.isNull(y)
	}
	return perhaps
}

// share reports whether two addresses are in string literals that may be one object.
func (e *evaluation) share(x, y value) bool {
	o, p := e.g.object(x.obj).named, e.g.object(y.obj).named
	return o != nil && p != nil && o.MayShare(p)
}

// isNull says whether an address is null: none of a byte of an object, or one past its end, is.
func (e *evaluation) isNull(x value) tristate {
	if !e.exists(x) {
		return perhaps
	}
	if o := e.g.object(x.obj); x.off == 0 || x.off > 0 && x.off <= o.size {
		return no
	}
	return perhaps
}

// ordered compares addresses within an object.
func (e *evaluation) ordered(op logic.Op, x, y value) tristate {
	if !e.whole(x) || !e.whole(y) || x.obj != y.obj || x.end != y.end {
		return perhaps
	}
	size := e.g.object(x.obj).size
	if x.off < 0 || y.off < 0 || x.off > size || y.off > size {
		return perhaps
	}
	if op == logic.OpULt {
		return whether(x.off < y.off)
	}
	return whether(x.off <= y.off)
}

// place is the object to which an address belongs that is a single one, with the region of an array; nil: there is none, or a need.
func (e *evaluation) place(v value) *object {
	if e.need != nil || !e.whole(v) {
		return nil
	}
	o := e.g.object(v.obj)
	if o.seg != nil {
		e.need = &need{obj: v.obj, end: v.end, peel: true}
		return nil
	}
	return o
}

// selected is the value of an element of an array.
func (e *evaluation) selected(array, index *logic.Term) value {
	switch array.Op() {
	case logic.OpVar:
		region, ok := e.regions[array]
		if !ok {
			return value{}
		}
		at := e.eval(index)
		if t := e.tables[array]; t != nil {
			if k, ok := at.number(); ok {
				return e.read(e.g.of(t), region, k)
			}
			return value{}
		}
		o := e.place(at)
		if o == nil || !e.inside(o, at.off) {
			return value{}
		}
		return e.read(o, region, at.off)
	case logic.OpIte:
		switch e.known(array.Arg(0)) {
		case yes:
			return e.selected(array.Arg(1), index)
		case no:
			return e.selected(array.Arg(2), index)
		}
		x, y := e.selected(array.Arg(1), index), e.selected(array.Arg(2), index)
		if x == y {
			return x
		}
	case logic.OpStore:
		x := e.eval(array.Arg(1))
		switch e.equal(x, e.eval(index)) {
		case yes:
			return e.eval(array.Arg(2))
		case no:
			return e.selected(array.Arg(0), index)
		}
	case logic.OpConstArray:
		return e.eval(array.Arg(0))
	}
	return value{}
}
