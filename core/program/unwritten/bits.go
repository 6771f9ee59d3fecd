package unwritten

import "cupel/core/logic"

// Bytes have a flag for each bit, since bit-fields share bytes: a store of one keeps the other bits of its byte. All other values have one flag, which is any number but zero.

// isByte reports whether values of a sort have a flag for each bit.
func isByte(s *logic.Sort) bool { return s.IsBV() && s.Width() == flagWidth }

// value is the flags of a term that is no array.
func (x *flags) value(t *logic.Term) *logic.Term {
	if !isByte(t.Sort()) {
		return x.flag(x.holds(t))
	}
	if m := x.bits(t); m != nil {
		return m
	}
	return x.f.Ite(x.holds(t), x.all(t.Sort(), true), x.all(t.Sort(), false))
}

// bits is the flags of the single bits of a term that is put together from bits of bytes; nil: it is not.
func (x *flags) bits(t *logic.Term) *logic.Term {
	f := x.f
	switch t.Op() {
	case logic.OpVar:
		if w := x.beside[x.vars[t]]; w != nil && isByte(t.Sort()) {
			return w.Sym
		}
	case logic.OpSelect:
		if isByte(t.Sort()) && x.holds(t.Arg(1)).IsFalse() && x.choices(t.Arg(0)).IsFalse() {
			return f.Select(x.cells(t.Arg(0)), t.Arg(1))
		}
	case logic.OpExtract:
		if m := x.bits(t.Arg(0)); m != nil {
			return f.Extract(t.Hi(), t.Lo(), m)
		}
	case logic.OpZeroExt:
		if m := x.bits(t.Arg(0)); m != nil {
			return f.ZeroExt(t.Sort().Width()-m.Sort().Width(), m)
		}
	case logic.OpConcat:
		var out *logic.Term
		for _, a := range t.Args() {
			m := x.bits(a)
			switch {
			case m != nil:
			case x.holds(a).IsFalse():
				m = f.BV(0, a.Sort().Width())
			default:
				n := a.Sort().Width()
				m = f.Ite(x.holds(a), f.BVInt(-1, n), f.BV(0, n))
			}
			if out == nil {
				out = m
			} else {
				out = f.Concat(out, m)
			}
		}
		return out
	}
	return nil
}
