package symex

import (
	"slices"

	"cupel/core/interpolation"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/engine"
)

// locPrecision is p(l) = (c, P) of the paper.
type locPrecision struct {
	threshold int
	refined   int           // number of refinements
	preds     []*logic.Term // over program variables
	vars      []*logic.Term // symbols of the predicates and of the location's facts
	known     map[*logic.Term]bool
}

// precision maps loop heads to their precision; empty without abstraction.
type precision struct {
	f    *logic.Factory
	locs map[*program.Location]*locPrecision
}

func newPrecision(given *engine.Problem, o *Options) *precision {
	p := given.Program
	pr := &precision{f: p.Terms, locs: map[*program.Location]*locPrecision{}}
	if !o.Abstract {
		return pr
	}
	for _, l := range p.Locs {
		if !l.LoopHead {
			continue
		}
		lp := &locPrecision{threshold: o.Threshold, known: map[*logic.Term]bool{}}
		if t, ok := given.Thresholds[l]; ok {
			lp.threshold = t
		}
		if known := given.Facts[l]; known != nil {
			lp.vars = logic.FreeVars(known)
		}
		pr.locs[l] = lp
		for _, t := range given.Precision[l] {
			pr.add(l, t)
		}
	}
	return pr
}

func (pr *precision) at(l *program.Location) *locPrecision { return pr.locs[l] }

// add adds a predicate at l and reports whether it is new. A predicate and its negation are the same.
func (pr *precision) add(l *program.Location, t *logic.Term) bool {
	if t.IsGround() {
		return false
	}
	t = pr.f.Positive(t)
	lp := pr.locs[l]
	if lp == nil || lp.known[t] {
		return false
	}
	lp.known[t] = true
	lp.preds = append(lp.preds, t)
	for _, v := range logic.FreeVars(t) {
		if !slices.Contains(lp.vars, v) {
			lp.vars = append(lp.vars, v)
		}
	}
	return true
}

// addInterpolant adds the predicates of an interpolant at l.
func (pr *precision) addInterpolant(l *program.Location, itp *logic.Term, mode PredicateMode) bool {
	if mode == Whole {
		return pr.add(l, itp)
	}
	changed := false
	for _, a := range interpolation.Atoms(itp) {
		changed = pr.add(l, a) || changed
	}
	return changed
}

// size returns the total number of predicates and the maximum at one location.
func (pr *precision) size() (total, most int) {
	for _, lp := range pr.locs {
		total += len(lp.preds)
		most = max(most, len(lp.preds))
	}
	return total, most
}
