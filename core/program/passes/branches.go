package passes

import (
	"fmt"

	"cupel/core/program"
)

// A BranchGoal is one outcome of a condition of the source: all edges of a module that have it.
type BranchGoal struct {
	program.Branch
	Func  string
	Edges []*program.Edge
}

// String describes the outcome for people.
func (b *BranchGoal) String() string {
	switch b.Value {
	case "true", "false":
		return fmt.Sprintf("%s: condition %s", b.Pos, b.Value)
	case "default":
		return fmt.Sprintf("%s: switch, default", b.Pos)
	}
	return fmt.Sprintf("%s: switch, case %s", b.Pos, b.Value)
}

// BranchGoals lists the outcomes of the conditions of a module, in its order. A condition that the front end folded
// to one outcome is not a decision and is left out.
func BranchGoals(m *program.Module) []*BranchGoal {
	type key struct {
		branch program.Branch
		fn     *program.Func
	}
	var goals []*BranchGoal
	at := map[key]*BranchGoal{}
	for _, fn := range m.Funcs {
		for _, l := range fn.Locs {
			if len(l.Out) < 2 {
				continue
			}
			for _, e := range l.Out {
				if e.Branch == nil || !e.Branch.Pos.IsValid() {
					continue
				}
				k := key{*e.Branch, fn}
				g := at[k]
				if g == nil {
					g = &BranchGoal{Branch: *e.Branch, Func: fn.Name}
					at[k], goals = g, append(goals, g)
				}
				g.Edges = append(g.Edges, e)
			}
		}
	}
	return goals
}

// AimAt changes a module in place so that its error is reached exactly when one of the branches is taken. Its former
// errors end the execution. The caller must be the only user of the module.
func AimAt(m *program.Module, goals []*BranchGoal) {
	aims := map[*program.Edge]*program.Goal{}
	m.Goals = nil
	for _, g := range goals {
		n := m.NewGoal(program.Goal{Note: "branch " + g.String(), Func: g.Func, Pos: g.Pos})
		for _, e := range g.Edges {
			aims[e] = n
		}
	}
	m.Error.In, m.Halt.In = nil, nil
	for _, fn := range m.Funcs {
		for _, l := range fn.Locs {
			l.In = nil
		}
	}
	for _, fn := range m.Funcs {
		for _, l := range fn.Locs {
			for _, e := range l.Out {
				if g := aims[e]; g != nil {
					e.Ops, e.Dst, e.Goal = leading(e.Ops), m.Error, g
				} else if e.Dst == m.Error {
					e.Dst, e.Goal = m.Halt, nil
				}
				e.Dst.In = append(e.Dst.In, e)
			}
		}
	}
}

// leading are the assumptions at the beginning of an edge.
func leading(ops []program.Op) []program.Op {
	for i := range ops {
		if ops[i].Kind != program.OpAssume {
			return ops[:i:i]
		}
	}
	return ops
}
