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
	vars     []*program.Var // in them
	copies   []*program.Var // of vars, at that visit
	take     *program.Var   // whether this visit is chosen
	taken    *program.Var   // whether one was
}

func (c *covering) prepare() {
	head := c.loop.head
	var terms []*logic.Term
	for _, m := range c.measures {
		terms = append(terms, m...)
	}
	for _, x := range logic.FreeVars(terms...) {
		if v := c.x.p.VarOf(x); v != nil {
			c.vars = append(c.vars, v)
			c.copies = append(c.copies, c.x.ghost(fmt.Sprintf("#copy.%d.%s", head.ID, v.Name), v.Sort()))
		}
	}
	c.take, c.taken = c.x.ghost(takeName(head), logic.BVSort(1)), c.x.ghost(fmt.Sprintf("#taken.%d", head.ID), logic.BVSort(1))
}

func (c *covering) demand() ([]program.Op, *logic.Term) {
	f := c.x.f
	copied := map[*logic.Term]*logic.Term{}
	for i, v := range c.vars {
		copied[v.Sym] = c.copies[i].Sym
	}
	holds := f.Eq(c.taken.Sym, f.BV(0, 1))
	for _, m := range c.measures {
		var before []*logic.Term
		for _, t := range m {
			before = append(before, f.Subst(t, copied))
		}
		holds = f.Or(holds, c.x.smaller(m, before))
	}
	return nil, holds
}

func (c *covering) remember(inside bool) []program.Op {
	f := c.x.f
	ops := []program.Op{program.Havoc(c.take, nil)}
	chosen := f.Eq(c.take.Sym, f.BV(1, 1))
	if sabotage.Active(sabotage.CoveredLast) {
		chosen = f.True()
	}
	for i, v := range c.vars {
		ops = append(ops, program.Assign(c.copies[i], f.Ite(chosen, v.Sym, c.copies[i].Sym)))
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
