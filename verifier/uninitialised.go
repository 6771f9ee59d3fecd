package verifier

import (
	"context"
	"fmt"

	"cupel/analysis/execution"
	"cupel/analysis/execution/interp"
	"cupel/core/program"
	"cupel/core/program/passes"
	"cupel/engine"
	"cupel/evidence"
	"cupel/frontend/c/library"
	"cupel/frontend/c/literal"
)

// The check for what is read before it was written has a row for each variable and each block without a value. It is proved where nothing that follows depends on
// the value (faint variables), and violated by an execution that does: copies do not count. The rest is open.

// byLiveness decides that.
const byLiveness = "liveness"

// unwritten is a variable or a block without a value.
type unwritten struct {
	pos  program.Pos
	name string // empty: a block
}

func (w unwritten) condition() string {
	if w.name == "" {
		return "a block is read before it was written"
	}
	return w.name + " is read before it was written"
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

// unwrittenIn are the variables and blocks without a value in a program, in its order.
func unwrittenIn(p *program.Program) (all []unwritten) {
	seen := map[unwritten]bool{}
	add := func(w unwritten) {
		if !seen[w] && w.pos.IsValid() && !library.Within(w.pos.File) {
			seen[w] = true
			all = append(all, w)
		}
	}
	for _, e := range p.Edges {
		for i := range e.Ops {
			switch op := &e.Ops[i]; {
			case op.Kind == program.OpHavoc && op.Unknown != nil && op.Unknown.Kind == program.Uninitialized:
				add(unwritten{op.Unknown.Pos, op.Unknown.Name})
			case op.Kind == program.OpAlloc && op.Note != program.Automatic && op.Note != "calloc":
				add(unwritten{pos: op.Pos})
			}
		}
	}
	return all
}

// faint are the variables without a value of an inlined program on which nothing depends, wherever they occur; nil: it has ends of the model.
func faint(p *program.Program) map[unwritten]bool {
	for _, l := range p.Locs {
		if l.Cut != "" {
			return nil
		}
	}
	live := passes.Live(p)
	out := map[unwritten]bool{}
	for _, e := range p.Edges {
		for i := range e.Ops {
			op := &e.Ops[i]
			if op.Kind != program.OpHavoc || op.Unknown == nil || op.Unknown.Kind != program.Uninitialized {
				continue
			}
			w := unwritten{op.Unknown.Pos, op.Unknown.Name}
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
	var fine map[unwritten]bool
	if in, err := s.inlineAll(ctx, firstRecursionBound, false); err == nil {
		fine = faint(in.original)
	}
	at := map[unwritten]int{}
	c.lock.Lock()
	for _, w := range unwrittenIn(p) {
		row := evidence.Check{At: w.pos.String(), Kind: program.Uninitialised, Condition: w.condition(), State: evidence.CheckOpen, Reason: "what is read before it was written is found by executions only"}
		if fine[w] {
			row.State, row.By, row.Reason = evidence.CheckProved, byLiveness, ""
		}
		at[w] = len(c.rows)
		c.rows = append(c.rows, row)
	}
	c.lock.Unlock()
	if c.cfg.NoRun || len(at) == 0 {
		return false
	}
	m, err := interp.New(p)
	if err != nil {
		return false
	}
	d, steps := newDice(p), 0
	for n := range unwrittenRuns {
		var src interp.Source = &listed{}
		if n > 0 {
			src = d.roll(uint64(c.cfg.Seed)*unwrittenRuns + uint64(n))
		}
		out := m.Run(ctx, src, interp.Options{MaxSteps: min(unwrittenEach, unwrittenSteps-steps), Calls: calls, Depend: true})
		steps += out.Steps
		for _, x := range out.Depends {
			if out.DependsMany {
				break
			}
			w, ok := unwrittenOf(m, x)
			row, known := at[w]
			if !ok || !known || c.rows[row].State == evidence.CheckViolated {
				continue
			}
			c.fail(row, c.unwrittenReport(w, x, out))
		}
		if steps >= unwrittenSteps || ctx.Err() != nil || len(out.Inputs)+len(out.Arguments) == 0 {
			break
		}
	}
	return c.ended
}

// unwrittenOf is the variable or block that a value of an execution comes from; false: another source.
func unwrittenOf(m *interp.Machine, x interp.Dependence) (unwritten, bool) {
	switch {
	case x.Op != nil && x.Op.Unknown != nil:
		u := x.Op.Unknown
		return unwritten{u.Pos, u.Name}, u.Kind == program.Uninitialized
	case x.Cell == nil || !x.Cell.Sort().IsBV():
		return unwritten{}, false
	}
	addr, ok := x.Cell.BVUint64()
	if !ok {
		return unwritten{}, false
	}
	b := m.BlockAt(addr)
	if b == nil || b.Object != nil {
		return unwritten{}, false
	}
	return unwritten{pos: b.Made.Pos}, true
}

// unwrittenReport is the report of an execution that depends on what was never written.
func (c *checking) unwrittenReport(w unwritten, x interp.Dependence, out *interp.Outcome) *Report {
	rep := newReport(c.task, c.cfg)
	rep.Verdict, rep.DecidedBy = engine.False.String(), byRun
	rep.ErrorAt, rep.Goal, rep.GoalKind = x.Used.String(), w.condition(), program.Uninitialised
	rep.Confirmed = fmt.Sprintf("run in the interpreter, %d steps, which followed what depends on the value", out.Steps)
	for _, in := range out.Inputs {
		rep.Inputs = append(rep.Inputs, evidence.InputValue{Call: in.Input.Callee, Type: in.Input.Type, Value: literal.Exact(in.Value, in.Input.Signed), At: in.Input.Pos.String()})
	}
	what := "the value of " + w.name
	if w.name == "" {
		what = "a value in the block that was allocated at " + w.pos.String()
	}
	rep.Fault = &execution.Fault{Text: fmt.Sprintf("%s, which was never written, decides at %s", what, x.Used),
		Places: []execution.FaultPlace{{At: w.pos.String(), Text: "made here without a value"}, {At: x.Used.String(), Text: "the value decides here"}}}
	return rep
}
