// Package bmc is bounded model checking by symbolic execution with states that are merged where
// control flow joins, as in Clarke, Kroening and Lerda, "A Tool for Checking ANSI-C Programs"
// (TACAS 2004), with loops unwound in rounds.
//
// A state is a location with a guard, the condition on the inputs under which it is reached, and
// the values of the variables as terms over the inputs. Locations are executed in a weak
// topological order, so that all of a round's states come to a location before it is left; they are
// merged then, and a value that differs becomes a conditional. Constants go through: a loop with
// constant bounds unwinds without a question. What decides control is worth more as a constant than
// as a conditional, so states that differ in constants of that kind stay apart as long as they are
// few (after Kuznetsov et al., "Efficient State Merging in Symbolic Execution", PLDI 2012).
//
// A guard is a chain of literals. States whose chains part are merged where they parted, the last
// parting first, so that the conditions are those of the branches between, and the sides of a branch
// that both return leave nothing in the guard.
//
// The states that come to a loop head again beyond the bound of a round wait for the next one, whose
// bound is twice as large; nothing is executed again. The error's guards are asked for together,
// when executing has taken as much work as the last question.
//
// The program is safe when no state waits and no guard of the error is satisfiable. A state at a
// loop head that repeats an earlier one's values under a guard that is no weaker is not followed:
// a shortest path to the error would not lead through it.
package bmc
