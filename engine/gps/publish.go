package gps

import (
	"cupel/core/logic"
	"cupel/core/program"
	shared "cupel/kernel/facts"
)

// publish adds to the board, for each loop head, the disjunction of its labels, their conjuncts (interpolants
// of dead ends), and the negated summary of the paths to the error.
func (g *search) publish() {
	board := g.tools.Board
	if board == nil {
		return
	}
	for _, l := range g.p.Locs {
		if !l.LoopHead {
			continue
		}
		at := l
		if g.gas != nil {
			at = l.Origin
		}
		var labels, parts []*logic.Term
		seen := map[*logic.Term]bool{}
		for _, n := range g.t.byLoc[l] {
			own := g.withoutGas(n.order)
			if len(own) == 0 {
				continue
			}
			labels = append(labels, g.f.And(own...))
			for _, t := range own {
				if !seen[t] {
					seen[t] = true
					parts = append(parts, t)
				}
			}
		}
		parts = append(g.withoutGas(g.known[l]), parts...)
		if n := len(labels); n > 0 && n <= maxPublished {
			board.Publish(string(g.o.Mode), shared.Claimed, at, g.f.Or(labels...))
		}
		board.Publish(string(g.o.Mode), shared.Claimed, at, parts[:min(len(parts), maxPublished)]...)
		if t := g.harmless(l); t != nil {
			board.Publish(string(g.o.Mode), shared.Claimed, at, t)
		}
	}
}

// withoutGas drops formulas that mention gas.
func (g *search) withoutGas(ts []*logic.Term) []*logic.Term {
	var out []*logic.Term
	for _, t := range ts {
		if g.gas == nil || !logic.Occurs(g.gas.Sym, t) {
			out = append(out, t)
		}
	}
	return out
}

// harmless states that no path to the error starts in a state at l; nil if too large or unknown.
func (g *search) harmless(l *program.Location) *logic.Term {
	sum := g.asked[l]
	if sum == nil {
		return nil
	}
	t := g.f.Not(sum.Guard())
	if logic.Size(t) > maxGuard || g.gas != nil && logic.Occurs(g.gas.Sym, t) {
		return nil
	}
	return t
}
