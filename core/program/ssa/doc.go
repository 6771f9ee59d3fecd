// Package ssa encodes executions along paths as formulas in static single
// assignment form.
//
// A State executes operations symbolically. In the symbolic style the value of
// a variable is a term over inputs; in the definitional style every assignment
// defines a new symbol, which is the form interpolation wants. Large-block
// choices become conditionals: the value after a choice is ite(guard, value of
// the first alternative, ...), where a guard is the condition that tells two
// complementary alternatives apart, or a new Boolean symbol.
//
// The k-th symbol of variable x is called x#k, whatever the path: encodings of
// different paths share symbols, terms and what solvers learned about them.
package ssa
