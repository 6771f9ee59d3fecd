package condition

import (
	"context"
	"fmt"
	"slices"
	"time"

	"cupel/analysis/execution/inputs"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/work"
	"cupel/engine"
	"cupel/product/condition/simplify"
	"cupel/verifier"
)

// Options say how to look for a condition. The zero value of a field is no default: start from
// Defaults.
type Options struct {
	Verifier      verifier.Config // for the searches
	Worker        []string        // see verifier.Run
	MaxIterations int             // counterexamples; 0: any number
	Refiners      []string        // in the order in which they are tried, see RefinerNames
	Parallel      bool            // all at once, the first success counts
	RefinerWork   int             // of one refiner on one counterexample, in units of package work
	RefinerTime   time.Duration   // the same as a person's own limit; 0: none
	Elimination   string          // of unknown values: z3, cvc5, or auto, one after the other
	Simplify      simplify.Level
	Complement    bool // where paths that fail do not end: look for those that do not fail, and prove that all other inputs fail
	Samples       int  // inputs inside and outside to be run in the interpreter, each
	RunCompiled   bool // these also in the program that gcc makes of it, confined
	Scratch       bool // every search begins from scratch: nothing is kept from those before
	// Found receives what the searches found, before it is simplified and sampled: what remains if that does not end. It may be nil.
	Found func(*Report)
}

// Defaults are the options of the command line.
func Defaults() Options {
	return Options{Verifier: verifier.DefaultConfig(), Refiners: []string{"merge", "qe", "allsat", "model"}, RefinerWork: refinerWork,
		Elimination: "auto", Simplify: simplify.Full, Samples: 100, Complement: true}
}

// Status says what a condition is.
type Status string

// The states.
const (
	Precise Status = "precise" // exactly the failing inputs
	Partial Status = "partial" // only failing inputs; there may be more
)

// A Result is what was found.
type Result struct {
	Status    Status
	Reason    engine.Reason    // of Partial
	Term      *logic.Term      // the condition over symbols of slots
	Simple    *simplify.Result // the same, simplified
	Parts     []Part           // by goal, where there are several
	Disjuncts []Disjunct       // as they were found
	Searches  int
	ProvedBy  string     // what proved that no other input fails
	Covered   string     // of Partial: which failing executions are covered; "": those that were found
	Certified *Certified // nil: nobody asked
	Samples   *Samples
	Share     *Share // of the failing inputs; nil: not known
	// Complement says that the condition is what the inputs that do not fail leave; nil: it was found from those that do.
	Complement *Complement
	Merged     string // what became of merging the paths; "": it was not asked for

	subject *verifier.Subject
	failing []failing
}

// failing is an execution that fails.
type failing struct {
	values map[inputs.Slot]*logic.Term
	steps  int
}

// A Part is the condition of one goal.
type Part struct {
	Goal   *program.Goal // nil: not known
	Pos    program.Pos
	Term   *logic.Term
	Simple *simplify.Result
}

// A Disjunct is what one counterexample gave.
type Disjunct struct {
	Term    *logic.Term
	Refiner string
	Goal    *program.Goal
	Pos     program.Pos
	Steps   int      // of the execution
	Failed  []string // refiners that were tried before, and why they failed
	Pinned  int      // see concolic.Path
	// support is what the inputs of the disjunct satisfy so that they fail: the path's condition, or that of all
	// paths to the same goal; nil: the path depends on values that are nobody's input.
	support  *logic.Term
	unknowns bool // its path depends on values that are nobody's input
}

// Find looks for the error condition of a task.
func Find(ctx context.Context, t *verifier.Task, o Options, obs engine.Observer) (*Result, error) {
	refiners, err := newRefiners(o)
	if err != nil {
		return nil, err
	}
	certified := o.Verifier.Certify
	o.Verifier.Certify = false // at the end
	whole := ctx
	ctx, stop := verifier.Limited(ctx, &o.Verifier)
	defer stop()
	subject, err := verifier.Read(ctx, t, o.Verifier)
	if err != nil {
		return nil, err
	}
	l := &loop{began: time.Now(), task: t, o: o, obs: obs, refiners: refiners, subject: subject, f: subject.Flat.Terms, res: &Result{subject: subject}}
	l.res.Term = l.f.False()
	defer func() { l.merged.close() }()
	if err := l.within(ctx, searchShare, l.run); err != nil {
		return nil, err
	}
	l.res.Merged = l.merged.String()
	if l.res.Status == Partial && l.merged != nil && l.merged.exhausted {
		l.res.Covered = l.merged.covered()
	}
	l.found(ctx)
	if err := l.within(ctx, simplifyShare, l.simplify); err != nil {
		return nil, err
	}
	if err := l.within(ctx, sampleShare, l.check); err != nil {
		return nil, err
	}
	if certified {
		if err := l.certify(whole); err != nil {
			return nil, err
		}
	}
	return l.res, nil
}

// check samples the condition, and says how many inputs it is about.
func (l *loop) check(ctx context.Context) (err error) {
	if l.o.Samples > 0 {
		if l.res.Samples, err = l.res.sample(ctx, l.o.Samples, l.o.Verifier.Seed); err != nil {
			return err
		}
		if l.o.RunCompiled {
			l.execute(ctx)
		}
		l.res.believe()
	}
	l.res.Share = l.res.share(ctx, l.o.Verifier.Seed)
	return nil
}

// believe withdraws what an execution contradicts.
func (r *Result) believe() {
	inside, outside := []Sampled{r.Samples.Inside}, []Sampled{r.Samples.Outside}
	if c := r.Samples.Compiled; c != nil {
		inside, outside = append(inside, c.Inside), append(outside, c.Outside)
	}
	if r.Status == Precise { // outside of one that is not precise there may be more
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
	workers  time.Duration // processor time of the searches' other processes
	merged   *merged       // nil: not known yet
	asked    int           // disjuncts when the complement was looked for
	facts    [][]byte      // what the last search has found out: it holds of what is left of the program, too
}

// within does a part of the work in a part of the time, per cent, counted from the beginning; the rest is for what
// comes behind it.
func (l *loop) within(ctx context.Context, share time.Duration, do func(context.Context) error) error {
	part := l.o.Verifier
	part.CPUTime = part.CPUTime * share / 100
	if part.Timeout > 0 {
		part.Timeout = max(part.Timeout*share/100-time.Since(l.began), time.Millisecond)
	}
	ctx, stop := verifier.Limited(ctx, &part)
	defer stop()
	whole := l.o.Verifier
	l.o.Verifier.CPUTime, l.o.Verifier.Timeout = part.CPUTime, part.Timeout
	defer func() { l.o.Verifier = whole }()
	return do(ctx)
}

// run is algorithm 2 of the thesis.
func (l *loop) run(ctx context.Context) error {
	if len(l.subject.Inputs.Inputs()) > 0 {
		l.merge(ctx, nil)
	}
	for {
		if l.o.MaxIterations > 0 && len(l.res.Disjuncts) >= l.o.MaxIterations {
			return l.stop(engine.Reason{Kind: engine.SizeLimit, Text: fmt.Sprintf("%d counterexamples, as many as --max-iterations allows", len(l.res.Disjuncts))})
		}
		l.obs.Progress(engine.Progress{Phase: "error condition", Iterations: len(l.res.Disjuncts)})
		if ok := l.further(ctx); ok {
			if !l.merged.complete && l.complement(ctx) {
				return nil
			}
			continue
		}
		if m := l.merged; m != nil && m.complete && m.exhausted {
			l.res.Status, l.res.ProvedBy = Precise, "the unwinding of all paths"
			return nil
		}
		rep, err := l.search(ctx)
		if err != nil {
			return err
		}
		l.res.Searches++
		switch rep.Verdict {
		case engine.True.String():
			l.res.Status, l.res.ProvedBy = Precise, rep.DecidedBy
			return nil
		case engine.False.String():
			values, err := l.values(rep)
			if err != nil {
				return err
			}
			if reason := l.refine(ctx, values); !reason.None() {
				if ctx.Err() != nil {
					reason = verifier.Met(ctx)
				}
				return l.stop(reason)
			}
			if l.complement(ctx) {
				return nil
			}
		default:
			if ctx.Err() != nil {
				return l.stop(verifier.Met(ctx))
			}
			return l.stop(engine.Reason{Kind: engine.ReasonKind(rep.ReasonKind), Text: rep.Reason})
		}
	}
}

// further refines the condition by an input that is known to fail; false: none is known.
func (l *loop) further(ctx context.Context) bool {
	if l.merged == nil {
		return false
	}
	ctx, spent := work.Measured(ctx)
	defer func() { l.merged.spent += spent() }()
	values, ok := l.known(ctx)
	if l.whole(ok) {
		return true
	}
	if !ok {
		return false
	}
	if reason := l.refine(ctx, values); !reason.None() {
		l.merged.fails, l.merged.why = nil, reason.Text // it is of no use
	}
	return true
}

func (l *loop) stop(why engine.Reason) error {
	l.res.Status, l.res.Reason = Partial, why
	return nil
}

// search verifies the program without the inputs that are known to fail.
func (l *loop) search(ctx context.Context) (*verifier.Report, error) {
	cfg := l.o.Verifier
	cfg.Restriction = l.restriction()
	run := l.watched()
	if !l.o.Scratch {
		run.Facts, run.Kept = l.facts, func(text []byte) { l.facts = [][]byte{text} }
	}
	return l.verify(ctx, run, cfg)
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
	if cfg.CPUTime > 0 { // of this process and of all its workers
		cfg.CPUTime = max(cfg.CPUTime-l.workers, time.Millisecond)
	}
	rep, err := run.Verify(ctx, l.task, cfg)
	if err == nil && rep.Portfolio != nil {
		for _, m := range rep.Portfolio.Members {
			l.workers += time.Duration(m.CPUSeconds * float64(time.Second))
		}
	}
	return rep, err
}

// restriction is the negation of the condition that is known.
func (l *loop) restriction() *verifier.Restriction { return l.restrictionTo(l.f.Not(l.res.Term)) }

// restrictionTo is the restriction to inputs that satisfy a formula.
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
