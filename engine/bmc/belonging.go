package bmc

import (
	"cupel/core/logic"
	"cupel/core/program"
)

// access executes an access, or the computation or comparison of pointers; false if no execution continues after it. A pointer that is computed outside of its
// object makes the unwinding incomplete: it would have to be followed.
func (x *search) access(a *arrival, op *program.Op, addr *logic.Term) bool {
	g, size, from := a.state.g, x.vars.eval(a.m, op.Size), x.vars.eval(a.m, op.From())
	none := x.f.Eq(size, x.f.BV(0, x.memory.width))
	switch op.Check {
	case program.PointerEquality:
		return true
	case program.PointerRange:
		if addr == from {
			return true
		}
		fine := x.f.Or(none, x.together(g, addr, from), x.unowned(g, from), x.f.Eq(from, x.f.BV(0, x.memory.width)))
		if stray := x.gs.and(g, x.f.Not(fine)); stray != nil {
			x.strays = append(x.strays, stray)
		}
		return x.demand(a, fine)
	case program.PointerOrder:
		zero := x.f.BV(0, x.memory.width)
		return x.demand(a, x.f.Or(none, x.f.Eq(addr, from), x.f.Eq(addr, zero), x.f.Eq(from, zero), x.together(g, addr, from), x.unowned(g, from), x.unowned(g, addr)))
	}
	ok := []*logic.Term{none}
	for _, o := range x.memory.objects {
		if inside := program.Inside(x.f, addr, size, o.base, o.size); !inside.IsFalse() {
			ok = append(ok, x.f.And(inside, x.alive(o, g), x.belongs(g, addr, from, o)))
		}
	}
	return x.demand(a, x.f.Or(ok...))
}

// belongs is the condition that a pointer belongs to an object in which the address computed from it lies, or to none.
func (x *search) belongs(g *guard, addr, from *logic.Term, o *life) *logic.Term {
	if addr == from {
		return x.f.True()
	}
	into := program.PointsInto(x.f, from, o.base, o.size)
	if into.IsTrue() {
		return into
	}
	return x.f.Or(into, x.unowned(g, from))
}

// together is the condition that two pointers point into one live object, or one past its end.
func (x *search) together(g *guard, p, q *logic.Term) *logic.Term {
	var ok []*logic.Term
	for _, o := range x.memory.objects {
		if both := x.f.And(program.PointsInto(x.f, p, o.base, o.size), program.PointsInto(x.f, q, o.base, o.size)); !both.IsFalse() {
			ok = append(ok, x.f.And(both, x.alive(o, g)))
		}
	}
	return x.f.Or(ok...)
}

// unowned is the condition that a pointer is not null and points to no object, live or not, nor one past the end of one: it was an integer.
func (x *search) unowned(g *guard, p *logic.Term) *logic.Term {
	out := []*logic.Term{x.f.Not(x.f.Eq(p, x.f.BV(0, x.memory.width)))}
	for _, o := range x.memory.objects {
		if into := program.PointsInto(x.f, p, o.base, o.size); !into.IsFalse() {
			out = append(out, x.f.Not(x.f.And(into, x.born(o, g))))
		}
	}
	return x.f.And(out...)
}

// born is the condition, under g, that an object is or was alive.
func (x *search) born(o *life, g *guard) *logic.Term {
	if o.born == nil {
		return x.f.True()
	}
	return x.f.And(x.happened(o.born, g), x.f.Not(x.f.Eq(o.base, x.f.BV(0, x.memory.width))))
}
