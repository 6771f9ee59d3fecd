package symex

import (
	"cupel/core/program"
)

// PredicateMode determines how interpolants become predicates.
type PredicateMode string

// The predicate modes.
const (
	Atoms PredicateMode = "atoms" // its atomic formulas
	Whole PredicateMode = "whole" // the interpolant itself
)

// Order is the order in which outgoing edges are tried.
type Order string

// The orders.
const (
	ByDistance Order = "distance" // nearest to the error first
	BySource   Order = "source"   // as the program lists them
)

// Options configure the engine.
type Options struct {
	// Abstract enables implicit predicate abstraction (symexecia).
	Abstract bool
	// Threshold is the number of visits of a loop head on a path before abstraction starts (c in the paper).
	Threshold int
	// Predicates determines how interpolants are split.
	Predicates PredicateMode
	// Order of the outgoing edges.
	Order Order
	// Cover is engine.CoverAncestors to prune an abstract state only if it repeats on its own path, as in the paper;
	// otherwise it is pruned also if it was finished on another path.
	Cover string
	// Thresholds override Threshold at locations of the program or of one it was derived from.
	Thresholds map[*program.Location]int
	// Fixed returns Unknown instead of refining, to re-explore a final abstraction.
	Fixed bool
	// MaxRefinements limits the number of refinements, with Unknown beyond; 0: no limit.
	MaxRefinements int
}
