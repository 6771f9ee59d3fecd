package c

import (
	"fmt"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/frontend/c/alias"
)

// regionKey names a memory region: a points-to class and a kind of cell.
type regionKey struct {
	class alias.ClassID
	cell  *logic.Sort
}

// region returns the variable that maps byte addresses to cells of the kind.
func (b *builder) region(class alias.ClassID, cell *logic.Sort, signed bool) *program.Var {
	k := regionKey{class, cell}
	if v := b.regions[k]; v != nil {
		return v
	}
	kind := fmt.Sprintf("i%d", cell.Width())
	if cell.IsFloat() {
		kind = fmt.Sprintf("f%d", cell.Width())
	}
	name := fmt.Sprintf("mem%d.%s", class, kind)
	if class == private {
		name = "mem#result." + kind
	}
	v := b.newVar(name, logic.ArraySort(logic.BVSort(b.tt.ptrW), cell))
	v.Signed = signed && cell.IsBV() && !b.alias.ByteLevel(class)
	b.regions[k] = v
	b.mod.Globals = append(b.mod.Globals, v)
	return v
}

func (b *builder) addr(base *logic.Term, off int64) *logic.Term {
	return b.f.BVOp(logic.OpBVAdd, base, b.f.BVInt(off, b.tt.ptrW))
}

// accessPlace records the access of n bytes from offset off of p.
func (b *builder) accessPlace(p place, off, n int64) {
	if p.node == nil && !p.inside {
		b.valid(p.class, b.addr(p.addr, off))
		b.access(b.addr(p.addr, off), b.f.BVInt(n, b.tt.ptrW), p.origin())
	}
}

// valid adds the assumption, visible to engines, that an accessed address of a class is not null, where a pointer from the environment may be.
func (b *builder) valid(class alias.ClassID, addr *logic.Term) {
	if b.alias.FromOutside(class) {
		b.check(b.f.ULe(b.f.BVInt(lowestObject, b.tt.ptrW), addr), program.NullPointer, "null pointer dereference")
	}
}

const readOnlyWrite = "write to a string literal or const object"

// writePlace records that n bytes of p are written.
func (b *builder) writePlace(p place, n int64) {
	if p.frozen && p.inside {
		b.check(b.f.False(), program.ReadOnlyWrite, readOnlyWrite)
	}
	if p.node == nil && !p.inside {
		b.writes(p.class, p.addr, b.f.BVInt(n, b.tt.ptrW), p.origin())
	}
}

// writes records that size bytes at addr, memory of the class, computed from the pointer from (nil: addr itself), are written:
// string literals and const objects must not be (C11 6.4.5p7, 6.7.3p6).
func (b *builder) writes(class alias.ClassID, addr, size, from *logic.Term) {
	if n, ok := size.BVUint64(); ok && n > 0 {
		b.valid(class, addr)
	}
	b.access(addr, size, from)
	if b.alias.ReadOnly(class) {
		zero := b.f.BV(0, b.tt.ptrW)
		b.check(b.f.Or(b.f.Eq(size, zero), b.f.ULe(b.readOnlyEnd(), addr)), program.ReadOnlyWrite, readOnlyWrite)
	}
}

// readOnlyEnd is the first address above all read-only objects.
func (l *lowerer) readOnlyEnd() *logic.Term {
	if l.rodata == nil {
		l.rodata = &program.Object{Name: "#rodata", Align: 1, Base: l.f.Var("#rodata", logic.BVSort(l.tt.ptrW))}
	}
	return l.rodata.Base
}

// disjoint returns the formula that two ranges of bytes are disjoint or equal.
func (b *builder) disjoint(p, q, size *logic.Term) *logic.Term {
	far := func(lo, hi *logic.Term) *logic.Term {
		return b.f.And(b.f.ULe(lo, hi), b.f.ULe(size, b.f.BVOp(logic.OpBVSub, hi, lo)))
	}
	return b.f.Or(b.f.Eq(p, q), b.f.Eq(size, b.f.BV(0, b.tt.ptrW)), far(p, q), far(q, p))
}

// storedBytes is the number of bytes a scalar occupies (long double: without padding).
func storedBytes(t *ctype) int64 {
	if t.kind == tFloat && t.sort.ExpBits() == 15 && t.sort.SigBits() == 64 {
		return 10
	}
	return t.size
}

// regionOf is the region of the cells of a class that hold scalars of type t.
func (b *builder) regionOf(class alias.ClassID, t *ctype) *program.Var {
	if t.base != nil {
		t = t.base
	}
	return b.region(class, t.sort, t.signed && t.kind == tInt)
}

// loadCell reads a scalar of type t at p.
func (b *builder) loadCell(p place, t *ctype) *logic.Term {
	if t.base != nil {
		return b.resize(b.loadCell(p, t.base), t.width, t.signed)
	}
	b.accessPlace(p, 0, storedBytes(t))
	if !b.alias.ByteLevel(p.class) {
		return b.f.Select(b.regionOf(p.class, t).Sym, p.addr)
	}
	bits := b.loadBytes(p.class, p.addr, storedBytes(t))
	if t.kind == tFloat {
		return b.floatFromBits(bits, t)
	}
	return bits
}

// loadBytes reads n bytes as one little-endian number.
func (b *builder) loadBytes(class alias.ClassID, addr *logic.Term, n int64) *logic.Term {
	r := b.region(class, logic.BVSort(8), false)
	x := b.f.Select(r.Sym, addr)
	for i := int64(1); i < n; i++ {
		x = b.f.Concat(b.f.Select(r.Sym, b.addr(addr, i)), x)
	}
	return x
}

// storeBytes writes the bytes of x, lowest first.
func (b *builder) storeBytes(class alias.ClassID, addr, x *logic.Term) {
	r := b.region(class, logic.BVSort(8), false)
	m := r.Sym
	for i := 0; i < x.Sort().Width()/8; i++ {
		m = b.f.Store(m, b.addr(addr, int64(i)), b.f.Extract(8*i+7, 8*i, x))
	}
	b.assign(r, m)
}

// floatFromBits reinterprets the stored bytes of a float. The x87 format has
// an explicit integer bit, which the IEEE interchange format lacks.
func (b *builder) floatFromBits(bits *logic.Term, t *ctype) *logic.Term {
	if bits.Sort().Width() == 80 {
		bits = b.f.Concat(b.f.Extract(79, 64, bits), b.f.Extract(62, 0, bits))
	}
	return b.f.FPConvert(logic.OpFPFromBits, t.sort, logic.RNE, bits)
}

// floatBits returns the stored bytes of the float x.
func (b *builder) floatBits(x *logic.Term, t *ctype) *logic.Term {
	bits := b.bitsOf(x)
	if storedBytes(t) == 10 {
		e := b.f.Extract(77, 63, bits)
		one := b.f.Ite(b.f.Eq(e, b.f.BV(0, 15)), b.f.BV(0, 1), b.f.BV(1, 1))
		bits = b.f.Concat(b.f.Extract(78, 63, bits), b.f.Concat(one, b.f.Extract(62, 0, bits)))
	}
	return bits
}

// storeCell writes the scalar x of type t at p.
func (b *builder) storeCell(p place, t *ctype, x *logic.Term) {
	if t.base != nil {
		b.storeCell(p, t.base, b.resize(x, t.base.width, t.signed))
		return
	}
	b.writePlace(p, storedBytes(t))
	if !b.alias.ByteLevel(p.class) {
		r := b.regionOf(p.class, t)
		b.assign(r, b.f.Store(r.Sym, p.addr, x))
		return
	}
	if t.kind == tFloat {
		x = b.floatBits(x, t)
	}
	b.storeBytes(p.class, p.addr, x)
}

// loadBits reads a bit-field. Bit-fields live in byte cells in every class.
func (b *builder) loadBits(p place) *logic.Term {
	n := int64(p.bit+p.bits+7) / 8
	b.accessPlace(p, 0, n)
	x := b.loadBytes(p.class, p.addr, n)
	return b.widen(b.f.Extract(p.bit+p.bits-1, p.bit, x), p.t, p.bits)
}

// storeBits writes a bit-field and keeps its neighbours.
func (b *builder) storeBits(p place, x *logic.Term) {
	n := int64(p.bit+p.bits+7) / 8
	b.writePlace(p, n)
	old := b.loadBytes(p.class, p.addr, n)
	nw := b.f.Extract(p.bits-1, 0, x)
	if p.bit > 0 {
		nw = b.f.Concat(nw, b.f.Extract(p.bit-1, 0, old))
	}
	if top := int(n) * 8; p.bit+p.bits < top {
		nw = b.f.Concat(b.f.Extract(top-1, p.bit+p.bits, old), nw)
	}
	b.storeBytes(p.class, p.addr, nw)
}

// cells lists the scalar places of p in layout order. ok is false when there
// are too many, or the type has no scalar decomposition.
func (b *builder) cells(p place) (cs []place, ok bool) {
	ok = b.eachCell(p, func(q place) bool {
		cs = append(cs, q)
		return len(cs) <= maxCells
	})
	return cs, ok
}

func (b *builder) eachCell(p place, visit func(place) bool) bool {
	switch p.t.kind {
	case tInt, tFloat, tPtr:
		return visit(p)
	case tArray:
		if p.t.n < 0 {
			return false
		}
		if p.t.n > maxCells {
			return false
		}
		for i := int64(0); i < p.t.n; i++ {
			if !b.eachCell(b.index(p, b.f.BVInt(i, b.tt.ptrW)), visit) {
				return false
			}
		}
		return true
	case tRecord:
		if p.t.size < 0 {
			return false
		}
		for _, f := range p.t.fields {
			if f.bits < 0 || f.flex || f.bits == 0 && f.typ.size == 0 {
				continue
			}
			if !b.eachCell(b.field(p, f), visit) {
				return false
			}
		}
		part := p.t.tailIn()
		return p.node != nil || !part.odd && (part.n == 0 || b.eachCell(part.place(b, p), visit))
	}
	return false
}

// copyAggregate assigns the record or array at src to dst. They have the same
// layout and are the same object or disjoint.
func (b *builder) copyAggregate(dst, src place, pos program.Pos) {
	if src.any {
		b.uninitialized(dst, false)
		return
	}
	if !dst.union {
		b.readsView(src)
	}
	dst, src = b.pin(dst), b.pin(src)
	if dst.node != nil && src.node != nil && dst.idx == nil && src.idx == nil {
		dl, sl := dst.node.leaves(), src.node.leaves()
		for i := range dl {
			b.assign(dl[i].v, sl[i].v.Sym)
		}
		return
	}
	byteDst := dst.node == nil && b.alias.ByteLevel(dst.class)
	byteSrc := src.node == nil && b.alias.ByteLevel(src.class)
	if byteDst && byteSrc && dst.t.size >= 0 && dst.t.size <= maxCells {
		b.accessPlace(src, 0, dst.t.size)
		b.writePlace(dst, dst.t.size)
		from := b.region(src.class, logic.BVSort(8), false).Sym
		r := b.region(dst.class, logic.BVSort(8), false)
		m := r.Sym
		for i := int64(0); i < dst.t.size; i++ {
			m = b.f.Store(m, b.addr(dst.addr, i), b.f.Select(from, b.addr(src.addr, i)))
		}
		b.assign(r, m)
		return
	}
	if dst.t.size == 0 {
		return
	}
	// The members of a union in memory without byte cells share their cells.
	if byteDst && dst.t.hasUnion() && src.node != nil {
		b.cut("assignment of a union to memory of another model", pos)
		return
	}
	if dst.node == nil && src.node == nil && dst.t.size > maxCells && byteDst == byteSrc {
		size := b.f.BVInt(dst.t.size, b.tt.ptrW)
		b.accessPlace(src, 0, dst.t.size)
		b.writePlace(dst, dst.t.size)
		b.blockOperation(blockOp{kind: blockCopy, class: dst.class, from: src.class, addr: dst.addr, fromAddr: src.addr, size: size, align: dst.t.align})
		return
	}
	dc, ok1 := b.cells(dst)
	sc, ok2 := b.cells(src)
	if (!ok1 || !ok2) && b.guard == nil && dst.t == src.t && dst.t.size > maxCells {
		b.accessPlace(src, 0, src.t.size)
		b.writePlace(dst, dst.t.size)
		dst.inside, src.inside = true, true
		b.copyParts(dst, src, pos)
		return
	}
	if !ok1 || !ok2 || len(dc) != len(sc) {
		b.cut(fmt.Sprintf("assignment of a large aggregate (%s)", dst.t), pos)
		return
	}
	// All reads come first: source and destination may be in the same regions.
	b.accessPlace(src, 0, src.t.size)
	b.writePlace(dst, dst.t.size)
	vals := make([]*logic.Term, len(sc))
	for i, c := range sc {
		c.inside = true
		vals[i] = b.load(c)
	}
	if byteDst && !byteSrc {
		b.unspecify(dst, true)
	}
	pending := map[*program.Var]*logic.Term{}
	var order []*program.Var
	for i, c := range dc {
		c.inside = true
		if v, ok := b.cellVar(c); ok {
			if pending[v] == nil {
				pending[v] = v.Sym
				order = append(order, v)
			}
			pending[v] = b.storeInto(pending[v], c, vals[i])
			continue
		}
		b.store(c, vals[i])
	}
	for _, v := range order {
		b.assign(v, pending[v])
	}
}

// copyParts copies a large record member by member and a large array in a loop.
func (b *builder) copyParts(dst, src place, pos program.Pos) {
	part := func(d, s place) {
		d.inside, s.inside = true, true
		if d.t.isScalar() {
			b.store(d, b.load(s))
		} else {
			b.copyAggregate(d, s, pos)
		}
	}
	switch t := dst.t; {
	case t.kind == tRecord && !t.union:
		if src.node != nil || !b.alias.ByteLevel(src.class) {
			b.unspecify(dst, false)
		}
		for _, f := range t.fields {
			if f.bits >= 0 && !f.flex && (f.bits > 0 || f.typ.size != 0) {
				part(b.field(dst, f), b.field(src, f))
			}
		}
	case t.kind == tArray && t.n >= 0:
		b.eachElement(t, func(i *logic.Term) { part(b.index(dst, i), b.index(src, i)) })
	default:
		b.cut(fmt.Sprintf("assignment of a large aggregate (%s)", t), pos)
	}
}

// cellVar returns the array variable that holds the plain cell c, when a
// store to it is one Store term.
func (b *builder) cellVar(c place) (*program.Var, bool) {
	if c.bits > 0 {
		return nil, false
	}
	if c.node != nil {
		return c.node.v, c.idx != nil
	}
	if b.alias.ByteLevel(c.class) {
		return nil, false
	}
	return b.regionOf(c.class, c.t), true
}

func (b *builder) storeInto(m *logic.Term, c place, x *logic.Term) *logic.Term {
	if c.node != nil {
		return b.f.Store(m, c.idx, x)
	}
	if c.t.base != nil {
		x = b.resize(x, c.t.base.width, c.t.signed)
	}
	return b.f.Store(m, c.addr, x)
}
