// Package recurrence refutes termination by open recurrence sets (Gupta, Henzinger, Majumdar, Rybalchenko and Xu, "Proving non-termination", POPL 2008) in
// machine arithmetic: a set R of states of a loop head h, given as a formula over the program's variables, and ways w from h back to h, each a sequence of edges
// with a term for every input on it, such that
//
//	some execution comes to h in a state of R                  evaluated on the execution (Reach)
//	from every state of R, one of the ways can be executed     one question to a solver (Check)
//	to its end, without undefined behaviour, and ends in R
//
// Then an execution goes on for ever, whatever the values are that the program takes from uninitialised memory: these are universally quantified, inputs are
// chosen. Checks for undefined behaviour are obligations, so that a signed counter that would overflow leaves R, and a counter that wraps does not. Accesses
// must lie in an object that is live at each visit of h, or lives on the way (Turn).
//
// Example: for "unsigned x = 0, y = 0; while (x == y || nondet()) { x += 2; y += 2; }" the way is the loop's body with the condition x == y, and R is x == y; the
// counters themselves never repeat within 2^31 turns.
//
// Find guesses R and the ways from a run (Record): the ways are those that the run takes in its tail, where it is periodic a whole period, and the conjuncts of R are
//
//   - the conditions on the ways, as conditions on the state at h, and their preconditions behind a few more turns;
//   - what all visits in the tail have in common: constants, bounds, residues, equal and proportional differences, order;
//
// over the variables and cells on which conditions, checks and addresses of the ways depend, also through other turns. Houdini's algorithm drops what is not
// kept. Where a state of R has no way, or the way would lose a condition that other inputs keep, one is looked for by executing the program from there with few
// values for each input.
package recurrence
