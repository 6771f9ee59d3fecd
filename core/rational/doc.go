// Package rational provides exact rational numbers with a machine-integer fast
// path: values whose numerator and denominator fit int64 never touch math/big.
package rational
