package verifier

import (
	"context"
	"fmt"
	"maps"
	"strings"
	"time"

	"cupel/analysis/execution/interp"
	"cupel/core/program"
	"cupel/engine"
	"cupel/engine/definedness"
	"cupel/evidence"
	"cupel/internal/wholefile"
)

// An answer is what was found about a task.
type answer struct {
	*engine.Result
	source *source
	// on is what the engine was given, or the analysis that decided. When the run before the
	// engine is the answer, they are those of an engine that was asked for a better proof and
	// had none; nil: there are none.
	on      *blocks
	ran     bool // the run before the engine is the verdict
	divided bool // it is a run for all inputs in cases
	seen    executions
	proven  *evidence.Confirmation // of FALSE
	explain string                 // the summaries that were needed, with --explain
}

// An attempt is one search of the engine on blocks, and what comes of it besides the result.
type attempt struct {
	*blocks
	graphLimit int                 // see engine.Problem
	pause      func(work int) bool // see engine.Tools

	found    *evidence.Confirmation
	spurious string             // why a path to the error is none of the program's, where recursion is closed
	stop     context.CancelFunc // ends the search for that reason
}

// run runs the engine.
func (a *attempt) run(ctx context.Context, o engine.Observer) (*answer, error) {
	v := maps.Clone(a.choices)
	v[engine.Encoding] = a.encoding
	e := a.job.engine.New(v)
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
	for flag, file := range a.cfg.files(engine.OutputFile) {
		if res.Graphs != nil {
			a.FailedOutput(flag, wholefile.Write(file, res.Graphs()[0].WriteDOT))
		}
	}
	return a.answer(res), nil
}

// answer is a result of the search.
func (a *attempt) answer(res *engine.Result) *answer {
	return &answer{Result: res, source: a.source, on: a.blocks, proven: a.found, explain: a.explained(res)}
}

// problem is what the engine is given.
func (a *attempt) problem() engine.Problem {
	return engine.Problem{Program: a.prepared, Facts: a.invariants, Precision: a.precision, GraphLimit: a.graphLimit,
		Tools: engine.Tools{Open: a.open, Solver: a.solver, Interpolate: a.sequencer, Confirm: a.confirm, Pause: a.pause, Draw: a.cfg.Report != "", Board: a.view}}
}

// explained describes the summaries of functions and of loops.
func (a *attempt) explained(res *engine.Result) string {
	if !a.cfg.Explain {
		return ""
	}
	var b strings.Builder
	if a.functions != nil && a.functions.Explain(&b) != nil {
		return ""
	}
	a.explainCells(&b)
	if res.Explain != nil && res.Explain(&b) != nil {
		return ""
	}
	return b.String()
}

// search prepares the program and runs the engine on one encoding after the other, or by turns.
func (in *inlining) search(ctx context.Context, o engine.Observer) (*answer, error) {
	l, err := in.lower(ctx)
	if err != nil {
		return nil, err
	}
	if a, err := l.bySize(ctx, o); a != nil || err != nil {
		return a, err
	}
	if l.cfg.Cells != CellsOnly {
		if a, err := l.onSlices(ctx, o); a != nil || err != nil {
			return a, err
		}
	}
	if a, err := l.byCells(ctx, o); a != nil || err != nil {
		return a, err
	}
	return l.decide(ctx, o)
}

// decide runs the engine on a lowered program.
func (l *lowering) decide(ctx context.Context, o engine.Observer) (*answer, error) {
	encodings := l.plan.Encodings
	if l.plan.Turns {
		return l.alternate(ctx, encodings, o)
	}
	last := len(encodings) - 1
	for _, enc := range encodings[:last] {
		if a, err := l.searchBlocks(ctx, enc, graphLimit, o); err != nil || a.Reason.Kind != engine.SizeLimit {
			return a, err
		}
	}
	return l.searchBlocks(ctx, encodings[last], 0, o)
}

// searchBlocks runs the engine on the blocks of an encoding, unless their analysis decides.
func (l *lowering) searchBlocks(ctx context.Context, encoding string, limit int, o engine.Observer) (*answer, error) {
	b, err := l.divided(ctx, encoding)
	if err != nil {
		return nil, err
	}
	a := &attempt{blocks: b, graphLimit: limit}
	if b.safe {
		return a.answer(b.proved()), nil
	}
	defer l.Time("engine", time.Now())
	return a.run(ctx, o)
}

// credit names what found the verdict.
func (a *answer) credit() string {
	by := a.By
	switch {
	case a.Verdict == engine.Unknown:
		return ""
	case by == "":
		by = a.source.cfg.Engine
		if plan := a.source.plan; plan.Turns && a.on.encoding != plan.Encodings[0] {
			by += " on " + a.on.encoding + " blocks"
		}
		if a.Verdict == engine.True && a.on.functions != nil {
			by += " with summaries of functions"
		}
	}
	return by
}

// confirm runs a counterexample on the original program; it is the Confirm of the engines' tools.
// A path through a program with closed recursion may step over calls that do not return like
// that; the search need not go on then, since the summaries allow the path.
func (a *attempt) confirm(ctx context.Context, cex *program.Counterexample) engine.Replay {
	replay := a.replay(ctx, cex)
	if replay.OK() || a.closed == nil {
		return replay
	}
	f := steppedOver(cex.Path)
	if f == "" {
		return replay
	}
	if found := a.follow(ctx, cex); found != nil {
		a.found = found
		return engine.Replay{}
	}
	a.spurious = fmt.Sprintf("a path to the error steps over a call of %s, which may do less than its summary allows", f)
	a.stop()
	return engine.Replay{Kind: engine.Differs, Text: a.spurious}
}

// replay runs a counterexample.
func (a *attempt) replay(ctx context.Context, cex *program.Counterexample) engine.Replay {
	o := interp.Options{Trace: true}
	if a.closed != nil {
		o.Calls = a.closed.calls
	}
	out, err := interp.Replay(ctx, a.original, cex, o)
	switch {
	case err != nil:
		return engine.Replay{Kind: engine.Differs, Text: err.Error()}
	case out.Kind == interp.ReachedError:
		if f := a.dependsOn(cex, out); f != "" && !a.independent(ctx, cex, o, out.Steps) {
			return engine.Replay{Kind: engine.Unmodelled, Text: fmt.Sprintf("the path depends on the value of %s, which has no model here", f)}
		}
		out, order, open := a.inAnyOrder(ctx, cex, o, out)
		if open != "" {
			return engine.Replay{Kind: engine.Unmodelled, Text: open}
		}
		original, calls := a.original, o.Calls
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
