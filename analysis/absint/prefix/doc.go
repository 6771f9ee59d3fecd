// Package prefix computes a postcondition of the straight-line code before all
// loops over variables that are never changed afterwards: sizes, masks, limits and
// their relations, in any theory. No fixpoint is needed: each conjunct stays valid
// because its variables are not assigned again.
//
// Example: after "n = input(); assume(n > 0 && n <= 64); mask = n - 1;" and before
// the first loop, the facts are n > 0, n <= 64 and mask = n - 1.
package prefix
