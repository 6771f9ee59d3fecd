package bmc

import (
	"cupel/core/logic"
	"cupel/core/program"
)

// A memory tracks which objects are alive during an unwinding: allocations and deallocations are recorded in
// the order of symbolic execution, with their guards. Each concrete execution performs them in that order, even
// though the recorded ones of other paths are interleaved.
type memory struct {
	objects []*life
	width   int
}

// A life is the life span of an object.
type life struct {
	base, size *logic.Term
	born       *guard // guard of the allocation; nil for objects alive initially
	automatic  bool
	changes    []change
}

// A change ends or begins a life where its guard holds and, if at is set, where at is the object's address.
type change struct {
	g      *guard
	at     *logic.Term
	begins bool
}

// newMemory returns the tracker for a program; nil if the program has no operation that depends on life spans.
func newMemory(p *program.Program) *memory {
	asked := false
	for _, e := range p.Edges {
		for op := range program.AllOps(e.Ops) {
			asked = asked || op.Kind == program.OpAccess || op.Kind == program.OpFree && op.Note != program.Automatic
		}
	}
	if !asked {
		return nil
	}
	m := &memory{width: p.Model.PointerWidth()}
	for _, o := range p.Objects {
		if o.Base.IsConst() && o.Size > 0 {
			m.objects = append(m.objects, &life{base: o.Base, size: p.Terms.BVInt(o.Size, m.width), automatic: true})
		}
	}
	return m
}

// own returns the initially alive object at the address of an automatic operation, or nil.
func (m *memory) own(op *program.Op, addr *logic.Term) *life {
	if op.Note == program.Automatic && addr.IsConst() {
		for _, o := range m.objects {
			if o.born == nil && o.base == addr && (op.Kind == program.OpFree || op.Size == o.size) {
				return o
			}
		}
	}
	return nil
}

// lifetime executes an operation on life spans; false if no execution continues after it.
func (x *search) lifetime(a *arrival, op *program.Op) bool {
	m := x.memory
	if m == nil {
		return true
	}
	x.step(len(m.objects))
	addr := x.vars.eval(a.m, op.Expr)
	own := m.own(op, addr)
	switch {
	case op.Kind == program.OpAccess:
		return x.access(a, op, addr)
	case own != nil:
		own.changes = append(own.changes, change{g: a.state.g, begins: op.Kind == program.OpAlloc})
	case op.Kind == program.OpAlloc:
		m.objects = append(m.objects, &life{base: addr, size: x.vars.eval(a.m, op.Size), born: a.state.g, automatic: op.Note == program.Automatic})
	default:
		return x.release(a, addr, x.vars.eval(a.m, op.From()), op.Note == program.Automatic)
	}
	return true
}

// demand assumes a condition.
func (x *search) demand(a *arrival, cond *logic.Term) bool {
	g := x.gs.and(a.state.g, cond)
	if g != nil {
		a.state.g = g
	}
	return g != nil
}

// release ends the life of an allocated object, which must be alive; a null pointer is ignored.
func (x *search) release(a *arrival, addr, from *logic.Term, automatic bool) bool {
	g := a.state.g
	ok := []*logic.Term{x.f.Eq(addr, x.f.BV(0, x.memory.width))}
	if automatic {
		from = addr
	}
	var ends []*life
	for _, o := range x.memory.objects {
		same := x.f.Eq(addr, o.base)
		if o.born == nil || o.automatic != automatic || same.IsFalse() {
			continue
		}
		ok = append(ok, x.f.And(same, x.alive(o, g), x.belongs(g, addr, from, o)))
		ends = append(ends, o)
	}
	if !automatic && !x.demand(a, x.f.Or(ok...)) {
		return false
	}
	for _, o := range ends {
		o.changes = append(o.changes, change{g: a.state.g, at: addr})
	}
	return true
}

// alive is the condition, under g, that an object is alive.
func (x *search) alive(o *life, g *guard) *logic.Term {
	t := x.f.True()
	if o.born != nil {
		t = x.f.And(x.happened(o.born, g), x.f.Not(x.f.Eq(o.base, x.f.BV(0, x.memory.width))))
	}
	for _, c := range o.changes {
		now := x.happened(c.g, g)
		switch {
		case c.begins:
			t = x.f.Or(t, now)
		case c.at != nil:
			t = x.f.And(t, x.f.Not(x.f.And(now, x.f.Eq(c.at, o.base))))
		default:
			t = x.f.And(t, x.f.Not(now))
		}
	}
	x.step(len(o.changes))
	return t
}

// happened is the guard of an earlier operation, simplified under g.
func (x *search) happened(before, g *guard) *logic.Term {
	x.step(max(0, g.depth-before.depth) / guardsStep)
	if g.extends(before) {
		return x.f.True()
	}
	return x.gs.under(g, x.gs.of(before))
}
