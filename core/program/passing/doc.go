// Package passing constructs the complement program: its error is reached by every execution of the original that ends
// without failing, undefined behaviour included, and by every execution whose termination is not proven. If no
// execution of the complement fails, every execution of the original does, except those excluded by its restrictions
// (program.Restricts).
//
// Termination is shown by a ranking function per loop: a bit-vector term that decreases, by signed comparison, from one
// visit of the loop head to the next. It is guessed from the loop condition, and the complement fails where it does not
// decrease, so that a wrong guess cannot make the result unsound.
//
// With the complement, a condition on inputs is proven sufficient for failing as a whole, without a condition for each
// of the infinitely many paths of a loop. Hajuj, "CEGECORE: Finding Precise Error Conditions Using CPAchecker" (2025),
// leaves such programs open.
//
// Example: of the program on the left, Of makes the one on the right.
//
//	L0 -> L4: n := input()            L0 -> L4: n := input()
//	L4 -> error: assume 5 < n         L4 -> end:   assume 5 < n
//	                                  L4 -> error: assume n <= 5
package passing
