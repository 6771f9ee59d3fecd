// Package rational implements exact rational numbers with a machine-integer fast
// path: values whose numerator and denominator fit int64 never use math/big.
//
// Example: New(1, 3).Add(New(1, 6)) is 1/2, in lowest terms.
package rational
