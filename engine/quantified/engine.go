package quantified

import (
	"context"
	"fmt"
	"io"

	"cupel/analysis/execution/observe"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/program/display"
	"cupel/core/program/passes"
	"cupel/core/smt"
	"cupel/core/work"
	"cupel/engine"
	"cupel/kernel/facts"
)

// Engine is guess-and-check for quantified array invariants; it implements engine.Engine.
type Engine struct{ parts Parts }

// New returns the engine with some sources of guesses.
func New(p Parts) *Engine { return &Engine{p} }

// Name returns quantified.
func (*Engine) Name() string { return "quantified" }

// Quantifies returns true: quantified facts are assumed as they are.
func (*Engine) Quantifies() bool { return true }

// Verify returns True or Unknown; the engine finds no errors.
func (e *Engine) Verify(ctx context.Context, given engine.Problem, o engine.Observer) (*engine.Result, error) {
	ctx, spent := work.Measured(ctx)
	x := &search{parts: e.parts, given: given, observer: o, spent: spent}
	err := x.run(ctx)
	switch {
	case ctx.Err() != nil:
		x.result = engine.Because(engine.Stopped, "after "+x.phase)
	case err != nil:
		return nil, err
	}
	x.result.Stats = x.statistics()
	return x.result, nil
}

// search is one run.
type search struct {
	parts    Parts
	given    engine.Problem
	observer engine.Observer
	spent    func() int
	phase    string
	lb       *program.Program
	prover   *prover
	data     *observe.Data
	guessed  int
	result   *engine.Result
}

// run guesses and checks in rounds until the error is excluded, and sets the result.
func (x *search) run(ctx context.Context) error {
	x.phase = "nothing"
	p := x.given.Program
	switch {
	case !p.Lowered:
		x.result = engine.Because(engine.Unsupported, "the program is one over bit-vectors")
		return nil
	case p.LargeBlocks:
		x.result = engine.Because(engine.Unsupported, "large blocks cannot be run")
		return nil
	}
	lb, _, err := passes.LargeBlocks.Run(ctx, p)
	if err != nil {
		return err
	}
	program.MarkLoopHeads(lb)
	x.lb = lb
	x.prover = &prover{p: lb, open: x.solver}
	x.prover.know(facts.Derive(p, lb).DownAll(x.given.Facts))
	mem := use(p, x.parts.Heap)
	if x.data, err = observe.Loops(ctx, p, mem.indices, 1); err != nil {
		return err
	}
	x.phase = "the runs"
	x.observer.Progress(engine.Progress{Phase: "guess"})
	g := newGuesser(p, lb, mem, x.data, x.parts)
	first, second := g.all(ctx)
	if err := ctx.Err(); err != nil {
		return err
	}
	x.guessed = len(first) + len(second)
	x.phase = "guessing"
	for round, claims := range [][]*claim{first, second} {
		if round > 0 { // claims dropped before may hold together with the new ones
			claims = append(claims, x.prover.without(first)...)
		}
		if p := x.given.Tools.Pause; p != nil && !p(x.spent()) {
			x.result = engine.Because(engine.Stopped, "after "+x.phase)
			return nil
		}
		x.observer.Progress(engine.Progress{Phase: "check", Iterations: round, Frontier: len(claims)})
		if _, err := x.prover.prove(ctx, claims); err != nil {
			return err
		}
		open, err := x.prover.excludes(ctx)
		if err != nil {
			return err
		}
		if open == nil {
			sub, end := work.Within(ctx, slimWork)
			err := x.prover.slim(sub)
			end()
			if err != nil && sub.Err() == nil {
				return err
			}
			x.tell(x.prover.proven)
			x.result = x.proved()
			return nil
		}
		if err := x.publish(ctx); err != nil {
			return err
		}
		x.phase = fmt.Sprintf("round %d", round+1)
		x.result = engine.Because(engine.UndefinedFirst, fmt.Sprintf("no facts were found that exclude the error at %s", open.Pos))
	}
	return nil
}

// solver opens a solver for one step.
func (x *search) solver() (smt.Solver, error) {
	o := x.given.Tools.Solver
	if o.Work == 0 || o.Work > questionWork {
		o.Work = questionWork
	}
	return x.given.Tools.Open(x.lb.Terms, o)
}

// proved returns the result of a proof.
func (x *search) proved() *engine.Result {
	cells := 0
	found := map[*program.Location]*logic.Term{}
	for _, c := range x.prover.proven {
		if len(c.bound) > 0 {
			cells++
		}
		x.lb.Conjoin(found, c.at, c.formula(x.lb.Terms))
	}
	what := fmt.Sprintf("%d facts about all cells of arrays and %d others, inductive together", cells, len(x.prover.proven)-cells)
	return &engine.Result{Verdict: engine.True, Explain: x.explain, Proof: &engine.Proof{Summary: what, Invariants: facts.Derive(x.given.Program, x.lb).UpAll(found)}}
}

// explain prints the invariants.
func (x *search) explain(w io.Writer) error {
	for _, l := range x.lb.LoopHeads() {
		if _, err := fmt.Fprintf(w, "at %s:\n", l.Pos); err != nil {
			return err
		}
		for _, c := range x.prover.proven {
			if c.at != l {
				continue
			}
			if _, err := fmt.Fprintf(w, "  %s\n", display.All(x.lb, c.at.Func, c.formula(x.lb.Terms), nil, 0)); err != nil {
				return err
			}
		}
	}
	return nil
}

func (x *search) statistics() []engine.Stat {
	n := engine.Count
	if x.prover == nil || x.data == nil {
		return nil
	}
	return []engine.Stat{n("runs", x.data.Runs), n("facts guessed", x.guessed), n("facts proven", len(x.prover.proven)),
		n("questions", x.prover.asked), n("questions without an answer", x.prover.failed)}
}
