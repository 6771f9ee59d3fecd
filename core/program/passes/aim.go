package passes

import (
	"cupel/core/program"
)

// A check of a program by its place: what the front end makes of one check of the source is one goal, however often it occurs in the module.
type checkPlace struct {
	check program.CheckKind
	call  bool
	note  string
	pos   program.Pos
}

func placeOf(g *program.Goal) checkPlace { return checkPlace{g.Check, g.Call, g.Note, g.Pos} }

// CheckGoals lists the goals that a module has, and the checks of the chosen kinds as the goals that AimAtChecks makes of them, one for each place, in the order of the
// module. Only those in functions that are executed count. Uses of memory are among them, of which package memory makes checks.
func CheckGoals(m *program.Module, executed map[string]bool, chosen func(program.CheckKind) bool) []*program.Goal {
	var out []*program.Goal
	seen := map[checkPlace]bool{}
	add := func(g program.Goal) {
		if k := placeOf(&g); !seen[k] && executed[g.Func] {
			seen[k] = true
			out = append(out, &g)
		}
	}
	for _, g := range m.Goals {
		add(*g)
	}
	for _, fn := range m.Funcs {
		for _, l := range fn.Locs {
			for _, e := range l.Out {
				for i := range e.Ops {
					op := &e.Ops[i]
					if use, note := op.MemoryCheck(); note != "" && chosen(use) {
						add(program.Goal{Check: use, Note: note, Func: fn.Name, Pos: op.At(e)})
					} else if op.Kind == program.OpCheck && chosen(op.Check) {
						add(goalOf(op, e, fn))
					}
				}
			}
		}
	}
	for i, g := range out {
		g.ID = i + 1
	}
	return out
}

// goalOf is the goal of a check.
func goalOf(op *program.Op, e *program.Edge, fn *program.Func) program.Goal {
	return program.Goal{Check: op.Check, Note: op.Note, Func: fn.Name, Pos: op.At(e)}
}

// AimAtChecks changes a module in place so that its error is reached exactly where one of the goals of CheckGoals fails for which how says Fail, and
// before any other check fails that how keeps; a failing call of the error function, or goal of another pass, that is none of those ends the execution. The caller must be the
// only user of the module.
func AimAtChecks(m *program.Module, all []*program.Goal, how func(*program.Goal) Raising) {
	of := map[checkPlace]*program.Goal{}
	for _, g := range all {
		of[placeOf(g)] = g
	}
	var failing, halting []*program.Edge
	for _, fn := range m.Funcs {
		for _, l := range fn.Locs {
			for _, e := range l.Out {
				if e.Dst == m.Error {
					g := e.Goal
					if g != nil {
						g = of[placeOf(g)]
					}
					if e.Goal = g; g == nil || how(g) != Fail {
						e.Dst, e.Goal = m.Halt, nil
					}
				}
				switch e.Dst {
				case m.Error:
					failing = append(failing, e)
				case m.Halt:
					halting = append(halting, e)
				}
			}
		}
	}
	m.Error.In, m.Halt.In = failing, halting
	m.Goals = nil
	for _, g := range all {
		if how(g) == Fail {
			m.Goals = append(m.Goals, g)
		}
	}
	raiseAll(m, func(op *program.Op, e *program.Edge, fn *program.Func) (Raising, *program.Goal) {
		made := goalOf(op, e, fn)
		g := of[placeOf(&made)]
		if g == nil {
			return Keep, nil
		}
		return how(g), g
	})
}
