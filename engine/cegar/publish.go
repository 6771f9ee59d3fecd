package cegar

import (
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/kernel/facts"
)

// publish adds to the board the disjunction of the states at each loop head, which is inductive when the graph
// is complete, and the precision's predicates.
func (x *search) publish(complete bool) {
	board := x.given.Tools.Board
	if board == nil {
		return
	}
	status := facts.Claimed
	if complete && x.Cex == nil && x.stuck.None() {
		status = facts.Relative
	}
	for _, l := range x.p.Locs {
		if !l.LoopHead || x.wait.dist[l.ID] < 0 {
			continue
		}
		if n := len(x.arg.byLoc[l.ID]); n > 0 && n <= maxPublished {
			board.Publish("cegar", status, l, x.invariant(l))
		}
		preds := x.prec.At(l).Preds
		board.Publish("cegar", facts.Predicate, l, preds[max(0, len(preds)-maxPublished):]...)
		board.Publish("cegar", facts.Predicate, l, x.firstStates(l)...)
	}
}

// firstStates returns the atoms of the states at a location, except those over ground values.
func (x *search) firstStates(l *program.Location) []*logic.Term {
	ps := x.predicatesAt(l)
	return ps[:min(len(ps), maxPublished)]
}
