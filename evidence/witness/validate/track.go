package validate

import (
	"slices"

	"cupel/core/program"
	"cupel/evidence/witness/read"
)

// A tracker computes the set of automaton states that an execution may be in, for all ways to match its events.
type tracker struct {
	p *plan
	a *read.Automaton
	// chain: each state has one edge, to the next, and no event has to be avoided. Then further states are
	// never worse.
	chain bool
}

func newTracker(p *plan) *tracker {
	t := &tracker{p: p, a: p.w.Automaton, chain: true}
	for i, s := range t.a.States {
		t.chain = t.chain && len(s) == 1 && (s[0].To == i+1 || s[0].To == read.Violation || t.a.Endless && i == len(t.a.States)-1)
	}
	return t
}

// edges are those of a state. In a chain that never ends a state is the number of waypoints passed so far.
func (t *tracker) edges(s int) []read.Edge {
	if n := len(t.a.States); s >= n {
		s = t.a.Cycle + (s-t.a.Cycle)%(n-t.a.Cycle)
	}
	return t.a.States[s]
}

// to is the state behind an edge of a state.
func (t *tracker) to(s int, e *read.Edge) int {
	if t.a.Endless && e.To >= 0 {
		return s + 1
	}
	return e.To
}

// start returns the initial states, sorted.
func (t *tracker) start() []int { return t.close([]int{0}) }

// close adds the states reached by events that are always possible.
func (t *tracker) close(s []int) []int {
	for i := 0; i < len(s); i++ {
		edges := t.edges(s[i])
		for k := range edges {
			e := &edges[k]
			if ev := t.p.events[e]; ev != nil && ev.always && e.To >= 0 && !slices.Contains(s, e.To) {
				s = append(s, e.To)
			}
		}
	}
	slices.Sort(s)
	if t.chain && len(s) > 1 {
		s = s[len(s)-1:]
	}
	return s
}

// step returns the states after an event for which happens holds; unchanged if it concerns none of their edges.
func (t *tracker) step(s []int, happens func(*event) bool) []int {
	var next []int
	changed := false
	for _, at := range s {
		stay := true
		edges := t.edges(at)
		for k := range edges {
			e := &edges[k]
			ev := t.p.events[e]
			if ev == nil || !happens(ev) {
				continue
			}
			changed = true
			switch {
			case e.To == read.Sink:
				stay = false
			case e.To >= 0 && !slices.Contains(next, t.to(at, e)):
				next = append(next, t.to(at, e))
			}
		}
		if stay && !slices.Contains(next, at) {
			next = append(next, at)
		}
	}
	if !changed {
		return s
	}
	return t.close(next)
}

// assigned is the step for an assignment to a variable of the plan.
func (t *tracker) assigned(s []int, v string, value bool) []int {
	return t.step(s, func(ev *event) bool { return ev.vars[v] && ev.value == value })
}

// branched is the step for an edge, possibly a branch of a switch.
func (t *tracker) branched(s []int, e *program.Edge) []int {
	if e.Branch == nil || e.Branch.Value == "true" || e.Branch.Value == "false" {
		return s
	}
	at, _ := t.p.text.original(e.Branch.Pos)
	return t.step(s, func(ev *event) bool { return ev.outcome == e.Branch.Value && ev.keyword == at })
}

// cares reports whether some assignment to a variable changes the states.
func (t *tracker) cares(s []int, v string) bool {
	for _, at := range s {
		edges := t.edges(at)
		for k := range edges {
			if ev := t.p.events[&edges[k]]; ev != nil && ev.vars[v] {
				return true
			}
		}
	}
	return false
}

// accepts reports whether a violation is at the target.
func (t *tracker) accepts(s []int, last *program.Edge) bool {
	g, at := t.goal(last)
	for _, q := range s {
		edges := t.edges(q)
		for k := range edges {
			if e := &edges[k]; e.To == read.Violation && t.p.violates(e, g, at) {
				return true
			}
		}
	}
	return false
}

// goal returns the goal of an edge to the error, with its position in the text.
func (t *tracker) goal(last *program.Edge) (*program.Goal, program.Pos) {
	return t.p.goal(last)
}

func (p *plan) goal(last *program.Edge) (*program.Goal, program.Pos) {
	g := last.Goal
	if g == nil {
		g = &program.Goal{Func: last.Src.Func, Pos: last.Pos}
	}
	pos := g.Pos
	if !pos.IsValid() {
		pos = last.Pos
	}
	at, _ := p.text.original(pos)
	return g, at
}

// hint is the constant that, according to the witness, the calls ending at a position return next; "": none.
func (t *tracker) hint(s []int, paren program.Pos) string {
	at, _ := t.p.text.original(paren)
	for i := len(s) - 1; i >= 0; i-- {
		edges := t.edges(s[i])
		for k := range edges {
			e := &edges[k]
			if ev := t.p.events[e]; ev != nil && e.To != read.Sink && ev.constant != "" && slices.Contains(ev.closes, at) {
				return ev.constant
			}
		}
	}
	return ""
}
