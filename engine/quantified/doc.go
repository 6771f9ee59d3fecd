// Package quantified proves programs with arrays by quantified array invariants, "for all k in a range: ..."
// about cell k, other cells and the scalars. It is a guess-and-check engine:
//
//	for (i = 0; i < n; i++) a[i] = 42;
//	if (k < n && a[k] != 42) error();
//
//	observed at the loop head     runs on small inputs: n = 2, i = 1, a = [42 0 ...], ...
//	candidates                    ranges 0 <= k < i, 0 <= k < n, ... with predicates a[k] == 42, a[k] <= k, ...
//	largest inductive set         n <= 1000 && i <= 1000, for all k: 0 <= k < i ==> a[k] == 42
//
// Source: Fedyukovich, Prabhu, Madhukar, Gupta, "Quantified Invariants via Syntax-Guided Synthesis" (CAV 2019):
// ranges from the array accesses, predicates from the program's text, and the largest inductive set (Houdini).
// States observed in runs on small random inputs (package observe) refute wrong candidates, and determine
// polynomial equations over cells and scalars, after Sharma, Gupta, Hariharan, Aiken, Liang, Nori, "A Data
// Driven Approach for Algebraic Loop Invariants" (ESOP 2013).
//
// A guesser makes claims from a view (the observed states of one loop head), and a prover keeps the largest
// inductive set. Claims are checked over large blocks: after a block for an arbitrary (Skolem) cell, assuming
// the claims before it for the cells that the block and the claim access (E-matching). Premises are instances
// of what is assumed, so a poor choice of instances loses proofs but never soundness.
package quantified
