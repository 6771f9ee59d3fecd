package absint

import (
	"context"
	"slices"

	"cupel/core/program"
	"cupel/core/work"
)

// Domain is an abstract domain. Its elements, of type S, are immutable and each
// represents a non-empty set of states (its concretisation); operations whose
// result may be empty return a flag.
//
// Required for soundness, with g(s) the concretisation: Post(s, e) covers the
// successors of g(s) along e, Join and Widen cover both arguments, Leq(s, t)
// implies that g(s) is a subset of g(t). Sequences of widenings must become
// stationary.
type Domain[S any] interface {
	// Initial describes the states in which executions start.
	Initial() S
	// Post is the abstract transformer of e's operations; false: no successor.
	Post(s S, e *program.Edge) (S, bool)
	// Join describes at least the states of both.
	Join(s, t S) S
	// Widen describes at least the states of both; n counts the widenings at this
	// location so far. For growing n every sequence must become stationary.
	Widen(s, t S, n int) S
	// Leq reports whether g(s) is proven to be a subset of g(t); false is always sound.
	Leq(s, t S) bool
}

// A Simplifier is a domain that replaces elements at chosen locations by simpler ones that cover them. It is applied to every element that enters a
// location, but not to widened ones.
type Simplifier[S any] interface {
	Simplify(l *program.Location, s S) S
}

// Options bounds the work of Solve.
type Options struct {
	// Delay is the number of times a loop head is joined before it is widened.
	Delay int
	// Narrowings is the number of descending passes.
	Narrowings int
	// Inductive makes the result a post-fixpoint even if narrowing lost that: every element covers what its incoming edges produce.
	Inductive bool
	// Restart makes every iteration of a loop analyse its inner loops from bottom instead of from their last result. This is more precise and takes time
	// exponential in the nesting depth.
	Restart bool
}

// Solution maps locations to elements; unreachable locations have none.
type Solution[S any] struct {
	states  []S
	reached []bool
}

// At returns the state at l; false: no execution reaches l.
func (s *Solution[S]) At(l *program.Location) (S, bool) { return s.states[l.ID], s.reached[l.ID] }

// Solve returns a post-fixpoint: for every location, a description of all
// states that executions from p.Init reach it with. The error is ctx's.
func Solve[S any](ctx context.Context, p *program.Program, d Domain[S], o Options) (*Solution[S], error) {
	r := &solver[S]{
		ctx: ctx, p: p, d: d, o: o,
		sol:   &Solution[S]{make([]S, len(p.Locs)), make([]bool, len(p.Locs))},
		count: make([]int, len(p.Locs)),
	}
	order := program.WeakTopologicalOrder(p)
	if err := r.ascend(order); err != nil {
		return nil, err
	}
	ascended := Solution[S]{slices.Clone(r.sol.states), slices.Clone(r.sol.reached)}
	for range o.Narrowings {
		if !r.descend(order) {
			break
		}
	}
	if o.Inductive && !r.mend(order) {
		*r.sol = ascended
	}
	return r.sol, nil
}

// mend makes the solution a post-fixpoint again: transformers that approximate beyond a size limit are not monotone, so that narrowing may yield
// less at a location than its predecessors produce. Such a result is sound but not inductive. It reports whether it succeeded.
func (r *solver[S]) mend(order []*program.Component) bool {
	for range maxMends {
		if r.include(order) {
			return r.ctx.Err() == nil
		}
	}
	return false
}

// include joins the incoming elements into every location; true: all were covered already.
func (r *solver[S]) include(cs []*program.Component) bool {
	stable := true
	for _, c := range cs {
		if r.ctx.Err() != nil {
			return false
		}
		l := c.Head
		if s, ok := r.incoming(l); ok {
			switch old := r.sol.states[l.ID]; {
			case !r.sol.reached[l.ID]:
				r.set(l, s, true)
				stable = false
			case !r.d.Leq(s, old):
				r.set(l, r.d.Join(old, s), true)
				stable = false
			}
		}
		stable = r.include(c.Inner) && stable
	}
	return stable
}

type solver[S any] struct {
	ctx   context.Context
	p     *program.Program
	d     Domain[S]
	o     Options
	sol   *Solution[S]
	count []int // visits of a loop head
}

// incoming joins the posts of all incoming edges.
func (r *solver[S]) incoming(l *program.Location) (s S, ok bool) {
	work.Spend(r.ctx, incomingWork)
	if l == r.p.Init {
		s, ok = r.d.Initial(), true
	}
	for _, e := range l.In {
		if !r.sol.reached[e.Src.ID] {
			continue
		}
		t, some := r.d.Post(r.sol.states[e.Src.ID], e)
		switch {
		case !some:
		case ok:
			s = r.d.Join(s, t)
		default:
			s, ok = t, true
		}
	}
	if ok {
		s = r.simplify(l, s)
	}
	return s, ok
}

func (r *solver[S]) simplify(l *program.Location, s S) S {
	if x, ok := r.d.(Simplifier[S]); ok {
		return x.Simplify(l, s)
	}
	return s
}

func (r *solver[S]) set(l *program.Location, s S, ok bool) {
	r.sol.states[l.ID], r.sol.reached[l.ID] = s, ok
}

func (r *solver[S]) ascend(cs []*program.Component) error {
	for _, c := range cs {
		if err := r.ctx.Err(); err != nil {
			return err
		}
		if !c.Loop {
			s, ok := r.incoming(c.Head)
			r.set(c.Head, s, ok)
			continue
		}
		// The first pass is unconditional: an irreducible loop may be entered
		// beside its head.
		for first := true; r.grow(c.Head) || first; first = false {
			if err := r.ctx.Err(); err != nil {
				return err
			}
			if r.o.Restart {
				r.reset(c.Inner)
			}
			if err := r.ascend(c.Inner); err != nil {
				return err
			}
		}
	}
	return nil
}

// reset removes the elements of the locations inside components.
func (r *solver[S]) reset(cs []*program.Component) {
	for _, c := range cs {
		var none S
		r.set(c.Head, none, false)
		r.count[c.Head.ID] = 0
		r.reset(c.Inner)
	}
}

// grow joins or widens the incoming element into a loop head; false when the head covered it already.
func (r *solver[S]) grow(l *program.Location) bool {
	s, ok := r.incoming(l)
	if !ok {
		return false
	}
	if !r.sol.reached[l.ID] {
		r.set(l, s, true)
		return true
	}
	old := r.sol.states[l.ID]
	if r.d.Leq(s, old) {
		return false
	}
	if n := r.count[l.ID]; n < r.o.Delay {
		s = r.simplify(l, r.d.Join(old, s))
	} else {
		s = r.d.Widen(old, s, n-r.o.Delay)
	}
	r.count[l.ID]++
	r.set(l, s, true)
	return true
}

// descend recomputes every location once; false when nothing changed or the context has ended.
func (r *solver[S]) descend(cs []*program.Component) bool {
	changed := false
	for _, c := range cs {
		if r.ctx.Err() != nil {
			return false
		}
		s, ok := r.incoming(c.Head)
		if r.ctx.Err() != nil {
			return false // s may be a rough answer given in haste
		}
		// An element that is no better is dropped: elements share structure with those that they were computed from, which makes
		// comparisons cheap, and an equal one shares nothing with the old ones.
		if r.sol.reached[c.Head.ID] && (!ok || !r.d.Leq(r.sol.states[c.Head.ID], s)) {
			changed = true
			r.set(c.Head, s, ok)
		}
		if r.descend(c.Inner) {
			changed = true
		}
	}
	return changed
}
