package engine

import (
	"cupel/core/logic"
	"cupel/core/program"
)

// LoopClaims is what a proof took from summaries of loops, as formulas that can be checked without
// them.
type LoopClaims struct {
	Summaries []LoopSummary
	// Harmless maps loop heads to formulas over the program's variables: no path to the error
	// begins in such a state, as the summaries have it, or a part of the proof without them says
	// that the location is reached in no other one.
	Harmless map[*program.Location]*logic.Term
}

// A LoopSummary relates a state at a loop head with the state in which the loop was entered, any
// number of iterations before.
type LoopSummary struct {
	Head *program.Location
	// Entry are the variables that the loop changes, by their symbols, with the symbols that stand
	// for their values when the loop was entered.
	Entry map[*logic.Term]*logic.Term
	// Relation speaks of the program's variables, for their values now, and of Entry.
	Relation *logic.Term
	Exact    bool // it says all that the summary says
}
