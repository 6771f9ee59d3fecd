package explicit

import (
	"context"
	"errors"
	"fmt"

	"cupel/core/priority"
	"cupel/core/work"
	"cupel/product/petri"
)

// An Order is the order in which markings are expanded.
type Order uint8

// The search orders.
const (
	BFS  Order = iota // shortest sequences first
	DFS               // newest marking first
	Best              // least estimated distance to the goal first
)

// Options bound a search. Zero values mean no limit.
type Options struct {
	Order      Order
	MaxStates  int
	MaxBytes   int64 // memory of the visited set and the frontier
	NoStubborn bool  // fire all enabled transitions
}

// A Status is the outcome of a search.
type Status uint8

// The outcomes.
const (
	Limit    Status = iota // a limit or the context ended the search
	Reached                // the goal was reached
	Complete               // the goal is unreachable: the reduced state space was explored
)

func (s Status) String() string { return [...]string{"limit", "reached", "complete"}[s] }

// A Result of a search.
type Result struct {
	Status   Status
	Sequence []int  // when Reached: fires from the initial marking to the goal
	Reason   string // when Limit
	States   int    // markings stored
	Fired    int    // transitions fired
	Bytes    int64  // memory of the visited set
}

// Search looks for a reachable marking that satisfies the goal. The Sequence of a Reached
// result has not been replayed. The only error is the context's, never returned: its end
// is a Limit.
func Search(ctx context.Context, n *petri.Net, goal *petri.Predicate, o Options) Result {
	return newSearch(ctx, n, goal, o).result()
}

func newSearch(ctx context.Context, n *petri.Net, goal *petri.Predicate, o Options) *search {
	g := newGoal(n, goal)
	return &search{
		ctx: ctx, net: n, goal: g, opt: o,
		stubborn: newStubborn(n, g), store: newStore(), onDeadlock: goal.MentionsDeadlock(),
		best: priority.New(candidate.before),
	}
}

func (s *search) result() Result {
	r := s.run()
	r.States, r.Fired, r.Bytes = s.store.len(), s.fired, s.store.bytes
	return r
}

// search is one exploration. Invariant: every stored marking is expanded or in the queue.
type search struct {
	ctx      context.Context
	net      *petri.Net
	goal     *goal
	opt      Options
	stubborn *stubborn
	store    *store

	queue []uint32 // BFS: from head on; DFS: a stack
	head  int
	best  *priority.Queue[candidate]

	onDeadlock bool // the goal depends on the enabled transitions
	fired      int
	overflow   bool
	code       []byte
}

// run expands markings until the goal is reached, none is left, or a limit is met.
func (s *search) run() Result {
	m := s.net.Initial()
	if r, done := s.visit(m, noParent, -1); done {
		return r
	}
	next := make(petri.Marking, len(m))
	var ts []int
	for steps := 0; ; steps++ {
		i, ok := s.pop()
		if !ok {
			break
		}
		if steps%64 == 0 {
			work.Spend(s.ctx, 64*markingWork)
			if s.ctx.Err() != nil {
				return Result{Reason: work.Reason(s.ctx)}
			}
		}
		decode(s.store.get(i), m)
		s.stubborn.enable(m)
		ts = ts[:0]
		if s.opt.NoStubborn {
			ts = append(ts, s.stubborn.enabled...)
		} else {
			ts = s.stubborn.reduce(m, ts)
		}
		for _, t := range ts {
			copy(next, m)
			s.fired++
			if err := s.net.Apply(next, t); err != nil {
				if !errors.Is(err, petri.ErrOverflow) {
					return Result{Reason: err.Error()}
				}
				s.overflow = true
				continue
			}
			if r, done := s.visit(next, i, int32(t)); done {
				return r
			}
		}
	}
	if s.overflow {
		return Result{Reason: petri.ErrOverflow.Error()}
	}
	return Result{Status: Complete}
}

// visit stores a marking; done ends the search with r.
func (s *search) visit(m petri.Marking, parent uint32, via int32) (r Result, done bool) {
	s.code = encode(s.code[:0], m)
	i, isNew := s.store.add(s.code, parent, via)
	if !isNew {
		return r, false
	}
	if s.onDeadlock {
		s.stubborn.enable(m)
	}
	if s.goal.holds(m, s.stubborn.enabled) {
		return Result{Status: Reached, Sequence: s.store.path(i)}, true
	}
	if s.opt.MaxStates > 0 && s.store.len() >= s.opt.MaxStates || s.store.len() >= maxStates {
		return Result{Reason: fmt.Sprintf("limit of %d markings", s.store.len())}, true
	}
	if s.opt.MaxBytes > 0 && s.store.bytes+s.queueBytes() > s.opt.MaxBytes {
		return Result{Reason: fmt.Sprintf("memory limit at %d markings", s.store.len())}, true
	}
	s.push(i, m)
	return r, false
}

func (s *search) queueBytes() int64 { return 4*int64(cap(s.queue)) + 16*int64(s.best.Cap()) }

func (s *search) push(i uint32, m petri.Marking) {
	if s.opt.Order == Best {
		s.best.Push(candidate{s.goal.distance(m, s.stubborn.enabled), i})
		return
	}
	s.queue = append(s.queue, i)
}

func (s *search) pop() (uint32, bool) {
	switch s.opt.Order {
	case Best:
		if s.best.Len() == 0 {
			return 0, false
		}
		return s.best.Pop().state, true
	case DFS:
		k := len(s.queue) - 1
		if k < 0 {
			return 0, false
		}
		i := s.queue[k]
		s.queue = s.queue[:k]
		return i, true
	}
	if s.head == len(s.queue) {
		return 0, false
	}
	i := s.queue[s.head]
	s.head++
	if s.head > len(s.queue)/2 && s.head > 1024 {
		s.queue = s.queue[:copy(s.queue, s.queue[s.head:])]
		s.head = 0
	}
	return i, true
}

// candidate is an unexpanded state; among equals the newest comes first.
type candidate struct {
	distance float64
	state    uint32
}

func (c candidate) before(d candidate) bool {
	if c.distance != d.distance {
		return c.distance < d.distance
	}
	return c.state > d.state
}
