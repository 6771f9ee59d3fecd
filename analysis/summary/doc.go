// Package summary over-approximates sets of paths by transition formulas.
//
// A Transition is a guarded parallel assignment: a guard and, for every written
// variable, a term; both over the variables before the transition and Skolem
// constants, which stand for havocs, for joins and for loop counters. Variables
// that are not written keep their values. Composition is substitution; a choice
// is a disjunction that gives the variables which the sides write differently a
// Skolem constant. The form and the operations are those of algebraic program
// analysis as GPS uses it (OOPSLA 2025, sections 3 and 6); package pathexpr says
// what to compose.
//
// After every operation transitions are simplified: equations that define
// Skolem constants are substituted away, conjuncts that all sides of a choice
// share stay outside of it, and Skolem constants that only the guard mentions are
// eliminated where that is cheap. Without it formulas double at every join.
//
// The package knows nothing of any search.
package summary
