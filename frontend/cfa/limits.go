package cfa

// maxPairs bounds the comparisons of guards at one location.
const maxPairs = 1000

// maxDepth bounds how deep types and expressions may be nested.
const maxDepth = 2000

// Limits on the parameters of types; the solvers have similar ones.
const (
	maxWidth    = 1 << 14 // bits of a bit-vector
	maxExponent = 30      // bits of a float's exponent
)
