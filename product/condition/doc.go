// Package condition finds precise error conditions: formulas over the inputs of a program that hold
// for exactly those for which the program fails.
//
// The loop is that of Hajuj, "CEGECORE: Finding Precise Error Conditions Using CPAchecker" (2025),
// algorithm 2: a verifier finds a failing execution, a refiner makes of it a condition on the inputs, the
// program is restricted to other inputs, and so on until what is left is proven safe. The three
// refiners are those of its section 4.3 (model, allsat, qe), and they are composed as in section 5.1: one,
// in sequence, or in parallel.
//
// It begins with the condition false, not true as the thesis writes it: EC_k is the disjunction of
// what was found, and a safe program has the condition false. What an execution demands of the inputs
// comes from following it in the program as it was read (package analysis/execution/concolic), so that a condition holds in
// the program's own semantics: machine arithmetic, undefined behaviour ends an execution. The
// restriction is exact for inputs in loops as well (package analysis/execution/inputs). Values that are nobody's
// input, such as those of variables read before they are written, are quantified: an input fails when
// the program fails for some of them.
package condition
