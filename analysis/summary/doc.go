// Package summary implements transition formulas, which over-approximate sets of
// paths, with sequential composition and choice.
//
// A Transition is a guarded parallel assignment: a guard and, for every written
// variable, a term; both over the variables before the transition and Skolem
// constants, which represent havocs, joins and loop counters. Variables that
// are not written keep their values. Composition is substitution; a choice
// is a disjunction in which a variable that the branches write differently gets a
// Skolem constant. The form and the operations are those of algebraic program
// analysis as GPS uses it (OOPSLA 2025, sections 3 and 6); package pathexpr
// computes the expressions to interpret.
//
// Example: the loop body "assume n > i; i := i + 2" composed with itself is, before
// simplification,
//
//	[n > i && n > i + 2] i := i + 4
//
// and the choice between "i := 0" and "i := n" is
//
//	[sk = 0 || sk = n] i := sk
//
// After every operation transitions are simplified: equations that define
// Skolem constants are substituted away, conjuncts that all branches of a choice
// share are kept outside of it, and Skolem constants that only the guard mentions
// are eliminated where that is cheap. Without that, formulas double at every join.
//
// The package is independent of any search.
package summary
