package verifier

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"time"

	"cupel/analysis/execution/interp"
	"cupel/core/diagram"
	"cupel/core/program"
	"cupel/core/program/passes"
	"cupel/core/work"
	"cupel/engine"
	"cupel/evidence"
	"cupel/frontend/property"
)

// Verify verifies a task. The error is an *InputError when the input or the
// settings are wrong; limits and unsupported constructs give an UNKNOWN report.
func (r Run) Verify(ctx context.Context, t *Task, cfg Config) (rep *Report, err error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	if err := checkModel(t, &cfg); err != nil {
		return nil, err
	}
	if err := checkTask(t, &cfg); err != nil {
		return nil, err
	}
	if cfg.Aim == nil && cfg.wantsChecks(t) {
		return r.verifyChecks(ctx, t, cfg)
	}
	rep = newReport(t, cfg)
	defer func() { // an internal fault is UNKNOWN, never a crash
		if fault := recover(); fault != nil {
			rep.Verdict, rep.Result = "UNKNOWN", "unknown"
			rep.Because(engine.Reason{Kind: engine.Fault, Text: faultText(fault)})
			if os.Getenv("CUPEL_DEBUG") != "" {
				rep.Warnings = append(rep.Warnings, string(debug.Stack()))
			}
			err = nil
		}
	}()
	o := r.Observer
	if o == nil {
		o = engine.Quiet{}
	}
	record := recording(o, &cfg)
	if record != nil {
		o = record
		defer func() { // also of a run that fails
			if rep != nil {
				rep.Progress = record.told()
			}
		}()
	}
	whole := ctx
	ctx, stop := Limited(ctx, &cfg)
	defer stop()

	u, err := newSetup(t, cfg, r)
	if err != nil {
		return nil, err
	}
	if err := u.readOnce(); err != nil {
		return nil, err
	}
	r.Status.follow(u)
	o = u.linked(noting{o, u})
	ctx, spent := work.Measured(ctx)
	u.journal.Follow(func() bool { return ctx.Err() != nil }, spent)
	defer func() {
		if rep == nil { // the input is wrong
			return
		}
		u.journal.Into(rep)
		if limitMet(rep) {
			u.journal.Ended(rep)
		}
	}()
	returned := make(chan struct{})
	a, err := func() (*answer, error) {
		unwatched := context.AfterFunc(ctx, func() { u.overstay(ctx, Grace, returned) })
		defer unwatched()
		defer close(returned)
		a, err := u.verify(ctx, o)
		u.writeFacts(ctx)
		return a, err
	}()
	rep.Read = true
	defer a.source.illustrate(rep)
	if err != nil {
		if a.result = withoutAnswer(ctx, err); a.result == nil {
			return nil, err
		}
	}
	var uses []program.Pos
	if a.result.Verdict == engine.True && !a.shaped { // an execution needs no other addresses than its own
		uses = a.addressUses(ctx)
	}
	if b := a.openMemory(); b != nil {
		a, uses = b, nil
	}
	if len(uses) > 0 {
		var b *answer // which proves it for all
		if !u.ends() {
			if b = a.source.shapes(ctx); b != nil {
				b.seen = a.seen
			} else {
				b = a.source.forAllAddresses(ctx, o)
			}
		}
		if b != nil {
			a = b
		} else {
			a = &answer{source: a.source, seen: a.seen, summaries: a.summaries, result: &engine.Result{Stats: a.result.Stats, Reason: engine.Reason{Kind: engine.Addresses,
				Text: fmt.Sprintf("proven, but only for one choice of the addresses of objects, which matter at %s", uses[0])}}}
		}
	}
	if a.result.Verdict == engine.True && (!a.ran || a.shaped) && !u.ends() {
		if b := a.source.contradictory(ctx, a.seen.dice); b != nil {
			a = b
		}
	}
	a = a.upheld(ctx)
	if u.engine.Name == Auto && a.leftOpen() {
		if b := a.source.longer(ctx, a.seen.dice); b != nil {
			return rep, b.report(whole, ctx, rep)
		}
		return rep, u.askWorkers(whole, ctx, a, rep, o)
	}
	rep.Work = spent()
	return rep, a.report(whole, ctx, rep)
}

// upheld is the answer, or the one in its place where executions are not as the program's model has them.
func (a *answer) upheld(ctx context.Context) *answer {
	if b := a.overlapping(ctx); b != nil {
		a = b
	}
	if b := a.sharing(ctx); b != nil {
		a = b
	}
	return a
}

// withoutAnswer is the result of a run that ended by an error; nil: the input is wrong.
func withoutAnswer(ctx context.Context, err error) *engine.Result {
	var in *InputError
	var unsupported *unsupportedError
	switch {
	case errors.As(err, &unsupported):
		return engine.Because(engine.Unsupported, "not supported: "+err.Error())
	case errors.As(err, &in):
		return nil
	case ctx.Err() != nil:
		return engine.Because(engine.Stopped, "before the engine started")
	case errors.Is(err, errShare):
		return engine.Because(engine.WorkLimit, err.Error())
	case errors.Is(err, passes.ErrTooLarge):
		return engine.Because(engine.SizeLimit, err.Error())
	}
	return engine.Because(engine.Fault, faultText(err))
}

// falseOf is the result of a violation as SV-COMP writes it.
func falseOf(k property.Kind) string { return "false(" + string(k) + ")" }

// report puts an answer with its evidence into a report. The search ran in ctx, a part of whole.
func (a *answer) report(whole, ctx context.Context, rep *Report) error {
	rep.Loops = a.loops
	rep.Stats, rep.Summaries, rep.Verdict, rep.DecidedBy = a.result.Stats, a.summaries, a.result.Verdict.String(), a.credit()
	if a.setup().cfg.Report != "" && a.result.Graphs != nil {
		for _, g := range a.result.Graphs() {
			rep.Graphs = append(rep.Graphs, g.Cut(diagram.MaxNodes))
		}
	}
	if a.on != nil {
		rep.Arithmetic = a.on.lowering.arithmetic
	}
	if a.unwanted(rep) {
		rep.Because(engine.Reason{Kind: engine.Stopped, Text: "another engine has answered"})
		return nil
	}
	switch a.result.Verdict {
	case engine.True:
		rep.Result = "true"
		return a.explainIn(whole, ctx, rep)
	case engine.False:
		if a.proven == nil || a.source.memory() != nil && a.proven.Execution.Fault == interp.NoFault && !a.source.aimsAtMore() { // an engine that does not ask for confirmation, or nothing judged it
			rep.Verdict, rep.DecidedBy = engine.Unknown.String(), ""
			rep.Because(engine.Reason{Kind: engine.Unconfirmed, Text: "the counterexample was not replayed on the program"})
			return nil
		}
		rep.Result = falseOf(a.violated())
		return a.explainIn(whole, ctx, rep)
	}
	switch {
	case a.result.Reason.Kind == engine.Fault:
		rep.Because(a.result.Reason)
		return nil
	case whole.Err() != nil: // the user's wish, whatever it looks like to a solver
		rep.Because(Met(whole))
	default:
		rep.Because(stopped(ctx, a.result.Reason))
	}
	if d := a.seen.doomed; d != nil && a.result.Reason.Kind != engine.Vacuous {
		a.setup().journal.Warn(fmt.Sprintf("every execution has undefined behaviour, whatever the inputs: %s: %s", d.Pos, d.Note))
	}
	return nil
}

// checkTask finds, before any work, what would make it worthless.
func checkTask(t *Task, cfg *Config) error {
	if p := t.Property; p != nil && cfg.Entry != p.Entry && cfg.Entry != DefaultConfig().Entry {
		return &InputError{Msg: fmt.Sprintf("--entry: the property starts the program in %s, not in %s; change one of them", p.Entry, cfg.Entry)}
	}
	if p := t.Property; p != nil && cfg.Function != "" && p.Entry != DefaultConfig().Entry && p.Entry != cfg.Function {
		return &InputError{Msg: fmt.Sprintf("--function: the property starts the program in %s, not in %s; change one of them", p.Entry, cfg.Function)}
	}
	if cfg.SignedWrap && t.PropertyInfo().Concerns(program.SignedOverflow) {
		return &InputError{Msg: "--signed-overflow wrap: where signed arithmetic wraps around there is no overflow to look for; leave it out"}
	}
	if cfg.Loop != "" && !t.PropertyInfo().Ends {
		return &InputError{Msg: "--loop: the property is not about loops; add --property termination"}
	}
	if len(cfg.Checks) > 0 && t.PropertyInfo().Memory != nil {
		return &InputError{Msg: "--check: properties of memory are verified by themselves; leave one of them out"}
	}
	if (cfg.wantsChecks(t) || len(cfg.Checks) > 0) && t.PropertyInfo().Ends {
		return &InputError{Msg: "--check: whether a program terminates is verified by itself; leave one of them out"}
	}
	if cfg.wantsChecks(t) && IsModel(t.File) {
		return &InputError{Pos: program.Pos{File: t.File}, Msg: "--check: " + aModel(t.File) + " has no checks of C"}
	}
	return CheckOutputs(t, cfg)
}

func faultText(what any) string {
	return fmt.Sprintf("internal error: %v; please report this with the input", what)
}

func newReport(t *Task, cfg Config) *Report {
	r := &Report{Verdict: "UNKNOWN", Result: "unknown", Program: t.File, More: t.More, Property: cfg.PropertyOf(t),
		DataModel: cfg.DataModel.String(), Engine: cfg.Engine, Settings: cfg.settings()}
	if IsModel(t.File) {
		r.DataModel = kindOf(t.File).name
	}
	return r
}

// overstay calls the run's Overdue when the search or the evidence goes on, for longer than grace, although its context has
// ended. The front end has nothing to show after a moment more.
func (u *setup) overstay(ctx context.Context, grace time.Duration, returned <-chan struct{}) {
	if u.run.Overdue == nil {
		return
	}
	look := time.NewTicker(graceLook)
	defer look.Stop()
	processor := grace == Grace && errors.Is(context.Cause(ctx), errCPU)
	began, used := time.Now(), work.ProcessorTime()
	for over := false; !over; {
		select {
		case <-returned:
			return
		case <-look.C:
			reading := u.journal.Running()
			over = overstays(processor, grace, time.Since(began), work.ProcessorTime()-used) ||
				reading != nil && reading.Name == frontEndPhase && time.Since(began) > readingGrace
		}
	}
	u.run.Overdue(u.overdue(Met(ctx)))
}

// overstays reports whether a run exceeds its limit by more than grace, given the time and the processor time since then. At a limit of processor time
// that is what counts: several threads may use it, and on a busy machine the process may hardly have run since.
func overstays(processor bool, grace, since, used time.Duration) bool {
	if processor {
		return used > cpuGrace || since > busyGrace
	}
	return since > grace
}

// Overdue is the report of a run that does not stop at a limit and of which nothing else is known, see Status.
func Overdue(t *Task, cfg Config, limit engine.Reason) *Report {
	r := newReport(t, cfg)
	r.Because(engine.Reason{Kind: limit.Kind, Text: limit.Text + "; a phase did not stop in time"})
	return r
}

// Unread is the report of a run that met a limit while its task was read from file.
func Unread(file string, cfg Config, limit engine.Reason) *Report {
	r := newReport(&Task{File: file}, cfg)
	r.EndedIn = &evidence.Phase{Name: "reading the task", About: file}
	r.Because(engine.Reason{Kind: limit.Kind, Text: limit.Text + " while the task was read"})
	return r
}

// verify reads the input and verifies it, a C program first by running it. With an
// error the answer contains the results so far.
func (u *setup) verify(ctx context.Context, o engine.Observer) (*answer, error) {
	src, err := u.read(ctx)
	if err != nil {
		return &answer{source: src}, err
	}
	if a := src.unasserted(); a != nil {
		return a, nil
	}
	if u.ends() {
		return src.termination(ctx, o)
	}
	if u.cfg.NoRun || src.model != nil {
		return src.byEngine(ctx, executions{}, o)
	}
	run, seen := src.runConcrete(ctx)
	switch {
	case run == nil && seen.doomed != nil && src.memory() != nil:
		return src.doomedMemory(seen), nil
	case run == nil:
		if a := src.doomed(seen); a != nil {
			return a, nil
		}
		if a := src.shapes(ctx); a != nil {
			a.seen = seen
			return a, nil
		}
		return src.byEngine(ctx, seen, o)
	case run.result.Verdict != engine.True || !u.wantsProof() || src.memory() != nil:
		return run, nil
	}
	ctx, cancel := work.Within(ctx, min(proofWork, plan(&u.cfg)/proofShare)) // for a proof that says more, within the limits
	defer cancel()
	a, err := src.byEngine(ctx, executions{}, o)
	if err != nil || a.result.Verdict == engine.Unknown {
		run.on = a.on
		return run, nil
	}
	return a, nil
}

// explainIn completes a report of an answer, within whole and what the search in ctx left.
func (a *answer) explainIn(whole, ctx context.Context, rep *Report) error {
	limited, stop := a.setup().evidenceLimits(whole, ctx, a.result.Verdict)
	defer stop()
	returned := make(chan struct{})
	unwatched := context.AfterFunc(limited, func() { a.setup().overstay(limited, EvidenceGrace, returned) })
	defer unwatched()
	defer close(returned)
	return evidence.Explain(limited, a.evidenceCase(), rep)
}

// byEngine is deepen with an answer in any case, which knows what the run found.
func (s *source) byEngine(ctx context.Context, seen executions, o engine.Observer) (*answer, error) {
	if s.memory() != nil && s.plain == nil {
		if err := s.raiseMemory(ctx); err != nil {
			return &answer{source: s, seen: seen}, err
		}
	}
	a, err := s.deepen(ctx, o)
	if a == nil {
		a = &answer{source: s}
	}
	if a.seen = seen; s.dice != nil { // of later runs, too
		a.seen.dice = *s.dice
	}
	return a, err
}

// deepen verifies with the engine, with growing recursion bounds until recursion beyond the
// bound is no longer what keeps the verdict open.
func (s *source) deepen(ctx context.Context, o engine.Observer) (*answer, error) {
	if s.model != nil {
		return s.searchTo(ctx, 0, true, o)
	}
	if !s.setup.cfg.onlyPaths() {
		if a, err := s.bySummaries(ctx, o); a != nil || err != nil {
			return a, err
		}
	}
	if s.setup.cfg.RecursionBound > 0 {
		return s.searchTo(ctx, s.setup.cfg.RecursionBound, true, o)
	}
	var last *answer
	for bound := firstRecursionBound; ; bound *= recursionBoundFactor {
		a, err := s.searchTo(ctx, bound, last == nil, o)
		if last != nil && (err != nil || ctx.Err() != nil && a.result.Verdict == engine.Unknown) {
			return last, nil // the larger program is out of reach: report the cut
		}
		if err != nil || a.result.Verdict != engine.Unknown || a.result.Reason.Kind != engine.Recursion {
			return a, err
		}
		if last != nil && last.result.Reason == a.result.Reason {
			return a, nil // the size limit keeps the bound where it is
		}
		last = a
	}
}

// searchTo inlines to a recursion bound, in part where only a part can be inlined and that is wanted, and searches.
func (s *source) searchTo(ctx context.Context, bound int, part bool, o engine.Observer) (*answer, error) {
	in, err := s.inlineAll(ctx, bound, part)
	if err != nil {
		return nil, err
	}
	return in.search(ctx, o)
}
