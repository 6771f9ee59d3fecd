package shape

import (
	"fmt"
	"math"

	"cupel/core/logic"
)

// id is the number of an object in a graph; 0: none.
type id int

// kind is the kind of a value.
type kind uint8

const (
	top   kind = iota // any number, and a pointer to nothing
	konst             // a constant
	fresh             // computed from the address of the next block
	addr              // an address, or some bytes of it
	small             // with Valid: an unsigned number of at most off
)

// end says which block of a segment an address is in.
type end uint8

const (
	first end = iota // also of objects that are no segments
	last
	self // in the cells of a segment's nodes, and of what they own: the node that they belong to
)

// A value is what is known of a number.
type value struct {
	kind  kind
	c     *logic.Term // konst
	obj   id          // addr
	off   int64       // anywhere: not known
	end   end
	lo, n int8 // the bytes of the address
}

// anywhere is the offset of an address in or near its object, with Valid. It leads to no block by itself.
const anywhere = math.MinInt64

// vague reports whether v is an address with an offset that is not known.
func (v value) vague() bool { return v.kind == addr && v.off == anywhere }

// shift adds to an address or a null pointer.
func (a *analysis) shift(v value, by int64) value {
	switch {
	case by == 0 || v.vague():
	case v.kind == addr && a.whole(v):
		v.off += by
	case v.kind == konst:
		v.c = a.f.BVOp(logic.OpBVAdd, v.c, a.f.BVInt(by, v.c.Sort().Width()))
	default:
		return value{}
	}
	return v
}

func constant(t *logic.Term) value { return value{kind: konst, c: t} }

// pointer is the address of an object.
func (a *analysis) pointer(o id, off int64, e end) value {
	return value{kind: addr, obj: o, off: off, end: e, n: int8(a.width / 8)}
}

// whole reports whether v is an address, not a part of one.
func (a *analysis) whole(v value) bool {
	return v.kind == addr && v.lo == 0 && int(v.n) == a.width/8
}

// null reports whether v is zero, of any width.
func (v value) null() bool {
	if v.kind != konst || !v.c.Sort().IsBV() {
		return false
	}
	u, ok := v.c.BVUint64()
	return ok && u == 0
}

// number is a constant as a signed number.
func (v value) number() (int64, bool) {
	if v.kind != konst || !v.c.Sort().IsBV() {
		return 0, false
	}
	n := v.c.BVSigned()
	return n.Int64(), n.IsInt64()
}

func (v value) String() string {
	switch v.kind {
	case konst:
		return v.c.String()
	case fresh:
		return "fresh"
	case small:
		return fmt.Sprintf("..%d", v.off)
	case addr:
		if v.vague() {
			return fmt.Sprintf("&%d+?", v.obj)
		}
		return fmt.Sprintf("&%d+%d%s", v.obj, v.off, [...]string{"", "(last)", "(self)"}[v.end])
	}
	return "?"
}
