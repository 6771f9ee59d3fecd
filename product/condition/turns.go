package condition

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"

	"cupel/core/logic"
	"cupel/core/smt"
	"cupel/core/work"
	"cupel/verifier"
)

// Merging all paths decides many programs at once, and others never. It therefore takes turns with the searches
// and refiners: a search begins; when it has found a failing input, or was long, the paths are merged within a
// budget, while the search is suspended; each further attempt may take twice as much, as soon as searches and
// refiners have had a multiple of that. An attempt that finds an input that is not covered, or is complete, ends
// the search.

// errMerged ends a search: merging the paths has found out more.
var errMerged = errors.New("the paths are merged")

// turns are the attempts to merge the paths.
type turns struct {
	budget int  // work of the next attempt
	made   int  // number of attempts
	spent  int  // their work
	shut   bool // no other attempt is of use
	others int  // work of searches and refiners
}

// merges reports whether paths are to be merged, now or later.
func (l *loop) merges() bool {
	return !l.aboutEnds() && !l.turns.shut && slices.Contains(l.o.Refiners, "merge") && len(l.subject.Inputs.Inputs()) > 0
}

// due is the work of searches and refiners after which the next attempt is made.
func (t *turns) due() int {
	if t.made == 0 {
		return firstTurn
	}
	return mergeShare * (t.spent + t.budget)
}

// attempt merges the paths within the next budget. It reports whether that yields more than is known.
func (l *loop) attempt(ctx context.Context) bool {
	if !l.merges() || ctx.Err() != nil {
		return false
	}
	t := &l.turns
	if t.made == 0 {
		t.budget = maxFirstMerge
		if room := verifier.Room(&l.o.Verifier); room > 0 {
			t.budget = min(max(room/firstMergeShare, minFirstMerge), maxFirstMerge)
		}
	}
	t.made++
	part, stop := l.part(ctx, attemptShare)
	defer stop()
	defer l.begin("merging paths", fmt.Sprintf("attempt %d", t.made))()
	part, spent := work.Measured(part)
	m, shut := l.mergedWithin(part, t.budget)
	t.spent += spent() + searchWork
	t.budget *= 2
	m.complete = m.complete && l.covers(m)
	t.shut = shut || m.complete
	better := m.fails != nil && (l.merged == nil || l.merged.fails == nil || !l.merged.complete && (m.complete || m.visits >= l.merged.visits))
	if !better {
		m.close()
		if l.merged == nil || l.merged.fails == nil {
			l.merged = m
		}
		return false
	}
	l.merged.close()
	l.merged = m
	if m.complete { // it says all, and more generally than the conditions of paths
		l.res.Disjuncts, l.res.Term, l.facts = nil, l.f.False(), nil
		return true
	}
	_, ok := l.known(ctx)
	return ok
}

// covers reports whether all inputs known to fail satisfy the formula, as they have to if it is complete.
func (l *loop) covers(m *merged) bool {
	for _, x := range l.res.failing {
		holds, err := l.f.NewEvaluator(func(sym *logic.Term) *logic.Term {
			if s, ok := l.subject.Inputs.SlotOf(sym); ok && x.values[s] != nil {
				return x.values[s]
			}
			return l.f.Zero(sym.Sort()) // it was not read
		}).Bool(m.fails)
		if err != nil || !holds {
			return false
		}
	}
	return true
}

// mergedWithin merges the paths within a budget. shut: further attempts are of no use.
func (l *loop) mergedWithin(ctx context.Context, budget int) (m *merged, shut bool) {
	m = &merged{}
	defer func() { // without it the searches go on
		if x := recover(); x != nil {
			m, shut = &merged{why: fmt.Sprintf("internal error: %v", x)}, true
		}
	}()
	at, shut, err := l.unwound(ctx, m, budget)
	t := l.f.False()
	for _, goal := range slices.Sorted(maps.Keys(at)) {
		t = l.f.Or(t, at[goal])
	}
	switch {
	case t.IsFalse() && err != nil:
		m.complete, m.why = false, reasonOf(ctx, err).Text
	case t.IsFalse() && !m.complete:
		m.why = "no failing path is within the bounds to which loops were unwound"
	case logic.Size(t) > maxMerged:
		m.complete, m.why = false, "the formula of all paths is too large"
		shut = true
	default:
		m.complete = m.complete && err == nil
		m.fails, m.at, m.none = t, at, map[int]smt.Solver{}
	}
	return m, shut
}

// inTurns calls search with a context in which attempts to merge the paths take turns with the search. It reports
// whether one of them ended it: then the condition may be another one than it began with.
func (l *loop) inTurns(ctx context.Context, search func(context.Context) error) (ended bool, err error) {
	l.turns.others += searchWork
	before := l.turns.others
	own, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	if l.merges() {
		own = work.Paced(own, l.turns.due()-before, func(spent int) int {
			l.turns.others = before + spent
			if l.turns.others >= l.turns.due() && l.attempt(ctx) {
				ended = true
				cancel(errMerged)
			}
			if !l.merges() || own.Err() != nil {
				return math.MaxInt
			}
			return max(l.turns.due()-before, spent+1)
		})
	}
	own, spent := work.Measured(own)
	err = search(own)
	l.turns.others = before + spent()
	return ended, err
}
