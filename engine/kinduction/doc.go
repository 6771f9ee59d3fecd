// Package kinduction decides reachability by k-induction over large blocks, after Sheeran, Singh
// and Stålmarck, "Checking Safety Properties Using Induction and a SAT-Solver" (FMCAD 2000), with
// facts from other analyses as Beyer, Dangl and Wendler, "Boosting k-Induction with
// Continuously-Refined Invariants" (CAV 2015) use them.
//
// The program in large blocks (Init, loop heads, the error and the cuts, and what a block's size
// limit leaves) is unrolled block by block into one formula each for the base case, from Init, and
// for the step case, from any location in any state that the facts allow. Executions that come to
// the same location by the same number of blocks are joined: a guard for each edge implies what
// its block does. A location that none of them can reach at a depth is left out.
//
// What others claim about the locations, and the comparisons that the program makes, are tried
// as invariants in the same way, all together: the largest set that holds in the base case, and at
// the end of the step case's executions if it holds before, is a fact from then on and published.
//
// An error in the base case is a counterexample. The program is safe when the base case has no
// error at a depth below d and the step case none at depth d exactly: the last d blocks of a longer
// error path would be one. It is also safe when no location is left at a depth of the base case.
package kinduction
