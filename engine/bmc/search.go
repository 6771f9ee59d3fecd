package bmc

import (
	"context"
	"slices"

	"cupel/core/logic"
	"cupel/core/priority"
	"cupel/core/program"
	"cupel/core/program/passes"
	"cupel/core/smt"
	"cupel/core/work"
	"cupel/engine"
)

// search is one run.
type search struct {
	o        Options
	given    *engine.Problem
	observer engine.Observer
	p        *program.Program
	f        *logic.Factory
	vars     *variables
	gs       *guards
	s        smt.Solver

	dist      []int           // distance to a target in edges, by location
	innermost []*program.Loop // by location
	position  []int           // position in a weak topological order, by location
	live      *passes.Liveness
	lives     [][]int // by location, see liveAt
	decides   [][]int // by location, see decidingAt
	weight    []int   // by variable, see weights

	queue   *priority.Queue[*program.Location] // locations with arrivals
	at      [][]arrival                        // by location: arrivals of this round
	waiting []waiting                          // states at loop heads for the next round
	beyond  []waiting                          // states beyond Options.Unwind
	bound   int32                              // of this round, in units

	seen  map[string][]sight // states at loop heads that were continued, see covered
	free  map[*logic.Term][]*logic.Term
	names map[*logic.Sort][]*logic.Term // canonical symbols by sort

	inputs    map[*logic.Term]*guard        // symbols of inputs, with the guard under which they are read
	bounds    map[*logic.Term][]*logic.Term // bounds of inputs
	allBounds []*logic.Term
	told      int // bounds already asserted in the solver

	way  *logic.Term // symbol that keeps states with forgotten guards disjoint
	ways int

	questions
	engine.Findings

	steps, unspent, nodes, merges, covers, rounds, deepest int
	ended                                                  bool // by ctx or Pause

	whole  bool // for Unwind: guards are never forgotten and no state is covered
	reads  []Read
	stops  []Stop
	strays []*guard // ways on which a pointer is computed outside of its object
	// memory tracks live objects if accesses are assumed to be valid; nil otherwise.
	memory *memory
}

// waiting is a state at a loop head beyond the bound of its round.
type waiting struct {
	n *node
	*state
}

func newSearch(o Options, given *engine.Problem, observer engine.Observer, s smt.Solver) *search {
	p := given.Program
	n := len(p.Locs)
	x := &search{o: o, given: given, observer: observer, p: p, f: p.Terms, vars: number(p), gs: newGuards(p.Terms), s: s,
		dist: program.Distances(p, p.Targets()...), position: make([]int, n), live: passes.Live(p),
		lives: make([][]int, n), decides: make([][]int, n), at: make([][]arrival, n), bound: openUnits, seen: map[string][]sight{},
		inputs: map[*logic.Term]*guard{}, bounds: map[*logic.Term][]*logic.Term{},
		free: map[*logic.Term][]*logic.Term{}, names: map[*logic.Sort][]*logic.Term{}}
	_, x.innermost = program.Loops(p)
	k := 0
	var walk func(cs []*program.Component)
	walk = func(cs []*program.Component) {
		for _, c := range cs {
			k++
			x.position[c.Head.ID] = k
			walk(c.Inner)
		}
	}
	walk(program.WeakTopologicalOrder(p))
	x.queue = priority.New(func(a, b *program.Location) bool { return x.position[a.ID] < x.position[b.ID] })
	x.weights()
	x.way = x.f.Fresh("way", logic.BVSort(32))
	if p.Lowered {
		x.way = x.f.Fresh("way", logic.Int)
	}
	x.questions.budget = firstBudget
	return x
}

func (x *search) target(l *program.Location) bool { return l == x.p.Error || l.Cut != "" }

func (x *search) isHead(l *program.Location) bool {
	loop := x.innermost[l.ID]
	return loop != nil && loop.Head == l
}

// step counts executed operations.
func (x *search) step(n int) { x.steps += n; x.unspent += n }

// work is the work done so far, in the units of smt.Metered.
func (x *search) work() int { return x.steps*stepWork + smt.Work(x.s) }

// pause charges executed steps to the budget and reports whether the search has to end.
func (x *search) pause(ctx context.Context) bool {
	if x.unspent > 0 {
		work.Spend(ctx, x.unspent*stepWork)
		x.unspent = 0
	}
	p := x.given.Tools.Pause
	x.ended = x.ended || ctx.Err() != nil || p != nil && !p(x.work())
	return x.ended
}

// run explores until nothing is left or an error is found (true), or the search has to end (false).
func (x *search) run(ctx context.Context) (bool, error) {
	if x.dist[x.p.Init.ID] < 0 {
		return true, nil
	}
	first := x.gs.and(x.gs.root, x.wayIs(0))
	first.satisfiable(map[*logic.Term]*logic.Term{})
	x.arrive(run{x.p.Init, arrival{arc{}, &state{g: first, m: x.vars.begin()}}})
	for {
		if x.ended || x.unspent > pauseSteps && x.pause(ctx) {
			return false, nil
		}
		if x.queue.Len() == 0 {
			if done, err := x.nextRound(ctx); done || err != nil {
				return !x.ended && ctx.Err() == nil, err
			}
			continue
		}
		if err := x.visit(ctx, x.queue.Pop()); err != nil {
			return false, err
		}
		if x.due() {
			if err := x.settle(ctx, false); err != nil {
				return false, err
			}
		}
		if x.Cex != nil || x.Undefined() {
			return true, nil
		}
	}
}

// arrive queues the state at the end of a run for merging.
func (x *search) arrive(r run) {
	a := r.arrival
	a.arc.g = a.state.g
	if x.target(r.at) {
		x.reached(r.at, a.arc)
		return
	}
	a.state.enter(r.at, x.innermost[r.at.ID])
	if len(x.at[r.at.ID]) == 0 {
		x.queue.Push(r.at)
	}
	x.at[r.at.ID] = append(x.at[r.at.ID], a)
}

// enter updates the loop counts for a visit of l.
func (s *state) enter(l *program.Location, loop *program.Loop) {
	if loop == nil {
		s.loop, s.count = nil, nil
		return
	}
	common := s.loop
	for common != nil && !loop.Within(common) {
		common = common.Parent
	}
	depth := 0
	if common != nil {
		depth = common.Depth
	}
	now := make([]count, loop.Depth)
	copy(now, s.count[:depth])
	if loop.Head == l {
		c := &now[loop.Depth-1]
		c.visits++
		c.least++
		if c.closed {
			c.units++
		} else {
			c.units += openUnits
		}
		c.closed = false
	}
	s.loop, s.count = loop, now
}

// maxCounts is the join of loop counts: maximal where they bound executions.
func maxCounts(a, b []count) []count {
	if slices.Equal(a, b) {
		return a
	}
	out := slices.Clone(a)
	for i := range out {
		out[i].visits, out[i].units = max(a[i].visits, b[i].visits), max(a[i].units, b[i].units)
		out[i].least = min(a[i].least, b[i].least)
		out[i].closed = a[i].closed && b[i].closed
	}
	return out
}

// visit merges the arrivals at a location and executes from there.
func (x *search) visit(ctx context.Context, l *program.Location) error {
	all := x.at[l.ID]
	x.at[l.ID] = nil
	of := map[*state]arc{}
	states := make([]*state, len(all))
	for i, a := range all {
		states[i] = a.state
		of[a.state] = a.arc
	}
	for _, group := range x.groups(l, states) {
		n := &node{loc: l}
		for _, s := range group {
			n.arcs = append(n.arcs, of[s])
		}
		x.nodes++
		if x.nodes%1024 == 0 {
			x.observer.Progress(engine.Progress{Phase: "unwind", Iterations: x.nodes, Frontier: len(x.waiting), Depth: x.deepest})
		}
		if x.unspent > pauseSteps && x.pause(ctx) {
			return nil
		}
		s := x.merge(l, group)
		if x.isHead(l) {
			var err error
			if s, err = x.again(ctx, n, s); err != nil {
				return err
			}
			if s == nil {
				continue
			}
		}
		x.execute(ctx, n, s)
	}
	return nil
}

// again decides at a loop head whether execution continues in this round, and from which state; nil: it does
// not.
func (x *search) again(ctx context.Context, n *node, s *state) (*state, error) {
	var e *essence
	var key string
	var now sight
	if !x.whole {
		var known bool
		e = x.essence(n.loc, s)
		if key, now, known = x.covered(n.loc, s, e); known {
			x.covers++
			return nil, nil
		}
	}
	c := s.count[len(s.count)-1]
	x.deepest = max(x.deepest, int(c.visits))
	switch {
	case x.o.Unwind > 0 && int(c.visits) > x.o.Unwind:
		x.beyond = append(x.beyond, waiting{n, s})
		return nil, nil
	case x.o.Unwind == 0 && c.units > x.bound:
		x.waiting = append(x.waiting, waiting{n, s})
		return nil, nil
	case c.visits > 1:
		if r, err := x.feasible(ctx, s.g, false); err != nil || r == smt.Unsat {
			return nil, err
		}
	}
	if x.whole {
		return s, nil
	}
	x.seen[key] = append(x.seen[key], now)
	return x.forget(n, s, e), nil
}

// nextRound doubles the bound for the feasible waiting states; true: the search is done.
func (x *search) nextRound(ctx context.Context) (bool, error) {
	x.open, x.hard = append(x.hard, x.open...), nil
	if err := x.settle(ctx, len(x.waiting) == 0); err != nil {
		return true, err
	}
	x.pause(ctx)
	if x.Cex != nil || x.Undefined() || x.ended || ctx.Err() != nil {
		return true, nil
	}
	if len(x.waiting) == 0 {
		return true, x.beyondBound(ctx)
	}
	err := x.further(ctx)
	return err != nil, err
}

// beyondBound checks whether an execution exceeds Options.Unwind.
func (x *search) beyondBound(ctx context.Context) error {
	for _, w := range x.beyond {
		switch r, err := x.decide(ctx, x.gs.of(w.g)); {
		case err != nil:
			return err
		case r != smt.Unsat && ctx.Err() == nil:
			x.GiveUp(engine.Reason{Kind: engine.SizeLimit, Text: "the loop at " + w.n.loc.Pos.String() + " goes on beyond --unwind"})
			return nil
		}
	}
	return nil
}
