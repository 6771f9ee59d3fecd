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

// Limits on what is written of one term: its text repeats shared parts, and
// Parse bounds how deep it may be nested.
const (
	maxWritten      = 1 << 22 // bytes
	maxWrittenDepth = maxDepth/2 - 10
)
