// Package arrayfree eliminates arrays from formulas over Booleans, bit-vectors, floats and arrays of them: the result has no arrays and is satisfiable in the same
// cases. A read of an array that was written becomes a conditional, a read of an array symbol a symbol of its own, and equal indices have equal elements.
//
// Example: with c and d for a[i] and a[k], "a{j := 5}[i] = 7 and a[k] = 8" becomes
//
//	ite(i = j, 5, c) = 7 and d = 8 and (i = k ==> c = d)
//
// Formulas with quantifiers, uninterpreted functions or equalities of arrays are left alone.
//
// Source: the elimination of uninterpreted functions by Ackermann (Solvable cases of the decision problem, 1954), after reads over writes, as in
// Kroening and Strichman, Decision Procedures, chapters 4 and 7.
package arrayfree
