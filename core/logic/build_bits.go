package logic

import (
	"fmt"
	"math/big"
)

// Byte-level memory takes values apart with Extract and puts them together
// with Concat; the rules here make that round trip the identity.

// Concat returns the bits of a followed by those of b (a is the high part). A
// chain of concatenations nests to the right; zeros in front are a zero
// extension.
func (f *Factory) Concat(a, b *Term) *Term {
	wb := b.sort.Width()
	w := a.sort.Width() + wb
	switch {
	case a.op == OpConst && b.op == OpConst:
		v := new(big.Int).Lsh(a.BVBig(), uint(wb))
		return f.BVBig(v.Or(v, b.BVBig()), w)
	case a.op == OpConst && a.BVBig().Sign() == 0:
		return f.ext(OpZeroExt, b, w-wb)
	case a.op == OpConcat:
		return f.Concat(a.args[0], f.Concat(a.args[1], b))
	}
	if r := f.join(a, b); r != nil {
		return r
	}
	if b.op == OpConcat {
		if r := f.join(a, b.args[0]); r != nil {
			return f.Concat(r, b.args[1])
		}
	}
	return f.app(OpConcat, BVSort(w), a, b)
}

// join returns the concatenation of neighbouring parts of one value as one
// part, and of constants as a constant; nil when a and b are neither.
func (f *Factory) join(a, b *Term) *Term {
	wb := b.sort.Width()
	switch {
	case a.op == OpConst && b.op == OpConst:
		return f.Concat(a, b)
	case a.op == OpExtract && a.Lo() >= wb:
		// The builder may have found a simpler term for the lower part, so build it
		// and compare.
		if x := a.args[0]; f.Extract(a.Lo()-1, a.Lo()-wb, x) == b {
			return f.Extract(a.Hi(), a.Lo()-wb, x)
		}
	case constIte(a) && constIte(b) && a.args[0] == b.args[0]:
		return f.Ite(a.args[0], f.Concat(a.args[1], b.args[1]), f.Concat(a.args[2], b.args[2]))
	}
	return nil
}

// constIte recognises conditionals between constants.
func constIte(t *Term) bool {
	return t.op == OpIte && t.args[1].op == OpConst && t.args[2].op == OpConst
}

// Extract returns bits hi..lo of a, both included.
func (f *Factory) Extract(hi, lo int, a *Term) *Term {
	w := a.sort.Width()
	n := hi - lo + 1
	if !a.sort.IsBV() || lo < 0 || n < 1 || hi >= w {
		panic(fmt.Sprintf("logic: Extract(%d, %d) of %s", hi, lo, a.sort))
	}
	if n == w {
		return a
	}
	switch a.op {
	case OpConst:
		return f.BVBig(new(big.Int).Rsh(a.BVBig(), uint(lo)), n)
	case OpExtract:
		return f.Extract(hi+a.Lo(), lo+a.Lo(), a.args[0])
	case OpConcat:
		lw := a.args[1].sort.Width()
		switch {
		case hi < lw:
			return f.Extract(hi, lo, a.args[1])
		case lo >= lw:
			return f.Extract(hi-lw, lo-lw, a.args[0])
		}
		return f.Concat(f.Extract(hi-lw, 0, a.args[0]), f.Extract(lw-1, lo, a.args[1]))
	case OpZeroExt, OpSignExt:
		x := a.args[0]
		xw := x.sort.Width()
		switch {
		case hi < xw:
			return f.Extract(hi, lo, x)
		case a.op == OpZeroExt && lo >= xw:
			return f.BV(0, n)
		case a.op == OpZeroExt || lo == 0:
			return f.ext(a.op, f.Extract(xw-1, lo, x), hi-xw+1)
		}
	case OpIte:
		if constIte(a) {
			return f.Ite(a.args[0], f.Extract(hi, lo, a.args[1]), f.Extract(hi, lo, a.args[2]))
		}
	case OpBVAnd, OpBVOr:
		if c := a.args[1]; c.op == OpConst {
			// A mask that is all zeros or all ones here.
			part := f.Extract(hi, lo, c)
			zeros := part.BVBig().Sign() == 0
			switch {
			case zeros == (a.op == OpBVAnd) && (zeros || allOnes(part)):
				return part
			case zeros || allOnes(part):
				return f.Extract(hi, lo, a.args[0])
			}
		}
	case OpBVShl, OpBVLShr:
		if k, ok := a.args[1].BVUint64(); ok && k < uint64(w) {
			return f.extractShifted(hi, lo, a, int(k))
		}
	}
	return f.appK(OpExtract, BVSort(n), hi, lo, a)
}

func (f *Factory) extractShifted(hi, lo int, a *Term, k int) *Term {
	w, n := a.sort.p, hi-lo+1
	switch {
	case a.op == OpBVShl && hi < k, a.op == OpBVLShr && lo+k >= w:
		return f.BV(0, n)
	case a.op == OpBVShl && lo >= k:
		return f.Extract(hi-k, lo-k, a.args[0])
	case a.op == OpBVLShr && hi+k < w:
		return f.Extract(hi+k, lo+k, a.args[0])
	}
	return f.appK(OpExtract, BVSort(n), hi, lo, a)
}

func allOnes(c *Term) bool {
	v := c.BVBig()
	return v.Cmp(new(big.Int).Sub(pow2(c.sort.Width()), bigOne)) == 0
}
