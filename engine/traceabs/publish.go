package traceabs

import (
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/kernel/facts"
)

// publish adds to the board the disjunction of the annotations of dropped states at each loop head, which is
// inductive when no path is left, and the atoms of all annotations.
func (x *search) publish(complete bool) {
	board := x.given.Tools.Board
	if board == nil || x.notes.full {
		return
	}
	status := facts.Claimed
	if complete {
		status = facts.Relative
	}
	at := map[*program.Location][]*logic.Term{}
	for q, t := range x.notes.states {
		if q < len(x.rest.States) {
			l := x.p.Locs[x.rest.States[q].Kind]
			at[l] = append(at[l], t)
		}
	}
	for _, l := range x.p.Locs {
		if !l.LoopHead {
			continue
		}
		dropped := x.notes.dropped[l]
		if n := len(dropped); n > 0 && n <= maxPublished {
			board.Publish("traceabs", status, l, x.f.Or(dropped...))
		}
		atoms := logic.Atoms(append(append([]*logic.Term(nil), dropped...), at[l]...)...)
		board.Publish("traceabs", facts.Predicate, l, atoms[:min(len(atoms), maxPublished)]...)
	}
}
