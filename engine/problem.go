package engine

import (
	"context"

	"cupel/core/interpolation"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/smt"
	"cupel/kernel/facts"
)

// Problem is the input of an engine. It is immutable, and shared by all engines that work on it.
//
// Invariants when Verify of an engine is called: loop heads of Program are marked, no operation is an OpCheck
// (package definedness), and Facts, Precision and Thresholds have only locations and variables of Program.
type Problem struct {
	Program *program.Program
	// Facts hold whenever their location is reached by an execution without undefined behaviour. An engine may
	// assume them; a proof that uses them has to include them in its claims.
	Facts map[*program.Location]*logic.Term
	// Precision holds the user's initial predicates for an abstraction.
	Precision map[*program.Location][]*logic.Term
	// Thresholds are the visits of a location on a path before abstraction begins there, where the engine's own number does not hold.
	Thresholds map[*program.Location]int
	// GraphLimit ends the search with SizeLimit when an abstract reachability graph has more nodes than this
	// for each location of the program; 0: no limit.
	GraphLimit int
	Tools      Tools
}

// Tools are services shared by all engines.
type Tools struct {
	Open   smt.Opener // creates solvers over the program's terms
	Solver smt.Options
	// Interpolate computes sequence interpolants; nil for engines that do not need them.
	Interpolate interpolation.Sequencer
	// Confirm replays a counterexample on the original program; nil: counterexamples are
	// taken as they are.
	Confirm func(ctx context.Context, cex *program.Counterexample) Replay
	// Pause is called now and then with the work done since the search began, in the units of
	// smt.Metered; false ends the search. nil: it just goes on.
	Pause func(work int) bool
	// Draw requests Result.Graphs, for which an engine may have to keep more of its search.
	Draw bool
	// Board receives invariants and predicates at loop heads during the search, also when it ends undecided;
	// nil discards them. Problem.Facts is what was known when the engine started.
	Board *facts.View
}

// Solve returns a solver over the terms of f.
func (t *Tools) Solve(f *logic.Factory) (smt.Solver, error) { return t.Open(f, t.Solver) }

// Replayed is the outcome of Confirm.
func (t *Tools) Replayed(ctx context.Context, cex *program.Counterexample) Replay {
	if t.Confirm == nil {
		return Replay{}
	}
	return t.Confirm(ctx, cex)
}

// Replay is the outcome of replaying a counterexample on the original program.
type Replay struct {
	Kind ReplayKind
	Text string // what happened instead of reaching the error
}

// ReplayKind classifies outcomes of a replay.
type ReplayKind int

// The outcomes.
const (
	Confirmed  ReplayKind = iota // the error was reached
	Undefined                    // undefined behaviour precedes the error: assuming its absence may help
	Unmodelled                   // the path depends on a value without a model
	Differs                      // the original program takes another path
)

// Reason is the reason of a search that cannot answer True because of the path.
func (r Replay) Reason() Reason {
	kind := Unconfirmed
	if r.Kind == Undefined {
		kind = UndefinedFirst
	}
	return Reason{kind, "a path to the error could not be confirmed: " + r.Text}
}

// OK reports whether the error was reached.
func (r Replay) OK() bool { return r.Kind == Confirmed }
