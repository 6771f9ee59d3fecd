package traceabs

import (
	"context"
	"errors"
	"fmt"
	"time"

	"cupel/core/automata"
	"cupel/core/diagram"
	"cupel/core/interpolation"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/smt"
	"cupel/engine"
)

// Engine is trace abstraction; it implements engine.Engine.
type Engine struct{ o Options }

// New returns an engine. Invalid options (see Validate) are an error of Verify.
func New(o Options) *Engine { return &Engine{o: o.complete()} }

// Name returns traceabs.
func (e *Engine) Name() string { return "traceabs" }

// Verify runs the refinement loop.
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
	x.publish(err == nil && x.Cex == nil)
	x.close()
	st.allTime = time.Since(start)
	if errors.Is(err, automata.ErrSize) {
		return &engine.Result{Reason: engine.Reason{Kind: engine.SizeLimit, Text: fmt.Sprintf("more than %d states of the remaining automaton", maxStates)}, Stats: st.report()}, nil
	}
	if err != nil && ctx.Err() == nil {
		return nil, err
	}
	res := x.result(err != nil)
	if p.Tools.Draw {
		res.Graphs = func() []*diagram.Graph { return x.draw(res.Cex) }
	}
	return res, nil
}

// search is one run of the loop on one program.
type search struct {
	given    engine.Problem
	p        *program.Program
	f        *logic.Factory
	o        *Options
	observer engine.Observer
	stats    *statistics

	solvers []smt.Solver
	traces  *smt.Stack
	triples *triples

	rest     *automata.DFA // automaton of the paths to targets that are not refuted
	notes    *annotations
	proofs   []proof
	onLoop   []bool          // by edge ID: lies on a cycle
	analysed map[string]bool // path programs analysed, by pathKey

	engine.Findings
	told engine.Rounds // publications to the board
}

func newSearch(o Options, given engine.Problem, st *statistics, obs engine.Observer) (*search, error) {
	p, t := given.Program, &given.Tools
	if !o.Unsliced {
		t.Interpolate = interpolation.NewSliced(t.Interpolate, interpolation.Options{Open: t.Open, Solver: t.Solver})
	}
	x := &search{given: given, p: p, f: p.Terms, o: &o, observer: obs, stats: st,
		onLoop: loopEdges(p), analysed: map[string]bool{}}
	for range 2 {
		s, err := t.Solve(p.Terms)
		if err != nil {
			x.close()
			return nil, err
		}
		x.solvers = append(x.solvers, s)
	}
	x.traces = smt.NewStack(x.solvers[0])
	x.triples = newTriples(p, given.Facts, x.solvers[1], st)
	x.rest, _ = programAutomaton(p).Trim()
	x.notes = newAnnotations(p, len(x.rest.States))
	return x, nil
}

func (x *search) close() {
	for _, s := range x.solvers {
		_ = s.Close()
	}
}

// programAutomaton accepts the paths from p.Init to a target. Letters are edge IDs, kinds of states location
// IDs.
func programAutomaton(p *program.Program) *automata.DFA {
	a := &automata.DFA{States: make([]automata.State, len(p.Locs)), Init: p.Init.ID}
	for _, l := range p.Locs {
		s := &a.States[l.ID]
		s.Kind = l.ID
		if s.Accepting = l == p.Error || l.Cut != ""; s.Accepting {
			continue
		}
		for _, e := range l.Out {
			s.Arcs = append(s.Arcs, automata.Arc{Letter: e.ID, To: e.Dst.ID})
		}
	}
	return a
}

// run is the loop of Fig. 5. It ends with a counterexample, with no path left, or with ctx.
func (x *search) run(ctx context.Context) error {
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		word, ok := x.rest.Shortest()
		if !ok {
			return nil
		}
		x.stats.iterations++
		x.stats.largest = max(x.stats.largest, len(x.rest.States))
		x.stats.longest = max(x.stats.longest, len(word))
		x.observer.Progress(engine.Progress{Phase: "traces", Iterations: x.stats.iterations,
			Refinements: len(x.proofs), Frontier: len(x.rest.States), Depth: len(word)})
		path := make([]*program.Edge, len(word))
		for i, l := range word {
			path[i] = x.p.Edges[l]
		}
		if err := x.decide(ctx, path); err != nil || x.Cex != nil || x.Undefined() {
			return err
		}
		if x.told.Due(x.stats.refinements) {
			x.publish(false)
		}
	}
}

// result returns the outcome of the run.
func (x *search) result(interrupted bool) *engine.Result {
	res := x.Findings.Result(interrupted, fmt.Sprintf("after %d traces", x.stats.iterations))
	if res == nil {
		res = &engine.Result{Verdict: engine.True, Proof: x.proof()}
	}
	res.Stats = x.stats.report()
	return res
}

// proof returns the automata as a proof.
func (x *search) proof() *engine.Proof {
	p := &engine.Proof{}
	p.Invariants, p.Complete = x.notes.invariants(x.given.Facts)
	states := 0
	for _, r := range x.proofs {
		seen := map[int]bool{}
		r.transitions(func(q, _, next int) { seen[q], seen[next] = true, true })
		states += len(seen)
	}
	c := &Checker{p: x.p, facts: x.given.Facts, proofs: x.proofs}
	p.Check = c.Check
	p.Summary = fmt.Sprintf("%d Floyd-Hoare automata with %d states, %d of them from abstract interpretation",
		len(x.proofs), states, x.stats.useful)
	return p
}

var (
	_ engine.Engine = (*Engine)(nil)
	_ proof         = (*floydHoare)(nil)
	_ proof         = (*annotated)(nil)
)
