// Package oracle computes, for every location of a program, a transition formula
// that over-approximates the paths from there to the error: it interprets the path
// expressions to the targets in the algebra of transition formulas (GPS, OOPSLA
// 2025, section 6). Loops are summarised by a domain of package iteration. Results
// are computed on first use and cached.
//
// Example: for
//
//	L0 -> L1: i := 0
//	L1 -> L1: assume n > i; i := i + 2
//	L1 -> error: assume n <= i; assume n - i <= -2
//
// the path expression of L1 is e1*.e2, and as the closure of e1 implies
// n - i >= -1 after an iteration, the guard at L0 is unsatisfiable for n >= 0.
package oracle
