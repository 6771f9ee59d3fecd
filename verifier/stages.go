package verifier

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"cupel/analysis/absint/interval"
	"cupel/analysis/execution/inputs"
	"cupel/analysis/execution/interp"
	"cupel/analysis/summary/procedure"
	"cupel/core/interpolation"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/program/passes"
	"cupel/core/smt"
	"cupel/core/smt/smtlib"
	"cupel/core/smt/z3"
	"cupel/core/work"
	"cupel/engine"
	"cupel/evidence"
	"cupel/kernel/facts"
)

// A task goes through stages, each made from the one before it by one function:
//
//	setup      newSetup               the task and the means of a run
//	source     setup.read             the program as it was read
//	inlining   source.inline          one control-flow automaton: the original program
//	           source.inlineClosed    the same with recursion closed by summaries
//	lowering   inlining.lower         what passes and the arithmetic leave of it
//	blocks     lowering.encode        the same in the blocks of an encoding, analysed
//	attempt    lowering.searchEncodings, searchByTurns: one search of the engine on blocks
//	answer     attempt.answer         what an attempt, an analysis or a run in the interpreter found
//
// A stage has the one before it in a field of that name, and is never changed once its function
// has returned it; only the board of facts behind setup.facts goes along with a run. Strategies
// make several stages of one kind from the same one before: depths of recursion, encodings,
// programs in place of the lowered one. A function takes the stage whose fields it needs.

// A setup is what does not change in a whole run, once readOnce has seen to a task that comes from a pipe: the
// task and the means to verify it.
//
//   - choices has a value for each choice of engine, and plan is that of engine for them;
//   - sequencer is there exactly where the engine interpolates;
//   - journal, shares and facts are shared by all stages of the run, but for programs set apart (lowering.apart), which have no board.
type setup struct {
	journal   *evidence.Journal
	task      *Task
	cfg       Config
	run       Run
	open      smt.Opener
	solver    smt.Options
	sequencer interpolation.Sequencer // nil: the engine asks for no interpolants
	engine    *engine.Info
	choices   engine.Values // one for each of its choices
	plan      engine.Plan
	facts     *factPool // nowhere nil; see factPool.open
	shares    *shares
}

// newSetup opens the means of a run.
func newSetup(t *Task, cfg Config, run Run) (*setup, error) {
	info, v, err := cfg.chosen()
	if err != nil {
		return nil, err
	}
	u := &setup{journal: &evidence.Journal{}, shares: &shares{start: work.ProcessorTime(), used: map[string]usage{}}, task: t, cfg: cfg, run: run, open: z3.Open, solver: smt.Options{TimeoutMS: cfg.SolverTimeoutMS, Seed: cfg.Seed},
		engine: info, choices: v, plan: info.PlanFor(v)}
	if cfg.Queries != "" {
		u.open = smtlib.Recorded(u.open, cfg.Queries)
	}
	if info.Name == Auto { // a mistake in the table is told whether workers are asked or not
		if _, err := u.table(); err != nil {
			return nil, err
		}
	}
	if u.facts, err = newFactPool(&cfg, &run); err != nil {
		return u, err
	}
	return u, u.interpolate()
}

// interpolate opens the sequencer of an engine that interpolates.
func (u *setup) interpolate() (err error) {
	if u.sequencer = nil; !u.engine.Interpolates {
		return nil
	}
	o := interpolation.Options{Open: z3.Open, Relaxed: u.engine.Unrolls}
	if u.choices[engine.Interpolation.Name] == "spacer" {
		o.Horn = solveHorn
	}
	if u.sequencer, err = interpolation.ByName(u.choices[engine.Interpolation.Name], o); err != nil {
		return &InputError{Msg: "--interpolation: " + err.Error()}
	}
	return nil
}

// A source is a task that was read: functions, or the one automaton of a model. Exactly one of module
// and model is there.
type source struct {
	setup    *setup
	module   *program.Module  // nil: the input is a control-flow automaton, or a complement program was made of it
	text     []byte           // that module was read from; nil: the file's
	included []string         // files
	model    *program.Program // nil: the input is a C program
	inputs   *inputs.Table    // nil: the run has no restriction
	checks   []*program.Goal  // of module, where the run is about some of them; see Aim
	// uses are the places where addresses matter, if usesKnown: see addressUses.
	uses      []program.Pos
	usesKnown bool
	dice      *rolls                        // the random runs; nil: there were none
	judge     *interp.Memory                // see source.memory
	plain     *plainProgram                 // the program without goals about memory; nil: module has none
	rest      func(context.Context) *answer // of the runs, see runUpTo and exhaustFirst; nil: they are done
}

// An inlining is one control-flow automaton, on which counterexamples are replayed.
type inlining struct {
	source   *source
	original *program.Program
	closed   *closedRecursion // nil: recursion ends at cuts
	// anyAddresses: the program is one for all addresses of its objects.
	anyAddresses bool
}

func (in *inlining) setup() *setup { return in.source.setup }

// A lowering is what passes and arithmetic leave of an inlining. lowered derives from sliced and
// sliced from original, so that facts and counterexamples can be translated back. Where a strategy
// puts another program in the place of lowered (a slice, cells, a step of an induction), sliced and
// ranges still are those of the whole.
type lowering struct {
	inlining    *inlining
	sliced      *program.Program  // after the passes, machine-typed
	ranges      *interval.Result  // of sliced; nil: not computed
	lowered     *program.Program  // and after integer lowering
	arithmetic  string            // as a report says it
	onlyDecides bool              // sliced does not compute, see the function onlyDecides
	functions   *procedure.Result // the summaries in lowered; nil unless recursion is closed
}

func (l *lowering) setup() *setup { return l.inlining.setup() }

// Blocks are a lowering in the blocks of an encoding, with the facts that are known before an engine
// begins. They are an engine's input.
//
//   - prepared derives from the lowered program, and encode has marked its loop heads;
//   - analysis and precision are about locations of prepared;
//   - the facts that encode takes from the board are checked: analysis.invariants may be assumed as they are.
//
// A strategy that comes to an answer about the whole program without a search of it (slices, cells, induction)
// makes blocks of it that have neither analysis nor view.
type blocks struct {
	lowering   *lowering
	encoding   string
	prepared   *program.Program
	analysis   analysis
	precision  map[*program.Location][]*logic.Term // given by the user, or from the board
	thresholds map[*program.Location]int           // given by the user
	view       *facts.View                         // of the board; nil: there is none
}

func (b *blocks) setup() *setup { return b.lowering.setup() }

// closedRecursion is how recursion is closed by summaries, see passes.InlineClosed.
type closedRecursion struct {
	closure *passes.Closure
	calls   map[*program.Location]*interp.Call
	fine    bool
}

// inline makes the program of a source with recursion up to a bound. What is too large, or takes too long, is inlined in part: calls beyond
// a size are cuts.
func (s *source) inline(ctx context.Context, bound int) (*inlining, error) {
	return s.inlineAll(ctx, bound, true)
}

// inlineAll is inline; without part it fails where not the whole program can be inlined.
func (s *source) inlineAll(ctx context.Context, bound int, part bool) (*inlining, error) {
	if s.model != nil {
		return &inlining{source: s, original: s.model}, nil
	}
	o := passes.InlineOptions{RecursionBound: bound, All: s.setup.cfg.Prepare != PrepareFull}
	p, err := s.inlineWithin(ctx, o, wholeInlining)
	if err != nil && part && ctx.Err() == nil && (errors.Is(err, passes.ErrTooLarge) || errors.Is(err, errShare)) {
		whole := err
		o.Partial = true
		for _, o.MaxLocations = range partialLocations {
			if p, err = s.inlineWithin(ctx, o, wholeInlining); !errors.Is(err, errShare) {
				break
			}
		}
		switch {
		case err == nil:
			s.setup.journal.Warn("calls are not inlined where the program is too large for it: " + whole.Error())
		case ctx.Err() == nil:
			s.setup.journal.GaveUp("inlining", whole.Error())
			err = whole
		}
	}
	if err != nil {
		return nil, err
	}
	return &inlining{source: s, original: p}, nil
}

// inlineWithin inlines within a part of what is left of the share of inlining.
func (s *source) inlineWithin(ctx context.Context, o passes.InlineOptions, part float64) (*program.Program, error) {
	sub, done := s.setup.beginPart(ctx, "inlining", "", part)
	defer done()
	s.inliningOptions(ctx, sub, &o)
	p, err := passes.Inline(s.module, o)
	if errors.Is(err, errShare) {
		err = fmt.Errorf("inlining takes %w", errShare)
	}
	return p, err
}

// inliningOptions has inlining in sub, a part of ctx, watch its context and tell what it works on.
func (s *source) inliningOptions(ctx, sub context.Context, o *passes.InlineOptions) {
	calls := 0
	o.Spend = func(units int) error {
		work.Spend(sub, units)
		if cutShort(ctx, sub) {
			return errShare
		}
		return sub.Err()
	}
	o.Entered = func(f string) {
		calls++
		s.setup.journal.About(fmt.Sprintf("call %d, of %s", calls, f))
	}
}

// encode makes the blocks of an encoding, and analyses them.
func (l *lowering) encode(ctx context.Context, encoding string) (*blocks, error) {
	u := l.setup()
	b := &blocks{lowering: l, encoding: encoding, prepared: l.lowered}
	if err := b.encode(ctx); err != nil {
		return nil, err
	}
	var given bool
	if b.analysis, given = l.handedAnalysis(b.prepared); !given {
		b.analysis = u.analyze(ctx, b.prepared)
	}
	return b, b.complete(ctx)
}

// complete adds the facts of the board and the predicates that were given to analysed blocks.
func (b *blocks) complete(ctx context.Context) error {
	if err := b.viewBoard(ctx); err != nil {
		return err
	}
	if file := b.setup().choices[engine.Precision.Name]; file != "" {
		given, err := readPrecision(file, b.prepared)
		if err != nil {
			return err
		}
		if len(given.thresholds) > 0 && b.setup().engine.Choice("threshold") == nil {
			return &InputError{Pos: program.Pos{File: file}, Msg: "thresholds are for engines with --threshold: " + strings.Join(having("threshold"), ", ")}
		}
		for l, ps := range b.precision {
			given.predicates[l] = append(given.predicates[l], ps...)
		}
		b.precision, b.thresholds = given.predicates, given.thresholds
	}
	return nil
}

// encode puts the program into blocks; where that takes too long, each edge stays one of its own.
func (b *blocks) encode(ctx context.Context) error {
	u := b.setup()
	if pass, ok := blocksPass(b.encoding, u.choices, u.cfg.Prepare); ok {
		sub, done := u.begin(ctx, "encoding", sizeOf(b.lowering.lowered))
		p, _, err := pass.Run(sub, b.lowering.lowered)
		short := cutShort(ctx, sub)
		done()
		switch {
		case err == nil:
			b.prepared = p
		case short:
			u.journal.Warn("the program is not put into blocks, which takes more than a third of the limit")
		default:
			return err
		}
	}
	program.MarkLoopHeads(b.prepared)
	return nil
}

// sizeOf says how large a program is that a phase works on.
func sizeOf(p *program.Program) string {
	return fmt.Sprintf("%d locations, %d edges, %d variables", len(p.Locs), len(p.Edges), len(p.Vars))
}
