package translate

const (
	// maxInline bounds the nesting of inlined functions with storage references.
	maxInline = 30
	// maxStmts bounds the statements of a procedure.
	maxStmts = 100_000
	// maxExponent bounds constant exponents and shifts.
	maxExponent = 512
	// maxUnfoldPower bounds the exponents that are written as products.
	maxUnfoldPower = 16
	// maxExactBits bounds the width of types whose bits are modelled one by one.
	maxExactBits = 16
	// maxMaskBits bounds the bits that are set in a constant operand of a bitwise operation that is exact.
	maxMaskBits = 4
	// maxShiftCases bounds the distances of shifts by a variable for which they are exact.
	maxShiftCases = 4
	// maxLiteral bounds the elements of an array that are converted one by one.
	maxLiteral = 64
	// maxCopied bounds the elements of an array of references that are copied exactly if its length is not constant.
	maxCopied = 2
	// builtIn is the greatest address that may be a precompiled contract.
	builtIn = 0xffff
	// maxHead bounds the encoded size of arguments that is told of their call data.
	maxHead = 1 << 32
	// scratch is the number of bytes of memory whose contents are not tracked.
	scratch = 64
	// selectorBits is the number of bits of a selector.
	selectorBits = 32
	// externalBits is the number of bits of a pointer to an external function.
	externalBits = 192
	// minHard is the number of products, quotients and operations on bits from which on a pure function may be summarized.
	minHard = 8
	// wordSize is the number of bytes of a word in call data.
	wordSize = 32
)
