package passing

import (
	"errors"
	"fmt"

	"cupel/core/logic"
	"cupel/core/program"
)

// memory models in the program which objects are live: a variable for each object whose lifetime ends, and for each allocation site the address of
// its latest object. An earlier object of the site counts as invalid, which under-approximates the valid accesses.
type memory struct {
	x       *maker
	objects []*object
	at      map[*program.Op]*object // heap objects by the place of their allocation
	width   int
	asked   bool // some operation depends on liveness
}

// An object is one of the program's, or the latest of an allocation site.
type object struct {
	base, size *logic.Term
	alive      *program.Var // nil: always
	ends       bool
	baseVar    *program.Var // of an allocation
	sizeVar    *program.Var
	automatic  bool
}

// errMemory: the formula for valid accesses would be too large.
var errMemory = errors.New("too many objects to say which accesses are valid")

func newMemory(x *maker) (*memory, error) {
	m := &memory{x: x, at: map[*program.Op]*object{}, width: x.p.Model.PointerWidth()}
	for _, e := range x.p.Edges {
		for i := range e.Ops {
			op := &e.Ops[i]
			m.asked = m.asked || op.Kind == program.OpAccess || op.Kind == program.OpFree && op.Note != program.Automatic
		}
	}
	if !m.asked {
		return m, nil
	}
	for _, o := range x.p.Objects {
		if o.Base.IsConst() && o.Size > 0 {
			m.objects = append(m.objects, &object{base: o.Base, size: x.f.BVInt(o.Size, m.width), automatic: true})
		}
	}
	for _, e := range x.p.Edges {
		for i := range e.Ops {
			m.declare(&e.Ops[i])
		}
	}
	if len(m.objects) > maxObjects {
		return nil, errMemory
	}
	n := 0
	for _, o := range m.objects {
		if o.ends || o.baseVar != nil {
			n++
			o.alive = x.ghost(fmt.Sprintf("#alive.%d", n), logic.Bool)
		}
	}
	return m, nil
}

// ghost declares a variable. Its symbol is fresh: that of another guess at the same program may have another sort.
func (x *maker) ghost(name string, s *logic.Sort) *program.Var {
	v := &program.Var{Name: name, Sym: x.f.Fresh(name, s), Temp: true}
	x.c.Vars = append(x.c.Vars, v)
	return v
}

// declare records the objects that an operation mentions.
func (m *memory) declare(op *program.Op) {
	switch op.Kind {
	case program.OpAlloc:
		if m.static(op) != nil {
			return
		}
		n := len(m.at) + 1
		o := &object{automatic: op.Note == program.Automatic}
		o.baseVar, o.sizeVar = m.x.ghost(fmt.Sprintf("#base.%d", n), logic.BVSort(m.width)), m.x.ghost(fmt.Sprintf("#size.%d", n), logic.BVSort(m.width))
		o.base, o.size = o.baseVar.Sym, o.sizeVar.Sym
		m.at[op], m.objects = o, append(m.objects, o)
	case program.OpFree:
		if o := m.static(op); o != nil {
			o.ends = true
		}
	}
}

// static is the object of the program at an operation's address; nil: none.
func (m *memory) static(op *program.Op) *object {
	if op.Note == program.Automatic && op.Expr.IsConst() {
		for _, o := range m.objects {
			if o.base == op.Expr && o.baseVar == nil && (op.Kind == program.OpFree || op.Size == o.size) {
				return o
			}
		}
	}
	return nil
}

// begin returns the operations that initialise the liveness variables.
func (m *memory) begin() []program.Op {
	var ops []program.Op
	for _, o := range m.objects {
		if o.alive != nil {
			ops = append(ops, program.Assign(o.alive, m.x.f.BoolConst(o.baseVar == nil)))
		}
		if o.baseVar != nil {
			zero := m.x.f.BV(0, m.width)
			ops = append(ops, program.Assign(o.baseVar, zero), program.Assign(o.sizeVar, zero))
		}
	}
	return ops
}

// operation adds the check that an access is valid and updates liveness.
func (m *memory) operation(c *chain, op *program.Op, pos program.Pos) {
	if !m.asked || op.Check == program.PointerEquality {
		return
	}
	f := m.x.f
	switch op.Kind {
	case program.OpAccess:
		// Every pointer stays in its object: this, too, under-approximates what is valid.
		ok := []*logic.Term{f.Eq(op.Size, f.BV(0, m.width))}
		for _, o := range m.objects {
			in := program.Inside(f, op.Expr, op.Size, o.base, o.size)
			if !op.Accesses() {
				in = program.PointsInto(f, op.Expr, o.base, o.size)
			}
			ok = append(ok, f.And(m.lives(o), in, m.owns(o, op)))
		}
		c.demand(f.Or(ok...), pos)
	case program.OpAlloc:
		if o := m.static(op); o != nil {
			if o.alive != nil {
				c.ops = append(c.ops, program.Assign(o.alive, f.True()))
			}
			return
		}
		o := m.at[op]
		c.ops = append(c.ops, program.Assign(o.baseVar, op.Expr), program.Assign(o.sizeVar, op.Size),
			program.Assign(o.alive, f.Not(f.Eq(op.Expr, f.BV(0, m.width)))))
	case program.OpFree:
		if o := m.static(op); o != nil {
			c.ops = append(c.ops, program.Assign(o.alive, f.False()))
			return
		}
		automatic := op.Note == program.Automatic
		ok := []*logic.Term{f.Eq(op.Expr, f.BV(0, m.width))}
		var ends []program.Op
		for _, o := range m.objects {
			if o.baseVar == nil || o.automatic != automatic {
				continue
			}
			ok = append(ok, f.And(m.lives(o), f.Eq(o.base, op.Expr), m.owns(o, op)))
			ends = append(ends, program.Assign(o.alive, f.And(m.lives(o), f.Not(f.Eq(o.base, op.Expr)))))
		}
		if !automatic {
			c.demand(f.Or(ok...), pos)
		}
		c.ops = append(c.ops, ends...)
	}
}

// owns is the condition that the pointer from which an operation's address was computed points into the object, or one past its end.
func (m *memory) owns(o *object, op *program.Op) *logic.Term {
	if op.Origin == nil {
		return m.x.f.True()
	}
	return program.PointsInto(m.x.f, op.Origin, o.base, o.size)
}

func (m *memory) lives(o *object) *logic.Term {
	if o.alive == nil {
		return m.x.f.True()
	}
	return o.alive.Sym
}
