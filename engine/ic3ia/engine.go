package ic3ia

import (
	"context"
	"errors"
	"fmt"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/smt"
	"cupel/engine"
	"cupel/kernel/facts"
)

// Engine is IC3 with implicit predicate abstraction; it implements engine.Engine.
type Engine struct{ o Options }

// New returns an engine, which needs interpolation.
func New(o Options) *Engine { return &Engine{o} }

// Name returns ic3ia.
func (*Engine) Name() string { return "ic3ia" }

var (
	errPaused = errors.New("ic3ia: the caller ends the search")
	errStuck  = errors.New("ic3ia: the search has a result") // in its Findings
)

// statistics of one run.
type statistics struct{ steps, queries, obligations, candidates, refinements int }

// search is one run.
type search struct {
	given    engine.Problem
	o        *Options
	observer engine.Observer
	p        *program.Program
	f        *logic.Factory
	s        smt.Solver
	dist     []int // distance to a target, negative: none

	in        [][]*arc // by location ID, of edges into it
	frames    *frames
	prec      *precision
	dismissed map[*program.Location]bool // cuts that can be reached
	proven    int                        // the inductive frame; 0: none
	pathWork  int                        // work on paths
	stats     statistics
	told      engine.Rounds // publications to the board

	engine.Findings
}

// Verify runs the search.
func (e *Engine) Verify(ctx context.Context, given engine.Problem, o engine.Observer) (*engine.Result, error) {
	p := given.Program
	s, err := given.Tools.Solve(p.Terms)
	if err != nil {
		return nil, fmt.Errorf("ic3ia: opening the solver: %w", err)
	}
	defer s.Close()
	x := &search{given: given, o: &e.o, observer: o, p: p, f: p.Terms, s: s, dist: program.Distances(p, p.Targets()...),
		frames: newFrames(p), prec: newPrecision(p, e.o.Local), dismissed: map[*program.Location]bool{}}
	for _, l := range p.Locs {
		for _, t := range given.Precision[l] {
			x.prec.add(l, t)
		}
	}
	err = x.run(ctx)
	interrupted := ctx.Err() != nil || errors.Is(err, errPaused)
	if err != nil && !interrupted && !errors.Is(err, errStuck) {
		return nil, fmt.Errorf("ic3ia: %w", err)
	}
	x.publish(x.proven)
	res := x.Findings.Result(interrupted && x.proven == 0, fmt.Sprintf("at frame %d, after %d refinements", x.frames.top, x.stats.refinements))
	if res == nil {
		res = &engine.Result{Verdict: engine.True, Proof: x.proof()}
	}
	res.Stats = x.statistics()
	return res, nil
}

// run is the main loop: no state of the highest frame steps into a target, then there is one more frame. It ends with an inductive
// frame, or with an error; errStuck says that the Findings are the result.
func (x *search) run(ctx context.Context) error {
	if err := x.transitions(); err != nil {
		return err
	}
	for {
		for _, t := range x.p.Targets() {
			for _, a := range x.in[t.ID] {
				if err := x.strengthen(ctx, a); err != nil {
					return err
				}
			}
		}
		x.frames.top++
		k, err := x.propagate(ctx)
		if err != nil {
			return err
		}
		if k > 0 {
			x.proven = k
			return nil
		}
	}
}

// strengthen excludes all states of the highest frame from which an arc leads into a target.
func (x *search) strengthen(ctx context.Context, a *arc) error {
	for !x.dismissed[a.Dst] {
		if err := x.pause(ctx); err != nil {
			return err
		}
		r, _, err := x.step(ctx, a, x.frames.top, nil)
		switch {
		case err != nil:
			return err
		case r == smt.Unsat:
			return nil
		case r == smt.Unknown:
			return x.undecided(ctx)
		}
		c, err := x.predecessor(a)
		if err != nil {
			return err
		}
		if x.frames.blocked(a.Src, c, x.frames.top) {
			return x.undecided(ctx) // a model that contradicts the query
		}
		cex, err := x.block(ctx, &obligation{loc: a.Src, cube: c, level: x.frames.top, via: a})
		if err != nil {
			return err
		}
		if cex != nil {
			if err := x.explain(ctx, cex.path()); err != nil {
				return err
			}
		}
	}
	return nil
}

// invariants are those of all locations: the inductive frame, true where no target can be reached, false at targets.
func (x *search) invariants(k int) []*logic.Term {
	inv := make([]*logic.Term, len(x.p.Locs))
	for _, l := range x.p.Locs {
		switch {
		case l == x.p.Error || l.Cut != "":
			inv[l.ID] = x.f.False()
		case l == x.p.Init:
			inv[l.ID] = x.f.True()
		default:
			inv[l.ID] = x.frames.invariant(l, k)
		}
	}
	return inv
}

func (x *search) proof() *engine.Proof {
	inv := x.invariants(x.proven)
	p := &engine.Proof{Complete: true, Invariants: map[*program.Location]*logic.Term{}, Predicates: map[*program.Location][]*logic.Term{}}
	for _, l := range x.p.Locs {
		if !l.LoopHead {
			continue
		}
		p.Invariants[l] = inv[l.ID]
		if fact := x.given.Facts[l]; fact != nil {
			p.Invariants[l] = x.f.And(inv[l.ID], fact)
		}
		p.Predicates[l] = append([]*logic.Term(nil), x.prec.at(l)...)
	}
	c := &checker{p: x.p, facts: x.given.Facts, inv: inv}
	p.Check = c.check
	all, _ := x.prec.size()
	p.Summary = fmt.Sprintf("inductive frame %d of %d: %d clauses over %d predicates", x.proven, x.frames.top, x.frames.size(), all)
	return p
}

// publish adds predicates to the board, and the clauses of an inductive frame; 0: there is none.
func (x *search) publish(k int) {
	board := x.given.Tools.Board
	if board == nil {
		return
	}
	for _, l := range x.p.Locs {
		if !l.LoopHead || x.dist[l.ID] < 0 {
			continue
		}
		if k > 0 {
			board.Publish("ic3ia", facts.Relative, l, x.frames.invariant(l, k))
		}
		preds := x.prec.at(l)
		board.Publish("ic3ia", facts.Predicate, l, preds[max(0, len(preds)-maxPublished):]...)
	}
}

// work is the work done so far.
func (x *search) work() int { return x.stats.steps*stepWork + smt.Work(x.s) + x.pathWork }

func (x *search) statistics() []engine.Stat {
	all, most := x.prec.size()
	n := engine.Count
	return []engine.Stat{n("frames", x.frames.top), n("clauses", x.frames.size()), n("obligations", x.stats.obligations), n("candidate paths", x.stats.candidates),
		n("refinements", x.stats.refinements), n("predicates", all), n("most predicates at a location", most), n("solver calls", x.stats.queries)}
}

var _ engine.Engine = (*Engine)(nil)
