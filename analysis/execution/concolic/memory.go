package concolic

import (
	"errors"

	"cupel/core/logic"
	"cupel/core/program"
)

// object is a live memory object, with its address and size as terms and as values in the execution.
type object struct {
	base, size *logic.Term
	at, bytes  uint64
	automatic  bool
}

// objects makes the program's own objects live.
func (w *follower) objects() {
	for _, o := range w.p.Objects {
		if o.Base == nil || !o.Base.IsConst() || o.Size <= 0 {
			continue
		}
		size := w.f.BVInt(o.Size, o.Base.Sort().Width())
		w.live = append(w.live, object{base: o.Base, size: size, at: o.Base.BVBig().Uint64(), bytes: uint64(o.Size)})
	}
}

// memory executes the operations that only the interpreter acts on.
func (w *follower) memory(op *program.Op, pos program.Pos) error {
	if op.Check == program.PointerEquality {
		return nil
	}
	addr, err := w.term(op.Expr, pos)
	if err != nil {
		return err
	}
	at, err := w.word(addr)
	if err != nil {
		return err
	}
	if op.Kind == program.OpFree {
		v, err := w.pin(addr, pos)
		if err != nil || at == 0 {
			return err
		}
		for i, o := range w.live {
			if o.at == at && (op.Note == program.Automatic) == o.automatic {
				w.live = append(w.live[:i:i], w.live[i+1:]...)
				return w.require(w.f.Eq(o.base, v), pos) // an object that may be elsewhere is at this address
			}
		}
		return nil
	}
	size, err := w.term(op.Size, pos)
	if err != nil {
		return err
	}
	bytes, err := w.word(size)
	if err != nil {
		return err
	}
	f := w.f
	if op.Kind == program.OpAlloc {
		if !addr.IsConst() { // null or not
			if err := w.require(w.same(f.Eq(addr, f.BVInt(0, addr.Sort().Width())), at == 0), pos); err != nil {
				return err
			}
		}
		if at == 0 {
			return nil
		}
		for _, o := range w.live {
			if o.at == at && op.Note == program.Automatic {
				return nil
			}
		}
		w.live = append(w.live, object{addr, size, at, bytes, op.Note == program.Automatic})
		return nil
	}
	if bytes == 0 {
		return w.require(f.Eq(size, f.BVInt(0, size.Sort().Width())), pos)
	}
	if !op.Accesses() {
		return w.pointers(op, addr, at, pos)
	}
	for i := len(w.live) - 1; i >= 0; i-- {
		o := w.live[i]
		if at < o.at || at-o.at > o.bytes || bytes > o.bytes-(at-o.at) {
			continue
		}
		if err := w.require(program.Inside(f, addr, size, o.base, o.size), pos); err != nil || op.Origin == nil {
			return err
		}
		return w.belongs(op.Origin, o, pos)
	}
	return errors.New("an access lies in no object")
}

// pointsInto reports whether the value p is that of a pointer into the object or one past its end.
func (o object) pointsInto(p uint64) bool { return p >= o.at && p-o.at <= o.bytes }

// belongs requires of a pointer that it points into the object, or has the value that it has in the execution.
func (w *follower) belongs(pointer *logic.Term, o object, pos program.Pos) error {
	t, err := w.term(pointer, pos)
	if err != nil {
		return err
	}
	p, err := w.word(t)
	if err != nil {
		return err
	}
	if o.pointsInto(p) {
		return w.require(program.PointsInto(w.f, t, o.base, o.size), pos)
	}
	_, err = w.pin(t, pos)
	return err
}

// pointers executes an operation on pointers that accesses nothing: both stay in the object, or are as in the execution.
func (w *follower) pointers(op *program.Op, addr *logic.Term, at uint64, pos program.Pos) error {
	for _, o := range w.live {
		if o.pointsInto(at) {
			if err := w.require(program.PointsInto(w.f, addr, o.base, o.size), pos); err != nil {
				return err
			}
			return w.belongs(op.Origin, o, pos)
		}
	}
	if _, err := w.pin(addr, pos); err != nil {
		return err
	}
	from, err := w.term(op.Origin, pos)
	if err == nil {
		_, err = w.pin(from, pos)
	}
	return err
}

// same is t or its negation.
func (w *follower) same(t *logic.Term, holds bool) *logic.Term {
	if holds {
		return t
	}
	return w.f.Not(t)
}

// word is the value of a term in the execution.
func (w *follower) word(t *logic.Term) (uint64, error) {
	if !t.IsConst() {
		v, err := w.eval.Eval(t)
		if err != nil {
			return 0, err
		}
		t = v
	}
	if !t.IsConst() || !t.Sort().IsBV() {
		return 0, errors.New("an address is no number")
	}
	return t.BVBig().Uint64(), nil
}
