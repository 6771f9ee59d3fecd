package verifier

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"cupel/analysis/execution/interp"
	"cupel/core/program"
	"cupel/core/program/passes"
	"cupel/core/work"
	"cupel/engine"
	"cupel/evidence"
)

// Termination: FALSE is an execution that never ends and has no undefined behaviour, TRUE that there is none. An end is a return of main, exit, abort, a failing
// assertion or assumption, a call of an error function without a body, and undefined behaviour. A cut of the model is no end: no TRUE where one may be reached.
//
// The runs in the interpreter come first (source.runConcrete): they show that all executions end where there are few. Then termination goes through its steps by turns (decide),
// until one has an answer or no step could do more with more work. A step is one line in rankingSteps:
//
//	{name, help, method}    method: func (t *termination) byX(ctx context.Context) *answer
//
// A step works within ctx and returns t.proven(...), t.refuted(...) or nil. It is called again with a larger budget if its budget has ended, or that of one of its
// questions (ask), or it has set t.more; state that it wants to keep between rounds is a field of termination. What it can use:
//
//	t.source, t.setup()    the program as it was read, and the means of the run
//	t.original             it as one automaton, machine-typed; recursion beyond a bound and what has no model are cuts. In a second round about recursion, for
//	                       steps in provingSteps only, it has more executions than the program, and a FALSE about it counts for nothing
//	t.heads                the heads of its loops, outer ones first; t.open(h) and t.close(h, why) keep what is known of each
//	t.ask(ctx, p)          an ordinary question about any program p made of t.original: can its error be reached?
//	t.lasso(ctx, inputs)   a run of the whole program on the inputs of an execution that ask has found, as an answer if a state repeats
//
// A step that closes the last open head may call t.allClosed(ctx, by); otherwise it is called behind the step.
type termination struct {
	source   *source
	observer engine.Observer
	original *program.Program
	heads    []*program.Location
	all      []*program.Location // those that are not asked about, too
	cuts     []*program.Location // of original, that edges lead to
	loops    map[*program.Location]*loopState
	more     bool          // the step that runs could do more with more work
	cut      engine.Reason // an execution comes to this end of the model, so that TRUE is out of reach

	runs      *repeating       // see byRepeat
	measuring *measuring       // see byMeasures
	shaped    bool             // see byLists
	reuses    *program.Program // see reused

	// entering is a program with some executions of the one that was read, in which recursion goes on beyond the bound; nil: as with descent.
	entering *program.Program

	// descent is the same about a program in which calls of recursive functions are stepped over or entered for good (passes.Descending), for TRUE only; nil: there
	// is no recursion beyond the bound, or it cannot be made.
	descent  *termination
	descends bool // this is the descent of another one
}

// endlessRecursion is what certificates trust where a program is made for recursion.
const endlessRecursion = "reduction of endless recursion to endless paths"

// provingSteps are the steps that may answer TRUE about descent and do not see to it themselves.
var provingSteps = map[string]bool{"finite": true}

// loopState is what is known of a loop.
type loopState struct {
	closed string  // why it ends each time that it is entered; "": it is open
	by     string  // the step
	proof  *answer // about a program made of the original one; nil: there is none that could be certified
}

// A rankingStep is one way to decide whether a program terminates.
type rankingStep struct {
	name, help string
	weight     int // of its budgets
	run        func(*termination, context.Context) *answer
}

// rankingSteps are the steps in the order in which they are tried.
var rankingSteps = []rankingStep{
	{"measure", "measures of the loops get smaller in each turn", 4, (*termination).byMeasures}, // without them it soon ends
	{"lists", "a list gets shorter in each turn", 1, (*termination).byLists},
	{"repeat", "an execution comes to a state again", 1, (*termination).byRepeat},
	{recurrenceBy, "a set of states that an execution never leaves", 1, (*termination).byRecurrence},
	{mortalBy, "measures get smaller where a condition holds, and it always does", 2, (*termination).byMortal},
	{transitionBy, "at a visit one of some measures is smaller than at each before", 2, (*termination).byTransitions},
	{"finite", "no loop is left, or each makes only so many turns", 1, (*termination).byFiniteness},
}

// RankingHelp lists the steps for help.
func RankingHelp() string {
	var names []string
	for _, s := range rankingSteps {
		names = append(names, s.name+" ("+s.help+")")
	}
	return strings.Join(names, ", ")
}

// RankingNames are the names of all steps, in the order in which they are tried.
func RankingNames() []string {
	var names []string
	for _, s := range rankingSteps {
		names = append(names, s.name)
	}
	return names
}

// ranking are the names of the steps that are chosen.
func (c *Config) ranking() []string {
	if c.Ranking == "" {
		return RankingNames()
	}
	return strings.Split(c.Ranking, ",")
}

// checkRanking refuses unknown steps.
func (c *Config) checkRanking() error {
	for _, name := range c.ranking() {
		if err := oneOf("ranking", name, RankingNames()...); err != nil {
			return err
		}
	}
	return nil
}

// ends reports whether the property is that every execution comes to an end.
func (u *setup) ends() bool { return u.task.PropertyInfo().Ends }

// termination decides whether every execution ends.
func (s *source) termination(ctx context.Context, o engine.Observer) (*answer, error) {
	run, seen := (*answer)(nil), executions{}
	if !s.setup.cfg.NoRun {
		run, seen = s.runConcrete(ctx)
	}
	if d := seen.doomed; d != nil && run == nil {
		if run = s.doomed(seen); run == nil {
			run = s.ended(fmt.Sprintf("executed: every execution ends by undefined behaviour: %s: %s", d.Pos, d.Note), byRun, nil)
		}
	}
	if run != nil && (run.result.Verdict != engine.True || !s.setup.wantsProof()) {
		return run, nil
	}
	t := &termination{source: s, observer: o}
	if run != nil {
		return t.proof(ctx, run), nil
	}
	if err := t.prepare(ctx); err != nil {
		return &answer{source: s, seen: seen}, err
	}
	a := t.decide(ctx, s.setup.cfg.ranking())
	a.seen = seen
	return a, nil
}

// proof is an answer that tells more than runs that have shown that every execution ends; if there is none, it is these.
func (t *termination) proof(ctx context.Context, run *answer) *answer {
	cfg := &t.setup().cfg
	within, cancel := work.Within(ctx, min(proofWork, plan(cfg)/proofShare)) // within the limits
	defer cancel()
	if t.prepare(within) != nil {
		return run
	}
	steps := slices.DeleteFunc(slices.Clone(cfg.ranking()), func(name string) bool { return !claimingSteps[name] })
	if a := t.decide(within, steps); a.result.Verdict == engine.True && !a.ran {
		return a
	}
	run.ranked = t.ranked()
	if c, err := t.counters(ctx, t.all); err == nil { // the states that an execution passes may be claims
		run.on, run.reduced, run.ranks = unprepared(t.source, c.program, c.program), c.reduced, c.ranks
	}
	return run
}

// claimingSteps are the steps whose proofs can be certified.
var claimingSteps = map[string]bool{measuresBy: true, mortalBy: true, transitionBy: true, "finite": true}

func (t *termination) setup() *setup { return t.source.setup }

// prepare inlines the program and finds its loops.
func (t *termination) prepare(ctx context.Context) error {
	in, err := t.source.inlineAll(ctx, max(t.setup().cfg.RecursionBound, firstRecursionBound), true)
	if err != nil {
		return err
	}
	t.take(in.original)
	if err := t.missing(t.all); err != nil {
		return err
	}
	if t.source.module != nil && slices.ContainsFunc(t.cuts, func(l *program.Location) bool { return l.CutByRecursion }) && passes.Closable(t.source.module) {
		o := passes.InlineOptions{RecursionBound: 1}
		t.source.inliningOptions(ctx, ctx, &o)
		if p, err := passes.Descending(t.source.module, o); err == nil {
			t.descent = &termination{source: t.source, observer: t.observer, descends: true}
			t.descent.take(p)
		}
		if p, err := passes.Entering(t.source.module, o); err == nil {
			t.entering = p
		}
	}
	return ctx.Err()
}

// take finds the loops and the cuts of a program.
func (t *termination) take(p *program.Program) {
	t.original, t.loops = p, map[*program.Location]*loopState{}
	outermost, _ := program.Loops(t.original)
	for todo := outermost; len(todo) > 0; todo = todo[1:] {
		l := todo[0]
		t.all = append(t.all, l.Head)
		todo = append(todo, l.Inner...)
	}
	t.heads = t.wanted(t.all)
	for _, h := range t.all {
		t.loops[h] = &loopState{}
		if !slices.Contains(t.heads, h) {
			t.loops[h].closed = "it is not asked about"
		}
	}
	for _, l := range t.original.Locs {
		if l.Cut != "" && len(l.In) > 0 {
			t.cuts = append(t.cuts, l)
		}
	}
}

// step runs one step within a budget.
func (t *termination) step(ctx context.Context, s rankingStep, units int) *answer {
	defer t.setup().journal.Begin("termination: "+s.name, fmt.Sprintf("%d loops, %d units of work", len(t.heads), units))()
	sub, stop := work.Within(ctx, units)
	defer stop()
	t.more = false
	a := s.run(t, sub)
	if a != nil && a.result.Verdict == engine.False && !t.about(a.lasso) {
		a = nil // another loop does not end
	}
	if a == nil && len(t.heads) > 0 { // different steps may have closed them
		a = t.allClosed(sub, s.name)
	}
	t.more = t.more || sub.Err() != nil
	if a != nil && a.result.By == "" {
		a.result.By = s.name
	}
	return a
}

// open reports whether it is not known that a loop ends.
func (t *termination) open(h *program.Location) bool { return t.loops[h].closed == "" }

// close notes that a loop makes finitely many turns each time that an execution enters it.
func (t *termination) close(h *program.Location, by, why string) {
	t.loops[h].closed, t.loops[h].by = why, by
}

// closeProven is close with a proof that can be certified.
func (t *termination) closeProven(h *program.Location, by, why string, proof *answer) {
	t.close(h, by, why)
	t.loops[h].proof = proof
}

// openHeads are the heads of loops that may not end.
func (t *termination) openHeads() []*program.Location {
	return slices.DeleteFunc(slices.Clone(t.heads), func(h *program.Location) bool { return !t.open(h) })
}

// allClosed is the answer TRUE if all loops are closed, and no cut is reached; nil: this is not known.
func (t *termination) allClosed(ctx context.Context, by string) *answer {
	if len(t.openHeads()) > 0 || !t.uncut(ctx) {
		return nil
	}
	return t.proven(fmt.Sprintf("each of %d loops ends", len(t.heads)), by)
}

// uncut reports whether no execution comes to a cut.
func (t *termination) uncut(ctx context.Context) bool {
	if len(t.cuts) == 0 {
		return true
	}
	if !t.cut.None() {
		return false
	}
	reused, err := t.reused(ctx)
	if err != nil {
		return false
	}
	c := program.Clone(reused)
	for _, l := range c.Locs {
		l.Origin = nil
	}
	program.MarkLoopHeads(c.Program)
	return t.reached(t.ask(ctx, c.Program)) == engine.True
}

// reused is the original program where memory does not come to an end, which is no reason for an execution to end.
func (t *termination) reused(ctx context.Context) (*program.Program, error) {
	if t.reuses == nil {
		p, _, err := passes.ReuseHeap.Run(ctx, t.original)
		if err != nil {
			return nil, err
		}
		t.reuses = p
	}
	return t.reuses, nil
}

// reached is the verdict of a question about a program that has all executions of the original one and no others, from which an end of the model is noted.
func (t *termination) reached(f finding) engine.Verdict {
	if k := f.why.Kind; f.verdict == engine.Unknown && (k == engine.Recursion || k == engine.ModelEnds) {
		t.cut = f.why
	}
	return f.verdict
}

// proven is the answer that every execution ends.
func (t *termination) proven(summary, by string) *answer {
	var proofs []*answer
	for _, h := range t.heads {
		proofs = append(proofs, t.loops[h].proof)
	}
	a := t.source.ended(summary, by, proofs)
	a.loops, a.ranked = t.report(), t.ranked()
	return a
}

// ended is the answer that every execution ends, by proofs about programs made of the original one, which may be the same; there is no certificate where one is nil, or
// there is none.
func (s *source) ended(summary, by string, proofs []*answer) *answer {
	var parts []*answer
	for _, p := range proofs {
		if p == nil || p.on == nil || p.result.Proof == nil {
			parts = nil
			break
		}
		if !slices.Contains(parts, p) {
			parts = append(parts, p)
		}
	}
	a := &answer{source: s, result: &engine.Result{Verdict: engine.True, By: by}}
	switch len(parts) {
	case 0:
		a.ran, a.result.Proof = true, &engine.Proof{Summary: summary, Beyond: "no certificate tells why executions end"}
	case 1:
		proof := *parts[0].result.Proof
		proof.Summary = summary
		a.on, a.reduced, a.ranks, a.result.Stats, a.result.Proof = parts[0].on, parts[0].reduced, parts[0].ranks, parts[0].result.Stats, &proof
	default:
		a.parts, a.result.Proof = parts, &engine.Proof{Summary: summary}
	}
	return a
}

// unknown is the answer that it is not known whether every execution ends.
func (t *termination) unknown() *answer {
	var texts []string
	for _, h := range t.openHeads() {
		if at := place(h).String(); !slices.Contains(texts, at) {
			texts = append(texts, at)
		}
	}
	why := engine.Reason{Kind: engine.NoProgress, Text: "it is not known whether the loop at " + strings.Join(texts, ", ") + " ends"}
	if !t.cut.None() {
		why = t.cut
	} else if len(texts) == 0 && len(t.cuts) > 0 {
		why = engine.CutReason(t.cuts[0])
	}
	return &answer{source: t.source, result: &engine.Result{Reason: why}, loops: t.report()}
}

// place is where people see a loop: one without a keyword, which copies or clears memory, at its first statement.
func place(h *program.Location) program.Pos {
	if h.LoopPos.IsValid() {
		return h.LoopPos
	}
	at := h.Pos
	for _, e := range slices.Concat(h.Out, h.In) {
		if !at.IsValid() {
			at = e.Pos
		}
	}
	return at
}

// report is what is known of the loops, one row for all copies of one.
func (t *termination) report() []evidence.Loop {
	var rows []evidence.Loop
	for _, h := range t.heads {
		at, l := place(h).String(), t.loops[h]
		i := slices.IndexFunc(rows, func(r evidence.Loop) bool { return r.At == at })
		if i < 0 {
			i, rows = len(rows), append(rows, evidence.Loop{At: at, Ends: l.closed, By: l.by})
		}
		rows[i].Copies++
		if l.closed == "" {
			rows[i].Ends, rows[i].By = "", ""
			rows[i].Open++
		}
	}
	return rows
}

// inTurn makes n attempts until one succeeds: each with half of the work that is left, the last one with all of it.
func (t *termination) inTurn(ctx context.Context, n int, attempt func(ctx context.Context, i int) bool) {
	for i := 0; i < n && ctx.Err() == nil; i++ {
		part := 0.5
		if i == n-1 {
			part = 1
		}
		sub, stop := work.Within(ctx, work.Share(ctx, mostStepWork, part))
		done := attempt(sub, i)
		t.more = t.more || sub.Err() != nil
		if stop(); done {
			return
		}
	}
}

// A finding is the answer to a question about a program that is made of the original one.
type finding struct {
	verdict engine.Verdict
	answer  *answer         // of True and Unknown; nil: there is none
	run     *interp.Outcome // of False: the execution of this program that reaches its error, with its path and inputs
	why     engine.Reason   // of Unknown
}

// ask verifies a program made of the original one: whether its error is reached. The engines are those of reachEngines, or the one that the user has chosen.
func (t *termination) ask(ctx context.Context, p *program.Program, engines ...string) finding {
	if len(engines) == 0 {
		engines = reachEngines
	}
	return t.askAbout(ctx, &inlining{original: p}, engines)
}

// reachEngines are asked whether an error is reached: what decides most for little first.
var reachEngines = []string{"symex", "kinduction", "bmc"}

// askAbout is ask about a program whose recursion may be closed.
func (t *termination) askAbout(ctx context.Context, in *inlining, engines []string) finding {
	if name := t.setup().cfg.Engine; name != Auto {
		engines = []string{name}
	}
	last := finding{why: engine.Reason{Kind: engine.Stopped}}
	t.inTurn(ctx, len(engines), func(ctx context.Context, i int) bool {
		last = t.askOne(ctx, in, engines[i])
		return last.verdict != engine.Unknown
	})
	return last
}

// askOne asks one engine, with the settings of the run.
func (t *termination) askOne(ctx context.Context, in *inlining, name string) finding {
	cfg := t.setup().cfg
	if cfg.Engine != name {
		cfg.Engine, cfg.Choices = name, nil
	}
	own, err := newSetup(t.setup().task, cfg, Run{})
	if err != nil {
		return finding{why: engine.Reason{Kind: engine.Fault, Text: err.Error()}}
	}
	a, err := (&inlining{source: &source{setup: own, model: in.original}, original: in.original, closed: in.closed}).search(ctx, engine.Quiet{})
	switch {
	case errors.Is(err, context.Canceled) || a == nil && err == nil:
		return finding{why: engine.Reason{Kind: engine.Stopped}}
	case err != nil:
		return finding{why: engine.Reason{Kind: engine.Stopped, Text: err.Error()}}
	}
	f := finding{verdict: a.result.Verdict, why: a.result.Reason}
	switch {
	case f.verdict != engine.False:
		f.answer = a
	case a.proven == nil || a.proven.Execution == nil:
		return finding{why: engine.Reason{Kind: engine.Unconfirmed}}
	default:
		f.run = a.proven.Execution
	}
	return f
}
