package condition

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"cupel/analysis/execution/inputs"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/smt"
	"cupel/core/work"
	"cupel/engine"
	"cupel/evidence"
	"cupel/product/condition/simplify"
	"cupel/verifier"
)

// Options of a search. Zero values are no defaults: start from Defaults.
type Options struct {
	Verifier      verifier.Config // for the searches
	Worker        []string        // see verifier.Run
	MaxIterations int             // counterexamples; 0: any number
	Refiners      []string        // in the order in which they are tried, see RefinerNames
	Parallel      bool            // all at once, the first success counts
	RefinerWork   int             // of one refiner on one counterexample, in units of package work; 0: any
	RefinerTime   time.Duration   // wall-clock limit set by the user; 0: none
	Elimination   string          // solver for quantifier elimination: z3, cvc5, or auto for both in turn
	Simplify      simplify.Level
	Complement    bool // also search for non-failing inputs and prove that all others fail
	Samples       int  // inputs inside and outside to execute in the interpreter, each
	RunCompiled   bool // also execute them in the gcc-compiled, confined program
	Share         bool // count the failing inputs, or estimate their number
	Scratch       bool // no search reuses results of earlier ones
	// Found, if not nil, receives what is found so far, in case a phase does not stop at a limit.
	Found func(*Report)
	Clock *Clock // of the processor time that Verifier.CPUTime limits; nil: of this search
	// Journal, if not nil, is told which phase is under way.
	Journal *evidence.Journal
}

// A LimitError is a limit that was met before anything could be found.
type LimitError struct{ Reason engine.Reason }

// Error is the limit in words.
func (e *LimitError) Error() string { return e.Reason.Text }

// Defaults returns the options of the command line without flags.
func Defaults() Options {
	return Options{Verifier: verifier.DefaultConfig(), Refiners: []string{"merge", "qe", "allsat", "model"}, RefinerWork: refinerWork,
		Elimination: "auto", Simplify: simplify.Full, Samples: 100, Share: true, Complement: true}
}

// Effective lists the settings in effect, those of the verifier first.
func (o Options) Effective() [][2]string {
	return append(o.Verifier.Effective(), [][2]string{
		{"refiners", strings.Join(o.Refiners, ",")}, {"parallel", strconv.FormatBool(o.Parallel)},
		{"refiner-work", strconv.Itoa(o.RefinerWork)}, {"refiner-timeout", o.RefinerTime.String()}, {"elimination", o.Elimination},
		{"scratch", strconv.FormatBool(o.Scratch)}, {"complement", strconv.FormatBool(o.Complement)}, {"max-iterations", strconv.Itoa(o.MaxIterations)},
		{"simplify", o.Simplify.String()}, {"samples", strconv.Itoa(o.Samples)}, {"run-compiled", strconv.FormatBool(o.RunCompiled)},
		{"share", strconv.FormatBool(o.Share)}, {"certify", strconv.FormatBool(o.Verifier.Certify)},
	}...)
}

// evidence reports whether something is computed after the condition is found.
func (o *Options) evidence() bool { return o.Simplify > simplify.None || o.Samples > 0 || o.Share }

// Status is the precision of a condition.
type Status string

// The states.
const (
	Precise Status = "precise" // exactly the failing inputs
	Partial Status = "partial" // only failing inputs; there may be more
)

// A Result is an error condition. Invariant: every input that satisfies Term fails; if Status is Precise, no
// other does.
type Result struct {
	Status    Status
	Reason    engine.Reason    // if Partial
	Term      *logic.Term      // the condition over the symbols of input slots
	Simple    *simplify.Result // Term simplified
	Parts     []Part           // by goal, if there are several
	Disjuncts []Disjunct       // in order of discovery
	Searches  int
	ProvedBy  string     // what proved that no other input fails
	Covered   string     // if Partial: the failing executions covered; "": only those found
	Certified *Certified // nil: not requested
	Samples   *Samples
	Share     *Share // of failing inputs; nil: unknown
	// Complement: the condition is the complement of the non-failing inputs; nil: it was derived from failing
	// paths.
	Complement *Complement
	Merged     string // outcome of merging paths; "": not tried
	// Endless tells of the executions that need not end, if the property is termination; nil: it is another one, or there are none.
	Endless *Endless
	// Ended is the phase in which a limit was met; nil: none was.
	Ended    *evidence.Phase
	Warnings []string

	subject   *verifier.Subject
	failing   []failing
	aboutEnds bool // see loop.aboutEnds
}

// failing is a failing execution.
type failing struct {
	values map[inputs.Slot]*logic.Term
	steps  int
}

// A Part is the condition of one goal.
type Part struct {
	Goal   *program.Goal // nil: unknown
	Pos    program.Pos
	Term   *logic.Term
	Simple *simplify.Result
}

// A Disjunct is the condition derived from one counterexample.
type Disjunct struct {
	Term    *logic.Term
	Refiner string
	Goal    *program.Goal
	Pos     program.Pos
	Steps   int      // length of the execution
	Failed  []string // refiners tried before, with reasons
	Pinned  int      // see concolic.Path
	// support is a formula whose models are failing inputs: the path condition, or that of all paths to the
	// goal; nil: the path depends on values that are no inputs.
	support  *logic.Term
	unknowns bool // its path depends on values that are no inputs
	// kept asks a solver whether the executions need not end, if the property is termination; nil: it is a single one.
	kept func(context.Context, smt.Opener) error
}

// Find looks for the error condition of a task.
func Find(ctx context.Context, t *verifier.Task, o Options, obs engine.Observer) (*Result, error) {
	refiners, err := newRefiners(o)
	if err != nil {
		return nil, err
	}
	certified := o.Verifier.Certify
	o.Verifier.Certify = false // done at the end
	whole := ctx
	clock := NewClock()
	if o.Clock != nil {
		clock = *o.Clock
	}
	ctx, stop := clock.limited(ctx, &o.Verifier)
	defer stop()
	began := time.Now()
	if o.Journal == nil {
		o.Journal = &evidence.Journal{}
	}
	o.Journal.Follow(ended(ctx), nil)
	read := o.Journal.Begin("front end", t.File)
	subject, err := verifier.ReadFirst(ctx, t, o.Verifier)
	read()
	switch {
	case err != nil && ctx.Err() != nil:
		met := verifier.Met(ctx)
		return nil, &LimitError{engine.Reason{Kind: met.Kind, Text: met.Text + " while the program was read"}}
	case err != nil:
		return nil, err
	}
	l := &loop{began: began, clock: clock, task: t, o: o, obs: obs, refiners: refiners, subject: subject, f: subject.Flat.Terms, res: &Result{subject: subject, aboutEnds: t.PropertyInfo().Ends}}
	l.res.Term = l.f.False()
	defer func() { l.merged.close() }()
	share := time.Duration(searchShare)
	if !o.evidence() {
		share = sampleShare
	}
	if err := l.within(ctx, share, l.run); err != nil {
		return nil, err
	}
	l.res.Merged = l.merged.String()
	if l.res.Status == Partial && l.merged != nil && l.merged.exhausted {
		l.res.Covered = l.merged.covered()
	}
	l.found()
	_ = l.within(ctx, simplifyShare, l.simplify)
	l.found()
	if err := l.within(ctx, sampleShare, l.check); err != nil {
		l.res.Warnings = append(l.res.Warnings, "the condition is not sampled: "+reasonOf(ctx, err).Text)
	}
	if certified {
		if err := l.certify(whole); err != nil {
			return nil, err
		}
	}
	l.res.Ended = o.Journal.MetIn()
	return l.res, nil
}

// ended tells whether ctx has ended.
func ended(ctx context.Context) func() bool { return func() bool { return ctx.Err() != nil } }

// begin notes that a phase begins; the function it returns that it has ended.
func (l *loop) begin(phase, about string) (end func()) { return l.o.Journal.Begin(phase, about) }

// check executes samples of the condition and counts its inputs.
func (l *loop) check(ctx context.Context) error {
	if l.o.Samples > 0 {
		if err := l.sampled(ctx); err != nil {
			return err
		}
	}
	if !l.o.Share {
		return nil
	}
	defer l.begin("share of the inputs", "")()
	l.res.Share = l.res.share(ctx, l.o.Verifier.Seed)
	return nil
}

// sampled executes samples of the condition.
func (l *loop) sampled(ctx context.Context) (err error) {
	defer l.begin("samples", "")()
	if l.res.Samples, err = l.res.sample(ctx, l.o.Samples, l.o.Verifier.Seed); err != nil {
		return err
	}
	if l.o.RunCompiled {
		l.execute(ctx)
	}
	l.res.believe()
	return nil
}

// believe withdraws claims that an execution contradicts.
func (r *Result) believe() {
	inside, outside := []Sampled{r.Samples.Inside}, []Sampled{r.Samples.Outside}
	if c := r.Samples.Compiled; c != nil {
		inside, outside = append(inside, c.Inside), append(outside, c.Outside)
	}
	if r.Status == Precise { // otherwise further inputs may fail
		inside = append(inside, outside...)
	}
	for _, side := range inside {
		if side.Contrary > 0 {
			r.Status, r.Reason = Partial, engine.Reason{Kind: engine.Fault, Text: "internal error: an execution contradicts the condition (" + side.Example + "); please report this with the input"}
		}
	}
}

// loop is one search for a condition.
type loop struct {
	task     *verifier.Task
	o        Options
	obs      engine.Observer
	refiners []refiner
	subject  *verifier.Subject
	f        *logic.Factory
	res      *Result
	began    time.Time
	clock    Clock
	merged   *merged // nil: not computed yet
	turns    turns
	asked    int      // number of disjuncts when complement was last tried
	written  int      // number of disjuncts when the condition was last written for Options.Found
	facts    [][]byte // facts of the last search: they also hold for the restricted program
}

// within bounds a phase by a share (per cent) of the total time, counted from the start; the rest is left for
// later phases.
func (l *loop) within(ctx context.Context, share time.Duration, do func(context.Context) error) error {
	part := l.o.Verifier
	part.CPUTime = part.CPUTime * share / 100
	if part.Timeout > 0 {
		part.Timeout = max(part.Timeout*share/100-time.Since(l.began), time.Millisecond)
	}
	ctx, stop := l.clock.limited(ctx, &part)
	defer stop()
	whole := l.o.Verifier
	l.o.Verifier.CPUTime, l.o.Verifier.Timeout = part.CPUTime, part.Timeout
	defer func() { l.o.Verifier = whole }()
	l.o.Journal.Follow(ended(ctx), nil)
	defer l.o.Journal.Follow(nil, nil)
	return do(ctx)
}

// run is algorithm 2 of the thesis.
func (l *loop) run(ctx context.Context) error {
	for {
		if l.o.MaxIterations > 0 && len(l.res.Disjuncts) >= l.o.MaxIterations {
			return l.stop(engine.Reason{Kind: engine.SizeLimit, Text: fmt.Sprintf("%d counterexamples, as many as --max-iterations allows", len(l.res.Disjuncts))})
		}
		l.obs.Progress(engine.Progress{Phase: "error condition", Iterations: len(l.res.Disjuncts)})
		if ok := l.further(ctx); ok {
			l.found()
			if !l.merged.complete && l.complement(ctx) {
				return nil
			}
			continue
		}
		if m := l.merged; m != nil && m.complete && m.exhausted {
			l.res.Status, l.res.ProvedBy = Precise, "the unwinding of all paths"
			return nil
		}
		rep, ended, err := l.search(ctx)
		if err != nil && len(l.res.Disjuncts) == 0 && ctx.Err() == nil {
			return err
		}
		if err != nil {
			return l.limited(reasonOf(ctx, err))
		}
		l.res.Searches++
		if ended && rep.Verdict != engine.False.String() {
			continue
		}
		switch rep.Verdict {
		case engine.True.String():
			l.res.Status, l.res.ProvedBy = Precise, rep.DecidedBy
			return nil
		case engine.False.String():
			values, err := l.values(rep)
			if err != nil {
				return err
			}
			if l.aboutEnds() {
				reason := l.endless(ctx, values)
				l.found()
				if !reason.None() {
					return l.limited(reason)
				}
				continue
			}
			reason := l.refine(ctx, values)
			l.found()
			if !reason.None() {
				return l.limited(reason)
			}
			if l.turns.made == 0 || l.turns.others >= l.turns.due() {
				l.attempt(ctx)
			}
			if !(l.merged != nil && l.merged.complete) && l.complement(ctx) {
				return nil
			}
		default:
			if ctx.Err() != nil {
				return l.limited(verifier.Met(ctx))
			}
			more := false
			for !more && l.merges() && ctx.Err() == nil { // the only way left
				more = l.attempt(ctx)
			}
			if !more {
				if p := rep.EndedIn; p != nil { // its limits are those of the run, and it may see them first
					l.o.Journal.GaveUp("search", l.searching(rep))
				}
				return l.limited(engine.Reason{Kind: engine.ReasonKind(rep.ReasonKind), Text: rep.Reason})
			}
		}
	}
}

// limited ends the search where it cannot go on. A formula of all paths that is known is the condition.
func (l *loop) limited(why engine.Reason) error {
	if m := l.merged; m != nil && m.complete && m.fails != nil {
		if !m.taken {
			l.take()
		}
		l.res.Status, l.res.ProvedBy = Precise, "the unwinding of all paths"
		return nil
	}
	return l.stop(why)
}

// further refines the condition by an input known to fail; false if there is none.
func (l *loop) further(ctx context.Context) bool {
	if l.merged == nil {
		return false
	}
	ctx, spent := work.Measured(ctx)
	defer func() {
		l.merged.spent += spent()
		l.turns.others += spent()
	}()
	values, ok := l.known(ctx)
	if l.whole(ok) {
		return true
	}
	if !ok {
		return false
	}
	before := len(l.res.Disjuncts)
	if reason := l.refine(ctx, values); !reason.None() && (!l.merged.complete || len(l.res.Disjuncts) == before) {
		l.merged.useless(reason.Text)
	}
	return true
}

// aboutEnds reports whether the property is termination: what violates it is an execution that never ends.
func (l *loop) aboutEnds() bool { return l.task.PropertyInfo().Ends }

func (l *loop) stop(why engine.Reason) error {
	l.res.Status, l.res.Reason = Partial, why
	return nil
}

// search verifies the program restricted to inputs not known to fail. ended: merging the paths has found out more.
func (l *loop) search(ctx context.Context) (rep *verifier.Report, ended bool, err error) {
	cfg := l.o.Verifier
	cfg.Restriction = l.restriction()
	run := l.watched()
	if !l.o.Scratch {
		run.Facts, run.Kept = l.facts, func(text []byte) { l.facts = [][]byte{text} }
	}
	defer l.begin("search", l.searching(nil))()
	ended, err = l.inTurns(ctx, func(ctx context.Context) error {
		rep, err = l.verify(ctx, run, cfg)
		return err
	})
	if rep != nil && rep.EndedIn != nil {
		l.o.Journal.About(l.searching(rep))
	}
	return rep, ended, err
}

// searching says which search is under way, and what it ended in.
func (l *loop) searching(rep *verifier.Report) string {
	about := fmt.Sprintf("for counterexample %d", len(l.res.failing)+1)
	if rep != nil && rep.EndedIn != nil {
		about += ": " + rep.EndedIn.String()
	}
	return about
}

// watched is a run of the verifier that begins from scratch.
func (l *loop) watched() verifier.Run { return verifier.Run{Observer: l.obs, Worker: l.o.Worker} }

// verify runs the verifier within what is left of the limits.
func (l *loop) verify(ctx context.Context, run verifier.Run, cfg verifier.Config) (*verifier.Report, error) {
	if d, ok := ctx.Deadline(); ok {
		left := time.Until(d)
		if cfg.Timeout == 0 || left < cfg.Timeout {
			cfg.Timeout = left
		}
		if cfg.Timeout <= 0 {
			return &verifier.Report{Verdict: engine.Unknown.String(), Reason: "time limit", ReasonKind: string(engine.TimeLimit)}, nil
		}
	}
	if cfg.CPUTime > 0 { // the verifier adds the workers of its own
		cfg.CPUTime = max(cfg.CPUTime-l.clock.children(), time.Millisecond)
	}
	return run.Verify(ctx, l.task, cfg)
}

// restriction is the negation of the condition found so far.
func (l *loop) restriction() *verifier.Restriction { return l.restrictionTo(l.f.Not(l.res.Term)) }

// restrictionTo restricts the inputs to those that satisfy a formula.
func (l *loop) restrictionTo(t *logic.Term) *verifier.Restriction {
	r := &verifier.Restriction{Assume: t.SMTLIB()}
	for _, sym := range logic.FreeVars(t) {
		if s, ok := l.subject.Inputs.SlotOf(sym); ok {
			r.Slots = append(r.Slots, s)
		}
	}
	slices.SortFunc(r.Slots, inputs.Slot.Compare)
	return r
}
