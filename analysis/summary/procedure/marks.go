package procedure

import (
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/program/passes"
)

// a body is the shared instance of a function in the program.
type body struct {
	fn     *passes.AbstractFunc
	gate   *program.Location // its beginning; nil: no call reaches it
	exit   *program.Location // the cut behind its end; nil: it never returns
	slots  []passes.Slot     // the function's, without those that do not matter
	at     []int             // their positions among the arguments of marks
	params []*logic.Term     // symbols for the slots
}

// pick returns those of a mark's arguments that are about the slots.
func (b *body) pick(args []*logic.Term) []*logic.Term {
	out := make([]*logic.Term, len(b.at))
	for i, k := range b.at {
		out[i] = args[k]
	}
	return out
}

// whole reports whether calls of the function may return.
func (b *body) whole() bool { return b.gate != nil && b.exit != nil }

// site is a call with a summary edge.
type site struct {
	fn   *passes.AbstractFunc
	edge *program.Edge
	args []*logic.Term
}

// marks are the remaining marks of a closure in a program derived from its program.
type marks struct {
	closure *passes.Closure
	bodies  []*body
	of      map[*passes.AbstractFunc]*body
	sites   []site
	drop    map[*program.Edge]bool // of entries and exits
	enter   map[*program.Edge]bool // calls
}

func findMarks(p *program.Program, c *passes.Closure) *marks {
	m := &marks{closure: c, of: map[*passes.AbstractFunc]*body{}, drop: map[*program.Edge]bool{}, enter: map[*program.Edge]bool{}}
	for _, fn := range c.Functions {
		b := &body{fn: fn}
		m.bodies = append(m.bodies, b)
		m.of[fn] = b
	}
	for _, e := range p.Edges {
		for i := range e.Ops {
			fn, kind := c.MarkOf(&e.Ops[i])
			if fn == nil {
				continue
			}
			switch b := m.of[fn]; kind {
			case passes.MarkEntry:
				b.gate = e.Src
				m.drop[e] = true
			case passes.MarkExit:
				b.exit = e.Dst
				m.drop[e] = true
			case passes.MarkCall:
				m.sites = append(m.sites, site{fn, e, e.Ops[i].Expr.Args()})
			}
		}
	}
	for _, b := range m.bodies {
		if b.gate != nil {
			for _, e := range b.gate.In {
				m.enter[e] = true
			}
		}
	}
	return m
}

// choose keeps the slots at some positions.
func (b *body) choose(f *logic.Factory, matters func(i int) bool) {
	b.slots, b.at, b.params = nil, nil, nil
	for i, s := range b.fn.Slots {
		if matters(i) {
			b.slots = append(b.slots, s)
			b.at = append(b.at, i)
			b.params = append(b.params, f.Fresh(b.fn.Func.Name+"::"+s.Name(), logic.Int))
		}
	}
}

// without returns a copy of p without some edges, with operations mapped, and
// the image of each location.
func without(p *program.Program, drop func(*program.Edge) bool, ops func([]program.Op) []program.Op) *program.Copy {
	c := program.NewCopy(p)
	c.Init = c.Location(p.Init)
	c.Error = c.Location(p.Error)
	for _, e := range p.Edges {
		if !drop(e) {
			c.Edge(e, ops(e.Ops))
		}
	}
	program.MarkLoopHeads(c.Program)
	c.VarOf(nil)
	return c
}

// rewrite replaces applications in t; by returns nil for those that stay.
func rewrite(f *logic.Factory, t *logic.Term, by func(app *logic.Term) *logic.Term) *logic.Term {
	return logic.Transform(t, func(x *logic.Term, args []*logic.Term) *logic.Term {
		r := f.With(x, args)
		if r.Op() == logic.OpApp {
			if n := by(r); n != nil {
				r = n
			}
		}
		return r
	})
}
