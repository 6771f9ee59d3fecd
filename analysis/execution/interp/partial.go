package interp

import (
	"cupel/core/logic"
)

// Bit-fields share bytes with their neighbours and with padding, which is never written. A tracking machine therefore
// tracks unknown bits of memory cells: array.partial has the mask of each partially unknown cell.

// allBits is the mask of a completely unknown cell.
const allBits = ^uint64(0)

// unknownBits are the bits of the cell at a word index that are unknown.
func (a *array) unknownBits(k uint64) uint64 {
	if !a.unknownAt(k) {
		return 0
	}
	if bits, ok := a.partial[k]; ok {
		return bits
	}
	return allBits
}

// markBits sets which bits of a cell, which was just written, are unknown.
func (a *array) markBits(k, bits uint64) {
	a.markWord(k, bits != 0)
	if e := a.sort.Elem(); bits != 0 && e.IsBV() && bits&maskOf(e.Width()) != maskOf(e.Width()) {
		if a.partial == nil {
			a.partial = map[uint64]uint64{}
		}
		a.partial[k] = bits
	}
}

// cellOf is the variable that t reads a cell of, by a word index; false: t is
// something else.
func (c *compiler) cellOf(t *logic.Term) (slot int, ok bool) {
	if t.Op() != logic.OpSelect || t.Arg(0).Op() != logic.OpVar || !isWord(t.Arg(1).Sort()) || !t.Sort().IsBV() {
		return 0, false
	}
	slot, ok = c.m.idx[t.Arg(0)]
	return slot, ok && c.m.slots[slot].class == cells
}

// field compiles t, bits of a cell, for a tracking machine; nil: it is not that.
func (c *compiler) field(t *logic.Term) func() uint64 {
	m := c.m
	i, ok := c.cellOf(t.Arg(0))
	if !m.tracking || !ok {
		return nil
	}
	index, lo, mask := c.word(t.Arg(0).Arg(1)), uint(t.Lo()), maskOf(t.Sort().Width())
	return func() uint64 {
		k, a := index(), m.arrays[i]
		if !a.plain() {
			m.giveUp = true
			return 0
		}
		if a.unknownBits(k)>>lo&mask != 0 {
			m.tainted = true
		}
		return a.get(k) >> lo & mask
	}
}

// composed reports whether a value may be unknown in some of its bits only.
func composed(t *logic.Term) bool {
	switch t.Op() {
	case logic.OpConcat, logic.OpExtract, logic.OpZeroExt, logic.OpSelect:
		return t.Sort().IsBV() && isWord(t.Sort())
	}
	return false
}

// unknownBits compiles code for the bits of t that are unknown, to be run after
// the code of t.
func (c *compiler) unknownBits(t *logic.Term) func() uint64 {
	m := c.m
	width := t.Sort().Width()
	switch t.Op() {
	case logic.OpConst:
		return func() uint64 { return 0 }
	case logic.OpConcat:
		if t.NumArgs() == 2 {
			x, y, w := c.unknownBits(t.Arg(0)), c.unknownBits(t.Arg(1)), uint(t.Arg(1).Sort().Width())
			return func() uint64 { return x()<<w | y() }
		}
	case logic.OpExtract:
		if isWord(t.Arg(0).Sort()) {
			x, lo := c.unknownBits(t.Arg(0)), uint(t.Lo())
			return func() uint64 { return x() >> lo & maskOf(width) }
		}
	case logic.OpZeroExt:
		return c.unknownBits(t.Arg(0))
	case logic.OpSelect:
		if i, ok := c.cellOf(t); ok {
			index := c.word(t.Arg(1))
			return func() uint64 {
				var k uint64
				if m.tracked(func() { k = index() }) {
					return maskOf(width)
				}
				return m.arrays[i].unknownBits(k) & maskOf(width)
			}
		}
	}
	f := c.word(t)
	return func() uint64 {
		if m.tracked(func() { f() }) {
			return maskOf(width)
		}
		return 0
	}
}
