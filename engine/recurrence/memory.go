package recurrence

import (
	"errors"
	"slices"

	"cupel/analysis/execution/interp"
	"cupel/core/logic"
	"cupel/core/program"
)

// Which objects live is no part of a state's formula: they are the same at each visit of the head. An access needs one of them.

// A block is one of the heap that a way allocates. Each turn allocates anew: memory does not come to an end, and blocks of earlier turns are out of reach.
type block struct{ base, size, live *logic.Term }

// within returns the condition that some live object satisfies holds, which is about its base and room.
func (t *turn) within(holds func(base, room *logic.Term) *logic.Term, width int) (*logic.Term, error) {
	var any []*logic.Term
	for _, b := range t.blocks {
		any = append(any, t.f.And(b.live, holds(b.base, b.size)))
	}
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

// alloc begins the life of an object.
func (t *turn) alloc(op *program.Op) error {
	switch {
	case op.Note != program.Automatic && !t.stem:
		return t.block(op)
	case t.stem:
		base, okBase := word(t.at(op.Expr))
		size, okSize := word(t.at(op.Size))
		if !okBase || !okSize || base == 0 {
			return errors.New("an allocation")
		}
		if !t.begins(base) { // what the bytes are is seen when the run is made
			t.live = append(t.live, interp.Span{Base: base, Size: size})
		}
		return nil
	}
	base, ok := word(t.at(op.Expr))
	size, err := t.small(op)
	if err != nil || !ok || base == 0 {
		return errors.Join(err, errors.New("an allocation"))
	}
	if !t.begins(base) {
		t.live = append(t.live, interp.Span{Base: base, Size: size})
		t.unwritten(t.f.BV(base, t.at(op.Expr).Sort().Width()), size)
	}
	return nil
}

// begins reports whether an object begins at an address.
func (t *turn) begins(base uint64) bool {
	return slices.ContainsFunc(t.live, func(o interp.Span) bool { return o.Base == base })
}

// small is the size of an object that comes to life.
func (t *turn) small(op *program.Op) (uint64, error) {
	size, ok := word(t.at(op.Size))
	if !ok || size > maxFresh {
		return 0, errors.New("a large object comes to life")
	}
	return size, nil
}

// unwritten makes the contents of an object unknown.
func (t *turn) unwritten(base *logic.Term, size uint64) {
	for _, v := range t.p.Vars {
		if !t.reads[v] || !t.p.IsMemory(v) {
			continue
		}
		a := t.at(v.Sym)
		for k := range size {
			a = t.f.Store(a, t.f.BVOp(logic.OpBVAdd, base, t.f.BV(k, v.Sort().Index().Width())), t.any(v.Sort().Elem()))
		}
		t.values[v.Sym] = a
	}
}

// place is the address of the next block, which nobody chooses.
func (t *turn) place(op *program.Op) bool {
	if t.stem || op.Expr == nil {
		return false
	}
	v := t.p.VarOf(op.Expr)
	return v != nil && v.Root().Name == program.HeapTop
}

// room reports whether operation i is the assumption that memory has room for a block.
func (t *turn) room(ops []program.Op, i int) bool {
	return !t.stem && i+1 < len(ops) && ops[i+1].Kind == program.OpAssign && ops[i+1].Var.Root().Name == program.HeapTop
}

// block begins the life of a block of the heap, which may lie anywhere where no other object is that the way can access. There is such a place, as objects are small.
func (t *turn) block(op *program.Op) error {
	if op.OnStack() || op.FromOutside() {
		return errors.New("an allocation")
	}
	size, err := t.small(op)
	if err != nil {
		return err
	}
	f, base := t.f, t.at(op.Expr)
	w := base.Sort().Width()
	if !t.unknown[base] || len(t.blocks) >= maxBlocks || !t.sparse(w) {
		return errors.New("an allocation")
	}
	end := func(base, size *logic.Term) *logic.Term { return f.BVOp(logic.OpBVAdd, base, size) }
	n := f.BV(size, w)
	t.given = append(t.given, f.Not(f.Eq(base, f.BV(0, w))), f.ULe(base, end(base, n)))
	apart := func(other, room *logic.Term) {
		t.given = append(t.given, f.Or(f.ULt(end(base, n), other), f.ULt(end(other, room), base)))
	}
	for _, o := range t.live {
		apart(f.BV(o.Base, w), f.BV(o.Size, w))
	}
	for _, b := range t.blocks {
		apart(b.base, b.size)
	}
	t.blocks = append(t.blocks, block{base, n, f.True()})
	t.unwritten(base, size)
	return nil
}

// sparse reports whether half of an address space is free, in pieces that are large enough for all blocks of a way.
func (t *turn) sparse(width int) bool {
	const piece = 1 << 12 // more than a block takes
	taken := uint64(2 * maxBlocks)
	for _, o := range t.live {
		if taken += o.Size/piece + 2; o.Size > 1<<(width-2) {
			return false
		}
	}
	return width >= 32 && taken < 1<<(width-1)/piece
}

// free ends the life of a variable, or releases a block of the way or null.
func (t *turn) free(op *program.Op) error {
	addr := t.at(op.Expr)
	if op.Note != program.Automatic {
		known := []*logic.Term{t.f.Eq(addr, t.f.BV(0, addr.Sort().Width()))}
		for i, b := range t.blocks {
			is := t.f.Eq(addr, b.base)
			known = append(known, t.f.And(b.live, is))
			t.blocks[i].live = t.f.And(b.live, t.f.Not(is))
		}
		t.need(t.f.Or(known...))
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
