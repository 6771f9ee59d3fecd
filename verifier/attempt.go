package verifier

import (
	"context"
	"fmt"
	"io"
	"maps"
	"strings"

	"cupel/analysis/execution/interp"
	"cupel/analysis/readable"
	"cupel/core/diagram"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/engine"
	"cupel/engine/definedness"
	"cupel/evidence"
	"cupel/internal/wholefile"
)

// An answer is the result for a task.
//
//   - result is nil only together with an error, and is that of the search that decided;
//   - FALSE counts only with proven, an execution of the original program (or of the source) that reaches the error;
//   - where ran is set, the proof or the execution is one of the interpreter and rests on no blocks.
type answer struct {
	result *engine.Result
	source *source
	// on is the engine's input, or the analysis that decided. When the run before the
	// engine is the answer, they are those of an engine that was asked for a better proof and
	// had none; nil: there are none.
	on        *blocks
	ran       bool                   // the run before the engine is the verdict
	inCases   bool                   // it is a run for all inputs in cases
	shaped    bool                   // the verdict is that of the shape analysis instead, which holds for all addresses
	apart     bool                   // and no outcome of a comparison of pointers in it depends on which objects are adjacent
	seen      executions             // the results of the runs before the engine
	proven    *evidence.Confirmation // of FALSE
	lasso     *evidence.Lasso        // of FALSE about termination, with proven the beginning of it; nil: the property is another one
	loops     []evidence.Loop        // about termination: what is known of the loops
	reduced   []string               // what made another program of the program, for on; its certificate trusts it
	ranks     [][]*logic.Term        // over the variables of that, see certify.Ends; nil: the reduction is believed to look at each loop
	parts     []*answer              // about termination: the proofs that are the one of result together; nil: on has it, or nothing has
	ranked    *evidence.Ranked       // about termination: the measures of loops; nil: none are known
	summaries string                 // those that were needed, with --explain
}

func (a *answer) setup() *setup { return a.source.setup }

// An attempt is one search of the engine on blocks, and its outcome besides the result. found is set by confirm when it accepts a counterexample,
// spurious when it ends the search for one that may be none.
type attempt struct {
	blocks     *blocks
	graphLimit int                 // see engine.Problem
	pause      func(work int) bool // see engine.Tools

	found    *evidence.Confirmation
	spurious string             // why a path to the error is none of the program's, where recursion is closed
	stop     context.CancelFunc // ends the search for that reason
}

// runEngine runs the engine.
func (a *attempt) runEngine(ctx context.Context, o engine.Observer) (*answer, error) {
	u := a.setup()
	v := maps.Clone(u.choices)
	v[engine.Encoding] = a.blocks.encoding
	e := u.engine.New(v)
	sub, cancel := context.WithCancel(ctx)
	defer cancel()
	a.stop = cancel
	res, err := definedness.Verify(sub, e, a.problem(), o)
	if err != nil {
		return nil, err
	}
	if res.Verdict == engine.Unknown && a.spurious != "" {
		res.Reason = engine.Reason{Kind: engine.Unconfirmed, Text: a.spurious}
	}
	for flag, file := range u.cfg.files(engine.OutputFile) {
		if res.Graphs != nil {
			graphs := res.Graphs()
			if !u.engine.Choice(strings.TrimPrefix(flag, "--")).All {
				graphs = graphs[:1]
			}
			u.journal.FailedOutput(flag, wholefile.Write(file, func(w io.Writer) error { return diagram.WriteDOT(w, graphs) }))
		}
	}
	return a.answer(res), nil
}

// answer is a result of the search.
func (a *attempt) answer(res *engine.Result) *answer {
	return &answer{result: res, source: a.inlining().source, on: a.blocks, proven: a.found, summaries: a.summaries(res)}
}

// problem is the engine's input.
func (a *attempt) problem() engine.Problem {
	u, b := a.setup(), a.blocks
	return engine.Problem{Program: b.prepared, Facts: b.analysis.invariants, Precision: b.precision, Thresholds: b.thresholds, GraphLimit: a.graphLimit,
		Tools: engine.Tools{Open: u.open, Solver: u.solver, Interpolate: u.sequencer, Confirm: a.confirm, Pause: a.pause, Draw: u.cfg.Report != "", Board: b.view}}
}

// summaries describes the summaries of functions and of loops.
func (a *attempt) summaries(res *engine.Result) string {
	if !a.setup().cfg.Explain {
		return ""
	}
	var b strings.Builder
	if f := a.blocks.lowering.functions; f != nil && f.Explain(&b) != nil {
		return ""
	}
	a.blocks.explainCells(&b)
	if res.Explain == nil && res.Proof != nil {
		explainInvariants(&b, a.blocks.prepared, res.Proof.Invariants)
	}
	if res.Explain != nil && res.Explain(&b) != nil {
		return ""
	}
	return b.String()
}

// explainInvariants prints the invariants of loops that a proof without summaries of them rests on.
func explainInvariants(w *strings.Builder, p *program.Program, invariants map[*program.Location]*logic.Term) {
	printer := readable.New(p)
	for _, h := range p.LoopHeads() {
		t := invariants[h]
		if t == nil {
			continue
		}
		at := h.LoopPos
		if !at.IsValid() {
			at = h.Pos
		}
		facts := printer.Conjuncts(t, nil, nil)
		if len(facts) == 0 {
			facts = []string{"true"}
		}
		fmt.Fprintf(w, "loop at %s: invariant\n", at)
		for _, c := range facts {
			fmt.Fprintf(w, "  %s\n", c)
		}
	}
}

func (a *attempt) setup() *setup { return a.blocks.setup() }

func (a *attempt) inlining() *inlining { return a.blocks.lowering.inlining }

// search prepares the program and runs the engine on one encoding after the other, or round-robin.
func (in *inlining) search(ctx context.Context, o engine.Observer) (*answer, error) {
	l, err := in.lower(ctx)
	if err != nil {
		return nil, err
	}
	if l.setup().cfg.onlyPaths() {
		return l.searchEncodings(ctx, o)
	}
	if a, err := l.bySize(ctx, o); a != nil || err != nil {
		return a, err
	}
	var ready *blocks
	if l.setup().hasEarly() {
		var a *answer
		if a, ready, err = l.early(ctx, o); a != nil || err != nil {
			return a, err
		}
		for in.source.rest != nil {
			rest := in.source.rest
			in.source.rest = nil // unless there is more
			if a = rest(ctx); a != nil {
				return a, nil
			}
		}
	}
	if l.setup().cfg.Cells != CellsOnly && l.setup().cfg.Prepare == PrepareFull {
		if a, err := l.bySlices(ctx, o); a != nil || err != nil {
			return a, err
		}
	}
	if a, err := l.byCells(ctx, o); a != nil || err != nil {
		return a, err
	}
	if ready != nil {
		if err := ready.complete(ctx); err != nil {
			return nil, err
		}
		return ready.search(ctx, 0, o)
	}
	return l.searchEncodings(ctx, o)
}

// searchEncodings runs the engine on a lowered program.
func (l *lowering) searchEncodings(ctx context.Context, o engine.Observer) (*answer, error) {
	encodings := l.setup().plan.Encodings
	if l.setup().plan.Turns {
		return l.searchByTurns(ctx, encodings, o)
	}
	last := len(encodings) - 1
	for _, enc := range encodings[:last] {
		if a, err := l.searchEncoding(ctx, enc, graphLimit, o); err != nil || a.result.Reason.Kind != engine.SizeLimit {
			return a, err
		}
	}
	return l.searchEncoding(ctx, encodings[last], 0, o)
}

// searchEncoding runs the engine on the blocks of an encoding, unless their analysis decides.
func (l *lowering) searchEncoding(ctx context.Context, encoding string, limit int, o engine.Observer) (*answer, error) {
	b, err := l.encode(ctx, encoding)
	if err != nil {
		return nil, err
	}
	return b.search(ctx, limit, o)
}

// search runs the engine on blocks, unless their analysis decides.
func (b *blocks) search(ctx context.Context, limit int, o engine.Observer) (*answer, error) {
	a := &attempt{blocks: b, graphLimit: limit}
	if b.analysis.safe {
		return a.answer(b.analysis.proved()), nil
	}
	u := b.setup()
	defer u.journal.Begin("engine", u.engine.Name+" on "+b.encoding+" blocks, "+sizeOf(b.prepared))()
	return a.runEngine(ctx, o)
}

// confirm runs a counterexample on the original program; it is the Confirm of the engines' tools.
// A path through a program with closed recursion may step over calls that do not return like
// that; the search need not go on then, since the summaries allow the path.
func (a *attempt) confirm(ctx context.Context, cex *program.Counterexample) engine.Replay {
	in := a.inlining()
	replay := a.replay(ctx, cex)
	if replay.OK() || in.closed == nil {
		return replay
	}
	f := steppedOver(cex.Path)
	if f == "" {
		return replay
	}
	found := in.follow(ctx, cex)
	if found != nil && in.source.plain != nil {
		found = in.source.judgedReplay(ctx, found.Execution)
	}
	if found != nil {
		a.found = found
		return engine.Replay{}
	}
	a.spurious = fmt.Sprintf("a path to the error steps over a call of %s, which may do less than its summary allows", f)
	a.stop()
	return engine.Replay{Kind: engine.Differs, Text: a.spurious}
}

// replay runs a counterexample.
func (a *attempt) replay(ctx context.Context, cex *program.Counterexample) engine.Replay {
	in := a.inlining()
	o := interp.Options{Trace: true}
	if in.closed != nil {
		o.Calls = in.closed.calls
	}
	out, err := interp.Replay(ctx, in.original, cex, o)
	switch {
	case err != nil:
		return engine.Replay{Kind: engine.Differs, Text: err.Error()}
	case out.Kind == interp.ReachedError:
		if f := in.dependsOn(cex, out); f != "" && !in.independent(ctx, cex, o, out.Steps) {
			return engine.Replay{Kind: engine.Unmodelled, Text: fmt.Sprintf("the path depends on the value of %s, which has no model here", f)}
		}
		out, order, open := a.inAnyOrder(ctx, cex, o, out)
		if open != "" {
			return engine.Replay{Kind: engine.Unmodelled, Text: open}
		}
		if in.source.plain != nil {
			if a.found = in.source.judgedReplay(ctx, out); a.found != nil {
				return engine.Replay{}
			}
			if !in.source.otherGoal(out.Last.Goal) { // else its accesses have passed their checks
				return engine.Replay{Kind: engine.Differs, Text: fmt.Sprintf("the execution has no fault of memory that is asked for: the pointer used at %s is not followed", out.Last.Pos)}
			}
		}
		original, calls := in.original, o.Calls
		a.found = &evidence.Confirmation{Execution: out, Program: original, Again: func(ctx context.Context, o interp.Options) *interp.Outcome {
			o.Calls, o.Order = calls, order
			if out, err := interp.Replay(ctx, original, cex, o); err == nil {
				return out
			}
			return nil
		}}
		return engine.Replay{}
	}
	differs := engine.Replay{Kind: engine.Differs, Text: fmt.Sprintf("%s at %s", out.Kind, out.Pos)}
	if out.Note != "" {
		differs.Text += ": " + out.Note
	}
	if out.Kind == interp.Undefined {
		differs.Kind = engine.Undefined
	}
	return differs
}
