package cegar

import (
	"context"
	"fmt"
	"time"

	"cupel/core/diagram"
	"cupel/core/interpolation"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/smt"
	"cupel/engine"
)

// Engine is configurable CEGAR; it implements engine.Engine.
type Engine struct{ o Options }

// New returns an engine. Invalid options (see Validate) are an error of Verify.
func New(o Options) *Engine { return &Engine{o: o.complete()} }

// Name returns cegar.
func (e *Engine) Name() string { return "cegar" }

// Verify runs the CEGAR loop.
func (e *Engine) Verify(ctx context.Context, p engine.Problem, obs engine.Observer) (*engine.Result, error) {
	if err := e.o.Validate(); err != nil {
		return nil, err
	}
	st := &statistics{}
	start := time.Now()
	x, err := newSearch(e.o, p, st, obs)
	if err != nil {
		return nil, err
	}
	err = x.run(ctx)
	x.publish(err == nil)
	x.close()
	st.shape = x.arg.Shape()
	st.preds, st.vars, st.most = x.prec.Size()
	st.allTime = time.Since(start)
	if err != nil && ctx.Err() == nil {
		return nil, err
	}
	res := x.result(err != nil)
	res.Graphs = func() []*diagram.Graph {
		if res.Cex == nil {
			return []*diagram.Graph{x.arg.Diagram()}
		}
		return []*diagram.Graph{x.arg.diagram(res.Cex.Path)}
	}
	return res, nil
}

// search is one run of the loop on one program.
type search struct {
	*tools
	given    engine.Problem
	o        *Options // current configuration, see escalate
	observer engine.Observer

	arg    *ARG
	wait   *waitlist
	prec   *Precision
	dom    Domain
	rule   *rule
	traces *stack

	refuted        map[[16]byte]bool // pairs of traces and precisions
	onlyPredicates bool              // in a product domain no more variables are tracked by value

	engine.Findings
	stuck engine.Reason // set if refinement makes no progress
	told  engine.Rounds // publications to the board
}

// newSearch opens the solvers; close ends their use.
func newSearch(o Options, given engine.Problem, st *statistics, obs engine.Observer) (*search, error) {
	p, t := given.Program, &given.Tools
	w, err := weightsOf(o.Search)
	if err != nil {
		return nil, err
	}
	s, err := t.Solve(p.Terms)
	if err != nil {
		return nil, err
	}
	s2, err := t.Solve(p.Terms)
	if err != nil {
		_ = s.Close()
		return nil, err
	}
	t.Interpolate = interpolation.NewSliced(t.Interpolate, interpolation.Options{Open: t.Open, Solver: t.Solver})
	blocks := NewBlocks(p, o.Encoding)
	blocks.facts = given.Facts
	x := &search{
		tools: &tools{p: p, f: p.Terms, blocks: blocks, s: s, stats: st, needSolver: map[*Block]bool{}, implied: map[[2]uint32]bool{}},
		given: given, o: &o, observer: obs,
		prec: NewPrecision(p.Terms, o.Granularity == Local), rule: newRule(p, o.Rule),
		traces: &stack{smt.NewStack(s2), st}, refuted: map[[16]byte]bool{},
	}
	x.dom = newDomain(x.tools, x.o)
	x.prec.initialise(p, o.InitialPrecision)
	x.prec.add(p, given.Precision)
	x.wait = newWaitlist(w, distances(p, blocks))
	x.restart()
	return x, nil
}

func (x *search) close() {
	_ = x.s.Close()
	_ = x.traces.Close()
}

// restart discards the graph except for the root.
func (x *search) restart() {
	first := 0
	if x.arg != nil {
		first = x.arg.next
	}
	x.arg = newARG(x.p, x.blocks, x.dom.Top(), first)
	x.wait.queue.Clear()
	x.wait.add(x.arg.root)
}

// run is the CEGAR loop (Algorithm 2.3). It ends with a counterexample, a complete graph, lack of progress, or
// ctx.
func (x *search) run(ctx context.Context) error {
	for x.stuck.None() {
		x.stats.iterations++
		unsafe, err := x.abstract(ctx)
		if err != nil || len(unsafe) == 0 {
			return err
		}
		if x.told.Due(x.stats.refinements) {
			x.publish(false)
		}
		if err := x.refine(ctx, unsafe); err != nil || x.Cex != nil || x.Undefined() {
			return err
		}
	}
	return nil
}

// result returns the outcome of the run.
func (x *search) result(interrupted bool) *engine.Result {
	if !interrupted && !x.stuck.None() {
		x.GiveUp(x.stuck)
	}
	res := x.Findings.Result(interrupted, fmt.Sprintf("after %d refinements", x.stats.refinements))
	if res == nil {
		res = &engine.Result{Verdict: engine.True, Proof: x.proof()}
	}
	res.Stats = x.stats.report()
	return res
}

// proof returns the complete graph as a proof.
func (x *search) proof() *engine.Proof {
	p := &engine.Proof{Complete: true,
		Invariants: map[*program.Location]*logic.Term{}, Predicates: map[*program.Location][]*logic.Term{}}
	for _, l := range x.p.Locs {
		if !l.LoopHead {
			continue
		}
		inv := x.f.True()
		if x.wait.dist[l.ID] >= 0 || len(x.arg.byLoc[l.ID]) > 0 {
			inv = x.invariant(l)
		}
		if x.wait.dist[l.ID] < 0 {
			inv = x.f.True() // irrelevant: cannot reach the error
		}
		if fact := x.given.Facts[l]; fact != nil {
			inv = x.f.And(inv, fact)
		}
		p.Invariants[l] = inv
		p.Predicates[l] = x.predicatesAt(l)
	}
	c := &Checker{p: x.p, f: x.f, arg: x.arg, facts: x.given.Facts}
	p.Check = c.Check
	s := x.arg.Shape()
	preds, vars, _ := x.prec.Size()
	p.Summary = fmt.Sprintf("complete abstract reachability graph: %d nodes, %d of them covered, over %d predicates and %d variables (%s)",
		s.Nodes, s.Covered, preds, vars, x.dom.Name())
	return p
}

// invariant is the disjunction of the uncovered states at a location.
func (x *search) invariant(l *program.Location) *logic.Term {
	var states []*logic.Term
	for _, n := range x.arg.byLoc[l.ID] {
		if n.coveredBy == nil {
			states = append(states, n.state.Expr())
		}
	}
	return x.f.Or(states...)
}

// predicatesAt returns the atoms of the states at a location.
func (x *search) predicatesAt(l *program.Location) []*logic.Term {
	var out []*logic.Term
	seen := map[*logic.Term]bool{}
	for _, n := range x.arg.byLoc[l.ID] {
		for _, a := range logic.Atoms(n.state.Expr()) {
			if a = x.f.Positive(a); !seen[a] && !a.IsGround() && len(out) < maxExported {
				seen[a] = true
				out = append(out, a)
			}
		}
	}
	return out
}

var _ engine.Engine = (*Engine)(nil)
