package translate

const (
	// maxInline bounds how deep functions with storage references are unfolded in each other.
	maxInline = 30
	// maxStmts bounds the statements of a procedure.
	maxStmts = 100_000
	// maxExponent bounds constant exponents and shifts.
	maxExponent = 512
	// maxUnfoldPower bounds the exponents that are written as products.
	maxUnfoldPower = 16
	// maxExactBits bounds the types whose bits are looked at one by one.
	maxExactBits = 16
	// maxLiteral bounds the elements of an array that are converted one by one.
	maxLiteral = 64
	// builtIn bounds the addresses that machines have built in.
	builtIn = 0xffff
)
