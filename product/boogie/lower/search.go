package lower

import (
	"context"
	"fmt"

	"cupel/analysis/absint/relational"
	"cupel/analysis/execution/interp"
	"cupel/core/interpolation"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/program/passes"
	"cupel/core/smt/z3"
	"cupel/engine"
	"cupel/engine/definedness"
	"cupel/kernel/facts"
	"cupel/product/boogie/vc"
)

// A Search is a lowered procedure prepared for engines.
type Search struct {
	Procedure *Procedure
	// Program is the engines' input: single statements, simplified and sliced.
	Program *program.Program
	// Facts are linear invariants at its loop heads.
	Facts map[*program.Location]*logic.Term
	// Safe is set if the analysis alone proves all assertions.
	Safe bool
	// Board holds the engines' claims about the procedure's program.
	Board *facts.Board
}

// Prepare simplifies and analyses the program, in large blocks if requested.
func (p *Procedure) Prepare(ctx context.Context, large bool) (*Search, error) {
	q, _, err := passes.Default.Run(ctx, p.Program)
	if err != nil {
		return nil, err
	}
	if q, _, err = passes.Scalars.Run(ctx, q); err != nil {
		return nil, err
	}
	if large {
		if q, _, err = passes.LargeBlocks.Run(ctx, q); err != nil {
			return nil, err
		}
	}
	program.MarkLoopHeads(q)
	q.VarOf(nil)
	s := &Search{Procedure: p, Program: q, Board: facts.New(p.Program), Facts: map[*program.Location]*logic.Term{}}
	if !q.Lowered {
		return s, nil
	}
	known, proof := relational.Search(ctx, q)
	s.Safe = proof != nil
	if known.Complete() {
		for _, l := range q.LoopHeads() {
			s.Facts[l] = known.Invariant(l)
		}
	}
	return s, nil
}

// Verify runs an engine. A counterexample is one of the lowered program.
func (s *Search) Verify(ctx context.Context, e engine.Engine) (*Result, error) {
	itp, err := interpolation.ByName("portfolio", interpolation.Options{Open: z3.Open})
	if err != nil {
		return nil, err
	}
	r := &Result{}
	given := engine.Problem{Program: s.Program, Facts: s.Facts, Tools: engine.Tools{
		Open: z3.Open, Interpolate: itp, Board: s.Board.View(s.Program, s.Facts),
		Confirm: func(ctx context.Context, cex *program.Counterexample) engine.Replay {
			return s.Procedure.confirm(ctx, cex, r)
		},
	}}
	r.Result, err = definedness.Verify(ctx, e, given, engine.Quiet{})
	if err != nil {
		return nil, err
	}
	if r.Verdict == engine.False && s.Procedure.Weakened {
		r.Result = engine.Because(engine.Unconfirmed, "an assumption with quantifiers was left out")
	}
	return r, nil
}

// A Result is the result of an engine.
type Result struct {
	*engine.Result
	// Execution is the failing execution of the lowered program; nil: none.
	Execution *interp.Outcome
	// Failure is the assertion that it violates.
	Failure *vc.Failure
}

// confirm replays a counterexample on the lowered program.
func (p *Procedure) confirm(ctx context.Context, cex *program.Counterexample, r *Result) engine.Replay {
	out, err := interp.Replay(ctx, p.Program, cex, interp.Options{Trace: true})
	switch {
	case err != nil:
		return engine.Replay{Kind: engine.Differs, Text: err.Error()}
	case out.Kind != interp.ReachedError:
		return engine.Replay{Kind: engine.Differs, Text: fmt.Sprintf("%s %s", out.Kind, out.Note)}
	}
	r.Execution = out
	if g := out.Path[len(out.Path)-1].Goal; g != nil {
		r.Failure = &p.Checks[g.ID-1]
	}
	return engine.Replay{}
}
