package symex

import (
	"context"
	"fmt"

	"cupel/core/diagram"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/program/passes"
	"cupel/core/smt"
	"cupel/core/smt/pathcond"
	"cupel/engine"
)

// Engine is symex or symexecia, by its options.
type Engine struct{ o Options }

// New returns an engine with the given options. With Abstract it needs interpolation, and assumes the facts
// after each abstraction.
func New(o Options) *Engine { return &Engine{o} }

// Name returns symex or symexecia.
func (e *Engine) Name() string {
	if e.o.Abstract {
		return "symexecia"
	}
	return "symex"
}

// statistics of one run.
type statistics struct {
	steps, forks, abstractions, refinements, raised, noInterpolants int
	modelHits, unknowns, maxFrames, candidates, covered             int
}

// Verify runs Algorithm 3 (without abstraction Algorithm 1).
func (e *Engine) Verify(ctx context.Context, given engine.Problem, o engine.Observer) (*engine.Result, error) {
	x, err := newExplorer(&given, &e.o, o)
	if err != nil {
		return nil, err
	}
	defer x.close()
	res, err := x.cegar(ctx)
	x.publish()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", e.Name(), err)
	}
	res.Stats = x.statistics()
	if x.drawing != nil {
		res.Graphs = func() []*diagram.Graph { return x.draw(res.Cex) }
	}
	return res, nil
}

// newExplorer returns the search before its first step; the caller closes it.
func newExplorer(given *engine.Problem, o *Options, observer engine.Observer) (*explorer, error) {
	p := given.Program
	s, err := given.Tools.Solve(p.Terms)
	if err != nil {
		return nil, fmt.Errorf("symex: opening the solver: %w", err)
	}
	x := &explorer{
		o: o, given: given, p: p, f: p.Terms, m: newMemory(p), solver: solverStack{s: s},
		prec: newPrecision(given, o), dist: program.Distances(p, p.Targets()...),
		slices: pathcond.New(p.Terms, func() (smt.Solver, error) { return given.Tools.Solve(p.Terms) }),
		visits: make([]int, len(p.Locs)), stats: &statistics{}, observer: observer,
	}
	if given.Tools.Draw {
		x.drawing = newDrawing(p)
	}
	live := passes.Live(p)
	cache := make([][]*program.Var, len(p.Locs))
	x.live = func(l *program.Location) []*program.Var {
		if cache[l.ID] == nil {
			cache[l.ID] = live.At(l)
		}
		return cache[l.ID]
	}
	x.m.remembering(!o.whole())
	x.model = x.first()
	return x, nil
}

func (x *explorer) close() {
	x.slices.Close()
	_ = x.solver.s.Close() // nothing is asked any more
}

// cegar alternates exploration and refinement.
func (x *explorer) cegar(ctx context.Context) (*engine.Result, error) {
	var incomplete engine.Reason
	next := false
	for {
		out, err := x.search(ctx, next)
		if err != nil {
			return nil, err
		}
		if out == stopped || ctx.Err() != nil {
			return engine.Because(engine.Stopped, x.where()), nil
		}
		if out == exhausted {
			if !incomplete.None() {
				return &engine.Result{Reason: incomplete}, nil
			}
			return &engine.Result{Verdict: engine.True, Proof: x.proof()}, nil
		}
		x.stats.candidates++
		cex, why, err := x.inspect(ctx)
		if err != nil {
			return nil, err
		}
		if cex != nil {
			return &engine.Result{Verdict: engine.False, Cex: cex}, nil
		}
		next = true
		if why.Kind == engine.UndefinedFirst {
			return &engine.Result{Reason: why}, nil
		}
		if !why.None() {
			incomplete = why // the path stays unexplained; the search goes on for errors
			continue
		}
		if x.o.Fixed {
			return engine.Because(engine.NoProgress, "the abstraction reaches "+describe(x.loc())), nil
		}
		if x.o.MaxRefinements > 0 && x.stats.refinements >= x.o.MaxRefinements {
			return engine.Because(engine.SizeLimit, fmt.Sprintf("%d refinements", x.stats.refinements)), nil
		}
		refined, err := x.refine(ctx)
		if err != nil {
			return nil, err
		}
		if x.told.Due(x.stats.refinements) {
			x.publish()
		}
		next = !refined
	}
}

// inspect decides the current path to the error or a cut without abstraction. It returns a replayed
// counterexample, or the reason why the answer cannot be True, or neither if the path is infeasible.
func (x *explorer) inspect(ctx context.Context) (*program.Counterexample, engine.Reason, error) {
	var none engine.Reason
	m, model, r, err := x.feasibility(ctx)
	if err != nil {
		return nil, none, err
	}
	loc := x.loc()
	switch r {
	case smt.Unsat:
		return nil, none, nil
	case smt.Unknown:
		return nil, engine.Reason{Kind: engine.Undecided, Text: "the solver could not decide a path to " + describe(loc)}, nil
	}
	if loc.Cut != "" {
		return nil, engine.CutReason(loc), nil
	}
	cex := x.counterexample(m, model)
	replay := x.given.Tools.Replayed(ctx, cex)
	if replay.OK() {
		return cex, none, nil
	}
	return nil, replay.Reason(), nil
}

func describe(l *program.Location) string {
	if l.Cut != "" {
		return "the end of the model (" + l.Cut + ")"
	}
	return "the error"
}

// counterexample reads the values of the path's havocs from a model.
func (x *explorer) counterexample(m *memory, a *assignment) *program.Counterexample {
	cex := &program.Counterexample{Path: append([]*program.Edge(nil), x.path...)}
	for _, h := range m.havocs {
		if h.guard != nil && !a.holds(h.guard) {
			continue
		}
		v := a.value(h.sym)
		if v == nil {
			v = x.f.Zero(h.sym.Sort())
		}
		cex.Havocs = append(cex.Havocs, program.HavocValue{Var: h.v, Input: h.input, ID: h.id, Value: v})
	}
	return cex
}

// where describes the current position of an interrupted search.
func (x *explorer) where() string {
	if x.stats.refinements > 0 {
		return fmt.Sprintf("after %d refinements", x.stats.refinements)
	}
	if l := x.busiest(); l != nil {
		return fmt.Sprintf("while unrolling the loop at %s (visit %d)", l.Pos, x.visits[l.ID])
	}
	return ""
}

// busiest returns the loop head visited most often on the current path.
func (x *explorer) busiest() *program.Location {
	var best *program.Location
	for _, l := range x.p.Locs {
		if x.visits[l.ID] > 1 && (best == nil || x.visits[l.ID] > x.visits[best.ID]) {
			best = l
		}
	}
	return best
}

func (x *explorer) proof() *engine.Proof {
	p := &engine.Proof{Finite: x.stats.abstractions == 0,
		Predicates: map[*program.Location][]*logic.Term{}, Thresholds: map[*program.Location]int{}}
	for l, lp := range x.prec.locs {
		p.Thresholds[l] = lp.threshold
		p.Predicates[l] = append([]*logic.Term(nil), lp.preds...)
	}
	return p
}

func (x *explorer) statistics() []engine.Stat {
	total, most := x.prec.size()
	n := engine.Count
	return []engine.Stat{
		n("steps", x.stats.steps), n("forks", x.stats.forks), n("abstraction points", x.stats.abstractions),
		n("abstract states seen before", x.stats.covered), n("candidate paths", x.stats.candidates), n("refinements", x.stats.refinements),
		n("thresholds raised", x.stats.raised), n("predicates", total), n("most predicates at a location", most),
		n("solver calls", x.solver.checks+x.slices.Stats.Solved), n("answers from values of one input", x.slices.Stats.ByValues),
		n("answers remembered", x.slices.Stats.Remembered), n("answers from models of slices", x.slices.Stats.ByModels), n("answers from bounds of floats", x.slices.Stats.ByBounds),
		n("answers from cached models", x.stats.modelHits),
		n("work", x.work()), n("solver gave up", x.stats.unknowns), n("largest stack", x.stats.maxFrames),
	}
}
