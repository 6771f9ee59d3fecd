package observe

import (
	"math/rand/v2"

	"cupel/core/logic"
	"cupel/core/program"
)

// dice draws small values for havocs. Each run prefers one kind of numbers; in some runs values mostly repeat, so that equalities are frequent.
type dice struct {
	*rand.Rand
	f      *logic.Factory
	kind   int
	stick  int // in how many numbers one does not follow the one before
	last   int64
	past   []*logic.Term // values drawn earlier, to be repeated; nil: drawn anew
	drawn  []*logic.Term
	starts map[*program.Var][]int64 // likely base addresses of arrays
}

// Next implements interp.Source.
func (d *dice) Next(op *program.Op, _ *program.Edge) (*logic.Term, bool) {
	if n := len(d.drawn); n < len(d.past) && d.past[n].Sort() == op.Var.Sort() {
		d.drawn = append(d.drawn, d.past[n])
		return d.past[n], true
	}
	t, ok := d.value(op)
	if ok {
		d.drawn = append(d.drawn, t)
	}
	return t, ok
}

func (d *dice) value(op *program.Op) (*logic.Term, bool) {
	switch s := op.Var.Sort(); {
	case s.IsBool():
		return d.f.BoolConst(d.IntN(2) == 0), true
	case s.IsInt():
		return d.f.IntConst(d.number(op.Input != nil)), true
	case isArray(op.Var):
		t := d.f.ConstArray(s, d.f.IntConst(d.number(false)))
		for i := int64(firstCell); i <= lastCell; i++ {
			t = d.f.Store(t, d.f.IntConst(i), d.f.IntConst(d.number(false)))
		}
		for _, c := range d.starts[op.Var] {
			for i := int64(firstByte); i <= lastByte; i++ {
				t = d.f.Store(t, d.f.IntConst(c+i), d.f.IntConst(d.number(false)))
			}
		}
		return t, true
	}
	return nil, false
}

// number draws an integer; that of an input is often one that may be a size.
func (d *dice) number(input bool) int64 {
	if d.IntN(d.stick) == 0 {
		d.last = d.draw(input)
	}
	return d.last
}

func (d *dice) draw(input bool) int64 {
	kind := d.kind
	if d.IntN(4) == 0 {
		kind = d.IntN(kinds)
	}
	switch kind {
	case 0, 1:
		if input {
			return int64(1 + d.IntN(9))
		}
		return int64(d.IntN(9) - 3)
	case 2:
		return int64(d.IntN(2))
	case 3:
		return int64(d.IntN(12) - 6)
	}
	return int64(d.IntN(41) - 20)
}
