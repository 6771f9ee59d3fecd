// Package condition finds precise error conditions: formulas over the inputs of a program that hold exactly for
// those inputs for which the program fails.
//
//	int x = input(), y = input(); if (x > 10 && y == x + 1) error();
//
//	iteration 1   counterexample x = 11, y = 12; refined: x > 10 && x <= 2147483646 && y == x + 1
//	iteration 2   the program restricted to other inputs is proven safe: Precise
//
// The loop is that of Hajuj, "CEGECORE: Finding Precise Error Conditions Using CPAchecker" (2025), algorithm 2:
// a verifier finds a failing execution, a refiner generalises it to a condition on the inputs, the program is
// restricted to other inputs, until the rest is proven safe. The three refiners are those of its section 4.3
// (model, allsat, qe), composed as in section 5.1: one, in sequence, or in parallel; merge is an addition.
//
// The loop starts with the condition false, not true as the thesis writes it: EC_k is the disjunction of the
// conditions found, and a safe program has the condition false. The path condition of an execution comes from
// following it in the original program (package analysis/execution/concolic), so a condition holds in the program's own
// semantics: machine arithmetic, and undefined behaviour ends an execution. The restriction is exact for inputs
// in loops as well (package analysis/execution/inputs). Values that are no inputs, such as those of uninitialised
// variables, are quantified existentially: an input fails if the program fails for some of them.
//
// Where failing paths are infinitely many, the complement program (package core/program/passing) is searched instead
// for inputs that do not fail.
package condition
