// Package ssa encodes executions along paths as formulas in static single
// assignment form.
//
// A State executes operations symbolically. In the symbolic style the value of
// a variable is a term over inputs; in the definitional style every assignment
// defines a new symbol, as interpolation requires. Large-block choices become
// conditionals: the value after a choice is ite(guard, value of the first
// alternative, ...), where a guard is the condition that distinguishes two
// complementary alternatives, or a new Boolean symbol.
//
// Example (Encode, definitional style): the edge
//
//	n := __VERIFIER_nondet_int#1(); assume n >= 0; i := 0
//
// becomes the Step with the definition i#1 = 0 and the assumption n#1 >= 0.
//
// The k-th symbol of variable x is called x#k, whatever the path: encodings of
// different paths share symbols and terms, so that solvers reuse what they learned.
package ssa
