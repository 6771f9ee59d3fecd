package logic

import (
	"math/big"

	"cupel/core/rational"
)

// Op is the top symbol of a term.
type Op uint8

// The operators, with the semantics of SMT-LIB 2.6 unless noted.
const (
	OpConst Op = iota // a value of any scalar sort, see BoolVal, Rational, BVBig
	OpVar             // a free symbol (SMT-LIB: a constant)
	OpApp             // an uninterpreted function (Name) applied to arguments

	OpNot
	OpAnd // n-ary
	OpOr  // n-ary
	OpIte
	OpEq // any sort; on Bool it is "if and only if"; floats: identity of values, not fp.eq
	OpForall
	OpExists // args: the bound symbols, then the body

	OpAdd // n-ary sum over Int or Real, at most one constant, last
	OpMul // n-ary product; a constant coefficient comes first
	OpLe
	OpLt   // Real only: over Int, Le says it all
	OpDiv  // Int, Euclidean as in SMT-LIB
	OpMod  // Int, Euclidean
	OpRDiv // Real
	OpToReal
	OpToInt // floor

	OpBVAdd
	OpBVSub
	OpBVMul
	OpBVNeg
	// The NSW ("no signed wrap") forms compute the same bits; they record that
	// the operation is C arithmetic on a signed type, whose overflow is undefined,
	// so that the integer lowering may read them as mathematical operations.
	OpBVAddNSW
	OpBVSubNSW
	OpBVMulNSW
	OpBVNegNSW
	OpBVUDiv
	OpBVURem
	OpBVSDiv
	OpBVSRem
	OpBVAnd
	OpBVOr
	OpBVXor
	OpBVNot
	OpBVShl
	OpBVLShr
	OpBVAShr
	OpConcat  // first argument is the high part
	OpExtract // parameters hi, lo
	OpZeroExt // parameter: number of added bits
	OpSignExt
	OpULe
	OpULt
	OpSLe
	OpSLt
	// OpSAddOK, OpSSubOK, OpSMulOK (Bool): the operation on the two arguments as
	// signed numbers is representable, that is, it does not overflow.
	OpSAddOK
	OpSSubOK
	OpSMulOK
	OpBV2Nat // BV to Int, unsigned
	OpInt2BV // Int to BV(n), modulo 2^n

	OpFPAdd // the arithmetic operators carry a rounding mode as parameter
	OpFPSub
	OpFPMul
	OpFPDiv
	OpFPFMA
	OpFPSqrt
	OpFPRem // IEEE remainder
	OpFPRoundToIntegral
	OpFPNeg
	OpFPAbs
	OpFPMin
	OpFPMax
	OpFPEq // IEEE equality
	OpFPLe
	OpFPLt
	OpFPIsNaN
	OpFPIsInf
	OpFPIsZero
	OpFPIsNormal
	OpFPIsSubnormal
	OpFPIsNeg
	OpFPFromFP   // with rounding mode
	OpFPFromSBV  // signed integer value, with rounding mode
	OpFPFromUBV  // unsigned integer value, with rounding mode
	OpFPFromReal // with rounding mode
	OpFPFromBits // reinterpretation of an IEEE bit pattern
	OpFPToSBV    // with rounding mode; unspecified when out of range
	OpFPToUBV    // with rounding mode; unspecified when out of range
	OpFPToReal

	OpSelect
	OpStore
	OpConstArray // every index maps to the argument

	OpConstruct // a constructor of a datatype, applied to the values of its members
	OpMember    // a member of a datatype's value; any value for those of another constructor
	OpIs        // whether a datatype's value is of a constructor

	// OpPatterned is the first argument, with the other ones, each an OpPattern, saying at which terms a quantifier around it is instantiated.
	OpPatterned
	OpPattern // of Bool, without a meaning: terms that together mention the bound symbols
)

// RoundingMode is an IEEE 754 rounding mode.
type RoundingMode uint8

// The five rounding modes.
const (
	RNE RoundingMode = iota // nearest, ties to even: C's default
	RNA                     // nearest, ties away from zero
	RTP                     // toward +oo
	RTN                     // toward -oo
	RTZ                     // toward zero: C's conversion to integers
)

// Term is an immutable, hash-consed expression. Invariants: two terms of one Factory are structurally equal exactly when their pointers are equal; arguments have
// smaller IDs than the term; the term is in the builders' normal form; sorts of the arguments fit the operator.
//
// Factories hold millions of terms, so the struct is kept at 64 bytes: rarely needed data is behind x, and links within the unique table are IDs.
type Term struct {
	// u holds Bool and BV constants of at most 64 bits and the bits of float
	// constants of that size; for other operators the parameters: extract
	// (hi, lo), extension (bits), rounding mode (high half), and for OpStore the
	// length of the run of stores whose indices have one base, see chain.go.
	u    uint64
	sort *Sort
	args []*Term
	x    *payload
	id   uint32
	next uint32 // ID+1 of the next term in the bucket of the unique table
	hash uint32
	op   Op
	free bool // contains a free symbol, a bound one or an application
}

// payload holds what only leaves and applications carry.
type payload struct {
	name string     // OpVar, OpApp
	big  *big.Int   // BV and float constants of more than 64 bits
	q    rational.Q // Int and Real constants
}

// param packs two parameters into Term.u.
func param(k, l int) uint64 { return uint64(uint32(k))<<32 | uint64(uint32(l)) }

// num returns the value of an Int or Real constant.
func (t *Term) num() rational.Q { return t.x.q }

// wide returns the value of a constant of more than 64 bits, or nil.
func (t *Term) wide() *big.Int {
	if t.x == nil {
		return nil
	}
	return t.x.big
}

// ID returns a number unique in the factory; smaller IDs were built earlier,
// arguments have smaller IDs than the terms that use them.
func (t *Term) ID() uint32 { return t.id }

// Op returns the top symbol.
func (t *Term) Op() Op { return t.op }

// Sort returns the term's sort.
func (t *Term) Sort() *Sort { return t.sort }

// Args returns the arguments; the slice must not be changed.
func (t *Term) Args() []*Term { return t.args }

// NumArgs returns the number of arguments.
func (t *Term) NumArgs() int { return len(t.args) }

// Arg returns the i-th argument.
func (t *Term) Arg(i int) *Term { return t.args[i] }

// Name returns the name of a symbol or of an applied function.
func (t *Term) Name() string {
	if t.x == nil {
		return ""
	}
	return t.x.name
}

// IsConst reports whether t is a value of a scalar sort.
func (t *Term) IsConst() bool { return t.op == OpConst }

// IsVar reports whether t is a free symbol.
func (t *Term) IsVar() bool { return t.op == OpVar }

// IsGround reports whether t contains no symbol and no uninterpreted function.
func (t *Term) IsGround() bool { return !t.free }

// IsTrue and IsFalse test for the Boolean constants.
func (t *Term) IsTrue() bool { return t.op == OpConst && t.sort == Bool && t.u == 1 }

// IsFalse reports whether t is the constant false.
func (t *Term) IsFalse() bool { return t.op == OpConst && t.sort == Bool && t.u == 0 }

// Rational returns the value of an Int or Real constant.
func (t *Term) Rational() rational.Q {
	if t.x == nil {
		return rational.Zero
	}
	return t.x.q
}

// BVUint64 returns the unsigned value of a bit-vector constant, or the bit
// pattern of a float constant, when it has at most 64 bits.
func (t *Term) BVUint64() (uint64, bool) {
	if t.op != OpConst || t.wide() != nil || (t.sort.kind != KindBV && t.sort.kind != KindFloat) {
		return 0, false
	}
	return t.u, true
}

// BVBig returns the unsigned value of a bit-vector constant, or the bit
// pattern of a float constant.
func (t *Term) BVBig() *big.Int {
	if b := t.wide(); b != nil {
		return new(big.Int).Set(b)
	}
	return new(big.Int).SetUint64(t.u)
}

// BVSigned returns the two's complement value of a bit-vector constant.
func (t *Term) BVSigned() *big.Int {
	v := t.BVBig()
	if w := t.sort.Width(); v.Bit(w-1) == 1 {
		v.Sub(v, new(big.Int).Lsh(big.NewInt(1), uint(w)))
	}
	return v
}

// Hi, Lo return the bounds of an OpExtract.
func (t *Term) Hi() int { return int(int32(t.u >> 32)) }

// Lo returns the lower bound of an OpExtract.
func (t *Term) Lo() int { return int(int32(t.u)) }

// ExtBits returns the number of bits an extension adds.
func (t *Term) ExtBits() int { return int(int32(t.u >> 32)) }

// Rounding returns the rounding mode of a floating-point operation.
func (t *Term) Rounding() RoundingMode { return RoundingMode(t.u >> 32) }

// Constructor returns the number of the constructor of OpConstruct, OpMember and OpIs.
func (t *Term) Constructor() int { return int(int32(t.u >> 32)) }

// Member returns the number of the member of OpMember.
func (t *Term) Member() int { return int(int32(t.u)) }
