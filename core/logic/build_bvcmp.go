package logic

// cmpExtreme decides comparisons with the least and greatest values, and turns
// "not above 0" into an equation; nil when there is nothing to do.
func (f *Factory) cmpExtreme(op Op, a, b *Term) *Term {
	w := a.sort.Width()
	least, greatest := f.BV(0, w), f.BVInt(-1, w)
	if op == OpSLe || op == OpSLt {
		least = f.BVBig(pow2(w-1), w)
		greatest = f.BVNot(least)
	}
	switch {
	case op == OpULe || op == OpSLe:
		switch {
		case a == least || b == greatest:
			return f.tTrue
		case b == least || a == greatest:
			return f.Eq(a, b)
		}
	case b == least || a == greatest:
		return f.tFalse
	case a == least || b == greatest:
		return f.Ne(a, b)
	}
	return nil
}

// cmpExt compares extended values in their narrow width; nil when it cannot.
// Both extensions preserve the unsigned order; sign extension preserves the
// signed one; zero extension makes the signed order the unsigned one.
func (f *Factory) cmpExt(op Op, a, b *Term) *Term {
	narrow := func(ext Op) Op {
		switch {
		case ext == OpZeroExt && op == OpSLe:
			return OpULe
		case ext == OpZeroExt && op == OpSLt:
			return OpULt
		}
		return op
	}
	isExt := func(t *Term) bool { return t.op == OpZeroExt || t.op == OpSignExt }
	switch {
	case isExt(a) && a.op == b.op:
		n := min(a.ExtBits(), b.ExtBits())
		return f.bvCmp(narrow(a.op), f.ext(a.op, a.args[0], a.ExtBits()-n), f.ext(b.op, b.args[0], b.ExtBits()-n))
	case isExt(a) && b.op == OpConst:
		if c := f.Extract(a.args[0].sort.p-1, 0, b); f.ext(a.op, c, a.ExtBits()) == b {
			return f.bvCmp(narrow(a.op), a.args[0], c)
		}
		return f.cmpOutside(op, a, b, true)
	case isExt(b) && a.op == OpConst:
		if c := f.Extract(b.args[0].sort.p-1, 0, a); f.ext(b.op, c, b.ExtBits()) == a {
			return f.bvCmp(narrow(b.op), c, b.args[0])
		}
		return f.cmpOutside(op, b, a, false)
	}
	return nil
}

// cmpOutside compares the extended value x with a constant c that no extended
// value equals: x op c if left, else c op x.
func (f *Factory) cmpOutside(op Op, x, c *Term, left bool) *Term {
	unsigned := op == OpULe || op == OpULt
	positive := c.BVSigned().Sign() >= 0
	switch {
	case x.op == OpSignExt && unsigned: // c lies between the extended non-negative and negative values
		below := f.SLe(f.BV(0, x.args[0].sort.p), x.args[0])
		if left {
			return below
		}
		return f.Not(below)
	case unsigned:
		positive = true // zero-extended values are below
	}
	return f.BoolConst(positive == left)
}

// bvEq simplifies an equality of bit-vectors; nil when there is nothing to do.
// A constant is on the right.
func (f *Factory) bvEq(a, b *Term) *Term {
	if b.op == OpConst {
		return f.bvEqConst(a, b)
	}
	switch {
	case a.op == b.op && (a.op == OpZeroExt || a.op == OpSignExt):
		n := min(a.ExtBits(), b.ExtBits())
		return f.Eq(f.ext(a.op, a.args[0], a.ExtBits()-n), f.ext(b.op, b.args[0], b.ExtBits()-n))
	case a.op == OpConcat && b.op == OpConcat && a.args[0].sort == b.args[0].sort:
		return f.And(f.Eq(a.args[0], b.args[0]), f.Eq(a.args[1], b.args[1]))
	}
	x, c := offset(a)
	y, d := offset(b)
	if x == y && c != d {
		return f.tFalse
	}
	return nil
}

func (f *Factory) bvEqConst(a, b *Term) *Term {
	zero := b.BVBig().Sign() == 0
	switch a.op {
	case OpZeroExt, OpSignExt: // compare in the narrow width
		x := a.args[0]
		lo := f.Extract(x.sort.Width()-1, 0, b)
		if f.ext(a.op, lo, a.ExtBits()) != b {
			return f.tFalse
		}
		return f.Eq(x, lo)
	case OpBVAdd:
		if a.args[1].op == OpConst {
			return f.Eq(a.args[0], f.BVOp(OpBVSub, b, a.args[1]))
		}
	case OpBVXor:
		if a.args[1].op == OpConst {
			return f.Eq(a.args[0], f.BVOp(OpBVXor, b, a.args[1]))
		}
		if zero {
			return f.Eq(a.args[0], a.args[1])
		}
	case OpBVSub, OpBVSubNSW:
		if zero {
			return f.Eq(a.args[0], a.args[1])
		}
	case OpBVOr:
		if zero {
			return f.And(f.Eq(a.args[0], b), f.Eq(a.args[1], b))
		}
	case OpBVNot:
		return f.Eq(a.args[0], f.BVNot(b))
	case OpBVNeg, OpBVNegNSW:
		return f.Eq(a.args[0], f.BVNeg(b))
	case OpConcat:
		w := a.args[1].sort.p
		return f.And(f.Eq(a.args[0], f.Extract(a.sort.p-1, w, b)), f.Eq(a.args[1], f.Extract(w-1, 0, b)))
	}
	return nil
}
