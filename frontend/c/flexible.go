package c

// A record may end with an array that goes on behind it: a flexible array member, an array of length 0, or one of length 1, as C was written before it had
// flexible ones. Where the record has padding at its end, the first elements lie in it, so that an assignment of the record, which gcc makes of all of its
// bytes, takes them along (C11 6.7.2.1p26 leaves that open).

// A tailPart is the elements of such an array that lie in a record behind its last member.
type tailPart struct {
	off  int64 // of the first of them
	elem *ctype
	n    int64
	odd  bool // and a part of an element
}

// lastArray is the array at the end of t that may go on, with its offset; nil: none.
func (t *ctype) lastArray() (a *ctype, off int64) {
	if t.kind != tRecord || t.union || len(t.fields) == 0 {
		return nil, 0
	}
	f := t.fields[len(t.fields)-1]
	switch {
	case f.bits != 0:
		return nil, 0
	case f.typ.kind == tArray && f.typ.n <= 1 && f.typ.elem.size > 0:
		return f.typ, f.off
	}
	a, off = f.typ.lastArray()
	return a, f.off + off
}

// tailIn is what lies in the padding at the end of a record; n is 0 if nothing does.
func (t *ctype) tailIn() tailPart {
	a, off := t.lastArray()
	if a == nil {
		return tailPart{}
	}
	f := t.fields[len(t.fields)-1]
	begin := f.off
	if f.typ.size > 0 && !f.flex {
		begin += f.typ.size
	}
	size := a.elem.size
	first := (max(begin-off, 0) + size - 1) / size
	rest := max(t.size-off-first*size, 0)
	return tailPart{off: off + first*size, elem: a.elem, n: rest / size, odd: rest%size != 0}
}

// place is the part of the record at p.
func (t tailPart) place(b *builder, p place) place {
	q := p
	q.t = &ctype{kind: tArray, name: "array", elem: t.elem, n: t.n, size: t.n * t.elem.size, align: t.elem.align}
	q.addr, q.bits, q.vla = b.addr(p.addr, t.off), 0, nil
	return q
}
