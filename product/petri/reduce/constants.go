package reduce

import (
	"slices"

	"cupel/product/petri"
)

// constants removes dead transitions, places that never change, and inhibitor arcs that
// never inhibit.
func (w *work) constants() {
	rises, falls := w.fireable()
	if w.deadlock && w.live() {
		w.goal = petri.False()
		return
	}
	for t := range w.transitions {
		tr := &w.transitions[t]
		if tr.dead {
			continue
		}
		before := len(tr.inhibitors)
		tr.inhibitors = slices.DeleteFunc(tr.inhibitors, func(a petri.Arc) bool {
			return !rises[a.Index] && w.places[a.Index].tokens < a.Weight
		})
		w.counts[ruleInhibitor] += before - len(tr.inhibitors)
	}
	for p := range w.places {
		if w.places[p].dead || rises[p] || falls[p] {
			continue
		}
		if !w.substitute(p, w.places[p].tokens) {
			continue
		}
		// Every living transition passes its tests on p, or the fixpoint had killed it.
		w.drop(p, ruleConstant)
	}
}

// live reports whether some transition is always enabled.
func (w *work) live() bool {
	return slices.ContainsFunc(w.transitions, func(t transition) bool {
		return !t.dead && len(t.pre) == 0 && len(t.inhibitors) == 0
	})
}

// fireable kills the transitions that can never fire and reports which places may rise
// above and fall below their initial count.
func (w *work) fireable() (rises, falls []bool) {
	rises, falls = make([]bool, len(w.places)), make([]bool, len(w.places))
	fires := make([]bool, len(w.transitions))
	for changed := true; changed; {
		changed = false
		for t := range w.transitions {
			tr := &w.transitions[t]
			if tr.dead || fires[t] || w.blocked(tr, rises, falls) {
				continue
			}
			fires[t], changed = true, true
			tr.changes(func(p int, d int64) {
				if d > 0 {
					rises[p] = true
				} else {
					falls[p] = true
				}
			})
		}
	}
	for t := range w.transitions {
		if !w.transitions[t].dead && !fires[t] {
			w.kill(t, ruleDead)
		}
	}
	return rises, falls
}

func (w *work) blocked(t *transition, rises, falls []bool) bool {
	return slices.ContainsFunc(t.pre, func(a petri.Arc) bool {
		return !rises[a.Index] && w.places[a.Index].tokens < a.Weight
	}) || slices.ContainsFunc(t.inhibitors, func(a petri.Arc) bool {
		return !falls[a.Index] && w.places[a.Index].tokens >= a.Weight
	})
}

// substitute replaces a place in the goal by its value; false when a bound would
// overflow.
func (w *work) substitute(p int, value int64) bool {
	ok := true
	goal := mapGoal(w.goal, func(r petri.Row) *petri.Predicate {
		c := petri.Weight(r.Terms, p)
		if c == 0 {
			return petri.Linear(r)
		}
		product := c * value
		if value != 0 && (product/value != c || product > petri.MaxCoefficient || product < -petri.MaxCoefficient) {
			ok = false
			return petri.Linear(r)
		}
		rest := slices.DeleteFunc(slices.Clone(r.Terms), func(a petri.Arc) bool { return a.Index == p })
		row, err := petri.NewRow(rest, r.Rel, r.Bound-product)
		if err != nil {
			ok = false
			return petri.Linear(r)
		}
		return petri.Linear(row)
	})
	if ok {
		w.goal = goal
	}
	return ok
}
