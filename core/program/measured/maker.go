package measured

import (
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/internal/sabotage"
)

// maker constructs one program.
type maker struct {
	p       *program.Program
	c       *program.Copy
	f       *logic.Factory
	loops   []*loop
	watches []watch
	reached map[*program.Location]bool
	ghosts  map[string]*program.Var
	within  map[*program.Location]*logic.Term // conditions at heads
}

func newMaker(p *program.Program) *maker {
	return &maker{p: p, c: program.NewCopy(p), f: p.Terms, reached: map[*program.Location]bool{}, ghosts: map[string]*program.Var{}}
}

// ghost declares a variable of the new program, once for a name.
func (x *maker) ghost(name string, s *logic.Sort) *program.Var {
	v := x.ghosts[name]
	if v == nil {
		v = &program.Var{Name: name, Sym: x.f.Fresh(name, s), Signed: true, Temp: true}
		x.c.Vars = append(x.c.Vars, v)
		x.ghosts[name] = v
	}
	return v
}

// add watches a loop.
func (x *maker) add(l *loop, w interface {
	watch
	prepare()
}) {
	if sabotage.Active(sabotage.MeasureHead) && len(x.loops) == 0 && len(x.watches) == 0 {
		x.watches = append(x.watches, nil) // the first head has no goal
		x.loops = append(x.loops, l)
		return
	}
	w.prepare()
	x.loops, x.watches = append(x.loops, l), append(x.watches, w)
}

// make makes the program.
func (x *maker) make() (*program.Program, error) {
	for _, l := range x.p.Locs {
		x.c.Location(l)
	}
	for _, l := range program.Postorder(x.p) {
		x.reached[l] = true
	}
	stop := x.c.Location(x.p.Error) // an execution that fails has ended
	x.c.Error = x.c.NewLocation(x.p.Error.Func, x.p.Error.Pos)
	x.c.Init = x.c.NewLocation(x.p.Init.Func, x.p.Init.Pos)
	x.c.NewEdge(x.c.Init, x.c.Location(x.p.Init), x.enter(nil, x.p.Init)...)
	for _, e := range x.p.Edges {
		if x.reached[e.Src] && e.Src != x.p.Error {
			x.edge(e, stop)
		}
	}
	for _, l := range x.loops {
		if holds := x.within[l.head]; holds != nil {
			x.demand(l.head, holds)
		}
	}
	program.MarkLoopHeads(x.c.Program)
	x.c.VarOf(nil)
	return x.c.Program, program.SanityProgram(x.c.Program)
}

// enter are the operations of the watches when an execution goes from a location, nil for the start, to another one, but for the demands.
func (x *maker) enter(from, to *program.Location) []program.Op {
	var ops []program.Op
	for i, l := range x.loops {
		switch {
		case x.watches[i] == nil:
		case to == l.head:
			ops = append(ops, x.watches[i].remember(l.in[from])...)
		case l.irreducible && l.in[to] && !l.in[from]:
			ops = append(ops, x.watches[i].enter()...)
		}
	}
	return ops
}

// edge makes the images of an edge.
func (x *maker) edge(e *program.Edge, stop *program.Location) {
	ops, from, to := append([]program.Op(nil), e.Ops...), x.c.Location(e.Src), x.c.Location(e.Dst)
	for i, l := range x.loops {
		if x.watches[i] == nil || e.Dst != l.head || !l.in[e.Src] {
			continue
		}
		before, holds := x.watches[i].demand()
		middle := x.c.NewLocation(e.Src.Func, l.head.Pos)
		x.like(x.c.NewEdge(from, middle, append(ops, before...)...), e)
		fails := x.c.NewEdge(middle, x.c.Error, program.Assume(x.f.Not(holds)))
		fails.Pos = l.head.Pos
		fails.Goal = &program.Goal{ID: l.head.ID + 1, Note: Note, Func: l.head.Func, Pos: l.head.Pos}
		from, ops = middle, []program.Op{program.Assume(holds)}
	}
	n := x.c.NewEdge(from, to, append(ops, x.enter(e.Src, e.Dst)...)...)
	n.Goal = nil
	if from == x.c.Location(e.Src) {
		x.like(n, e)
	} else {
		n.Pos = e.Pos
	}
}

// demand makes a condition one of a head: where it does not hold the error is reached, and executions go on only where it does.
func (x *maker) demand(head *program.Location, holds *logic.Term) {
	l := x.c.Location(head)
	for _, e := range l.Out {
		e.Ops = append([]program.Op{program.Assume(holds)}, e.Ops...)
	}
	fails := x.c.NewEdge(l, x.c.Error, program.Assume(x.f.Not(holds)))
	fails.Pos, fails.Goal = head.Pos, &program.Goal{ID: head.ID + 1, Note: WithinNote, Func: head.Func, Pos: head.Pos}
}

// like gives an edge the descent of another one.
func (x *maker) like(n, e *program.Edge) { n.Pos, n.Branch, n.Origin = e.Pos, e.Branch, e }
