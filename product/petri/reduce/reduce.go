package reduce

import (
	"context"
	"fmt"
	"slices"

	units "cupel/core/work"
	"cupel/product/petri"
)

// A Result is a reduced net with the goal over it.
type Result struct {
	Net  *petri.Net
	Goal *petri.Predicate // over Net; a constant when the reductions decide the question

	origin [][]int // per transition of Net: the sequence of original transitions
	prefix []int   // original transitions that fire before
	counts [ruleCount]int
}

// Lift maps a firing sequence of the reduced net to one of the original net.
func (r *Result) Lift(seq []int) []int {
	out := slices.Clone(r.prefix)
	for _, t := range seq {
		out = append(out, r.origin[t]...)
	}
	return out
}

// String counts the applications of every rule.
func (r *Result) String() string {
	s := ""
	for i, k := range r.counts {
		if k > 0 {
			s += fmt.Sprintf(", %s %d", ruleNames[i], k)
		}
	}
	if s == "" {
		return "nothing to reduce"
	}
	return s[2:]
}

// Counts yields the rules that were applied, with how often.
func (r *Result) Counts(yield func(name string, n int) bool) {
	for i, k := range r.counts {
		if k > 0 && !yield(ruleNames[i], k) {
			return
		}
	}
}

type rule int

const (
	ruleDead rule = iota
	ruleConstant
	ruleInhibitor
	ruleIrrelevant
	ruleUntested
	ruleDominated
	ruleParallel
	rulePost
	rulePre
	ruleCount
)

var ruleNames = [ruleCount]string{
	"dead transitions", "constant places", "inhibitor arcs", "irrelevant transitions", "untested places",
	"dominated transitions", "parallel places", "post-agglomerations", "pre-agglomerations",
}

// Reduce applies the rules until none applies or ctx ends; what was done by then is sound.
func Reduce(ctx context.Context, n *petri.Net, goal *petri.Predicate) (*Result, error) {
	w := newWork(n, goal)
	for range maxRounds {
		before := w.counts
		for _, apply := range []func(){w.constants, w.relevance, w.untested, w.dominated, w.parallel, w.agglomerate} {
			if ctx.Err() != nil || w.goal.Op == petri.OpTrue || w.goal.Op == petri.OpFalse {
				return w.result(n.Name)
			}
			w.index()
			units.Spend(ctx, len(w.places)+len(w.transitions))
			apply()
		}
		if w.counts == before {
			break
		}
	}
	return w.result(n.Name)
}

// work is a net during reduction. Nodes keep their numbers; removed ones are marked dead.
type work struct {
	places      []place
	transitions []transition
	goal        *petri.Predicate // over the numbers of work
	deadlock    bool             // the goal is exactly deadlock
	prefix      []int
	counts      [ruleCount]int

	// By index, for live transitions; pinned marks the goal's support.
	consumers, producers, inhibits [][]int
	pinned                         []bool
}

// place is a place of the net during reduction.
type place struct {
	id     string
	name   string
	tokens int64
	dead   bool
}

// transition is a transition during reduction; origin is the sequence of original transitions it stands for.
type transition struct {
	pre, post, inhibitors []petri.Arc // sorted by place
	origin                []int
	dead                  bool
}

func newWork(n *petri.Net, goal *petri.Predicate) *work {
	w := &work{goal: goal, deadlock: goal.Op == petri.OpDeadlock}
	if !w.deadlock {
		w.goal = n.Normalize(goal)
	}
	m := n.Initial()
	for p, pl := range n.Places {
		w.places = append(w.places, place{id: pl.ID, name: pl.Name, tokens: m[p]})
	}
	for t, tr := range n.Transitions {
		w.transitions = append(w.transitions, transition{
			pre: slices.Clone(tr.Pre), post: slices.Clone(tr.Post), inhibitors: slices.Clone(tr.Inhibitors),
			origin: []int{t},
		})
	}
	return w
}

// index recomputes the lists per place.
func (w *work) index() {
	w.consumers = make([][]int, len(w.places))
	w.producers = make([][]int, len(w.places))
	w.inhibits = make([][]int, len(w.places))
	for t := range w.transitions {
		tr := &w.transitions[t]
		if tr.dead {
			continue
		}
		for _, a := range tr.pre {
			w.consumers[a.Index] = append(w.consumers[a.Index], t)
		}
		for _, a := range tr.post {
			w.producers[a.Index] = append(w.producers[a.Index], t)
		}
		for _, a := range tr.inhibitors {
			w.inhibits[a.Index] = append(w.inhibits[a.Index], t)
		}
	}
	w.pinned = make([]bool, len(w.places))
	w.pin(w.goal)
}

func (w *work) pin(p *petri.Predicate) {
	for _, a := range p.Row.Terms {
		w.pinned[a.Index] = true
	}
	for _, q := range p.Args {
		w.pin(q)
	}
}

// kill removes a transition.
func (w *work) kill(t int, r rule) {
	w.transitions[t].dead = true
	w.counts[r]++
}

// drop removes a place with its arcs; its count must be irrelevant.
func (w *work) drop(p int, r rule) {
	w.places[p].dead = true
	w.counts[r]++
	gone := func(a petri.Arc) bool { return a.Index == p }
	for t := range w.transitions {
		tr := &w.transitions[t]
		tr.pre = slices.DeleteFunc(tr.pre, gone)
		tr.post = slices.DeleteFunc(tr.post, gone)
		tr.inhibitors = slices.DeleteFunc(tr.inhibitors, gone)
	}
}

// effect returns the change of a place by a transition.
func (t *transition) effect(p int) int64 {
	return petri.Weight(t.post, p) - petri.Weight(t.pre, p)
}

// changes calls f for every place with a nonzero effect.
func (t *transition) changes(f func(p int, d int64)) {
	for _, a := range t.pre {
		if d := t.effect(a.Index); d != 0 {
			f(a.Index, d)
		}
	}
	for _, a := range t.post {
		if petri.Weight(t.pre, a.Index) == 0 {
			f(a.Index, a.Weight)
		}
	}
}

// result builds the reduced net.
func (w *work) result(name string) (*Result, error) {
	b := petri.NewBuilder(name)
	number := make([]int, len(w.places))
	for p, pl := range w.places {
		if !pl.dead {
			number[p] = b.AddPlace("p:"+pl.id, pl.tokens)
			b.NamePlace(number[p], pl.name)
		}
	}
	r := &Result{prefix: w.prefix, counts: w.counts}
	for t := range w.transitions {
		tr := &w.transitions[t]
		if tr.dead {
			continue
		}
		k := b.AddTransition(fmt.Sprintf("t:%d", t))
		for _, a := range tr.pre {
			b.AddInput(number[a.Index], k, a.Weight)
		}
		for _, a := range tr.post {
			b.AddOutput(number[a.Index], k, a.Weight)
		}
		for _, a := range tr.inhibitors {
			b.AddInhibitor(number[a.Index], k, a.Weight)
		}
		r.origin = append(r.origin, tr.origin)
	}
	n, err := b.Build()
	if err != nil {
		return nil, fmt.Errorf("reduced net: %w", err)
	}
	r.Net = n
	r.Goal = mapGoal(w.goal, func(r petri.Row) *petri.Predicate {
		terms := make([]petri.Arc, len(r.Terms))
		for i, a := range r.Terms {
			terms[i] = petri.Arc{Index: number[a.Index], Weight: a.Weight}
		}
		return petri.Linear(petri.Row{Terms: terms, Rel: r.Rel, Bound: r.Bound})
	})
	return r, nil
}

// mapGoal rebuilds a normalized predicate with other rows.
func mapGoal(p *petri.Predicate, f func(petri.Row) *petri.Predicate) *petri.Predicate {
	switch p.Op {
	case petri.OpRow:
		return f(p.Row)
	case petri.OpAnd, petri.OpOr:
		args := make([]*petri.Predicate, len(p.Args))
		for i, q := range p.Args {
			args[i] = mapGoal(q, f)
		}
		if p.Op == petri.OpAnd {
			return petri.And(args...)
		}
		return petri.Or(args...)
	}
	return p
}
