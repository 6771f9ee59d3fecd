// Package bmc is bounded model checking by symbolic execution with state merging at control-flow joins, as in
// Clarke, Kroening and Lerda, "A Tool for Checking ANSI-C Programs" (TACAS 2004), with loops unwound in rounds
// of growing bounds.
//
// A state is a location with a guard (the condition on the inputs under which it is reached) and values of the
// variables as terms over the inputs:
//
//	n = input(); i = 0;            L1  guard true       i = 0
//	if (n > 5) i = 1;              L2  guard n > 5      i = 1
//	if (i == 1 && n < 5) error();  L3  guard true       i = ite(n > 5, 1, 0)     merged from both branches
//	                               error  guard n > 5 && n < 5, unsatisfiable
//
// Locations are executed in a weak topological order, so that all states of a round have arrived at a location
// before it is executed; they are merged there, and values that differ become conditionals. Constants are
// propagated: a loop with constant bounds unwinds without a solver query. Constants that decide control are
// worth more than conditionals, so states that differ in them are kept apart as long as they are few (after
// Kuznetsov et al., "Efficient State Merging in Symbolic Execution", PLDI 2012).
//
// A guard is a chain of literals. States are merged where their chains diverge, the latest divergence first, so
// that the conditions of the conditionals are those of the branches in between, and a branch whose sides both
// rejoin leaves nothing in the guard.
//
// States that reach a loop head beyond the bound of the current round wait for the next round, whose bound is
// twice as large; nothing is executed twice. The guards of the error are queried together, once execution has
// cost as much work as the last query did.
//
// The program is safe when no state waits and no guard of the error is satisfiable. A state at a loop head that
// repeats the values of an earlier state under a guard that is no weaker is covered by it and dropped: a
// shortest path to the error does not pass through it.
package bmc
