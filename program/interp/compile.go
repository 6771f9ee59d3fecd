package interp

import (
	"math"
	"math/bits"
	"slices"

	"cupel/logic"
)

func sortedKeys(m map[uint64]uint64) []uint64 {
	ks := make([]uint64, 0, len(m))
	for k := range m {
		ks = append(ks, k)
	}
	slices.Sort(ks)
	return ks
}

func maskOf(w int) uint64 {
	if w >= 64 {
		return ^uint64(0)
	}
	return 1<<uint(w) - 1
}

func sext(u uint64, w int) int64 { return int64(u<<uint(64-w)) >> uint(64-w) }

func b2u(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// word compiles a term of a word sort.
func (m *Machine) word(t *logic.Term) func() uint64 {
	if t.IsConst() {
		u, _ := wordOf(t)
		return func() uint64 { return u }
	}
	args := t.Args()
	for i, a := range args {
		if isWord(a.Sort()) || t.Op() == logic.OpSelect && i == 0 && storageOf(a.Sort()) == wordArray {
			continue
		}
		return m.fallback(t)
	}
	switch t.Op() {
	case logic.OpVar:
		if i, ok := m.idx[t]; ok {
			return func() uint64 { return m.words[i] }
		}
		return m.fallback(t)
	case logic.OpSelect:
		a, k := m.array(args[0]), m.word(args[1])
		return func() uint64 {
			x, _ := a()
			return x.get(k())
		}
	case logic.OpNot:
		a := m.word(args[0])
		return func() uint64 { return a() ^ 1 }
	case logic.OpAnd, logic.OpOr:
		return m.connective(t)
	case logic.OpIte:
		c, x, y := m.word(args[0]), m.word(args[1]), m.word(args[2])
		return func() uint64 {
			if c() != 0 {
				return x()
			}
			return y()
		}
	case logic.OpEq:
		x, y := m.word(args[0]), m.word(args[1])
		if s := args[0].Sort(); s.IsFloat() { // all NaN patterns are one value
			nan := func(u uint64) uint64 {
				v, _ := wordOf(constOf(m.f, s, u))
				return v
			}
			return func() uint64 { return b2u(nan(x()) == nan(y())) }
		}
		return func() uint64 { return b2u(x() == y()) }
	}
	if f := m.bitvector(t); f != nil {
		return f
	}
	if f := m.float(t); f != nil {
		return f
	}
	return m.fallback(t)
}

func (m *Machine) fallback(t *logic.Term) func() uint64 {
	return func() uint64 {
		u, ok := wordOf(m.slow(t))
		if !ok && m.fault == "" {
			m.fault = "a term that cannot be evaluated"
		}
		return u
	}
}

func (m *Machine) connective(t *logic.Term) func() uint64 {
	fs := make([]func() uint64, t.NumArgs())
	for i, a := range t.Args() {
		fs[i] = m.word(a)
	}
	stop := uint64(0)
	if t.Op() == logic.OpOr {
		stop = 1
	}
	return func() uint64 {
		for _, f := range fs {
			if f() == stop {
				return stop
			}
		}
		return 1 - stop
	}
}

// bitvector compiles the bit-vector operators; nil for others.
func (m *Machine) bitvector(t *logic.Term) func() uint64 {
	a := t.Args()
	if len(a) == 0 || !a[0].Sort().IsBV() {
		return nil
	}
	w := a[0].Sort().Width()
	mk := maskOf(w)
	x := m.word(a[0])
	switch t.Op() {
	case logic.OpBVNeg, logic.OpBVNegNSW:
		return func() uint64 { return -x() & mk }
	case logic.OpBVNot:
		return func() uint64 { return ^x() & mk }
	case logic.OpExtract:
		lo, n := t.Lo(), maskOf(t.Sort().Width())
		return func() uint64 { return x() >> lo & n }
	case logic.OpZeroExt:
		return x
	case logic.OpSignExt:
		n := maskOf(t.Sort().Width())
		return func() uint64 { return uint64(sext(x(), w)) & n }
	}
	if len(a) != 2 {
		return nil
	}
	y := m.word(a[1])
	switch t.Op() {
	case logic.OpBVAdd, logic.OpBVAddNSW:
		return func() uint64 { return (x() + y()) & mk }
	case logic.OpBVSub, logic.OpBVSubNSW:
		return func() uint64 { return (x() - y()) & mk }
	case logic.OpBVMul, logic.OpBVMulNSW:
		return func() uint64 { return x() * y() & mk }
	case logic.OpBVAnd:
		return func() uint64 { return x() & y() }
	case logic.OpBVOr:
		return func() uint64 { return x() | y() }
	case logic.OpBVXor:
		return func() uint64 { return x() ^ y() }
	case logic.OpConcat:
		lw := a[1].Sort().Width()
		return func() uint64 { return x()<<lw | y() }
	case logic.OpULe:
		return func() uint64 { return b2u(x() <= y()) }
	case logic.OpULt:
		return func() uint64 { return b2u(x() < y()) }
	case logic.OpSLe:
		return func() uint64 { return b2u(sext(x(), w) <= sext(y(), w)) }
	case logic.OpSLt:
		return func() uint64 { return b2u(sext(x(), w) < sext(y(), w)) }
	case logic.OpSAddOK:
		return func() uint64 {
			p, q := sext(x(), w), sext(y(), w)
			s := p + q
			return b2u((s > p) == (q > 0) && sext(uint64(s), w) == s)
		}
	case logic.OpSSubOK:
		return func() uint64 {
			p, q := sext(x(), w), sext(y(), w)
			s := p - q
			return b2u((s < p) == (q > 0) && sext(uint64(s), w) == s)
		}
	case logic.OpSMulOK:
		return func() uint64 { return b2u(mulFits(sext(x(), w), sext(y(), w), w)) }
	}
	switch op := t.Op(); op {
	case logic.OpBVUDiv, logic.OpBVURem, logic.OpBVSDiv, logic.OpBVSRem, logic.OpBVShl, logic.OpBVLShr, logic.OpBVAShr:
		return func() uint64 { return logic.FoldBV64(op, x(), y(), w) & mk }
	}
	return nil
}

// mulFits reports whether the product of two w-bit signed numbers is one.
func mulFits(p, q int64, w int) bool {
	neg := (p < 0) != (q < 0)
	abs := func(v int64) uint64 {
		if v < 0 {
			return -uint64(v)
		}
		return uint64(v)
	}
	hi, lo := bits.Mul64(abs(p), abs(q))
	limit := uint64(1) << uint(w-1)
	if hi != 0 {
		return false
	}
	if neg {
		return lo <= limit
	}
	return lo < limit
}

// float compiles operations on float and double; nil for what needs the slow path.
func (m *Machine) float(t *logic.Term) func() uint64 {
	a := t.Args()
	if len(a) == 0 {
		return nil
	}
	switch t.Op() {
	case logic.OpFPFromBits:
		return m.word(a[0])
	case logic.OpFPFromSBV, logic.OpFPFromUBV:
		return m.fromInt(t)
	}
	s := a[0].Sort()
	if !s.IsFloat() {
		return nil
	}
	x := m.word(a[0])
	single := s == logic.Float32
	val := func(u uint64) float64 { // exact for both sorts
		if single {
			return float64(math.Float32frombits(uint32(u)))
		}
		return math.Float64frombits(u)
	}
	switch t.Op() {
	case logic.OpFPNeg:
		sign := uint64(1) << uint(s.Width()-1)
		return func() uint64 { return x() ^ sign }
	case logic.OpFPAbs:
		sign := uint64(1) << uint(s.Width()-1)
		return func() uint64 { return x() &^ sign }
	case logic.OpFPIsNaN:
		return func() uint64 { v := val(x()); return b2u(v != v) }
	case logic.OpFPIsInf:
		return func() uint64 { return b2u(math.IsInf(val(x()), 0)) }
	case logic.OpFPIsZero:
		return func() uint64 { return b2u(val(x()) == 0) }
	case logic.OpFPIsNeg:
		return func() uint64 { v := val(x()); return b2u(v == v && math.Signbit(v)) }
	case logic.OpFPFromFP:
		if t.Sort() == s {
			return x
		}
		if single && t.Sort() == logic.Float64 {
			return func() uint64 { return math.Float64bits(val(x())) }
		}
		if !single && t.Sort() == logic.Float32 && t.Rounding() == logic.RNE {
			return func() uint64 { return uint64(math.Float32bits(float32(val(x())))) }
		}
		return nil
	case logic.OpFPSqrt:
		if t.Rounding() != logic.RNE {
			return nil
		}
		if single {
			return func() uint64 { return uint64(math.Float32bits(float32(math.Sqrt(val(x()))))) }
		}
		return func() uint64 { return math.Float64bits(math.Sqrt(val(x()))) }
	}
	if len(a) != 2 {
		return nil
	}
	y := m.word(a[1])
	switch t.Op() {
	case logic.OpFPEq:
		return func() uint64 { return b2u(val(x()) == val(y())) }
	case logic.OpFPLe:
		return func() uint64 { return b2u(val(x()) <= val(y())) }
	case logic.OpFPLt:
		return func() uint64 { return b2u(val(x()) < val(y())) }
	}
	if t.Rounding() != logic.RNE {
		return nil
	}
	var f32 func(p, q float32) float32
	var f64 func(p, q float64) float64
	switch t.Op() {
	case logic.OpFPAdd:
		f32, f64 = func(p, q float32) float32 { return p + q }, func(p, q float64) float64 { return p + q }
	case logic.OpFPSub:
		f32, f64 = func(p, q float32) float32 { return p - q }, func(p, q float64) float64 { return p - q }
	case logic.OpFPMul:
		f32, f64 = func(p, q float32) float32 { return p * q }, func(p, q float64) float64 { return p * q }
	case logic.OpFPDiv:
		f32, f64 = func(p, q float32) float32 { return p / q }, func(p, q float64) float64 { return p / q }
	default:
		return nil
	}
	if single {
		return func() uint64 {
			return uint64(math.Float32bits(f32(math.Float32frombits(uint32(x())), math.Float32frombits(uint32(y())))))
		}
	}
	return func() uint64 { return math.Float64bits(f64(math.Float64frombits(x()), math.Float64frombits(y()))) }
}

// fromInt compiles conversions of integers of at most 64 bits.
func (m *Machine) fromInt(t *logic.Term) func() uint64 {
	a := t.Arg(0)
	if t.Rounding() != logic.RNE || t.Sort() != logic.Float32 && t.Sort() != logic.Float64 {
		return nil
	}
	x, w := m.word(a), a.Sort().Width()
	signed := t.Op() == logic.OpFPFromSBV
	if t.Sort() == logic.Float32 {
		if signed {
			return func() uint64 { return uint64(math.Float32bits(float32(sext(x(), w)))) }
		}
		return func() uint64 { return uint64(math.Float32bits(float32(x()))) }
	}
	if signed {
		return func() uint64 { return math.Float64bits(float64(sext(x(), w))) }
	}
	return func() uint64 { return math.Float64bits(float64(x())) }
}
