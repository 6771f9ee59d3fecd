package memory

import "cupel/core/logic"

// Pointers in memory of bytes. Beside an array of bytes there are, for each address, the pointer that was written there last and its metadata. They count only if the bytes
// that are read are those of that pointer, but for flags: whatever else was written over it needs no attention. Copying byte by byte copies what is beside them.

// bytes reports whether a sort is that of memory of bytes.
func (x *flow) bytes(s *logic.Sort) bool {
	return s.IsArray() && s.Elem().IsBV() && s.Elem().Width() == 8 && s.Index().IsBV() && s.Index().Width() == x.width
}

// highest reports whether a byte is the highest one of a number of a pointer's width.
func (x *flow) highest(b *logic.Term) bool {
	if b.Op() != logic.OpExtract || b.Arg(0).Sort().Width() != x.width {
		return false
	}
	return b.Hi() == x.width-1 && b.Lo() == x.width-8
}

// loaded is the array from which a pointer is read byte by byte, lowest first, and the address; nil: t is none.
func (x *flow) loaded(t *logic.Term) (array, addr *logic.Term) {
	if t.Sort().Width() != x.width {
		return nil, nil
	}
	n := x.width / 8
	for i := n - 1; i >= 0; i-- {
		b := t
		if i > 0 {
			if t.Op() != logic.OpConcat {
				return nil, nil
			}
			b, t = t.Arg(0), t.Arg(1)
		}
		if b.Op() != logic.OpSelect || !x.bytes(b.Arg(0).Sort()) || array != nil && array != b.Arg(0) {
			return nil, nil
		}
		first := x.f.BVOp(logic.OpBVSub, b.Arg(1), x.f.BVInt(int64(i), x.width))
		if addr != nil && addr != first {
			return nil, nil
		}
		array, addr = b.Arg(0), first
	}
	return array, addr
}

// ofBytes is the metadata of an array of bytes, or of a pointer that is read from one.
func (d *metadata) ofBytes(p part, t *logic.Term, k step, from []*logic.Term) *logic.Term {
	switch k {
	case copied: // t.Arg(2) is a byte of from[1]
		return d.f.Store(d.of(p, from[0]), t.Arg(1), d.f.Select(d.of(p, from[1]), t.Arg(2).Arg(1)))
	case written:
		first := d.f.BVOp(logic.OpBVSub, t.Arg(1), d.f.BVInt(int64(d.width/8-1), d.width))
		return d.f.Store(d.of(p, from[0]), first, d.of(p, from[1]))
	}
	array, addr := d.loaded(t)
	above := func(t *logic.Term) *logic.Term { return d.f.Extract(d.width-1, flagBits, t) } // flags are in the bytes alone
	same := d.f.Eq(above(d.f.Select(d.of(value, array), addr)), above(t))
	return d.f.Ite(same, d.f.Select(d.of(p, array), addr), d.zero())
}
