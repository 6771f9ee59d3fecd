package verifier

import (
	"context"
	"time"

	"cupel/analysis/absint/interval"
	"cupel/analysis/execution/inputs"
	"cupel/analysis/execution/interp"
	"cupel/analysis/summary/procedure"
	"cupel/core/interpolation"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/program/passes"
	"cupel/core/smt"
	"cupel/core/smt/z3"
	"cupel/engine"
	"cupel/evidence"
	"cupel/kernel/facts"
)

// A task goes through stages: job, source, inlining, lowering, blocks. Each is made from
// the one before it by one function, keeps it, and is never changed afterwards; strategies
// make several of one kind from the same stage before (depths of recursion, encodings).
// What an engine or a run finds is an answer on a stage, and evidence explains it.

// A job is what does not change in a whole run: the task and the means.
type job struct {
	*evidence.Journal
	task      *Task
	cfg       Config
	open      smt.Opener
	solver    smt.Options
	sequencer interpolation.Sequencer // nil: the engine asks for no interpolants
	engine    *engine.Info
	choices   engine.Values // one for each of its choices
	plan      engine.Plan
	pool      *pool // nil: facts are neither read nor written
}

// newJob opens the means of a run.
func newJob(t *Task, cfg Config) (*job, error) {
	info, v, err := cfg.chosen()
	if err != nil {
		return nil, err
	}
	j := &job{Journal: &evidence.Journal{}, task: t, cfg: cfg, open: z3.Open, solver: smt.Options{TimeoutMS: cfg.SolverTimeoutMS, Seed: cfg.Seed},
		engine: info, choices: v, plan: info.PlanFor(v)}
	if j.pool, err = pooled(&cfg); err != nil || !info.Interpolates {
		return j, err
	}
	o := interpolation.Options{Open: z3.Open, Relaxed: info.Unrolls}
	if v[engine.Interpolation.Name] == "spacer" {
		o.Horn = solveHorn
	}
	if j.sequencer, err = interpolation.ByName(v[engine.Interpolation.Name], o); err != nil {
		return nil, &InputError{Msg: "--interpolation: " + err.Error()}
	}
	return j, nil
}

// A source is a task that was read: functions, or the one automaton of a model.
type source struct {
	*job
	module   *program.Module  // nil: the input is a control-flow automaton
	text     []byte           // that module was read from; nil: the file's
	included []string         // files
	model    *program.Program // nil: the input is a C program
	inputs   *inputs.Table    // nil: nobody asks which values they have
}

// An inlining is one control-flow automaton, on which counterexamples are replayed.
type inlining struct {
	*source
	original *program.Program
	closed   *closed // nil: recursion ends at cuts
}

// A lowering is what passes and arithmetic leave of it.
type lowering struct {
	*inlining
	sliced     *program.Program  // after the passes, machine-typed
	ranges     *interval.Result  // of sliced; nil: not computed
	lowered    *program.Program  // and after integer lowering
	arithmetic string            // as a report says it
	decides    bool              // sliced does not compute, see decides
	functions  *procedure.Result // the summaries in it, where recursion is closed
}

// Blocks are a lowering in the blocks of an encoding, with what is known before an engine
// begins. They are what an engine is given.
type blocks struct {
	*lowering
	encoding string
	prepared *program.Program
	analysis
	precision map[*program.Location][]*logic.Term // given by the user, or from the board
	view      *facts.View                         // of the board; nil: there is none
}

// closed says how recursion is closed by summaries, see passes.InlineClosed.
type closed struct {
	closure *passes.Closure
	calls   map[*program.Location]*interp.Call
	fine    bool
}

// inlined makes the program of a source with recursion up to a bound.
func (s *source) inlined(bound int) (*inlining, error) {
	if s.model != nil {
		return &inlining{source: s, original: s.model}, nil
	}
	defer s.Time("inlining", time.Now())
	p, err := passes.Inline(s.module, passes.InlineOptions{RecursionBound: bound})
	if err != nil {
		return nil, err
	}
	return &inlining{source: s, original: p}, nil
}

// divided makes the blocks of an encoding, and analyses them.
func (l *lowering) divided(ctx context.Context, encoding string) (*blocks, error) {
	start := time.Now()
	b := &blocks{lowering: l, encoding: encoding, prepared: l.lowered}
	var err error
	if pass, ok := blocksPass(encoding, l.choices); ok {
		if b.prepared, _, err = pass.Run(ctx, l.lowered); err != nil {
			return nil, err
		}
	}
	program.MarkLoopHeads(b.prepared)
	l.Time("encoding", start)
	var given bool
	if b.analysis, given = l.given(b.prepared); !given {
		b.analysis = l.analyze(ctx, b.prepared)
	}
	if err := b.shared(ctx); err != nil {
		return nil, err
	}
	if file := l.choices[engine.Precision.Name]; file != "" {
		given, err := readPrecision(file, b.prepared)
		if err != nil {
			return nil, err
		}
		for l, ps := range b.precision {
			given[l] = append(given[l], ps...)
		}
		b.precision = given
	}
	return b, nil
}
