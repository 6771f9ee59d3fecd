package c

import (
	"cmp"
	"slices"

	"cupel/core/logic"
	"cupel/core/program"
)

// span is a part of an object: the bits or bytes from..to-1.
type span struct{ from, to int64 }

// filled calls visit for the value bits of an object of type t at a bit; with deep, members that are no scalars are entered, otherwise they count as one part.
// The value bits of a union are those of any member.
func (t *ctype) filled(at int64, deep bool, visit func(span)) {
	switch {
	case t.isScalar():
		visit(span{at, at + 8*storedBytes(t)})
	case t.kind == tArray:
		for i := range t.n {
			t.elem.filled(at+8*i*t.elem.size, deep, visit)
		}
	case t.kind == tRecord:
		for _, f := range t.fields {
			off := at + 8*f.off
			switch {
			case f.bits < 0 || f.flex:
			case f.bits > 0:
				visit(span{off + int64(f.bit), off + int64(f.bit) + int64(f.bits)})
			case deep || f.typ.isScalar():
				f.typ.filled(off, deep, visit)
			default:
				visit(span{off, off + 8*f.typ.size})
			}
		}
	}
}

// padding returns the padding of a record or array: bytes or bits that hold no value, see filled.
func (t *ctype) padding(deep bool) (out []span) {
	var all []span
	t.filled(0, deep, func(s span) { all = append(all, s) })
	slices.SortFunc(all, func(a, b span) int { return cmp.Compare(a.from, b.from) })
	end := int64(0)
	for _, s := range append(all, span{8 * t.size, 8 * t.size}) {
		if end < s.from {
			gap := span{end / 8, (s.from + 7) / 8}
			if n := len(out); n > 0 && out[n-1].to >= gap.from {
				out[n-1].to = gap.to
			} else {
				out = append(out, gap)
			}
		}
		end = max(end, s.to)
	}
	return out
}

// padded reports whether there is padding in objects of type t.
func (t *ctype) padded() bool {
	switch t.kind {
	case tArray:
		return t.n > 0 && t.elem.padded()
	case tRecord:
		return len(t.padding(false)) > 0 || slices.ContainsFunc(t.fields, func(f *field) bool { return f.bits == 0 && !f.flex && f.typ.padded() })
	}
	return t.isScalar() && storedBytes(t) < t.size
}

// unspecify havocs the padding of the record or array at p, in memory of byte cells: padding is unspecified when a record is initialised, or copied from a
// source without bytes for its padding (C11 6.2.6.1 p6); that of static objects is initially zero (6.7.9 p10). Other memory has cells in the padding only
// where a flexible array begins there. The value bits of the padding's bytes are stored
// afterwards. Without deep the padding inside members is unchanged.
func (b *builder) unspecify(p place, deep bool) {
	if b == b.entry || p.node != nil || !p.t.padded() {
		return
	}
	if !b.alias.ByteLevel(p.class) {
		if part := p.t.tailIn(); part.n > 0 {
			defer b.setUnknown(program.Padding, p.t.String(), b.pos)()
			b.scramble(p.class, b.addr(p.addr, part.off), part.place(b, p).t, false)
		}
		return
	}
	p = b.pin(p)
	defer b.setUnknown(program.Padding, p.t.String(), b.pos)()
	small := deep && p.t.size <= maxCells
	if p.t.kind == tArray && !small {
		if deep {
			b.eachElement(p.t, func(i *logic.Term) { b.unspecify(b.index(p, i), true) })
		}
		return
	}
	for _, s := range p.t.padding(small) {
		if s.to-s.from > maxHavocCells {
			b.blockOperation(blockOp{kind: blockHavoc, class: p.class, addr: b.addr(p.addr, s.from), size: b.f.BVInt(s.to-s.from, b.tt.ptrW), align: 1})
			continue
		}
		for i := s.from; i < s.to; i++ {
			v := b.scratchVar(logic.BVSort(8))
			b.havoc(v)
			b.storeBytes(p.class, b.addr(p.addr, i), v.Sym)
		}
	}
	if deep && !small {
		for _, f := range p.t.fields {
			if f.bits == 0 && !f.flex {
				b.unspecify(b.field(p, f), true)
			}
		}
	}
}

// eachElement does something for all elements of an array of type t, in a loop.
func (b *builder) eachElement(t *ctype, do func(i *logic.Term)) {
	i := b.temp(logic.BVSort(b.tt.ptrW), false)
	b.assign(i, b.f.BV(0, b.tt.ptrW))
	b.flush()
	head, in, out := b.newLoc(), b.newLoc(), b.newLoc()
	b.goTo(head)
	b.split(b.f.ULt(i.Sym, b.f.BVInt(t.n, b.tt.ptrW)), branchTo{loc: in}, branchTo{loc: out})
	b.cur = in
	do(i.Sym)
	b.assign(i, b.f.BVOp(logic.OpBVAdd, i.Sym, b.f.BV(1, b.tt.ptrW)))
	b.goTo(head)
	b.cur = out
}
