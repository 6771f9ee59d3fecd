// Package random has no code, but tests that verify random programs and compare the verdicts with enumeration: gcc runs C programs on
// all their inputs (tests/oracle), the states of models and the orders of evaluation of expressions are enumerated.
//
//	seed 7, 20 features     int main() { ... if (x * y == 6) reach_error(); }     trying all inputs: "oooeo"
//	configuration           cegar --domain expl --refinement unsat-core
//	verdict                 TRUE    seed 7, cegar-core-all-vars: WRONG: TRUE, but trying all inputs says oooeo
//	table                   cegar-core-all-vars: 3 TRUE, 2 FALSE, 1 UNKNOWN
//
// There is a test for each class of programs: all features, recursion, signed overflow, arrays for few cells and for many, orders of
// evaluation, models. The programs of a class are made and decided once. Several configurations verify each, those first that have
// verified fewest, so that all of them have their share; a budget is work, so that a run repeats itself. With CUPEL_CHECK or CUPEL_LONG a
// configuration that decides nothing is an error: it would never be wrong.
//
// CUPEL_PROGRAMS says how many programs a class has, CUPEL_SEED is the seed of the first. CUPEL_VARIANTS is a part of the names of those
// configurations that are wanted, each of which verifies all programs then.
package random
