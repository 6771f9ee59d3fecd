package symex

import (
	"context"

	"cupel/engine"
	"cupel/interpolation"
	"cupel/logic"
	"cupel/program"
	"cupel/smt"
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
	// Precision holds predicates given by the user, over program variables.
	Precision map[*program.Location][]*logic.Term
	// Thresholds override Threshold at single locations.
	Thresholds map[*program.Location]int
	// Strict takes OpCheck as assumptions from the start; Fixed answers UNKNOWN
	// instead of refining. Both serve to explore a final abstraction again.
	Strict, Fixed bool
	// Invariants are facts about loop heads found by other analyses; they are
	// assumed after each abstraction.
	Invariants map[*program.Location]*logic.Term
	// Open makes the solvers; Interpolate computes sequence interpolants.
	Open        smt.Opener
	Solver      smt.Options
	Interpolate interpolation.Sequencer
	// Confirm replays a counterexample on the original program. It returns "" when
	// the error is really reached, otherwise what happened instead.
	Confirm func(ctx context.Context, cex *engine.Counterexample) string
	// Pause is called now and then with the work done since the search began, in the
	// units of smt.Metered; false ends the search. nil: it just goes on.
	Pause func(work int) bool
	// MaxRefinements stops the loop with UNKNOWN; 0: no bound.
	MaxRefinements int
}
