package gps

import (
	"context"
	"errors"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/program/ssa"
	"cupel/core/smt"
)

// pathStack keeps one path of the tree asserted in a solver. Changing to another path pops to the common
// ancestor and asserts the difference.
//
// A long path is not asserted edge by edge: for libz3 a level costs some propagation, and a bound costs as much as there
// are bounds of the same term. Its first half becomes one level of the solver, in which only the tightest bounds are asserted, then
// half of the rest, and so on, so that paths that differ near their ends share most levels.
type pathStack struct {
	f      *logic.Factory
	stats  *statistics
	state  *ssa.State
	s      smt.Solver
	levels []level
	dead   int // index of the first level that is syntactically false; -1: none
}

// level is one edge of the asserted path.
type level struct {
	n      *node
	mark   ssa.Mark
	first  int  // index of the first of the levels that are one level of the solver
	pushed bool // the first of them: they have assertions in the solver
}

func newPathStack(p *program.Program, s smt.Solver, st *statistics) *pathStack {
	return &pathStack{f: p.Terms, state: ssa.NewState(p, ssa.Options{}), s: s, stats: st, dead: -1}
}

// goTo asserts the path of n.
func (k *pathStack) goTo(ctx context.Context, n *node) error {
	target := n.nodes()[1:] // the root has no edge
	same := 0
	for same < len(k.levels) && same < len(target) && k.levels[same].n == target[same] {
		same++
	}
	if same < len(k.levels) {
		same = k.levels[same].first
	}
	if err := k.cut(same); err != nil {
		return err
	}
	for rest := target[same:]; len(rest) > 0; {
		size := 1
		if len(rest) > maxSingle {
			size = len(rest) / 2
		}
		if err := k.extend(ctx, rest[:size]); err != nil {
			return err
		}
		rest = rest[size:]
	}
	return nil
}

// extend adds edges as one level of the solver.
func (k *pathStack) extend(ctx context.Context, nodes []*node) error {
	first := len(k.levels)
	var as []*logic.Term
	for _, m := range nodes {
		if err := ctx.Err(); err != nil {
			return errors.Join(err, k.cut(first))
		}
		k.stats.asserted++
		l := level{n: m, mark: k.state.Mark(), first: first}
		if k.dead < 0 {
			more, dead := exec(k.state, m.edge.Ops)
			if dead {
				k.dead = len(k.levels)
			}
			as = append(as, more...)
		}
		k.levels = append(k.levels, l)
	}
	if len(nodes) > 1 {
		as = logic.Tightest(k.f, as)
	}
	if len(as) == 0 {
		return nil
	}
	if err := k.s.Push(); err != nil {
		return err
	}
	k.levels[first].pushed = true
	for _, a := range as {
		if err := k.s.Assert(a); err != nil {
			return err
		}
	}
	return nil
}

// cut pops to the first n levels, of which the last ends one of the solver.
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
