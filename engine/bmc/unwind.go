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

// An Unwinding says when the error is reached, as far as a program was executed: a formula over the
// values that came in, all paths at once.
type Unwinding struct {
	// Fails are the ways to the error: the error is reached exactly where one of them holds, as far as the
	// loops were unwound. Nothing is forgotten on them.
	Fails []Way
	Reads []Read // what came in
	Stops []Stop // where an execution asks for more values of an input than are given
	// Complete says that nothing waits beyond the loops' bounds: otherwise more inputs may fail.
	Complete bool
	// Visits is how often an execution may visit a loop's head, each time that it enters the loop, to be among
	// those that were all looked at; 0: none are known to be.
	Visits int
	// Accesses says that whether memory accesses are valid is part of the formulas.
	Accesses bool
}

// A Way is a way to the error: the edge that leads there, and when it is taken.
type Way struct {
	Edge  *program.Edge
	Guard *logic.Term
}

// A Stop is an assumption about how many values are given, and when it does not hold.
type Stop struct {
	Op    *program.Op
	Guard *logic.Term
}

// A Read is a value that came in.
type Read struct {
	Op  *program.Op
	Sym *logic.Term
}

// Unwind executes a program whose checks for undefined behaviour are assumptions, as its accesses to memory are here, with states
// merged where control flow joins, until nothing is left, or the context's work ends. The formulas are about
// what the program does from its beginning to the error; that it comes to no end before has no part in them,
// so that every execution of an input that satisfies one reaches the error.
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
		if len(x.waiting) == 0 { // whatever is visited more often is not feasible
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
		if r, err := x.feasible(ctx, g.g, true); err != nil || r != smt.Unsat { // what comes behind an end of the model is not known
			u.Complete, u.Visits = false, 0
		}
	}
	return u, ctx.Err()
}

// least is how often an execution that waits has visited a loop's head at least. A state that waits may have executions
// that visited it less often than others, with which they were merged.
func (x *search) least() int {
	n := math.MaxInt32
	for _, w := range x.waiting {
		n = min(n, int(w.count[len(w.count)-1].least))
	}
	return n
}

// further raises the bound for the states that wait and are feasible.
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
		// The state is merged with others that waited, or that come to the head in this round.
		x.at[w.n.loc.ID] = append(x.at[w.n.loc.ID], arrival{arc{from: w.n, g: w.g}, w.state})
	}
	return nil
}
