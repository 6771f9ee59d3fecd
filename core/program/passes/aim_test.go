package passes_test

import (
	"testing"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/program/passes"
)

// TestAimAtChecks: checks of one place are one goal; those that are aimed at lead to the error, arguable ones to the end of the model, the others stay; a call of the
// error function that is not aimed at ends the execution.
func TestAimAtChecks(t *testing.T) {
	for _, c := range []struct {
		name                       string
		fail                       map[int]bool
		goals, edges, calls, stays int // into the error in all, of these calls; checks that stay
	}{
		{"all", map[int]bool{1: true, 2: true, 3: true}, 3, 4, 1, 0},
		{"the division", map[int]bool{2: true}, 1, 2, 0, 1},
		{"the call", map[int]bool{1: true}, 1, 1, 1, 3},
	} {
		f := logic.NewFactory()
		x := &program.Var{Name: "x", Sym: f.Var("x", logic.BVSort(8)), Signed: true}
		fn := &program.Func{Name: "main", Locals: []*program.Var{x}}
		m := &program.Module{Terms: f, Funcs: []*program.Func{fn}, Entry: fn, Error: &program.Location{}, Halt: &program.Location{}}
		at := func(line int) program.Pos { return program.Pos{File: "a.c", Line: line, Col: 1} }
		fn.Entry, fn.Exit = fn.NewLocation(at(1)), fn.NewLocation(at(9))
		check := func(kind program.CheckKind, note string, line int) program.Op {
			op := program.CheckOf(kind, f.ULt(x.Sym, f.BV(uint64(line), 8)), note)
			op.Pos = at(line)
			return op
		}
		when := func(holds bool) program.Op {
			op := program.Op{Kind: program.OpAssume, Expr: f.Eq(x.Sym, f.BV(1, 8)), Pos: at(1)}
			if !holds {
				op.Expr = f.Not(op.Expr)
			}
			return op
		}
		program.Connect(fn.Entry, fn.Exit, when(true), check(program.DivisionByZero, "zero", 2), check(program.Bounds, "index", 3), check(program.DivisionByZero, "zero", 2),
			check(program.ArguableOverflow, "shift", 4))
		call := program.Connect(fn.Entry, m.Error, when(false))
		call.Goal = m.NewGoal(program.Goal{Call: true, Func: "main", Pos: at(5)})

		all := passes.CheckGoals(m, map[string]bool{"main": true}, func(program.CheckKind) bool { return true })
		if len(all) != 4 || !all[0].Call || all[1].Check != program.DivisionByZero || all[3].ID != 4 {
			t.Fatalf("%s: goals %+v", c.name, all)
		}
		passes.AimAtChecks(m, all, func(g *program.Goal) passes.Raising {
			switch {
			case c.fail[g.ID]:
				return passes.Fail
			case g.Check.Arguable():
				return passes.End
			}
			return passes.Keep
		})
		if err := program.SanityModule(m); err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		edges, calls, stays, cuts := 0, 0, 0, 0
		for _, l := range fn.Locs {
			if l.Cut != "" {
				cuts++
			}
			for _, e := range l.Out {
				if e.Dst == m.Error {
					if edges++; e.Goal == nil {
						t.Errorf("%s: an edge into the error without a goal", c.name)
					} else if e.Goal.Call {
						calls++
					}
				}
				for _, op := range e.Ops {
					if op.Kind == program.OpCheck {
						stays++
					}
				}
			}
		}
		if len(m.Goals) != c.goals || edges != c.edges || calls != c.calls || stays != c.stays || cuts != 1 || len(m.Error.In) != edges {
			t.Errorf("%s: %d goals, %d edges (%d known), %d calls, %d checks, %d cuts", c.name, len(m.Goals), edges, len(m.Error.In), calls, stays, cuts)
		}
	}
}
