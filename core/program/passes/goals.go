package passes

import (
	"fmt"
	"slices"

	"cupel/core/program"
)

// A Raising is the treatment of a check for undefined behaviour by RaiseChecks.
type Raising uint8

// The choices.
const (
	Keep   Raising = iota // a failing check ends the execution, as undefined
	Fail                  // it is a goal
	End                   // the model ends there, so that it must not be reached, and is no error
	Assume                // a failing check ends the execution, and engines may rely on it from the start
	Drop                  // the execution goes on
)

// RaiseChecks turns checks of a module into goals, in place; the caller must be its only user. The error is reached
// exactly where such a check fails, on an edge of its own before the operation that it guards; after it the check is
// an assumption. Since no analysis or pass sees a goal as a check, none can assume it.
func RaiseChecks(m *program.Module, how func(program.CheckKind) Raising) {
	raiseAll(m, func(op *program.Op, _ *program.Edge, _ *program.Func) (Raising, *program.Goal) {
		return how(op.Check), nil
	})
}

// raising says what becomes of a check on an edge of a function, and, where it is to be a goal, which one; nil: a new one.
type raising func(*program.Op, *program.Edge, *program.Func) (Raising, *program.Goal)

// raiseAll is RaiseChecks with a choice for each check.
func raiseAll(m *program.Module, how raising) {
	for _, fn := range m.Funcs {
		for _, l := range fn.Locs { // those that are added need no look
			for _, e := range l.Out {
				raise(m, fn, e, how)
			}
		}
	}
	for _, fn := range m.Funcs {
		for _, l := range fn.Locs {
			l.In = nil
		}
	}
	for _, fn := range m.Funcs {
		for _, l := range fn.Locs {
			for _, e := range l.Out {
				if e.Dst != m.Error && e.Dst != m.Halt { // those belong to no function
					e.Dst.In = append(e.Dst.In, e)
				}
			}
		}
	}
}

// raise cuts an edge at its checks.
func raise(m *program.Module, fn *program.Func, e *program.Edge, how raising) {
	ops, dst, goal := slices.Clone(e.Ops), e.Dst, e.Goal
	last, from := e, 0
	for i, op := range ops {
		if op.Kind != program.OpCheck {
			continue
		}
		what, as := how(&op, e, fn)
		switch what {
		case Keep:
			continue
		case Assume, Drop:
			ops[i] = program.Op{Kind: program.OpAssume, Expr: op.Expr, Pos: op.At(e)}
			if what == Drop {
				ops[i].Expr = m.Terms.True()
			}
			continue
		}
		if !op.Pos.IsValid() {
			op.Pos = e.Pos
		}
		at := fn.NewLocation(op.Pos)
		last.Ops, last.Dst, last.Goal = ops[from:i:i], at, nil
		bad := m.Error
		if what == End {
			bad = fn.NewLocation(op.Pos)
			bad.Cut = fmt.Sprintf("%s at %s", op.Note, op.Pos)
		}
		holds := program.Op{Kind: program.OpAssume, Expr: op.Expr, Pos: op.Pos}
		fails := holds
		fails.Expr = m.Terms.Not(op.Expr)
		n := program.Connect(at, bad, fails)
		if n.Pos = op.Pos; bad == m.Error && as == nil {
			as = m.NewGoal(program.Goal{Check: op.Check, Note: op.Note, Func: fn.Name, Pos: op.Pos})
		}
		if bad == m.Error {
			n.Goal = as
		}
		last = &program.Edge{ID: len(at.Out), Src: at, Pos: e.Pos}
		at.Out = append(at.Out, last)
		ops[i], from = holds, i
	}
	last.Ops, last.Dst, last.Goal = ops[from:], dst, goal
}
