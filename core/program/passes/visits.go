package passes

import (
	"fmt"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/internal/sabotage"
)

// A visiting program is one with other locations at the heads of some loops, where it sees how an execution comes to them.
type visiting struct {
	p *program.Program
	c *program.Copy
	f *logic.Factory
}

// newVisiting copies a program whose error becomes an end, without the edges, which link makes.
func newVisiting(p *program.Program) *visiting {
	x := &visiting{p: p, c: program.NewCopy(p), f: p.Terms}
	for _, l := range p.Locs {
		x.c.Location(l)
	}
	x.c.Init, x.c.Error = x.c.Location(p.Init), x.c.NewLocation(p.Error.Func, p.Error.Pos)
	return x
}

// ghost declares a variable. Its symbol is fresh: another program of the same factory may have one of this name.
func (x *visiting) ghost(name string, s *logic.Sort) *program.Var {
	v := &program.Var{Name: name, Sym: x.f.Fresh(name, s), Temp: true}
	x.c.Vars = append(x.c.Vars, v)
	return v
}

// link makes the edges: one from outside of the loop of a head with more operations, one from inside to another location.
func (x *visiting) link(bodies map[*program.Location]map[*program.Location]bool, entered func(h *program.Location) []program.Op, back map[*program.Location]*program.Location) {
	for _, e := range x.p.Edges {
		ops, dst := e.Ops, x.c.Location(e.Dst)
		if again := back[e.Dst]; again != nil {
			if sabotage.Active(sabotage.TurnsReset) {
				ops = append(ops[:len(ops):len(ops)], entered(e.Dst)...)
			}
			if bodies[e.Dst][e.Src] {
				dst = again
			} else {
				ops = append(ops[:len(ops):len(ops)], entered(e.Dst)...)
			}
		}
		n := x.c.NewEdge(x.c.Location(e.Src), dst, ops...)
		n.Pos, n.Branch = e.Pos, e.Branch
	}
}

// done is the finished program. begin are operations before all others.
func (x *visiting) done(begin []program.Op) (*program.Program, error) {
	start := x.c.NewLocation(x.p.Init.Func, x.p.Init.Pos)
	x.c.NewEdge(start, x.c.Init, begin...).Pos = x.p.Init.Pos
	x.c.Init = start
	for _, l := range x.c.Locs {
		l.Origin = nil // it is a program of its own
	}
	program.MarkLoopHeads(x.c.Program)
	x.c.VarOf(nil)
	return x.c.Program, program.SanityProgram(x.c.Program)
}

// Counted returns the program whose error is reached by an execution of p that comes to the head of one of the loops, from inside of the loop, for the limit-th
// time since it has entered the loop from outside. If no execution does, each stays in each of these loops for finitely many turns: the counters are bits wide.
// ranks are terms, one for each head, that get smaller, as signed numbers, with each turn.
func Counted(p *program.Program, heads []*program.Location, bits int, limit *logic.Term) (q *program.Program, ranks []*logic.Term, err error) {
	x := newVisiting(p)
	counter, back := map[*program.Location]*program.Var{}, map[*program.Location]*program.Location{}
	var begin []program.Op
	zero := x.f.BV(0, bits)
	for _, h := range heads {
		v := x.ghost(fmt.Sprintf("#turns.%d", h.ID), logic.BVSort(bits))
		at := x.c.NewLocation(h.Func, h.Pos)
		counter[h], back[h] = v, at
		ranks = append(ranks, x.f.BVNeg(x.f.ZeroExt(1, v.Sym)))
		begin = append(begin, program.Assign(v, zero))
		less := x.f.ULt(v.Sym, limit)
		x.c.NewEdge(at, x.c.Error, program.Assume(x.f.Not(less))).Pos = h.Pos
		x.c.NewEdge(at, x.c.Location(h), program.Assume(less), program.Assign(v, x.f.BVOp(logic.OpBVAdd, v.Sym, x.f.BV(1, bits)))).Pos = h.Pos
	}
	x.link(program.LoopBodies(p), func(h *program.Location) []program.Op { return []program.Op{program.Assign(counter[h], zero)} }, back)
	q, err = x.done(begin)
	return q, ranks, err
}

// Returning returns the program whose error is reached by an execution of p that comes to the head of one of the loops twice, without leaving the loop in between,
// with the same values of the variables that are live there and that the loop changes: the reduction of Biere, Artho and Schuppan ("Liveness checking as safety
// checking", FMICS 2002). A copy of the values is made at any visit.
func Returning(p *program.Program, heads []*program.Location) (*program.Program, error) {
	x := newVisiting(p)
	live, bodies := Live(p), program.LoopBodies(p)
	back, copied := map[*program.Location]*program.Location{}, map[*program.Location]*program.Var{}
	var begin []program.Op
	one := x.f.BV(1, 1)
	for _, h := range heads {
		flag, take := x.ghost(fmt.Sprintf("#copied.%d", h.ID), logic.Bool), x.ghost(fmt.Sprintf("#copy.%d", h.ID), logic.BVSort(1))
		copied[h] = flag
		begin = append(begin, program.Assign(flag, x.f.False()))
		written := p.WrittenWithin(bodies[h])
		same, save := []*logic.Term{flag.Sym}, []program.Op{program.Assume(x.f.Eq(take.Sym, one)), program.Assign(flag, x.f.True())}
		for _, v := range live.At(h) {
			if written[v] {
				old := x.ghost(fmt.Sprintf("#copy.%d.%s", h.ID, v.Name), v.Sort())
				begin = append(begin, program.Assign(old, x.f.Zero(v.Sort())))
				same, save = append(same, x.f.Eq(old.Sym, v.Sym)), append(save, program.Assign(old, v.Sym))
			}
		}
		at, now, then := x.c.NewLocation(h.Func, h.Pos), x.c.NewLocation(h.Func, h.Pos), x.c.NewLocation(h.Func, h.Pos)
		back[h] = at
		all := x.f.And(same...)
		for _, e := range []*program.Edge{
			x.c.NewEdge(at, x.c.Error, program.Assume(all)),
			x.c.NewEdge(at, now, program.Assume(x.f.Not(all))),
			x.c.NewEdge(now, then, program.Havoc(take, nil)),
			x.c.NewEdge(then, x.c.Location(h), save...),
			x.c.NewEdge(then, x.c.Location(h), program.Assume(x.f.Not(x.f.Eq(take.Sym, one)))),
		} {
			e.Pos = h.Pos
		}
	}
	x.link(bodies, func(h *program.Location) []program.Op { return []program.Op{program.Assign(copied[h], x.f.False())} }, back)
	return x.done(begin)
}
