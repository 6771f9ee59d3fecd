// Package sizeinduction divides the proof of a program into one by induction on an input, such as the size of its arrays: a base case, the program
// for small values, and a step, a program that runs two instances of the first side by side, of which one has the input less one.
//
// Source: Chakraborty, Gupta, Unadkat, "Verifying array manipulating programs with full-program induction" (TACAS 2020), and "Diffy: inductive reasoning
// of array programs using difference invariants" (CAV 2021). There the difference of the two programs is computed by a peeling of loops; here both run
// in a product, and whatever engine proves the product finds how they differ.
//
// Let H(n) be: no execution in which the input is n reaches the error. The base case is H(n) for all n <= L. The step is H(n-1) implies
// H(n) for all n > L. Induction over n - L gives H(n) for all integers n.
//
// The step is a program whose error is not reachable only if that implication holds for all n > L. Consider an execution of the first instance, the
// leader, that reaches the error. The second, the follower, starts in the same state and is given the leader's values of all other inputs:
// H(n-1) is about all inputs, so that these may be chosen. By H(n-1) the follower does not reach the error, wherefore its edges into the error are
// left out. An execution of the product leads along the leader's execution while the follower makes some steps of its own or waits. To wait is
// always right, since nothing is concluded from steps that the follower has not made. Where an assumption of the follower does not hold, it waits for good;
// before all loops the product gives up with the error instead. So nothing that the follower does excludes an execution of the leader, save by H(n-1).
//
// The two run loop by loop: where both are at the same loop head, the leader goes on to the next head (or the error), then the follower. Where the
// follower is ahead, at a head behind the loop that the leader is in, it waits until the leader is there. Where it is behind, the product gives up with
// the error.
//
// Checks for undefined behaviour end executions as well. They have to mean the same in the base case, in the hypothesis and in what is proven: all
// are about one program, in which they are either left out or assumptions (Restate).
package sizeinduction
