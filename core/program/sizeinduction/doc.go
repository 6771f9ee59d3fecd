// Package sizeinduction splits the proof of a program into an induction on an input, such as the size of its arrays: a base case, the program
// for small values, and a step, a product program of two instances of which the second has the input decreased by one.
//
// Source: Chakraborty, Gupta, Unadkat, "Verifying array manipulating programs with full-program induction" (TACAS 2020), and "Diffy: inductive reasoning
// of array programs using difference invariants" (CAV 2021). There the difference of the two programs is computed by peeling loops; here both run
// in a product (self-composition), and the engine that proves the product finds the difference invariants.
//
// Let H(n) be: no execution in which the input is n reaches the error. The base case is H(n) for all n <= L. The step is H(n-1) implies
// H(n) for all n > L. Induction over n - L gives H(n) for all integers n.
//
//	for (i = 0; i < n; i++) s += a[i];     base case: the program for n <= L
//	                                       step: leader with n, follower with n - 1 and the same a,
//	                                       in lockstep; the leader's last iteration is the difference
//
// The step is a program whose error is unreachable only if the implication holds for all n > L. Consider an execution of the first instance, the
// leader, that reaches the error. The second, the follower, starts in the same state and receives the leader's values of all other inputs:
// as H(n-1) quantifies over all inputs, these may be chosen. By H(n-1) the follower does not reach the error, so its edges into the error are
// left out. The product follows the leader's execution while the follower takes some steps of its own or waits. Waiting is always sound,
// since steps that the follower has not taken contribute no conclusion. Where an assumption of the follower fails, it waits for the rest of the
// execution; before all loops the product goes to the error instead. So the follower never excludes an execution of the leader, except by H(n-1).
//
// The two run loop by loop: where both are at the same loop head, the leader continues to the next head (or the error), then the follower. Where the
// follower is ahead, at a head after the loop that the leader is in, it waits for the leader. Where it is behind, the product goes to the error.
//
// Checks for undefined behaviour end executions as well. They must have the same meaning in the base case, the hypothesis and the conclusion: all
// three are about one program, in which checks are either left out or assumed (Restate).
package sizeinduction
