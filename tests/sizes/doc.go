// Package sizes tests proofs by induction on the size of arrays: what they prove, what they refuse, and that a mistake in the base case
// or the step is noticed. testdata/sizes has programs that compute the same in two ways from cells of which nothing is known.
//
//	cupel verify --engine quantified --induction only --no-run testdata/sizes/two_sums.c     TRUE, by induction on n
package sizes
