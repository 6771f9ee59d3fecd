package symex

import (
	"cupel/core/program"
)

// PredicateMode says how an interpolant becomes predicates.
type PredicateMode string

// The predicate modes.
const (
	Atoms PredicateMode = "atoms" // its atomic formulas
	Whole PredicateMode = "whole" // the interpolant itself
)

// Order says in which order the edges leaving a location are tried.
type Order string

// The orders.
const (
	ByDistance Order = "distance" // nearest to the error first
	BySource   Order = "source"   // as the program lists them
)

// Options configure the engine.
type Options struct {
	// Abstract turns implicit predicate abstraction on (symexecia).
	Abstract bool
	// Threshold is the number of visits of a loop head on a path before which
	// no abstraction happens (the paper's c).
	Threshold int
	// Predicates says how interpolants are split.
	Predicates PredicateMode
	// Order of the edges.
	Order Order
	// AncestorsOnly prunes an abstract state only when it repeats on its own path,
	// as the paper does; otherwise also when it was finished on another path.
	AncestorsOnly bool
	// Thresholds override Threshold at single locations of the program or of one that it
	// was derived from.
	Thresholds map[*program.Location]int
	// Fixed answers UNKNOWN instead of refining, to explore a final abstraction again.
	Fixed bool
	// MaxRefinements stops the loop with UNKNOWN; 0: no bound.
	MaxRefinements int
}
