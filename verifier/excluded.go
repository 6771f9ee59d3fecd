package verifier

import (
	"context"
	"fmt"

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
	proved, uses := s.excluded(ctx)
	c.lock.Lock()
	if u.cfg.Witness == "" { // which is to be of a proof of all together
		for i, g := range c.goals {
			if by := proved[g]; by != "" {
				c.rows[i].State, c.rows[i].By = evidence.CheckProved, by
			}
		}
	}
	places := len(c.rows)
	for _, x := range uses {
		row := evidence.Check{At: x.Pos.String(), Function: x.Func, Kind: memoryKind, Condition: x.Note, State: evidence.CheckOpen, Reason: "accesses of memory are decided by intervals and by executions only"}
		if x.Fine {
			row.State, row.By, row.Reason = evidence.CheckProved, byIntervals, ""
		}
		c.rows = append(c.rows, row)
	}
	c.lock.Unlock()
	if c.cfg.choosesUnwritten() && c.settleUnwritten(ctx, s) {
		return true
	}
	if c.cfg.NoRun {
		return false
	}
	found, dice := s.failing(ctx, u.judgesMemory())
	c.dice = dice
	for _, a := range found {
		row := c.rowOf(places, a.proven.Execution)
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
	return c.ended
}

// memoryKind is the kind of checks of accesses and releases.
const memoryKind = "memory"

// rowOf is the row of the check that an execution violates; negative: there is none. The rows of memory begin at places.
func (c *checking) rowOf(places int, out *interp.Outcome) int {
	if out.Fault == interp.NoFault {
		for i, g := range c.goals {
			if g == out.Last.Goal {
				return i
			}
		}
		return -1
	}
	for i := places; i < len(c.rows); i++ {
		if c.rows[i].Kind == memoryKind && c.rows[i].At == out.Pos.String() {
			return i
		}
	}
	return -1
}

// excluded are the goals of a program that an abstract interpretation proves, with what did, and its uses of memory, where these are checks. There are none where a proof for the
// program's model would not be one for the program.
func (s *source) excluded(ctx context.Context) (proved map[*program.Goal]string, uses []evidence.AccessPlace) {
	u := s.setup
	in, err := s.inlineAll(ctx, max(u.cfg.RecursionBound, firstRecursionBound), true)
	if err != nil {
		return nil, s.anyUses(ctx)
	}
	p := in.original
	sub, done := u.begin(ctx, "excluded checks", sizeOf(p))
	defer done()
	if u.judgesMemory() {
		uses = evidence.Accesses(sub, p)
	}
	exact := len(s.addressUses(ctx)) == 0 && s.overlap(ctx) == nil
	open, cut := s.openGoals(sub, p)
	if cut || !exact {
		for i := range uses {
			uses[i].Fine = false
		}
		return nil, uses
	}
	proved = map[*program.Goal]string{}
	for _, g := range s.checks {
		if !open[g] {
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
	for i := range uses {
		for _, l := range uses[i].Within {
			uses[i].Fine = uses[i].Fine && !behind[l]
		}
	}
	return proved, uses
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

// anyUses are the uses of memory of a program that is not inlined, none of which is proved.
func (s *source) anyUses(ctx context.Context) []evidence.AccessPlace {
	p, _, err := flat(s.module)
	if err != nil || !s.setup.judgesMemory() {
		return nil
	}
	uses := evidence.Accesses(ctx, p)
	for i := range uses {
		uses[i].Fine = false
	}
	return uses
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
		judge = s.newJudge()
		judge.InvalidAccess, judge.InvalidRelease = true, true
	}
	run := func(ctx context.Context, in interp.Source, most int, o interp.Options) *interp.Outcome {
		o.MaxSteps, o.Calls, o.Memory = most, calls, judge
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
		steps += out.Steps
		all.add(out, s.module)
		if k := endOf(out); k != "" && !seen[k] {
			same := func(in interp.Source, o interp.Options) *interp.Outcome {
				if out := run(ctx, in, most, o); endOf(out) == k {
					return out
				}
				return &interp.Outcome{Kind: interp.Halted}
			}
			if determined(same(source(), interp.Options{Depend: true})) {
				if x := same(simplest(d.f, out, same), interp.Options{Trace: true}); x.Kind == interp.ReachedError && !s.separates(ctx, x) {
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
	p, err := passes.Toward(ctx, l.lowered, edges)
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
