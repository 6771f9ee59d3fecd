package passing

import (
	"cupel/core/logic"
	"cupel/core/program"
)

// maker constructs one complement program.
type maker struct {
	p     *program.Program
	c     *program.Copy
	f     *logic.Factory
	mem   *memory
	order []int // of locations, in reverse postorder
	heads map[*program.Location]*measure
}

// Of returns the complement program of p. guess, from 0, selects the candidate ranking functions of the loops.
func Of(p *program.Program, guess int) (*program.Program, error) {
	x := &maker{p: p, c: program.NewCopy(p), f: p.Terms, order: make([]int, len(p.Locs)), heads: map[*program.Location]*measure{}}
	for _, l := range p.Locs {
		x.c.Location(l)
	}
	x.c.Error = x.c.NewLocation(p.Error.Func, p.Error.Pos)
	x.c.Init = x.c.NewLocation(p.Init.Func, p.Init.Pos)
	var err error
	if x.mem, err = newMemory(x); err != nil {
		return nil, err
	}
	x.number()
	x.measures(guess)
	begin := x.mem.begin()
	if m := x.heads[p.Init]; m != nil {
		begin = m.remember(begin)
	}
	x.c.NewEdge(x.c.Init, x.c.Location(p.Init), begin...)
	for _, l := range p.Locs {
		x.location(l)
	}
	for _, l := range x.c.Locs {
		l.Origin = nil
	}
	program.MarkLoopHeads(x.c.Program)
	x.c.VarOf(nil)
	return x.c.Program, program.SanityProgram(x.c.Program)
}

// number orders the locations.
func (x *maker) number() {
	for i := range x.order {
		x.order[i] = -1
	}
	for i, l := range program.ReversePostorder(x.p) {
		x.order[l.ID] = i
	}
}

// retreats reports whether an edge leads back in the order; every cycle has such an edge.
func (x *maker) retreats(e *program.Edge) bool { return x.order[e.Dst.ID] <= x.order[e.Src.ID] }

// location adds the outgoing edges of a location: those of p, and one to the error for the states in which none of them can be taken.
func (x *maker) location(l *program.Location) {
	if l == x.p.Error || l.Cut != "" || x.order[l.ID] < 0 {
		return
	}
	var goes []*logic.Term
	for _, e := range l.Out {
		c := x.f.True()
		if len(e.Ops) > 0 && blocks(&e.Ops[0]) {
			c = e.Ops[0].Expr
		}
		if c.IsFalse() { // no execution takes it
			continue
		}
		goes = append(goes, c)
		x.edge(e)
	}
	x.fail(x.c.Location(l), x.f.Not(x.f.Or(goes...)), l.Pos)
}

// blocks reports whether an operation is an assumption that ends executions.
func blocks(op *program.Op) bool {
	return op.Kind == program.OpAssume && !op.Bounds() && op.Note != program.Restricts
}

// fail makes an edge to the error.
func (x *maker) fail(from *program.Location, cond *logic.Term, pos program.Pos) {
	if cond.IsFalse() {
		return
	}
	var ops []program.Op
	if !cond.IsTrue() {
		ops = append(ops, program.Assume(cond))
	}
	x.c.NewEdge(from, x.c.Error, ops...).Pos = pos
}

// chain is an edge under construction.
type chain struct {
	x    *maker
	e    *program.Edge
	from *program.Location
	ops  []program.Op
	over bool // no execution goes on
}

// demand lets executions go on where a condition holds, and the others fail.
func (c *chain) demand(cond *logic.Term, pos program.Pos) {
	if cond.IsTrue() || c.over {
		return
	}
	c.cut()
	c.x.fail(c.from, c.x.f.Not(cond), pos)
	c.ops, c.over = append(c.ops, program.Assume(cond)), cond.IsFalse()
}

// cut ends the edge at a new location.
func (c *chain) cut() {
	mid := c.x.c.NewLocation(c.e.Src.Func, c.e.Pos)
	c.end(mid)
	c.from, c.ops = mid, nil
}

// end ends the edge, unless all executions have failed.
func (c *chain) end(at *program.Location) {
	if c.over {
		return
	}
	n := c.x.c.NewEdge(c.from, at, c.ops...)
	n.Pos, n.Branch = c.e.Pos, c.e.Branch
}

// edge makes the images of an edge.
func (x *maker) edge(e *program.Edge) {
	c := &chain{x: x, e: e, from: x.c.Location(e.Src)}
	for i := range e.Ops {
		op := &e.Ops[i]
		pos := op.Pos
		if !pos.IsValid() {
			pos = e.Pos
		}
		switch {
		case op.Kind == program.OpCheck || i > 0 && blocks(op):
			c.demand(op.Expr, pos)
		case op.Kind == program.OpAccess || op.Kind == program.OpAlloc || op.Kind == program.OpFree:
			x.mem.operation(c, op, pos)
		default:
			c.ops = append(c.ops, *op)
		}
	}
	if m := x.heads[e.Dst]; m != nil {
		if x.retreats(e) {
			if m.rank == nil {
				c.cut()
				x.fail(c.from, x.f.True(), e.Pos)
				return
			}
			c.demand(x.f.SLt(m.rank, m.old.Sym), e.Pos)
		}
		c.ops = m.remember(c.ops)
	}
	c.end(x.c.Location(e.Dst))
}
