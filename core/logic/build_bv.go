package logic

import "math/big"

func mask(w int) uint64 {
	if w >= 64 {
		return ^uint64(0)
	}
	return 1<<uint(w) - 1
}

func signed(u uint64, w int) int64 {
	return int64(u<<uint(64-w)) >> uint(64-w)
}

// BVOp applies a binary bit-vector operator with operands and result of one
// width (arithmetic, logical, shift and division operators).
func (f *Factory) BVOp(op Op, a, b *Term) *Term {
	if a.sort != b.sort {
		panic("logic: BVOp: sorts " + a.sort.String() + " and " + b.sort.String())
	}
	w := a.sort.Width()
	if a.op == OpConst && b.op == OpConst {
		if w <= 64 {
			return f.BV(foldBV64(op, a.u, b.u, w), w)
		}
		return f.BVBig(foldBVBig(op, a.BVBig(), b.BVBig(), w), w)
	}
	if r := f.bvUnit(op, a, b, w); r != nil {
		return r
	}
	if r := f.liftIte(a, b, func(x, y *Term) *Term { return f.BVOp(op, x, y) }); r != nil {
		return r
	}
	if op == OpBVAdd || op == OpBVSub {
		if r := f.floatOffset(op, a, b); r != nil {
			return r
		}
	}
	if op == OpBVAnd {
		if r := f.maskedSum(a, b); r != nil {
			return r
		}
		if r := f.maskedSum(b, a); r != nil {
			return r
		}
	}
	switch op {
	case OpBVAdd, OpBVMul, OpBVAddNSW, OpBVMulNSW, OpBVAnd, OpBVOr, OpBVXor:
		if a.op == OpConst || (b.op != OpConst && a.id > b.id) { // constants go right
			a, b = b, a
		}
		// (x op c) op d = x op (c op d); for the NSW forms this would lose the
		// overflow of the intermediate result.
		if op != OpBVAddNSW && op != OpBVMulNSW && b.op == OpConst && a.op == op && a.args[1].op == OpConst {
			return f.BVOp(op, a.args[0], f.BVOp(op, a.args[1], b))
		}
	case OpBVSub:
		if b.op == OpConst {
			return f.BVOp(OpBVAdd, a, f.BVNeg(b))
		}
	}
	return f.app(op, a.sort, a, b)
}

// floatOffset moves a constant summand outwards, so that the sum of a base and
// offsets is (base + ...) + constant however it was written; and it cancels x in
// (x + y) - x. nil when there is nothing to do.
func (f *Factory) floatOffset(op Op, a, b *Term) *Term {
	x, c := offset(a)
	y, d := offset(b)
	switch {
	case x == nil || y == nil:
		return nil // a constant operand: the caller knows what to do
	case c != nil:
		return f.BVOp(OpBVAdd, f.BVOp(op, x, b), c)
	case d != nil:
		return f.BVOp(op, f.BVOp(op, a, y), d)
	case op == OpBVSub && a.op == OpBVAdd && a.args[0] == b:
		return a.args[1]
	case op == OpBVSub && a.op == OpBVAdd && a.args[1] == b:
		return a.args[0]
	}
	return nil
}

// bvUnit applies neutral and absorbing elements.
func (f *Factory) bvUnit(op Op, a, b *Term, w int) *Term {
	isC := func(t *Term, v uint64) bool {
		u, ok := t.BVUint64()
		return ok && u == v&mask(w)
	}
	switch op {
	case OpBVAdd, OpBVAddNSW:
		if isC(a, 0) {
			return b
		}
		if isC(b, 0) {
			return a
		}
	case OpBVSub, OpBVSubNSW:
		if isC(b, 0) {
			return a
		}
		if a == b {
			return f.BV(0, w)
		}
	case OpBVMul, OpBVMulNSW:
		switch {
		case isC(a, 0) || isC(b, 1):
			return a
		case isC(b, 0) || isC(a, 1):
			return b
		}
	case OpBVAnd:
		switch {
		case isC(a, 0) || a == b || w <= 64 && isC(b, mask(w)):
			return a
		case isC(b, 0) || w <= 64 && isC(a, mask(w)):
			return b
		}
	case OpBVOr:
		switch {
		case isC(b, 0) || a == b || w <= 64 && isC(a, mask(w)):
			return a
		case isC(a, 0) || w <= 64 && isC(b, mask(w)):
			return b
		}
	case OpBVXor:
		switch {
		case isC(b, 0):
			return a
		case isC(a, 0):
			return b
		case a == b:
			return f.BV(0, w)
		}
	case OpBVShl, OpBVLShr, OpBVAShr:
		if isC(b, 0) || isC(a, 0) {
			return a
		}
		if b.op == OpConst && op != OpBVAShr && b.BVBig().Cmp(big.NewInt(int64(w))) >= 0 {
			return f.BV(0, w)
		}
	case OpBVUDiv, OpBVSDiv:
		if isC(b, 1) {
			return a
		}
	case OpBVURem:
		if isC(b, 1) {
			return f.BV(0, w)
		}
	}
	return nil
}

func foldBV64(op Op, a, b uint64, w int) uint64 {
	m := mask(w)
	switch op {
	case OpBVAdd, OpBVAddNSW:
		return a + b
	case OpBVSub, OpBVSubNSW:
		return a - b
	case OpBVMul, OpBVMulNSW:
		return a * b
	case OpBVAnd:
		return a & b
	case OpBVOr:
		return a | b
	case OpBVXor:
		return a ^ b
	case OpBVUDiv:
		if b == 0 {
			return m
		}
		return a / b
	case OpBVURem:
		if b == 0 {
			return a
		}
		return a % b
	case OpBVSDiv, OpBVSRem:
		x, y := signed(a, w), signed(b, w)
		if y == 0 {
			if op == OpBVSRem {
				return a
			}
			if x < 0 {
				return 1
			}
			return m
		}
		if y == -1 { // avoids the overflow of the smallest value
			if op == OpBVSRem {
				return 0
			}
			return -a
		}
		if op == OpBVSRem {
			return uint64(x % y)
		}
		return uint64(x / y)
	case OpBVShl:
		if b >= uint64(w) {
			return 0
		}
		return a << b
	case OpBVLShr:
		if b >= uint64(w) {
			return 0
		}
		return a >> b
	case OpBVAShr:
		if b >= uint64(w) {
			b = uint64(w - 1)
		}
		return uint64(signed(a, w) >> b)
	}
	panic("logic: not a binary bit-vector operator")
}

func toSigned(v *big.Int, w int) *big.Int {
	if v.Bit(w-1) == 1 {
		return new(big.Int).Sub(v, new(big.Int).Lsh(big.NewInt(1), uint(w)))
	}
	return v
}

func foldBVBig(op Op, a, b *big.Int, w int) *big.Int {
	r := new(big.Int)
	ones := new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), uint(w)), big.NewInt(1))
	big64 := func() uint {
		if b.IsUint64() && b.Uint64() < uint64(w) {
			return uint(b.Uint64())
		}
		return uint(w)
	}
	switch op {
	case OpBVAdd, OpBVAddNSW:
		return r.Add(a, b)
	case OpBVSub, OpBVSubNSW:
		return r.Sub(a, b)
	case OpBVMul, OpBVMulNSW:
		return r.Mul(a, b)
	case OpBVAnd:
		return r.And(a, b)
	case OpBVOr:
		return r.Or(a, b)
	case OpBVXor:
		return r.Xor(a, b)
	case OpBVUDiv:
		if b.Sign() == 0 {
			return ones
		}
		return r.Quo(a, b)
	case OpBVURem:
		if b.Sign() == 0 {
			return a
		}
		return r.Rem(a, b)
	case OpBVSDiv, OpBVSRem:
		x, y := toSigned(a, w), toSigned(b, w)
		if y.Sign() == 0 {
			if op == OpBVSRem {
				return a
			}
			if x.Sign() < 0 {
				return big.NewInt(1)
			}
			return ones
		}
		if op == OpBVSRem {
			return r.Rem(x, y)
		}
		return r.Quo(x, y)
	case OpBVShl:
		return r.Lsh(a, big64())
	case OpBVLShr:
		return r.Rsh(a, big64())
	case OpBVAShr:
		return r.Rsh(toSigned(a, w), big64())
	}
	panic("logic: not a binary bit-vector operator")
}

// BVNeg returns the two's complement of a.
func (f *Factory) BVNeg(a *Term) *Term { return f.bvNeg(OpBVNeg, a) }

// BVNegNSW returns the negation of a C value of signed type, see OpBVAddNSW.
func (f *Factory) BVNegNSW(a *Term) *Term { return f.bvNeg(OpBVNegNSW, a) }

func (f *Factory) bvNeg(op Op, a *Term) *Term {
	if a.op == OpConst {
		return f.BVBig(new(big.Int).Neg(a.BVBig()), a.sort.Width())
	}
	if a.op == op {
		return a.args[0]
	}
	return f.app(op, a.sort, a)
}

// BVNot returns the bitwise complement of a.
func (f *Factory) BVNot(a *Term) *Term {
	if a.op == OpConst {
		return f.BVBig(new(big.Int).Not(a.BVBig()), a.sort.Width())
	}
	if a.op == OpBVNot {
		return a.args[0]
	}
	return f.app(OpBVNot, a.sort, a)
}

// ULe, ULt, SLe, SLt compare bit-vectors as unsigned and signed numbers.
func (f *Factory) ULe(a, b *Term) *Term { return f.bvCmp(OpULe, a, b) }

// ULt is unsigned less-than.
func (f *Factory) ULt(a, b *Term) *Term { return f.bvCmp(OpULt, a, b) }

// SLe is signed less-or-equal.
func (f *Factory) SLe(a, b *Term) *Term { return f.bvCmp(OpSLe, a, b) }

// SLt is signed less-than.
func (f *Factory) SLt(a, b *Term) *Term { return f.bvCmp(OpSLt, a, b) }

func (f *Factory) bvCmp(op Op, a, b *Term) *Term {
	if a.sort != b.sort {
		panic("logic: bit-vector comparison of " + a.sort.String() + " and " + b.sort.String())
	}
	if a == b {
		return f.BoolConst(op == OpULe || op == OpSLe)
	}
	if a.op == OpConst && b.op == OpConst {
		var c int
		if op == OpULe || op == OpULt {
			c = a.BVBig().Cmp(b.BVBig())
		} else {
			c = a.BVSigned().Cmp(b.BVSigned())
		}
		return f.BoolConst(c < 0 || c == 0 && (op == OpULe || op == OpSLe))
	}
	if r := f.liftIte(a, b, func(x, y *Term) *Term { return f.bvCmp(op, x, y) }); r != nil {
		return r
	}
	if r := f.cmpExtreme(op, a, b); r != nil {
		return r
	}
	if r := f.cmpExt(op, a, b); r != nil {
		return r
	}
	return f.app(op, Bool, a, b)
}

// ZeroExt adds n zero bits in front of a.
func (f *Factory) ZeroExt(n int, a *Term) *Term { return f.ext(OpZeroExt, a, n) }

// SignExt adds n copies of a's sign bit in front of a.
func (f *Factory) SignExt(n int, a *Term) *Term { return f.ext(OpSignExt, a, n) }

func (f *Factory) ext(op Op, a *Term, n int) *Term {
	w := a.sort.Width() + n
	switch {
	case n == 0:
		return a
	case a.op == OpConst && op == OpZeroExt:
		return f.BVBig(a.BVBig(), w)
	case a.op == OpConst:
		return f.BVBig(a.BVSigned(), w)
	case a.op == op, op == OpSignExt && a.op == OpZeroExt:
		return f.ext(a.op, a.args[0], n+a.ExtBits())
	case a.op == OpIte && a.args[1].op == OpConst && a.args[2].op == OpConst: // a truth value stays one
		return f.Ite(a.args[0], f.ext(op, a.args[1], n), f.ext(op, a.args[2], n))
	}
	return f.appK(op, BVSort(w), n, 0, a)
}

// SignedOK returns the Bool term "the signed operation on a and b does not
// overflow" for op OpSAddOK, OpSSubOK or OpSMulOK.
func (f *Factory) SignedOK(op Op, a, b *Term) *Term {
	w := a.sort.Width()
	if a.sort != b.sort {
		panic("logic: SignedOK: sorts " + a.sort.String() + " and " + b.sort.String())
	}
	if a.op == OpConst && b.op == OpConst {
		x, y := a.BVSigned(), b.BVSigned()
		r := new(big.Int)
		switch op {
		case OpSAddOK:
			r.Add(x, y)
		case OpSSubOK:
			r.Sub(x, y)
		default:
			r.Mul(x, y)
		}
		return f.BoolConst(f.BVBig(r, w).BVSigned().Cmp(r) == 0)
	}
	if a == b && op == OpSSubOK {
		return f.tTrue
	}
	if op != OpSSubOK && (a.op == OpConst || b.op != OpConst && a.id > b.id) {
		a, b = b, a
	}
	x, y := signedBits(a, maxBitsDepth), signedBits(b, maxBitsDepth)
	need := max(x, y) + 1
	if op == OpSMulOK {
		need = x + y
	}
	if need <= w {
		return f.tTrue
	}
	if v, ok := b.BVUint64(); ok && (v == 0 || v == 1 && op == OpSMulOK && w > 1) { // in one bit, 1 is -1
		return f.tTrue
	}
	return f.app(op, Bool, a, b)
}

// signedBits bounds the width that a's signed value needs.
func signedBits(a *Term, depth int) int {
	w := a.sort.Width()
	if depth == 0 {
		return w
	}
	switch a.op {
	case OpSignExt:
		return signedBits(a.args[0], depth-1)
	case OpZeroExt:
		return a.args[0].sort.Width() + 1
	case OpConst:
		return a.BVSigned().BitLen() + 1
	case OpIte:
		return max(signedBits(a.args[1], depth-1), signedBits(a.args[2], depth-1))
	case OpBVAnd: // with a mask
		if c := a.args[1]; c.op == OpConst && c.BVSigned().Sign() >= 0 {
			return c.BVBig().BitLen() + 1
		}
	case OpBVURem: // below a constant
		if c := a.args[1]; c.op == OpConst && c.BVSigned().Sign() > 0 {
			return c.BVBig().BitLen() + 1
		}
	case OpBVLShr, OpBVAShr:
		if k, ok := a.args[1].BVUint64(); ok && k > 0 && k < uint64(w) {
			if a.op == OpBVLShr {
				return w - int(k) + 1
			}
			return max(1, signedBits(a.args[0], depth-1)-int(k))
		}
	}
	return w
}

// BV2Nat returns the unsigned value of a bit-vector as an Int.
func (f *Factory) BV2Nat(a *Term) *Term {
	if a.op == OpConst {
		return f.IntBig(a.BVBig())
	}
	return f.app(OpBV2Nat, Int, a)
}

// Int2BV returns the Int a modulo 2^width as a bit-vector.
func (f *Factory) Int2BV(width int, a *Term) *Term {
	if a.op == OpConst {
		return f.BVBig(a.num().Num(), width)
	}
	if a.op == OpBV2Nat {
		x := a.args[0]
		if w := x.sort.Width(); w >= width {
			return f.Extract(width-1, 0, x)
		} else {
			return f.ZeroExt(width-w, x)
		}
	}
	return f.appK(OpInt2BV, BVSort(width), width, 0, a)
}
