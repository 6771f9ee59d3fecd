package engine

import (
	"context"

	"cupel/core/interpolation"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/smt"
	"cupel/kernel/facts"
)

// Problem is what an engine is given. Nobody changes it afterwards.
type Problem struct {
	Program *program.Program
	// Facts hold whenever their location is reached by an execution without undefined
	// behaviour. An engine may make use of them; a proof that does says so by its claims.
	Facts map[*program.Location]*logic.Term
	// Precision are predicates that the user gives an abstraction to begin with.
	Precision map[*program.Location][]*logic.Term
	// GraphLimit ends the search, as SizeLimit, when an abstract reachability graph has more
	// than so many nodes for each location; 0: no limit.
	GraphLimit int
	Tools      Tools
}

// Tools are the means that all engines share.
type Tools struct {
	Open   smt.Opener // makes solvers over the program's terms
	Solver smt.Options
	// Interpolate computes sequence interpolants; nil for engines that need none.
	Interpolate interpolation.Sequencer
	// Confirm replays a counterexample on the original program; nil: counterexamples are
	// taken as they are.
	Confirm func(ctx context.Context, cex *program.Counterexample) Replay
	// Pause is called now and then with the work done since the search began, in the units of
	// smt.Metered; false ends the search. nil: it just goes on.
	Pause func(work int) bool
	// Draw says that Result.Graphs are wanted, for which an engine may have to remember more.
	Draw bool
	// Board takes what an engine finds out about loop heads, at any time, also when it ends
	// undecided; nil takes nothing. Facts of the problem are what it knew when the engine began.
	Board *facts.View
}

// Solve makes a solver over the terms of f.
func (t *Tools) Solve(f *logic.Factory) (smt.Solver, error) { return t.Open(f, t.Solver) }

// Replayed is the outcome of Confirm.
func (t *Tools) Replayed(ctx context.Context, cex *program.Counterexample) Replay {
	if t.Confirm == nil {
		return Replay{}
	}
	return t.Confirm(ctx, cex)
}

// Replay is what became of a counterexample on the original program.
type Replay struct {
	Kind ReplayKind
	Text string // what happened instead of the error
}

// ReplayKind is a kind of outcome.
type ReplayKind int

// The outcomes.
const (
	Confirmed  ReplayKind = iota // the error is reached
	Undefined                    // undefined behaviour comes first: assuming that there is none may help
	Unmodelled                   // it rests on a value that has no model
	Differs                      // the original program does something else
)

// Reason is that of a search that cannot answer TRUE because of the path.
func (r Replay) Reason() Reason {
	kind := Unconfirmed
	if r.Kind == Undefined {
		kind = UndefinedFirst
	}
	return Reason{kind, "a path to the error could not be confirmed: " + r.Text}
}

// OK reports whether the error was reached.
func (r Replay) OK() bool { return r.Kind == Confirmed }
