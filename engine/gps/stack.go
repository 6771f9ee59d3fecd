package gps

import (
	"context"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/program/ssa"
	"cupel/core/smt"
)

// pathStack keeps one path of the tree asserted in a solver. Changing to another path pops to the common
// ancestor and asserts the difference.
type pathStack struct {
	stats  *statistics
	state  *ssa.State
	s      smt.Solver
	levels []level
	dead   int // index of the first level that is syntactically false; -1: none
}

// level is one edge of the asserted path; pushed tells whether it has assertions in the solver.
type level struct {
	n      *node
	mark   ssa.Mark
	pushed bool
}

func newPathStack(p *program.Program, s smt.Solver, st *statistics) *pathStack {
	return &pathStack{state: ssa.NewState(p, ssa.Options{}), s: s, stats: st, dead: -1}
}

// goTo asserts the path of n.
func (k *pathStack) goTo(ctx context.Context, n *node) error {
	target := n.nodes()[1:] // the root has no edge
	same := 0
	for same < len(k.levels) && same < len(target) && k.levels[same].n == target[same] {
		same++
	}
	if err := k.cut(same); err != nil {
		return err
	}
	for _, m := range target[same:] {
		if err := ctx.Err(); err != nil {
			return err
		}
		k.stats.asserted++
		l := level{n: m, mark: k.state.Mark()}
		if k.dead < 0 {
			as, dead := exec(k.state, m.edge.Ops)
			if dead {
				k.dead = len(k.levels)
			}
			for _, a := range as {
				if !l.pushed {
					l.pushed = true
					if err := k.s.Push(); err != nil {
						return err
					}
				}
				if err := k.s.Assert(a); err != nil {
					return err
				}
			}
		}
		k.levels = append(k.levels, l)
	}
	return nil
}

// cut pops to the first n levels.
func (k *pathStack) cut(n int) error {
	pops := 0
	for i := len(k.levels) - 1; i >= n; i-- {
		k.state.Undo(k.levels[i].mark)
		if k.levels[i].pushed {
			pops++
		}
	}
	k.levels = k.levels[:n]
	if k.dead >= n {
		k.dead = -1
	}
	if pops > 0 {
		return k.s.Pop(pops)
	}
	return nil
}

// check decides the path with formulas over program variables at its end, and over other symbols.
func (k *pathStack) check(ctx context.Context, n *node, end ...*logic.Term) (smt.Result, error) {
	if err := k.goTo(ctx, n); err != nil {
		return smt.Unknown, err
	}
	if k.dead >= 0 {
		return smt.Unsat, nil
	}
	as := make([]*logic.Term, 0, len(end))
	for _, t := range end {
		a := k.state.Eval(t)
		if a.IsFalse() {
			return smt.Unsat, nil
		}
		if !a.IsTrue() {
			as = append(as, a)
		}
	}
	return k.s.Check(ctx, as...)
}
