package verifier

import (
	"context"
	"fmt"
	"slices"

	"cupel/analysis/absint/interval"
	"cupel/analysis/absint/relational"
	"cupel/analysis/execution/interp"
	"cupel/core/program"
	"cupel/core/program/passes"
	"cupel/engine"
	"cupel/evidence"
)

// Before the checks of a program are searched for, one abstract interpretation of it proves those that it excludes, and runs in the interpreter violate those that they fail.

// What decides checks before a search.
const (
	byAbstraction = "abstract interpretation"
	byIntervals   = "intervals"
)

// settleBefore does that; true: the run has ended at a violation.
func (c *checking) settleBefore(ctx context.Context, s *source) bool {
	u := s.setup
	c.exclude(ctx, s)
	if c.lenient(group{}) {
		aim := &Aim{Targets: slices.DeleteFunc(c.left(), func(id int) bool { g := c.goals[id-1]; return g.Check.Arguable() || faultOf(g) != interp.NoFault }), Lenient: true}
		if beyond, err := c.read(ctx, aim); beyond != nil && err == nil && len(aim.Targets) > 0 {
			c.exclude(ctx, beyond)
		}
	}
	if c.cfg.choosesUnwritten() {
		if c.settleUnwritten(ctx, s) {
			return true
		}
		c.excludeUnwritten(ctx)
	}
	if c.cfg.NoRun {
		return false
	}
	found, dice := s.failing(ctx, u.judgesMemory())
	c.dice = dice
	for _, a := range found {
		row := c.rowOf(a.proven.Execution)
		if row < 0 || c.rows[row].State == evidence.CheckViolated {
			continue
		}
		rep := newReport(c.task, c.cfg)
		if err := a.report(ctx, ctx, rep); err != nil || rep.Verdict != engine.False.String() {
			continue
		}
		u.journal.Into(rep)
		c.fail(row, rep)
	}
	if c.ended || !u.judgesMemory() {
		return c.ended
	}
	if m := c.readUses(ctx); m != nil {
		c.exclude(ctx, m)
	}
	return false
}

// exclude notes the goals that an abstract interpretation proves.
func (c *checking) exclude(ctx context.Context, s *source) {
	if c.cfg.Witness != "" { // which is to be of a proof of all together
		return
	}
	proved := s.excluded(ctx)
	c.lock.Lock()
	defer c.lock.Unlock()
	for g, by := range proved {
		if row := &c.rows[g.ID-1]; row.State == evidence.CheckOpen {
			row.State, row.By = evidence.CheckProved, by
		}
	}
}

// readUses is the program with the uses of memory that are open as goals; nil: there are none, or it cannot be had.
func (c *checking) readUses(ctx context.Context) *source {
	aim := &Aim{Targets: c.uses(c.left()), Holds: c.holds(), Lenient: true}
	if len(aim.Targets) == 0 {
		return nil
	}
	s, err := c.read(ctx, aim)
	if s == nil || err != nil || s.raiseMemory(ctx) != nil {
		return nil
	}
	return s
}

// memoryKind is the kind of checks of accesses and releases.
const memoryKind = "memory"

// rowOf is the row of the check that an execution violates; negative: there is none.
func (c *checking) rowOf(out *interp.Outcome) int {
	return slices.IndexFunc(c.goals, func(g *program.Goal) bool {
		if out.Fault != interp.NoFault {
			return faultOf(g) == out.Fault && g.Pos == out.Pos
		}
		return g == out.Last.Goal
	})
}

// excluded are the goals of a program that an abstract interpretation proves, with what did. There are none where a proof for the program's model would not be one for the program. Of
// uses of memory that are no goals of the model yet, it proves those that are of objects with names.
func (s *source) excluded(ctx context.Context) (proved map[*program.Goal]string) {
	u := s.setup
	if s.plain != nil && s.plain.open != "" {
		return nil
	}
	in, err := s.inlineAll(ctx, max(u.cfg.RecursionBound, firstRecursionBound), true)
	if err == nil && len(s.addressUses(ctx)) > 0 {
		in, err = s.inlineFree(ctx)
	}
	if err != nil {
		return nil
	}
	p := in.original
	sub, done := u.begin(ctx, "excluded checks", sizeOf(p))
	defer done()
	open, cut := s.openGoals(sub, p)
	if cut || s.overlap(ctx) != nil {
		return nil
	}
	proved = map[*program.Goal]string{}
	for _, g := range s.module.Goals {
		if (faultOf(g) != interp.NoFault) == (s.plain != nil) && !open[g] {
			proved[g] = byIntervals
		}
	}
	if len(open) > 0 && u.cfg.Invariants == InvariantsRelational {
		if still, known := in.relationallyOpen(sub, open); known {
			for g := range open {
				if !still[g] {
					proved[g] = byAbstraction
				}
			}
			open = still
		}
	}
	behind := behindArguable(p, open)
	for _, e := range p.Error.In {
		if behind[e.Src] {
			delete(proved, e.Goal)
		}
	}
	if s.plain == nil && u.judgesMemory() {
		s.validUses(sub, p, behind, proved)
	}
	return proved
}

// validUses adds the uses of memory that intervals prove.
func (s *source) validUses(ctx context.Context, p *program.Program, behind map[*program.Location]bool, proved map[*program.Goal]string) {
	fine := map[evidence.Obligation]bool{}
	for _, x := range evidence.Accesses(ctx, p) {
		fine[x.Obligation] = x.Fine && !slices.ContainsFunc(x.Within, func(l *program.Location) bool { return behind[l] })
	}
	for _, g := range s.checks {
		if faultOf(g) != interp.NoFault && fine[evidence.Obligation{Note: g.Note, Pos: g.Pos}] {
			proved[g] = byIntervals
		}
	}
}

// behindArguable are the locations that an execution may come to after it has failed an arguable check among the open goals: it goes on, although the model ends it.
func behindArguable(p *program.Program, open map[*program.Goal]bool) map[*program.Location]bool {
	behind := map[*program.Location]bool{}
	var todo []*program.Location
	for _, e := range p.Error.In {
		if g := e.Goal; g != nil && open[g] && g.Check.Arguable() {
			todo = append(todo, e.Src)
		}
	}
	for len(todo) > 0 {
		l := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, e := range l.Out {
			if !behind[e.Dst] && e.Dst != p.Error {
				behind[e.Dst] = true
				todo = append(todo, e.Dst)
			}
		}
	}
	return behind
}

// openGoals are the goals that intervals do not exclude, and whether an execution may come to a cut.
func (s *source) openGoals(ctx context.Context, p *program.Program) (open map[*program.Goal]bool, cut bool) {
	r := interval.Analyze(ctx, p)
	open = map[*program.Goal]bool{}
	if !r.Complete() {
		return open, true
	}
	for _, e := range passes.TargetEdges(p) {
		st := r.At(e.Src)
		for i := range e.Ops {
			if st == nil {
				break
			}
			st = r.Step(st, &e.Ops[i])
		}
		switch {
		case st == nil:
		case e.Dst != p.Error:
			cut = true
		default:
			open[e.Goal] = true
		}
	}
	return open, cut
}

// failing are executions that violate checks, one for each of those that are found: the one with inputs of zero, and some on random inputs. With memory they are judged for accesses and
// releases, too.
func (s *source) failing(ctx context.Context, memory bool) (found []*answer, all rolls) {
	ctx, done := s.setup.begin(ctx, "runs", "random inputs")
	defer done()
	p, calls, err := flat(s.module)
	if err != nil {
		return nil, all
	}
	m, err := interp.New(p)
	if err != nil {
		return nil, all
	}
	var judge *interp.Memory
	if memory {
		judge = s.judgeUses(func(*program.Goal) bool { return true })
	}
	run := func(ctx context.Context, in interp.Source, most int, o interp.Options) *interp.Outcome {
		o.MaxEffort, o.Calls, o.Memory = most, calls, judge
		return m.Run(ctx, in, o)
	}
	all.limit = randomEach
	seen := map[string]bool{}
	d := newDice(p)
	first, steps := uint64(s.setup.cfg.Seed)*randomRuns, 0
	for n := range uint64(randomRuns) + 1 {
		source := func() interp.Source {
			if n == 0 {
				return &listed{}
			}
			return d.roll(first + n - 1)
		}
		most := min(randomEach, checkSteps-steps)
		out := run(ctx, source(), most, interp.Options{})
		steps += out.Effort
		all.add(out, s.module)
		if k := endOf(out); k != "" && !seen[k] {
			same := func(in interp.Source, o interp.Options) *interp.Outcome {
				if out := run(ctx, in, most, o); endOf(out) == k {
					return out
				}
				return &interp.Outcome{Kind: interp.Halted}
			}
			if determined(same(source(), interp.Options{Depend: true})) {
				if x := same(simplest(d.f, out, same), interp.Options{Trace: true, MaxTrace: interp.ReplayTrace}); x.Kind == interp.ReachedError && !s.separates(ctx, x) {
					if a := s.failedByRun(x, byRun, p, calls, judge).upheld(ctx); a.result.Verdict == engine.False {
						seen[k] = true
						found = append(found, a)
					}
				}
			}
		}
		if steps >= checkSteps || ctx.Err() != nil || len(out.Inputs)+len(out.Arguments) == 0 {
			break
		}
	}
	return found, all
}

// endOf is the check that an execution violates; "": none.
func endOf(out *interp.Outcome) string {
	switch {
	case out.Kind != interp.ReachedError:
		return ""
	case out.Fault != interp.NoFault:
		return fmt.Sprintf("memory %s", out.Pos)
	case out.Last.Goal == nil:
		return ""
	}
	return fmt.Sprintf("goal %d", out.Last.Goal.ID)
}

// relationallyOpen are those of the goals that linear invariants do not exclude in what the passes leave of the program; false: that is not known. No execution comes to a cut.
func (in *inlining) relationallyOpen(ctx context.Context, goals map[*program.Goal]bool) (open map[*program.Goal]bool, known bool) {
	l, err := in.lower(ctx)
	if err != nil {
		return nil, false
	}
	var edges []*program.Edge
	for _, e := range l.lowered.Error.In {
		switch {
		case e.Goal == nil: // of several
			return nil, false
		case goals[e.Goal]:
			edges = append(edges, e)
		}
	}
	open = map[*program.Goal]bool{}
	if len(edges) == 0 {
		return open, true
	}
	p, err := passes.Toward(ctx, l.lowered, edges, passes.Slice)
	if err != nil {
		return nil, false
	}
	program.MarkLoopHeads(p)
	r := relational.Analyze(ctx, p, relational.Levels()...)
	if !r.Complete() {
		return nil, false
	}
	for _, e := range p.Error.In {
		switch {
		case e.Goal == nil:
			return nil, false
		case r.Takes(e):
			open[e.Goal] = true
		}
	}
	return open, true
}
