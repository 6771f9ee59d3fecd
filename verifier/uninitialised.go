package verifier

import (
	"context"
	"fmt"

	"cupel/analysis/execution"
	"cupel/analysis/execution/interp"
	"cupel/core/program"
	"cupel/core/program/passes"
	"cupel/core/program/unwritten"
	"cupel/engine"
	"cupel/evidence"
	"cupel/frontend/c/library"
	"cupel/frontend/c/literal"
)

// The check for what is read before it was written has a row for each variable and each block without a value. It is proved where nothing that follows depends on
// the value (faint variables), and violated by an execution that does: copies do not count. For the rest, package unwritten makes goals of the uses: abstract interpretation or engines
// prove that none is reached.

// byLiveness decides that.
const byLiveness = "liveness"

// conditionOf is what a row says.
func conditionOf(w unwritten.Source) string {
	if w.Name == "" {
		return "a block is read before it was written"
	}
	return w.Name + " is read before it was written"
}

// An unwrittenTable is the rows, and the program on which executions are judged.
type unwrittenTable struct {
	program *program.Program
	calls   map[*program.Location]*interp.Call
	machine *interp.Machine // nil: there are no runs
	all     []unwritten.Source
	at      map[unwritten.Source]int    // rows
	objects map[uint64]unwritten.Source // with names, whose contents no operation makes unknown
	unset   map[*program.Var]unwritten.Source
}

// choosesUnwritten reports whether the user asks for what is read before it was written.
func (c *Config) choosesUnwritten() bool {
	chosen, _ := program.ChooseChecks(c.Checks)
	for _, choice := range chosen {
		if choice.Name == program.Uninitialised {
			return true
		}
	}
	return false
}

// newUnwrittenTable lists the variables and blocks without a value in a program, in its order.
func newUnwrittenTable(m *program.Module, p *program.Program, calls map[*program.Location]*interp.Call) *unwrittenTable {
	u := &unwrittenTable{program: p, calls: calls, at: map[unwritten.Source]int{}, objects: map[uint64]unwritten.Source{}, unset: unwritten.Unset(m)}
	seen := map[unwritten.Source]bool{}
	for _, e := range p.Edges {
		for i := range e.Ops {
			op := &e.Ops[i]
			w, memory, ok := unwritten.Of(op)
			if !ok || !w.Pos.IsValid() || library.Within(w.Pos.File) {
				continue
			}
			if memory && w.Name != "" {
				if base, known := op.Expr.BVUint64(); known {
					u.objects[base] = w
				}
			}
			if !seen[w] {
				seen[w] = true
				u.all = append(u.all, w)
			}
		}
	}
	for _, v := range p.Vars {
		if w, ok := u.unset[v.Root()]; ok && !seen[w] && w.Pos.IsValid() && !library.Within(w.Pos.File) {
			seen[w] = true
			u.all = append(u.all, w)
		}
	}
	return u
}

// faint are the variables without a value of an inlined program on which nothing depends, wherever they occur; nil: it has ends of the model.
func faint(p *program.Program) map[unwritten.Source]bool {
	for _, l := range p.Locs {
		if l.Cut != "" {
			return nil
		}
	}
	live := passes.Live(p)
	out := map[unwritten.Source]bool{}
	for _, e := range p.Edges {
		for i := range e.Ops {
			op := &e.Ops[i]
			if op.Kind != program.OpHavoc || op.Unknown == nil || op.Unknown.Kind != program.Uninitialized {
				continue
			}
			w := unwritten.Source{Pos: op.Unknown.Pos, Name: op.Unknown.Name}
			was, known := out[w]
			out[w] = (was || !known) && !live.After(e, i, op.Var)
		}
	}
	return out
}

// settleUnwritten adds the rows; true: the run has ended at a violation.
func (c *checking) settleUnwritten(ctx context.Context, s *source) bool {
	p, calls, err := flat(s.module)
	if err != nil {
		return false
	}
	ctx, done := s.setup.begin(ctx, "runs", "values that were never written")
	defer done()
	var fine map[unwritten.Source]bool
	if in, err := s.inlineAll(ctx, firstRecursionBound, false); err == nil {
		fine = faint(in.original)
	}
	u := newUnwrittenTable(s.module, p, calls)
	c.unwritten = u
	c.lock.Lock()
	for _, w := range u.all {
		row := evidence.Check{At: w.Pos.String(), Kind: program.Uninitialised, Condition: conditionOf(w), State: evidence.CheckOpen}
		if fine[w] {
			row.State, row.By = evidence.CheckProved, byLiveness
		}
		u.at[w] = len(c.rows)
		c.rows = append(c.rows, row)
	}
	c.lock.Unlock()
	if c.cfg.NoRun || len(u.at) == 0 {
		return false
	}
	if u.machine, err = interp.New(p); err != nil {
		return false
	}
	d, steps := newDice(p), 0
	for n := range unwrittenRuns {
		var src interp.Source = &listed{}
		if n > 0 {
			src = d.roll(uint64(c.cfg.Seed)*unwrittenRuns + uint64(n))
		}
		out := c.judgeUnwritten(ctx, src, min(unwrittenEach, unwrittenSteps-steps))
		steps += out.Steps
		if steps >= unwrittenSteps || ctx.Err() != nil || len(out.Inputs)+len(out.Arguments) == 0 {
			break
		}
	}
	return c.ended
}

// judgeUnwritten makes an execution, and notes what it violates.
func (c *checking) judgeUnwritten(ctx context.Context, src interp.Source, most int) *interp.Outcome {
	u := c.unwritten
	out := u.machine.Run(ctx, src, interp.Options{MaxSteps: most, Calls: u.calls, Depend: true})
	for _, x := range out.Depends {
		if out.DependsMany {
			break
		}
		w, ok := u.sourceOf(x)
		row, known := u.at[w]
		if !ok || !known || c.rows[row].State == evidence.CheckViolated {
			continue
		}
		c.fail(row, c.unwrittenReport(w, x, out))
	}
	return out
}

// sourceOf is the variable or block that a value of an execution comes from; false: another source.
func (u *unwrittenTable) sourceOf(x interp.Dependence) (w unwritten.Source, ok bool) {
	switch {
	case x.Op != nil && x.Op.Unknown != nil:
		w, _, ok = unwritten.Of(x.Op)
		return w, ok
	case x.Op == nil && x.Cell == nil && x.Var != nil:
		w, ok = u.unset[x.Var.Root()]
		return w, ok
	case x.Cell == nil || !x.Cell.Sort().IsBV():
		return w, false
	}
	addr, ok := x.Cell.BVUint64()
	if !ok {
		return w, false
	}
	b := u.machine.BlockAt(addr)
	switch {
	case b == nil:
		return w, false
	case b.Object != nil:
		w, ok = u.objects[b.Base]
		return w, ok
	}
	return unwritten.Source{Pos: b.Made.Pos}, true
}

// unwrittenReport is the report of an execution that depends on what was never written.
func (c *checking) unwrittenReport(w unwritten.Source, x interp.Dependence, out *interp.Outcome) *Report {
	rep := newReport(c.task, c.cfg)
	rep.Verdict, rep.DecidedBy = engine.False.String(), byRun
	rep.ErrorAt, rep.Goal, rep.GoalKind = x.Used.String(), conditionOf(w), program.Uninitialised
	rep.Confirmed = fmt.Sprintf("run in the interpreter, %d steps, which followed what depends on the value", out.Steps)
	for _, in := range out.Inputs {
		rep.Inputs = append(rep.Inputs, evidence.InputValue{Call: in.Input.Callee, Type: in.Input.Type, Value: literal.Exact(in.Value, in.Input.Signed), At: in.Input.Pos.String()})
	}
	what := "the value of " + w.Name
	if w.Name == "" {
		what = "a value in the block that was allocated at " + w.Pos.String()
	}
	rep.Fault = &execution.Fault{Text: fmt.Sprintf("%s, which was never written, decides at %s", what, x.Used),
		Places: []execution.FaultPlace{{At: w.Pos.String(), Text: "made here without a value"}, {At: x.Used.String(), Text: "the value decides here"}}}
	return rep
}
