// Package lower turns a procedure of a Boogie program into a control-flow automaton
// (package program), so that every engine can search it.
//
// The steps are those of product/boogie/vc (vc.Flow): calls are inlined where the procedure says so and
// replaced by contracts otherwise, requires is assumed, and assert, ensures and loop invariants are
// goals, each with its place. Loops stay loops. Executions begin with any values.
//
//	bool, int, bv   variables of these sorts
//	maps            arrays; several arguments: nested arrays
//	datatypes       a variable for each member; maps to them: an array for each
//	functions       those with bodies unfolded; others are arrays that never change
//	x div 0         the value of an array that never changes, as for functions
//	gotos, if (*)   an unknown number decides, so that values alone determine an execution
//
// Quantifiers are refused (or, with Options.Weaken, left out where they are assumed: then a proof
// holds and an error does not), and so are reals and universes of uninterpreted types that may be
// finite.
package lower
