package cfa

// maxPairs bounds the pairs of guards that are compared at one location.
const maxPairs = 1000

// maxDepth bounds the nesting of types and expressions.
const maxDepth = 2000

const (
	// maxWidth bounds the bits of a bit-vector type; the solvers have similar limits.
	maxWidth = 1 << 14
	// maxExponent bounds the bits of the exponent of a float type.
	maxExponent = 30
)
