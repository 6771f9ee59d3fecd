package measured

import (
	"fmt"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/internal/sabotage"
)

// Covered returns the program whose error is reached where an execution comes back to a head, without having left its loop, and none of the measures is smaller than at
// some earlier visit, any of those since it entered the loop. If its error is unreachable, an execution visits the head finitely often without leaving the loop: of
// infinitely many visits, each two would be related by one of finitely many measures; by Ramsey's theorem there would be infinitely many of them each two of which are
// related by the same, which would descend for ever.
//
// The relation is a transition invariant (Podelski and Rybalchenko, "Transition invariants", LICS 2004), the reduction that of Cook, Podelski and Rybalchenko,
// "Termination proofs for systems code", PLDI 2006.
func Covered(p *program.Program, head *program.Location, measures []Measure) (*program.Program, error) {
	for _, m := range measures {
		if err := m.check(head); err != nil {
			return nil, err
		}
	}
	x := newMaker(p)
	for _, l := range loops(p) {
		if l.head == head {
			x.add(l, &covering{x: x, loop: l, measures: measures})
		}
	}
	return x.make()
}

// Take is the variable of a program of Covered that says at each visit of the head whether it is the one that later ones are compared with; nil: there is none.
func Take(q *program.Program, head *program.Location) *program.Var {
	for _, v := range q.Vars {
		if v.Name == takeName(head) {
			return v
		}
	}
	return nil
}

func takeName(head *program.Location) string { return fmt.Sprintf("#take.%d", head.ID) }

// covering demands that one of some measures is smaller than at a visit that was chosen.
type covering struct {
	x        *maker
	loop     *loop
	measures []Measure
	old      [][]*program.Var
	take     *program.Var // whether this visit is chosen
	taken    *program.Var // whether one was
}

func (c *covering) prepare() {
	head := c.loop.head
	for k, m := range c.measures {
		var old []*program.Var
		for i, t := range m {
			old = append(old, c.x.ghost(fmt.Sprintf("#copy.%d.%d.%d", head.ID, k, i), t.Sort()))
		}
		c.old = append(c.old, old)
	}
	c.take, c.taken = c.x.ghost(takeName(head), logic.BVSort(1)), c.x.ghost(fmt.Sprintf("#taken.%d", head.ID), logic.BVSort(1))
}

func (c *covering) demand() ([]program.Op, *logic.Term) {
	f := c.x.f
	holds := f.Eq(c.taken.Sym, f.BV(0, 1))
	for k, m := range c.measures {
		holds = f.Or(holds, c.x.smaller(m, c.old[k]))
	}
	return nil, holds
}

func (c *covering) remember(inside bool) []program.Op {
	f := c.x.f
	ops := []program.Op{program.Havoc(c.take, nil)}
	chosen := f.Eq(c.take.Sym, f.BV(1, 1))
	if sabotage.Active(sabotage.CoveredLast) { // the visit before is the only one that is chosen
		chosen = f.True()
	}
	for k, m := range c.measures {
		for i, t := range m {
			ops = append(ops, program.Assign(c.old[k][i], f.Ite(chosen, t, c.old[k][i].Sym)))
		}
	}
	was := f.BV(0, 1)
	if inside {
		was = c.taken.Sym
	}
	return append(ops, program.Assign(c.taken, f.Ite(chosen, f.BV(1, 1), was)))
}

func (c *covering) enter() []program.Op {
	return []program.Op{program.Assign(c.taken, c.x.f.BV(0, 1))}
}
