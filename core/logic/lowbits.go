package logic

import "math/big"

// The low k bits of a sum, difference or product depend on the low k bits of
// its operands only. So a mask of low bits that was applied to an operand is of
// no use below the same mask: ((x & m) + y) & m is (x + y) & m. An index that
// wraps around in a buffer whose size is a power of two is then one sum below
// one mask, not a chain as long as the history of the index.

// lowBits tells whether m is 2^k - 1 whatever its variables are: a constant, or
// (1 << k) - 1, which is all ones for a k that is too large.
func lowBits(m *Term) bool {
	switch m.op {
	case OpConst:
		v := m.BVBig()
		next := new(big.Int).Add(v, bigOne)
		return next.And(next, v).Sign() == 0
	case OpBVAdd:
		s, c := m.args[0], m.args[1]
		if s.op != OpBVShl || c.op != OpConst || !allOnes(c) {
			return false
		}
		one, ok := s.args[0].BVUint64()
		return ok && one == 1
	}
	return false
}

// maskedSum returns a & m without the masks m inside of a; nil when m is no
// mask of low bits or a has none.
func (f *Factory) maskedSum(a, m *Term) *Term {
	switch a.op {
	case OpBVAdd, OpBVSub, OpBVMul, OpBVAnd:
	default:
		return nil
	}
	if !lowBits(m) {
		return nil
	}
	budget := maxMasked
	if r := f.unmasked(a, m, &budget); r != a {
		return f.BVOp(OpBVAnd, r, m)
	}
	return nil
}

// unmasked returns a term that agrees with a in the bits of the mask m. NSW
// operators stay as they are: their overflow depends on all bits.
func (f *Factory) unmasked(a, m *Term, budget *int) *Term {
	if *budget == 0 {
		return a
	}
	*budget--
	switch a.op {
	case OpBVAnd:
		switch {
		case a.args[1] == m:
			return f.unmasked(a.args[0], m, budget)
		case a.args[0] == m:
			return f.unmasked(a.args[1], m, budget)
		}
	case OpBVAdd, OpBVSub, OpBVMul:
		x, y := f.unmasked(a.args[0], m, budget), f.unmasked(a.args[1], m, budget)
		if x != a.args[0] || y != a.args[1] {
			return f.BVOp(a.op, x, y)
		}
	}
	return a
}
