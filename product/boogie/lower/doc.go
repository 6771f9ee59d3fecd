// Package lower translates a procedure of a Boogie program to a control-flow automaton (package program), so
// that every engine can verify it.
//
//	i := 0; while (i < n) invariant i <= n; { i := i + 1; } assert i == n;
//
//	locations   entry, loop head (Loops maps it to the while statement), exit
//	goals       the invariant on entry and after an iteration, the assertion: Checks[0], Checks[1], ...
//
// The steps are those of product/boogie/vc (vc.Flow): calls are inlined where the procedure requests it and replaced by
// contracts otherwise, requires is assumed, and assert, ensures and loop invariants are goals with their
// positions. Loops are kept. Initial values are arbitrary.
//
//	bool, int, bv   variables of these sorts
//	maps            arrays; several arguments: nested arrays
//	datatypes       a variable for each member; maps to them: an array for each
//	functions       unfolded if defined; otherwise arrays that never change
//	x div 0         the value of an array that never changes, as for functions
//	gotos, if (*)   an unknown number decides, so that values alone determine an execution
//
// Quantifiers are refused (with Options.Weaken, assumptions containing them are dropped: then proofs are sound
// and errors are not), and so are reals and possibly finite universes of uninterpreted types.
package lower
