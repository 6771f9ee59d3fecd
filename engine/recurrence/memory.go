package recurrence

import (
	"errors"

	"cupel/analysis/execution/interp"
	"cupel/core/logic"
	"cupel/core/program"
)

// Which objects live is no part of a state's formula: they are the same at each visit of the head. An access needs one of them.

// within returns the condition that some live object satisfies holds, which is about its base and room.
func (t *turn) within(holds func(base, room *logic.Term) *logic.Term, width int) (*logic.Term, error) {
	var any []*logic.Term
	for _, o := range t.live {
		c := holds(t.f.BV(o.Base, width), t.f.BV(o.Size, width))
		if c.IsTrue() {
			return c, nil
		}
		if any = append(any, c); len(any) > maxObjects && !c.IsConst() {
			return nil, errors.New("too many objects for an address")
		}
	}
	return t.f.Or(any...), nil
}

// access is the condition under which an OpAccess is defined, with an outcome that does not depend on where objects lie.
func (t *turn) access(op *program.Op) (*logic.Term, error) {
	f := t.f
	size, p, q := t.at(op.Size), t.at(op.Expr), t.at(op.From())
	w := p.Sort().Width()
	zero := f.BV(0, w)
	none := f.Eq(size, f.BV(0, size.Sort().Width()))
	if none.IsTrue() {
		return none, nil
	}
	var in *logic.Term
	var err error
	switch {
	case op.Accesses():
		in, err = t.within(func(base, room *logic.Term) *logic.Term {
			return f.And(program.Inside(f, p, size, base, room), program.PointsInto(f, q, base, room))
		}, w)
	default:
		in, err = t.within(func(base, room *logic.Term) *logic.Term {
			return f.And(program.PointsInto(f, p, base, room), program.PointsInto(f, q, base, room))
		}, w)
		if err != nil {
			return nil, err
		}
		switch op.Check {
		case program.PointerRange:
			in = f.Or(in, f.Eq(q, zero))
		case program.PointerOrder:
			in = f.Or(in, f.Eq(p, q), f.Eq(p, zero), f.Eq(q, zero))
		case program.PointerEquality:
			// Pointers to bytes of two objects differ, wherever these lie; null differs from both.
			var strict [2]*logic.Term
			for i, x := range []*logic.Term{p, q} {
				if strict[i], err = t.within(func(base, room *logic.Term) *logic.Term {
					return f.And(f.ULe(base, x), f.ULt(f.BVOp(logic.OpBVSub, x, base), room))
				}, w); err != nil {
					return nil, err
				}
				strict[i] = f.Or(strict[i], f.Eq(x, zero))
			}
			in = f.Or(in, f.And(strict[0], strict[1]))
		default:
			return nil, errors.New("an operation on pointers without a condition")
		}
	}
	if err != nil {
		return nil, err
	}
	return f.Or(none, in), nil
}

// alloc begins the life of a variable: blocks of the heap would use up memory.
func (t *turn) alloc(op *program.Op) error {
	base, okBase := word(t.at(op.Expr))
	size, okSize := word(t.at(op.Size))
	if op.Note != program.Automatic && !t.stem || !okBase || !okSize || base == 0 {
		return errors.New("an allocation")
	}
	for _, o := range t.live {
		if o.Base == base {
			return nil
		}
	}
	if t.stem { // what the bytes are is seen when the run is made
		t.live = append(t.live, interp.Span{Base: base, Size: size})
		return nil
	}
	if size > maxFresh {
		return errors.New("a large object comes to life")
	}
	t.live = append(t.live, interp.Span{Base: base, Size: size})
	for _, v := range t.p.Vars {
		if !t.reads[v] || !t.p.IsMemory(v) {
			continue
		}
		a := t.at(v.Sym)
		for k := range size {
			a = t.f.Store(a, t.f.BV(base+k, v.Sort().Index().Width()), t.any(v.Sort().Elem()))
		}
		t.values[v.Sym] = a
	}
	return nil
}

// free ends the life of a variable, or releases null.
func (t *turn) free(op *program.Op) error {
	addr := t.at(op.Expr)
	if op.Note != program.Automatic {
		t.need(t.f.Eq(addr, t.f.BV(0, addr.Sort().Width())))
		return nil
	}
	base, ok := word(addr)
	if !ok {
		return errors.New("the end of an unknown object")
	}
	for i, o := range t.live {
		if o.Base == base {
			t.live = append(t.live[:i:i], t.live[i+1:]...)
			break
		}
	}
	return nil
}

// word is the value of a constant.
func word(t *logic.Term) (uint64, bool) {
	if !t.IsConst() || !t.Sort().IsBV() {
		return 0, false
	}
	return t.BVUint64()
}
