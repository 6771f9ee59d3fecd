// Package kinduction decides reachability by k-induction over large blocks, after Sheeran, Singh and Stålmarck,
// "Checking Safety Properties Using Induction and a SAT-Solver" (FMCAD 2000), strengthened with invariants of
// other analyses as in Beyer, Dangl and Wendler, "Boosting k-Induction with Continuously-Refined Invariants"
// (CAV 2015).
//
//	i = s = 0; while (i != n) { i++; s++; } if (s != i) error();     head h of the loop
//
//	base case, depth d   Init -> h -> ... : no error within d blocks
//	step case, depth d   h, any state with the facts -> ... : no error exactly after d blocks without one
//	claims               i == s is inductive at depth 1 and becomes a fact; then the step case closes
//
// The program in large blocks (cut points are Init, loop heads, the error, cuts, and joins that the block size
// limit leaves) is unrolled block by block into two formulas: the base case from Init, and the step case from
// any location in any state that satisfies the facts. Executions that reach the same location after the same
// number of blocks are merged: a guard for each arc implies the block's transition formula. Locations
// unreachable at a depth are left out.
//
// Claims of other analyses and the program's own comparisons are tried as auxiliary invariants by k-induction,
// all together: the largest set that holds in the base case, and at the end of the step case if it holds
// before, becomes a fact and is published.
//
// An error in the base case is a counterexample. The program is safe when the base case has no error at depths
// below d and the step case none at depth d: the last d blocks of a longer error path would be one. It is also
// safe when no location is reachable at some depth of the base case.
package kinduction
