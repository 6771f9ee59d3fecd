package kinduction

import (
	"context"
	"errors"
	"fmt"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/program/passes"
	"cupel/core/program/ssa"
	"cupel/core/smt"
	"cupel/engine"
	"cupel/engine/errorpath"
	"cupel/kernel/facts"
)

// Engine is k-induction; it implements engine.Engine.
type Engine struct{}

// New returns the engine, which has no choices.
func New() *Engine { return &Engine{} }

// Name returns kinduction.
func (*Engine) Name() string { return "kinduction" }

// Verify increases the depth until the base case has an error, the step case has none, or ctx ends.
func (*Engine) Verify(ctx context.Context, given engine.Problem, o engine.Observer) (*engine.Result, error) {
	x := &search{given: given, observer: o, facts: given.Facts}
	if err := x.blocks(ctx); err != nil {
		if ctx.Err() != nil {
			return engine.Because(engine.Stopped, "before the first block"), nil
		}
		return nil, err
	}
	if err := x.run(ctx); err != nil {
		if ctx.Err() == nil {
			return nil, err
		}
		x.result = x.stopped()
	}
	x.result.Stats = x.statistics()
	return x.result, nil
}

// stopped returns the result of an interrupted search.
func (x *search) stopped() *engine.Result {
	return engine.Because(engine.Stopped, fmt.Sprintf("at depth %d", x.depth))
}

// search is one run.
type search struct {
	given    engine.Problem
	observer engine.Observer
	p        *program.Program                  // in large blocks
	facts    map[*program.Location]*logic.Term // at locations of p

	base, step *unrolling
	depth      int
	spurious   int

	seen   map[*program.Location][]*logic.Term // claims gathered so far
	read   int                                 // number of the board's facts gathered so far
	open   []*claim                            // neither refuted nor proven
	lemmas []lemma

	claimWork int // work spent on open claims

	result *engine.Result
}

// blocks builds the large blocks unless the given program has them already.
func (x *search) blocks(ctx context.Context) error {
	x.p = x.given.Program
	if x.p.LargeBlocks {
		return nil
	}
	p, _, err := passes.LargeBlocks.Run(ctx, x.p)
	if err != nil {
		return err
	}
	x.facts = facts.Derive(x.p, p).DownAll(x.given.Facts)
	x.p = p
	return nil
}

// run sets the result.
func (x *search) run(ctx context.Context) error {
	bs, err := x.given.Tools.Solve(x.p.Terms)
	if err != nil {
		return err
	}
	defer bs.Close()
	ss, err := x.given.Tools.Solve(x.p.Terms)
	if err != nil {
		return err
	}
	defer ss.Close()
	if x.base, err = newBase(x.p, bs); err != nil {
		return err
	}
	if x.step, err = newStep(x.p, ss, x.facts); err != nil {
		return err
	}
	x.begin()
	var open engine.Reason // why the answer cannot be True
	for x.depth = 1; ; x.depth++ {
		x.observer.Progress(engine.Progress{Phase: "unroll", Depth: x.depth, Frontier: len(x.base.layer)})
		if p := x.given.Tools.Pause; p != nil && !p(x.work()) {
			x.result = x.stopped()
			return nil
		}
		if err := x.base.extend(ctx); err != nil {
			return err
		}
		for _, n := range x.base.targets {
			if n.loc != x.p.Error && !open.None() {
				continue
			}
			why, err := x.inspect(ctx, n)
			if err != nil || x.result != nil {
				return err
			}
			if open.None() {
				open = why
			}
		}
		switch {
		case len(x.base.layer) == 0 && !open.None():
			x.result = &engine.Result{Reason: open}
			return nil
		case len(x.base.layer) == 0:
			x.result = x.proved(false)
			return nil
		case !open.None() || !x.affordable():
			continue
		}
		for x.step.depth <= x.base.depth {
			if err := x.step.extend(ctx); err != nil {
				return err
			}
		}
		if err := x.strengthen(ctx); err != nil {
			return err
		}
		r, err := x.step.reaches(ctx)
		if err != nil {
			return err
		}
		if r == smt.Unsat {
			x.result = x.proved(true)
			return nil
		}
	}
}

// inspect replays the path to a target of the base case; why is the reason why the answer cannot be True.
func (x *search) inspect(ctx context.Context, n *node) (why engine.Reason, err error) {
	r, err := x.base.check(ctx, n.in)
	switch {
	case err != nil || r == smt.Unsat:
		return why, err
	case ctx.Err() != nil:
		return why, ctx.Err()
	case r == smt.Unknown:
		return engine.Reason{Kind: engine.Undecided, Text: "a path to the error is undecided: " + x.base.s.ReasonUnknown()}, nil
	case n.loc != x.p.Error:
		return engine.CutReason(n.loc), nil
	}
	m, err := x.base.s.Model()
	if err != nil {
		return why, err
	}
	edges, err := x.base.path(m, n)
	if err != nil {
		return why, err
	}
	cex, err := x.counterexample(ctx, edges)
	if err != nil {
		return why, err
	}
	replay := x.given.Tools.Replayed(ctx, cex)
	if replay.OK() {
		x.result = &engine.Result{Verdict: engine.False, Cex: cex}
		return why, nil
	}
	x.spurious++
	if why = replay.Reason(); why.Kind == engine.UndefinedFirst {
		x.result = &engine.Result{Reason: why}
	}
	return why, ctx.Err()
}

// counterexample adds the input values of the model to a path.
func (x *search) counterexample(ctx context.Context, edges []*program.Edge) (*program.Counterexample, error) {
	s, err := x.given.Tools.Solve(x.p.Terms)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	path := errorpath.New(x.p, edges, nil)
	for _, t := range path.Ops {
		if err := s.Assert(t); err != nil {
			return nil, err
		}
	}
	r, err := s.Check(ctx)
	switch {
	case err != nil:
		return nil, err
	case r != smt.Sat:
		return nil, errors.Join(ctx.Err(), errors.New("kinduction: the path of a model has none of its own"))
	}
	m, err := s.Model()
	if err != nil {
		return nil, err
	}
	cex := path.Counterexample(m, edges)
	if x.p == x.given.Program {
		return cex, nil
	}
	_, choices := path.Enc.Resolve(func(g *logic.Term) bool {
		v := m.Value(g)
		return v != nil && v.IsTrue()
	})
	if back := program.Path(cex.Path).Back(ssa.Chooser(choices)); back != nil {
		cex.Path = back
	}
	return cex, nil
}

// affordable reports whether the step case has cost little more than the base case.
func (x *search) affordable() bool {
	return smt.Work(x.step.s) <= stepShare*smt.Work(x.base.s)+firstStep
}

// work is the work of both cases.
func (x *search) work() int { return smt.Work(x.base.s) + smt.Work(x.step.s) }

// proved returns the result of a proof at the current depth.
func (x *search) proved(induction bool) *engine.Result {
	what := fmt.Sprintf("every execution ends within %d blocks, without the error", x.depth)
	if induction {
		what = fmt.Sprintf("k-induction: no error within %d blocks, and none after %d blocks without", x.depth, x.depth)
	}
	proof := &engine.Proof{Trusts: "the unrolling", Ends: !induction || x.depth <= fewBlocks}
	c := &checker{p: x.p, facts: x.facts, depth: x.depth, induction: induction}
	if induction && len(x.lemmas) > 0 {
		c.lemmas, proof.Invariants = x.lemmas, x.invariants()
		n := 0
		for _, l := range x.lemmas {
			n += len(l.claims)
		}
		what += fmt.Sprintf("; %d claims proven in the same way", n)
	}
	proof.Summary, proof.Check = what, c.check
	return &engine.Result{Verdict: engine.True, Proof: proof}
}

func (x *search) statistics() []engine.Stat {
	n := engine.Count
	out := []engine.Stat{n("depth", x.depth)}
	if x.base != nil {
		out = append(out, n("blocks of the base case", x.base.guards), n("blocks of the step case", x.step.guards),
			n("questions of the base case", x.base.asked), n("questions of the step case", x.step.asked), n("paths not confirmed", x.spurious))
	}
	return out
}
