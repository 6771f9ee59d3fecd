package bmc

import (
	"context"
	"math"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/smt"
	"cupel/core/work"
	"cupel/engine"
)

// An Unwinding is the weakest precondition of the error, up to the loop bounds: a formula over the inputs for
// all paths at once.
type Unwinding struct {
	// Fails are the arcs into the error: within the loop bounds, an execution reaches the error exactly if one
	// of their guards holds. Nothing is forgotten on them.
	Fails []Way
	Reads []Read // inputs read
	Stops []Stop // where an execution would read more values of an input than are given
	// Complete is set if no state waits beyond the loop bounds; otherwise further inputs may fail.
	Complete bool
	// Visits is the number of visits of each loop head, per entry of the loop, up to which all executions are
	// covered; 0 if none is guaranteed.
	Visits int
	// Accesses is set if the formulas include the validity of memory accesses.
	Accesses bool
}

// A Way is an edge into the error with the condition under which it is taken.
type Way struct {
	Edge  *program.Edge
	Guard *logic.Term
}

// A Stop is an assumption on the number of values given, with the condition that it fails.
type Stop struct {
	Op    *program.Op
	Guard *logic.Term
}

// A Read is the value of one input.
type Read struct {
	Op  *program.Op
	Sym *logic.Term
}

// Unwind executes a program whose checks for undefined behaviour are assumptions (and here also the validity of
// memory accesses) with state merging, until no state waits or units of work are spent. The formulas are
// complete path conditions from the initial location to the error, so that every execution whose inputs satisfy
// one reaches the error.
func Unwind(ctx context.Context, p *program.Program, open smt.Opener, o smt.Options, units int) (*Unwinding, error) {
	s, err := open(p.Terms, o)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	sub, cancel := work.Within(ctx, units)
	defer cancel()
	x := newSearch(Options{}, &engine.Problem{Program: p, Tools: engine.Tools{Open: open}}, engine.Quiet{}, s)
	x.whole, x.memory = true, newMemory(p)
	if x.dist[p.Init.ID] < 0 {
		return &Unwinding{Complete: true}, nil
	}
	x.arrive(run{p.Init, arrival{arc{}, &state{g: x.gs.root, m: x.vars.begin()}}})
	u := &Unwinding{Accesses: x.memory != nil}
	for !x.ended && sub.Err() == nil {
		if x.unspent > pauseSteps && x.pause(sub) {
			break
		}
		if x.queue.Len() > 0 {
			if err := x.visit(sub, x.queue.Pop()); err != nil && sub.Err() == nil {
				return nil, err
			}
			continue
		}
		if len(x.waiting) == 0 { // all waiting states are infeasible
			u.Complete, u.Visits = true, max(u.Visits, x.deepest, 1)
			break
		}
		u.Visits = max(u.Visits, x.least()-1)
		if err := x.further(sub); err != nil && sub.Err() == nil {
			return nil, err
		}
	}
	u.Reads, u.Stops = x.reads, x.stops
	bounds := p.Terms.And(x.allBounds...)
	literals := 0
	for _, g := range x.open {
		if literals += g.g.depth; literals > maxWays {
			u.Complete, u.Visits = false, 0
			break
		}
		if g.loc == p.Error {
			u.Fails = append(u.Fails, Way{g.edges[len(g.edges)-1], p.Terms.And(x.gs.of(g.g), bounds)})
			continue
		}
		if r, err := x.feasible(ctx, g.g, true); err != nil || r != smt.Unsat { // what follows a cut is unknown
			u.Complete, u.Visits = false, 0
		}
	}
	for _, g := range x.strays {
		if !u.Complete && u.Visits == 0 {
			break
		}
		if r, err := x.feasible(ctx, g, true); err != nil || r != smt.Unsat {
			u.Complete, u.Visits = false, 0
		}
	}
	return u, ctx.Err()
}

// least is the minimal number of visits of a loop's head over the executions in waiting states. Merged states
// may contain executions with different numbers.
func (x *search) least() int {
	n := math.MaxInt32
	for _, w := range x.waiting {
		n = min(n, int(w.count[len(w.count)-1].least))
	}
	return n
}

// further requeues the feasible waiting states under a larger bound.
func (x *search) further(ctx context.Context) error {
	x.rounds++
	x.bound *= 2
	going := x.waiting
	x.waiting = nil
	for _, w := range going {
		if r, err := x.feasible(ctx, w.g, true); err != nil {
			return err
		} else if r == smt.Unsat {
			continue
		}
		if len(x.at[w.n.loc.ID]) == 0 {
			x.queue.Push(w.n.loc)
		}
		// Merged with other waiting states, or with arrivals of this round.
		x.at[w.n.loc.ID] = append(x.at[w.n.loc.ID], arrival{arc{from: w.n, g: w.g}, w.state})
	}
	return nil
}
