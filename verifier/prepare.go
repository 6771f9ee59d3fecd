package verifier

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"cupel/absint/interval"
	"cupel/engine/cegar"
	"cupel/frontend/c"
	"cupel/internal/inputfile"
	"cupel/interpolation"
	"cupel/logic"
	"cupel/program"
	"cupel/program/interp"
	"cupel/program/intlower"
	"cupel/program/passes"
	"cupel/program/predicate"
	"cupel/smt"
	"cupel/smt/z3"
	"cupel/summary/oracle"
	"cupel/summary/procedure"
)

// setup is one run in the making.
type setup struct {
	task   *Task
	cfg    Config
	text   sourceText // of the files that positions speak of
	report *Report

	module   *program.Module  // nil when the input is a control-flow automaton
	original *program.Program // after inlining, or a model: counterexamples are replayed here
	lowered  *program.Program // after passes and integer lowering
	prepared *program.Program // what the engine sees: the lowered program in blocks
	encoding string           // those of prepared

	sliced *program.Program // what the passes leave of the original, machine-typed
	ranges *interval.Result // of sliced; nil: not computed
	doomed *obligation      // where every execution ends by undefined behaviour; nil: not known

	open       smt.Opener
	solver     smt.Options
	sequencer  interpolation.Sequencer
	precision  map[*program.Location][]*logic.Term
	invariants map[*program.Location]*logic.Term                     // facts at loop heads, see analyze
	safe       bool                                                  // the invariants exclude the error and the cuts
	closed     *closed                                               // nil: recursion ends at cuts
	summarised *procedure.Result                                     // the function summaries of the last program with closed recursion
	relied     *procedure.Result                                     // those that a proof rests on
	oracle     *oracle.Oracle                                        // of the last search with summaries; nil: none
	execution  *interp.Outcome                                       // the confirmed execution of a counterexample
	again      func(context.Context, interp.Options) *interp.Outcome // runs it once more
	ran        bool                                                  // the run before the engine is the verdict
	divided    bool                                                  // it is a run for all inputs in cases
	graph      *cegar.ARG                                            // the last one, when it is asked for
	graphLimit int                                                   // cegar: see Options.GraphLimit
}

// unsupportedError: the program may be correct, but cannot be read.
type unsupportedError struct{ msg string }

// Error implements error.
func (e *unsupportedError) Error() string { return e.msg }

// lowerSource runs the front end.
func (s *setup) lowerSource(ctx context.Context) error {
	start := time.Now()
	o := c.Options{
		Model:               s.cfg.DataModel,
		ErrorFunctions:      s.cfg.ErrorFunctions,
		SignedOverflowWraps: s.cfg.SignedWrap,
		MallocMayFail:       s.cfg.MallocMayFail,
		Entry:               s.cfg.Entry,
	}
	o.ErrorFunctions = s.errorFunctions()
	if p := s.task.Property; p != nil {
		o.Entry = p.Entry
	}
	src, err := s.preprocessed(ctx)
	if err != nil {
		return err
	}
	var included []string
	o.Opened = func(file string) { included = append(included, file) }
	m, diags, err := c.Lower(ctx, s.task.File, src, o)
	if err == nil {
		err = s.checkIncluded(included)
	}
	if err != nil {
		var e *c.Error
		switch {
		case errors.As(err, &e) && e.Internal:
			return e
		case errors.As(err, &e) && e.Unsupported:
			return &unsupportedError{e.Error()}
		case errors.As(err, &e):
			return &InputError{Msg: e.Error()}
		}
		return err
	}
	s.module = m
	for _, d := range diags {
		s.report.Warnings = append(s.report.Warnings, d.String())
	}
	for _, a := range m.Assumptions {
		s.report.assume(a.Kind, a.Text, a.Pos)
	}
	s.report.time("front end", start)
	return nil
}

// inline makes the program that counterexamples are replayed on.
func (s *setup) inline(bound int) (err error) {
	start := time.Now()
	s.original, err = passes.Inline(s.module, passes.InlineOptions{RecursionBound: bound})
	s.report.time("inlining", start)
	return err
}

// errorFunctions are those whose call violates the property; without one a
// failing assertion counts, too.
func (s *setup) errorFunctions() []string {
	switch {
	case s.cfg.ErrorFunctions != nil:
		return s.cfg.ErrorFunctions
	case s.task.Property != nil:
		return []string{s.task.Property.Name}
	}
	return []string{"reach_error", "__VERIFIER_error", "__assert_fail"}
}

// prepare runs the passes and the integer lowering.
func (s *setup) prepare(ctx context.Context) error {
	start := time.Now()
	p, _, err := passes.Default.Run(ctx, s.original)
	if err != nil {
		return err
	}
	s.report.time("passes", start)
	s.sliced, s.ranges = p, nil
	start = time.Now()
	if p.Lowered {
		s.report.Arithmetic = "that of the model"
	} else if s.cfg.Arithmetic != ArithBV {
		q, err := s.lower(ctx, p)
		var no *intlower.NotExpressibleError
		switch {
		case err == nil:
			p = q
			s.report.Arithmetic = "integers"
		case errors.As(err, &no) && s.cfg.Arithmetic == ArithAuto:
			s.report.Arithmetic = "bit-vectors (" + no.Error() + ")"
		case errors.As(err, &no):
			return &InputError{Msg: no.Error() + "; use --arithmetic auto or bv"}
		default:
			return err
		}
	} else {
		s.report.Arithmetic = "bit-vectors"
	}
	s.report.time("integer lowering", start)
	if s.closed != nil {
		if p, err = s.summarise(ctx, p); err != nil {
			return err
		}
	}
	s.lowered = p
	return nil
}

// encode divides the lowered program into blocks and finds facts about it.
func (s *setup) encode(ctx context.Context, encoding string) error {
	if err := s.divide(ctx, encoding); err != nil {
		return err
	}
	s.analyze(ctx)
	if s.cfg.PrecisionFile == "" {
		return nil
	}
	var err error
	s.precision, err = readPrecision(s.cfg.PrecisionFile, s.prepared)
	return err
}

// divide makes the prepared program: the lowered one in blocks.
func (s *setup) divide(ctx context.Context, encoding string) error {
	start := time.Now()
	p := s.lowered
	var err error
	if blocks, ok := s.cfg.blocks(encoding); ok {
		if p, _, err = blocks.Run(ctx, p); err != nil {
			return err
		}
	}
	s.encoding = encoding
	program.MarkLoopHeads(p)
	s.prepared = p
	s.report.time("encoding", start)
	return nil
}

func (s *setup) lower(ctx context.Context, p *program.Program) (*program.Program, error) {
	ranges := interval.Analyze(ctx, p)
	if p == s.sliced {
		s.ranges = ranges
	}
	q, err := intlower.Lower(ctx, p, intlower.Options{Ranges: ranges})
	if err != nil {
		return nil, err
	}
	q, _, err = passes.Pipeline{passes.Simplify, passes.Constants, passes.DeadCode, passes.Simplify}.Run(ctx, q)
	return q, err
}

// tools opens the solver and the interpolation method.
func (s *setup) tools() error {
	s.open = z3.Open
	s.solver = smt.Options{TimeoutMS: s.cfg.SolverTimeoutMS}
	// symexecia unrolls a loop further where a path has no simple interpolants.
	o := interpolation.Options{Open: z3.Open, Relaxed: s.cfg.Engine == "symexecia"}
	if s.cfg.Interpolation == "spacer" {
		o.Horn = solveHorn
	}
	seq, err := interpolation.ByName(s.cfg.Interpolation, o)
	if err != nil {
		return &InputError{Msg: "--interpolation: " + err.Error()}
	}
	s.sequencer = seq
	return nil
}

// readPrecision reads predicates for the loop heads at given source lines.
func readPrecision(file string, p *program.Program) (map[*program.Location][]*logic.Term, error) {
	data, err := inputfile.Read(file, inputfile.Text)
	if err != nil {
		return nil, &InputError{Pos: program.Pos{File: file}, Msg: "cannot be read: " + cause(err)}
	}
	out := map[*program.Location][]*logic.Term{}
	for i, line := range strings.Split(string(data), "\n") {
		text, _, _ := strings.Cut(line, "#")
		if strings.TrimSpace(text) == "" {
			continue
		}
		at := func(col int) program.Pos { return program.Pos{File: file, Line: i + 1, Col: col + 1} }
		head, preds, ok := strings.Cut(text, ":")
		n, err := strconv.Atoi(strings.TrimSpace(head))
		if !ok || err != nil {
			return nil, &InputError{Pos: at(0), Msg: "expected LINE: predicate, predicate, ..."}
		}
		var locs []*program.Location
		for _, l := range p.Locs {
			if l.LoopHead && (l.LoopPos.Line == n || l.LoopPos.Line == 0 && l.Pos.Line == n) {
				locs = append(locs, l)
			}
		}
		if len(locs) == 0 {
			return nil, &InputError{Pos: at(0), Msg: fmt.Sprintf("no loop starts at line %d of the program", n)}
		}
		col := len(head) + 1
		for _, pred := range strings.Split(preds, ",") {
			for _, l := range locs {
				t, err := predicate.Parse(p.Terms, pred, predicate.ScopeAt(p, l))
				if err != nil {
					var e *predicate.Error
					if errors.As(err, &e) {
						return nil, &InputError{Pos: at(col + e.Offset), Msg: e.Msg}
					}
					return nil, err
				}
				out[l] = append(out[l], t)
			}
			col += len(pred) + 1
		}
	}
	return out, nil
}

// Dump prints a stage of the preparation: the module, the inlined program, or
// the prepared program.
func Dump(ctx context.Context, w io.Writer, t *Task, cfg Config, stage string) error {
	s := &setup{task: t, cfg: cfg, report: &Report{}}
	if IsModel(t.File) {
		if stage == "module" {
			return &InputError{Pos: program.Pos{File: t.File}, Msg: "--dump: a control-flow automaton has no functions; choose program or prepared"}
		}
		if err := s.readModel(); err != nil {
			return err
		}
	} else {
		if err := s.lowerSource(ctx); err != nil {
			return err
		}
		if stage == "module" {
			return s.module.Dump(w)
		}
		if err := s.inline(max(cfg.RecursionBound, firstRecursionBound)); err != nil {
			return err
		}
	}
	switch stage {
	case "program":
		return s.original.Dump(w)
	case "prepared":
		if err := s.prepare(ctx); err != nil {
			return err
		}
		if err := s.encode(ctx, cfg.encodings()[0]); err != nil {
			return err
		}
		return s.prepared.Dump(w)
	}
	return &InputError{Msg: fmt.Sprintf("--dump: unknown stage %q; choose module, program or prepared", stage)}
}
