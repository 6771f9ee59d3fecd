package boogie

const (
	// maxDepth bounds the levels of expressions, types and statements: all
	// functions over trees recurse.
	maxDepth = 10000
	// maxErrors bounds the mistakes that Check reports.
	maxErrors = 20
	// maxWidth bounds the bits of a bit-vector.
	maxWidth = 1 << 16
)
