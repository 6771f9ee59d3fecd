package engine

import (
	"cupel/core/logic"
	"cupel/core/program"
)

// LoopClaims restates the loop summaries that a proof rests on as formulas that can be checked without them.
type LoopClaims struct {
	Summaries []LoopSummary
	// Harmless maps loop heads to formulas over the program's variables that, according to the summaries, no
	// state on a path to the error satisfies, disjoined with an invariant that other parts of the proof
	// establish there.
	Harmless map[*program.Location]*logic.Term
}

// A LoopSummary is a transition invariant of a loop: it relates a state at the loop head to the state in which
// the loop was last entered.
type LoopSummary struct {
	Head *program.Location
	// Entry maps the symbols of the variables that the loop changes to symbols for their values on entry.
	Entry map[*logic.Term]*logic.Term
	// Relation is over the variables' symbols (current values) and those in Entry.
	Relation *logic.Term
	Exact    bool // Relation is equivalent to the summary, not weaker
}
