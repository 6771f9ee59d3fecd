package verifier

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"cupel/analysis/execution/interp"
	"cupel/core/program"
	"cupel/core/work"
	"cupel/engine"
	"cupel/evidence"
	"cupel/frontend/property"
)

// Each check of a program has an answer of its own. What an abstract interpretation excludes is proved, what a run in the interpreter fails is violated; the rest are the
// goals of one program, which is verified as any other: a TRUE proves all of them, a FALSE violates one. Checks that are settled, and those that a run is not about, are
// no goals but checks as ever, behind whose failure an execution is undefined: so a check is proved if it is never the first that fails, and violated if it is in some execution. Where a
// program stays open, halves of its goals are tried, each with a part of what is left of the limits.

// checking is the verification of a program with an answer for each check.
type checking struct {
	run     Run
	task    *Task
	cfg     Config
	started time.Time
	workers time.Duration // processor time that workers have used

	lock   sync.Mutex // of what follows: at a limit another goroutine reports it
	goals  []*program.Goal
	rows   []evidence.Check  // of the goals, in their order, then of what is read before it was written
	base   *Report           // that of the first violation, or of the last proof
	notes  *evidence.Journal // of reading and of what comes before the runs
	reason engine.Reason
	ended  bool // at a violation
	dice   rolls

	unwritten *unwrittenTable // of the rows behind those of goals; nil: there are none
}

// verifyChecks verifies a task with an answer for each check.
func (r Run) verifyChecks(ctx context.Context, t *Task, cfg Config) (*Report, error) {
	if cfg.Certify || cfg.RequireCertified { // of the runs that a table may take, each has a certificate of its part
		return nil, &InputError{Msg: "--certify: an answer for each check has no certificate of the whole; leave one of --certify and --check out"}
	}
	c := &checking{run: r, task: t, cfg: cfg, started: time.Now()}
	whole := ctx
	ctx, stop := Limited(ctx, &cfg)
	defer stop()
	src, err := c.read(ctx, &Aim{All: true})
	if src == nil || err != nil {
		return c.unread(ctx, src, err)
	}
	c.begin(src)
	r.Status.completedBy(c.complete)
	returned := make(chan struct{})
	unwatched := context.AfterFunc(ctx, func() { src.setup.overstay(ctx, Grace, returned) })
	defer unwatched()
	defer close(returned)
	if !c.settleBefore(ctx, src) {
		c.search(whole, ctx)
		if !c.ended {
			c.searchUnwritten(whole, ctx)
		}
	}
	return c.report(ctx, src), nil
}

// read reads the program with some of its checks as goals. nil without an error: it cannot be verified.
func (c *checking) read(ctx context.Context, aim *Aim) (*source, error) {
	cfg := c.cfg
	cfg.Aim = aim
	overdue := Run{}
	if c.run.Overdue != nil {
		overdue.Overdue = func(*Report) { c.run.Overdue(c.run.Status.Overdue(c.task, c.cfg, Met(ctx))) }
	}
	u, err := newSetup(c.task, cfg, overdue)
	if err != nil {
		return nil, err
	}
	if err := u.readOnce(); err != nil {
		return nil, err
	}
	c.task = u.task
	c.run.Status.follow(u)
	u.journal.Follow(func() bool { return ctx.Err() != nil }, func() int { return 0 })
	return u.read(ctx)
}

// unread is the report of a program that could not be read.
func (c *checking) unread(ctx context.Context, src *source, err error) (*Report, error) {
	why := withoutAnswer(ctx, err)
	if why == nil {
		return nil, err
	}
	rep := newReport(c.task, c.cfg)
	rep.Read = true
	if src != nil {
		src.setup.journal.Into(rep)
	}
	if rep.Because(why.Reason); ctx.Err() != nil {
		rep.Because(Met(ctx))
	}
	return rep, nil
}

// assertion is the kind of a check that is a call of the error function.
const assertion = "assertion"

// begin makes the table.
func (c *checking) begin(s *source) {
	c.goals, c.notes = s.checks, s.setup.journal
	for _, g := range c.goals {
		row := evidence.Check{At: g.Pos.String(), Function: g.Func, Kind: g.Kind(), Condition: g.Note, State: evidence.CheckOpen}
		if g.Call {
			row.Kind, row.Condition = assertion, g.String()
		} else if f := faultOf(g); f == interp.InvalidAccess || f == interp.InvalidRelease {
			row.Kind = memoryKind
		}
		c.rows = append(c.rows, row)
	}
}

// left are the goals that are open.
func (c *checking) left() (ids []int) {
	for i, g := range c.goals {
		if c.rows[i].State == evidence.CheckOpen && c.rows[i].Reason == "" {
			ids = append(ids, g.ID)
		}
	}
	return ids
}

// holds are the goals that are proved, of those of which a run asks.
func (c *checking) holds() (ids []int) {
	for i, g := range c.goals {
		if (g.Check.Arguable() || faultOf(g) != interp.NoFault) && c.rows[i].State == evidence.CheckProved {
			ids = append(ids, g.ID)
		}
	}
	return ids
}

// A group of goals is searched together.
type group struct {
	ids      []int
	strict   bool   // see lenient
	part     bool   // of one that is open
	tried    bool   // by paths, before all engines: many checks are easy for that, and what else comes before the engines takes longer for many
	encoding string // of the blocks in which the paths of all goals together are searched, and nothing else is tried; "": these are some of the goals
}

// all reports whether it is a search of paths for all goals together.
func (g group) all() bool { return g.encoding != "" }

// groups divides goals into those that are searched together first: uses of memory, whose program has metadata of pointers, and the others. Before these, all
// are searched by paths, which are few in some programs, and in others when they are joined.
func (c *checking) groups(ids []int) []group {
	uses := c.uses(ids)
	others := slices.DeleteFunc(slices.Clone(ids), func(id int) bool { return slices.Contains(uses, id) })
	if c.cfg.Engine != Auto || len(uses) == 0 {
		return []group{{ids: others}, {ids: uses}}
	}
	return []group{{ids: ids, encoding: engine.Diamond}, {ids: ids, encoding: engine.Sbe}, {ids: others, tried: len(others) == 0}, {ids: uses, tried: true}}
}

// halves divides a group that is open: assertions, which may be hard, from checks of operations, then in the middle.
func (c *checking) halves(ids []int, strict bool) []group {
	isCall := func(id int) bool { return c.goals[id-1].Call }
	others, calls := slices.DeleteFunc(slices.Clone(ids), isCall), slices.DeleteFunc(slices.Clone(ids), func(id int) bool { return !isCall(id) })
	if len(others) == 0 || len(calls) == 0 {
		others, calls = ids[:len(ids)/2], ids[len(ids)/2:]
	}
	return []group{{ids: others, strict: strict, part: true}, {ids: calls, strict: strict, part: true}}
}

// lenient reports whether a group is searched beyond arguable checks that may fail: a proof is one for all readings of C. Uses of memory are judged by the
// interpreter, other violations are looked for again where the model ends at such checks.
func (c *checking) lenient(g group) bool {
	return !g.strict && slices.ContainsFunc(c.goals, func(x *program.Goal) bool { return x.Check.Arguable() && c.rows[x.ID-1].State != evidence.CheckProved })
}

// uses are those of the goals that are about a use of memory.
func (c *checking) uses(ids []int) []int {
	return slices.DeleteFunc(slices.Clone(ids), func(id int) bool { return faultOf(c.goals[id-1]) == interp.NoFault })
}

// search verifies what is open: all together, then halves.
func (c *checking) search(whole, ctx context.Context) {
	for queue := c.groups(c.left()); len(queue) > 0; {
		next := queue[0]
		ids := c.stillOpen(next.ids)
		if len(ids) == 0 {
			queue = queue[1:]
			continue
		}
		if ctx.Err() != nil {
			c.leave(ids, Met(ctx))
			queue = queue[1:]
			continue
		}
		share := wholeShare
		switch {
		case next.all():
			share = allShare
		case next.part:
			share = 1 / float64(len(queue)+1)
		}
		cfg, ok := c.part(ctx, share)
		if !ok {
			c.leave(ids, engine.Reason{Kind: engine.TimeLimit, Text: "too little of the limits is left"})
			queue = queue[1:]
			continue
		}
		byPaths := c.cfg.Engine == Auto && !next.tried
		if byPaths {
			c.onlyPaths(&cfg, next)
			share /= 2
		}
		cfg.Aim = &Aim{Targets: ids, Holds: c.holds(), Lenient: c.lenient(next), Paths: byPaths}
		rep, err := c.sub(whole, cfg, share)
		switch {
		case byPaths && (err != nil || rep.Verdict == engine.Unknown.String()):
			if queue[0].tried = true; next.all() {
				queue = queue[1:]
			}
		case err != nil:
			c.leave(ids, engine.Reason{Kind: engine.Fault, Text: faultText(err)})
			queue = queue[1:]
		case rep.Verdict == engine.True.String():
			c.prove(ids, rep)
			queue = queue[1:]
		case rep.Verdict == engine.False.String() && cfg.Aim.Lenient && (len(c.uses(ids)) == 0 || next.all() && !ofMemory(rep)): // perhaps not for all readings of C
			queue[0].ids, queue[0].strict, queue[0].tried = ids, true, false
		case rep.Verdict == engine.False.String():
			switch {
			case c.violate(ids, rep):
				queue[0].strict = next.strict && !next.all()
			case next.all(): // of none of them
				queue = queue[1:]
			default:
				c.leave(ids, engine.Reason{Kind: engine.Fault, Text: "an execution violates a check that is none of the program's at " + rep.ErrorAt})
				queue = queue[1:]
			}
			if c.ended {
				return
			}
		case len(ids) == 1 || !divisible(rep):
			c.leave(ids, engine.Reason{Kind: engine.ReasonKind(rep.ReasonKind), Text: rep.Reason})
			queue = queue[1:]
		default:
			queue = append(queue[1:], c.halves(ids, next.strict)...)
		}
	}
}

// ofMemory reports whether an execution violates a use of memory, as the interpreter judges it.
func ofMemory(rep *Report) bool {
	for _, k := range evidence.FaultKinds {
		if rep.Result == falseOf(k) {
			return true
		}
	}
	return false
}

// divisible reports whether fewer goals may have an answer.
func divisible(rep *Report) bool {
	switch engine.ReasonKind(rep.ReasonKind) {
	case engine.ModelEnds, engine.Unsupported, engine.Vacuous, engine.Fault, engine.MemoryLimit:
		return false
	}
	return true
}

// part is the settings with a part of what is left of the limits; false: nothing is.
func (c *checking) part(ctx context.Context, share float64) (Config, bool) {
	cfg := c.cfg
	if c.cfg.Timeout > 0 {
		left := c.cfg.Timeout - time.Since(c.started)
		if cfg.Timeout = time.Duration(share * float64(left)); cfg.Timeout < leastCheckTime {
			return cfg, false
		}
	}
	if c.cfg.CPUTime > 0 {
		used := work.ProcessorTime()
		left := c.cfg.CPUTime - used - c.workers
		mine := time.Duration(share * float64(left))
		if mine < leastCheckTime {
			return cfg, false
		}
		cfg.CPUTime = used + mine
	}
	if left, bounded := work.Left(ctx); bounded && share*float64(left) < leastCheckWork {
		return cfg, false
	}
	if c.base != nil { // files are those of the first run with an answer
		cfg.Witness, cfg.FactsOut = "", ""
	}
	if c.base != nil && c.base.Verdict == engine.False.String() {
		cfg.Harness, cfg.Vacuous = "", VacuousAllow
	}
	return cfg, ctx.Err() == nil
}

// onlyPaths makes the settings those of a short search of paths; that of all goals may be longer.
func (c *checking) onlyPaths(cfg *Config, g group) {
	used := work.ProcessorTime()
	most := used + pathsTime
	switch {
	case g.all() && cfg.CPUTime > 0:
		most = cfg.CPUTime
	case g.all():
		most = used + allPathsTime
	case cfg.CPUTime > 0:
		most = min(most, used+(cfg.CPUTime-used)/2)
	}
	cfg.Engine, cfg.CPUTime, cfg.Invariants = earlyEngine, most, InvariantsNone
	if g.all() {
		cfg.Choices = engine.Values{engine.Encoding: g.encoding}
	}
}

// sub verifies some goals, within a part of what is left of the work.
func (c *checking) sub(ctx context.Context, cfg Config, share float64) (*Report, error) {
	if left, bounded := work.Left(ctx); bounded {
		var stop context.CancelFunc
		ctx, stop = work.Within(ctx, int(share*float64(left)))
		defer stop()
	}
	r := c.run
	r.Settled, r.Overdue = nil, nil // a phase that does not stop at a part of the limits may do so within all
	o := c.run.Observer
	if o == nil {
		o = engine.Quiet{}
	}
	r.Observer = &checkProgress{o, len(c.rows), len(c.rows) - len(c.left())}
	rep, err := r.Verify(ctx, c.task, cfg)
	if rep != nil && rep.Portfolio != nil {
		for _, m := range rep.Portfolio.Members {
			c.workers += time.Duration(m.CPUSeconds * float64(time.Second))
		}
	}
	return rep, err
}

// checkProgress tells how many checks are settled.
type checkProgress struct {
	engine.Observer
	all, settled int
}

// Progress implements engine.Observer.
func (p *checkProgress) Progress(x engine.Progress) {
	x.Goals, x.Proven = p.all, p.settled+x.Proven
	p.Observer.Progress(x)
}

// stillOpen are those of the goals that are open.
func (c *checking) stillOpen(ids []int) []int {
	return slices.DeleteFunc(slices.Clone(ids), func(id int) bool { return c.rows[id-1].State != evidence.CheckOpen || c.rows[id-1].Reason != "" })
}

// leave leaves goals open.
func (c *checking) leave(ids []int, why engine.Reason) {
	c.lock.Lock()
	defer c.lock.Unlock()
	for _, id := range ids {
		c.rows[id-1].Reason = why.Text
	}
	if c.reason.None() {
		c.reason = why
	}
}

// prove notes a proof of goals.
func (c *checking) prove(ids []int, rep *Report) {
	c.lock.Lock()
	defer c.lock.Unlock()
	for _, id := range ids {
		c.rows[id-1].State, c.rows[id-1].By = evidence.CheckProved, rep.DecidedBy
	}
	if c.base == nil || c.base.Verdict != engine.False.String() {
		c.base = rep
	}
}

// violate notes the violation of one of the goals; false: it is of none of them.
func (c *checking) violate(ids []int, rep *Report) bool {
	kind := rep.GoalKind
	if kind == "" {
		kind = assertion
	}
	for _, id := range ids {
		if k, ok := evidence.FaultKinds[faultOf(c.goals[id-1])]; ok {
			if c.rows[id-1].At == rep.ErrorAt && rep.Result == falseOf(k) {
				c.fail(id-1, rep)
				return true
			}
			continue
		}
		if row := &c.rows[id-1]; row.At == rep.ErrorAt && row.Kind == kind && (kind == assertion || row.Condition == rep.Goal) {
			c.fail(id-1, rep)
			return true
		}
	}
	return false
}

// fail notes that an execution violates the check of a row, which one that is arguable does not.
func (c *checking) fail(row int, rep *Report) {
	c.lock.Lock()
	defer c.lock.Unlock()
	x := &c.rows[row]
	if row < len(c.goals) && c.goals[row].Check.Arguable() {
		x.Reason = "an execution fails it, which not all readings of C call undefined"
		if c.reason.None() {
			c.reason = engine.Reason{Kind: engine.ModelEnds, Text: fmt.Sprintf("%s: %s", x.At, x.Reason)}
		}
		return
	}
	x.Violate(rep)
	if c.base == nil || c.base.Verdict != engine.False.String() {
		c.base = rep
	}
	c.ended = !c.cfg.AllChecks
}

// complete adds the table to a report, which is the run's from now on.
func (c *checking) complete(rep *Report) {
	c.lock.Lock()
	defer c.lock.Unlock()
	rows := slices.Clone(c.rows)
	for i := range rows {
		if r := &rows[i]; r.State == evidence.CheckOpen && r.Reason == "" {
			switch {
			case c.ended:
				r.Reason = "the run ended at the first violation; --all-checks goes on"
			case rep.Reason != "":
				r.Reason = rep.Reason
			}
		}
	}
	slices.SortStableFunc(rows, func(a, b evidence.Check) int {
		return comparePlaces(program.ParsePos(a.At), program.ParsePos(b.At))
	})
	rep.Checks = rows
	rep.Engine, rep.Property, rep.Settings = c.cfg.Engine, c.cfg.PropertyOf(c.task), c.cfg.settings()
	_, violated, open := evidence.CountChecks(rows)
	switch {
	case rep.Verdict == engine.True.String() && violated+open > 0, rep.Verdict == engine.Unknown.String():
		rep.Verdict, rep.Result, rep.DecidedBy, rep.Proof = engine.Unknown.String(), "unknown", "", ""
	}
	if violated > 0 && c.base != nil && rep.Verdict == engine.Unknown.String() && c.base.Verdict == engine.False.String() { // ended at a limit, after a violation
		progress := rep.Progress
		*rep = *c.base
		rep.Checks, rep.Progress = rows, progress
	}
	if rep.Verdict == engine.False.String() {
		rep.Result = falseOf(c.violated())
	}
}

// violated is the property that the first violation is one of.
func (c *checking) violated() property.Kind {
	for i := range c.goals {
		if r := &c.rows[i]; r.State == evidence.CheckViolated && r.At == c.base.ErrorAt && r.Condition == c.base.Goal {
			return propertyOf(c.task, c.goals[i].Check)
		}
	}
	if c.base.GoalKind == "" && c.base.Goal == "" {
		return property.UnreachCall
	}
	return property.DefBehavior
}

// report is the report of the whole.
func (c *checking) report(ctx context.Context, s *source) *Report {
	rep := c.base
	open := 0
	for i := range c.rows {
		if c.rows[i].State == evidence.CheckOpen {
			open++
		}
	}
	switch {
	case rep != nil && rep.Verdict == engine.False.String():
	case open == 0 && rep == nil:
		rep = newReport(c.task, c.cfg)
		rep.Verdict, rep.Result, rep.DecidedBy = engine.True.String(), "true", byAbstraction
		rep.Proof = fmt.Sprintf("abstract interpretation excludes all %d checks", len(c.rows))
		if len(c.rows) == 0 {
			rep.Proof = "the program has none of the checks"
		}
		if a := c.vacuous(ctx, s); a != nil {
			rep.Verdict, rep.Result, rep.DecidedBy, rep.Proof = engine.Unknown.String(), "unknown", "", ""
			rep.Because(a.result.Reason)
		}
	case open > 0:
		was := rep
		rep = newReport(c.task, c.cfg)
		if was != nil {
			rep.Assumptions, rep.Warnings, rep.Stats, rep.Times, rep.Progress, rep.Work = was.Assumptions, was.Warnings, was.Stats, was.Times, was.Progress, was.Work
		}
		why := c.reason
		if why.None() {
			why = engine.Reason{Kind: engine.NoProgress, Text: c.firstReason()}
		}
		why.Text = fmt.Sprintf("%d of %d checks are open: %s", open, len(c.rows), why.Text)
		rep.Because(why)
	}
	rep.Read = true
	var read Report
	c.notes.Into(&read)
	rep.Warnings, rep.Assumptions, rep.Times = append(read.Warnings, rep.Warnings...), append(read.Assumptions, rep.Assumptions...), append(read.Times, rep.Times...)
	rep.Warnings = distinct(rep.Warnings)
	rep.Assumptions = distinct(rep.Assumptions)
	c.complete(rep)
	c.withoutRows(rep)
	return rep
}

// vacuous is the answer that a proof of all checks would say nothing; nil: it says something.
func (c *checking) vacuous(ctx context.Context, s *source) *answer {
	if len(c.rows) == 0 {
		return s.unasserted()
	}
	return s.contradictory(ctx, c.dice)
}

// firstReason is why the first open check is open.
func (c *checking) firstReason() string {
	for i := range c.rows {
		if r := &c.rows[i]; r.State == evidence.CheckOpen && r.Reason != "" {
			return r.Reason
		}
	}
	return "nothing decides them"
}

// withoutRows leaves out the assumptions that rows of the table speak of.
func (c *checking) withoutRows(rep *Report) {
	at := map[string]bool{}
	for i := range rep.Checks {
		at[rep.Checks[i].At] = true
	}
	rep.Assumptions = slices.DeleteFunc(rep.Assumptions, func(a Assumption) bool {
		return a.Kind == string(program.AboutBehaviour) && at[program.Pos{File: a.File, Line: a.Line, Col: a.Column}.String()]
	})
}

func comparePlaces(a, b program.Pos) int {
	return cmp.Or(strings.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Col, b.Col))
}

func distinct[T comparable](xs []T) []T {
	var out []T
	seen := map[T]bool{}
	for _, x := range xs {
		if !seen[x] {
			seen[x] = true
			out = append(out, x)
		}
	}
	return out
}
