package ic3ia

import (
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/program/passes"
)

// precision are the predicates of each location.
type precision struct {
	p     *program.Program
	local bool
	live  []map[*logic.Term]bool // symbols of the variables live at a location, by ID; nil: not known yet
	of    *passes.Liveness
	preds [][]*logic.Term // by location ID, in the order of insertion
	known []map[*logic.Term]bool
}

func newPrecision(p *program.Program, local bool) *precision {
	n := len(p.Locs)
	return &precision{p: p, local: local, live: make([]map[*logic.Term]bool, n), of: passes.Live(p), preds: make([][]*logic.Term, n), known: make([]map[*logic.Term]bool, n)}
}

// at are the predicates of a location.
func (x *precision) at(l *program.Location) []*logic.Term { return x.preds[l.ID] }

// add adds a predicate at l and, unless precisions are local, wherever its variables are live. It reports whether it is new at l.
func (x *precision) add(l *program.Location, t *logic.Term) bool {
	if t.IsGround() {
		return false
	}
	t = x.p.Terms.Positive(t)
	fresh := x.addAt(l, t)
	if fresh && !x.local {
		vars := logic.FreeVars(t)
		for _, other := range x.p.Locs {
			if other != x.p.Init && len(other.Out) > 0 && x.alive(other, vars) {
				x.addAt(other, t)
			}
		}
	}
	return fresh
}

func (x *precision) addAt(l *program.Location, t *logic.Term) bool {
	if x.known[l.ID][t] {
		return false
	}
	if x.known[l.ID] == nil {
		x.known[l.ID] = map[*logic.Term]bool{}
	}
	x.known[l.ID][t] = true
	x.preds[l.ID] = append(x.preds[l.ID], t)
	return true
}

// alive reports whether all variables are live at l.
func (x *precision) alive(l *program.Location, vars []*logic.Term) bool {
	if x.live[l.ID] == nil {
		x.live[l.ID] = map[*logic.Term]bool{}
		for _, v := range x.of.At(l) {
			x.live[l.ID][v.Sym] = true
		}
	}
	return subset(vars, x.live[l.ID])
}

// size is the number of predicates of all locations, and the most of one.
func (x *precision) size() (all, most int) {
	seen := map[*logic.Term]bool{}
	for _, ps := range x.preds {
		most = max(most, len(ps))
		for _, t := range ps {
			seen[t] = true
		}
	}
	return len(seen), most
}
