package c

import (
	"sort"

	"cupel/frontend/c/alias"
	"cupel/logic"
	"cupel/program"
)

// blockKind tells what a block operation does.
type blockKind uint8

const (
	blockFill blockKind = iota // all bytes become one value
	blockCopy
	blockHavoc
	blockSize // record the size of a new heap block, for realloc
)

// blockOp is an operation on a range of bytes of memory: memset, memcpy,
// calloc, uninitialised memory. It acts on every kind of cell of the points-to
// class, and those are known only when the whole program is lowered, so its
// code is inserted at the end, between two locations kept for it.
type blockOp struct {
	b        *builder
	kind     blockKind
	src, dst *program.Location
	class    alias.ClassID // of the memory written
	from     alias.ClassID // blockCopy
	addr     *logic.Term
	fromAddr *logic.Term
	fill     *logic.Term // BV(8)
	size     *logic.Term // pointer width
	align    int64       // known alignment of the addresses
	overlap  bool        // blockCopy: the ranges may overlap
	ifZeroed bool        // only when the class starts as all zeros
	local    bool        // blockHavoc of an automatic object
	limit    *logic.Term // blockCopy: bytes beyond it are not copied; nil: none
	pos      program.Pos
	unknown  *program.Unknown // blockHavoc: what the contents are
}

// blockOperation puts a block operation at the current point. It changes
// memory only, so terms that read memory are kept in temporaries.
func (b *builder) blockOperation(o blockOp) {
	keep := func(t *logic.Term) *logic.Term {
		if t == nil || !reads(t) {
			return t
		}
		return b.snapshot(t, false)
	}
	o.addr, o.fromAddr, o.fill, o.size, o.limit = keep(o.addr), keep(o.fromAddr), keep(o.fill), keep(o.size), keep(o.limit)
	b.flush()
	o.b, o.pos, o.src, o.dst, o.unknown = b, b.pos, b.cur, b.newLoc(), b.unknown
	b.cur = o.dst
	b.blocks = append(b.blocks, &o)
}

// maxUnrolledCells bounds the stores of a block operation of constant size;
// others are loops.
const maxUnrolledCells = 256

// expandBlocks inserts the code of all block operations.
func (l *lowerer) expandBlocks() {
	// A copy makes the cells of the target class readable in the source.
	for more := true; more; {
		more = false
		for _, o := range l.blocks {
			if o.kind != blockCopy || l.alias.ByteLevel(o.class) != l.alias.ByteLevel(o.from) {
				continue
			}
			for _, r := range l.cellsOf(o.class) {
				if l.regions[regionKey{o.from, r.Sym.Sort().Elem()}] == nil {
					o.b.region(o.from, r.Sym.Sort().Elem(), r.Signed)
					more = true
				}
			}
		}
	}
	for _, o := range l.blocks {
		o.expand()
	}
}

// cellsOf returns the regions of a class in order of their creation.
func (l *lowerer) cellsOf(class alias.ClassID) []*program.Var {
	var rs []*program.Var
	for k, r := range l.regions {
		if k.class == class {
			rs = append(rs, r)
		}
	}
	sort.Slice(rs, func(i, j int) bool { return rs[i].Name < rs[j].Name })
	return rs
}

func (o *blockOp) expand() {
	b := o.b
	cur, ops, unknown := b.cur, b.ops, b.unknown
	b.ops, b.pos, b.cur, b.guard, b.unknown = nil, o.pos, o.src, nil, o.unknown
	defer func() {
		b.goTo(o.dst)
		b.cur, b.ops, b.unknown = cur, ops, unknown
	}()
	switch {
	case o.kind == blockSize:
		if b.sizes != nil {
			b.assign(b.sizes, b.f.Store(b.sizes.Sym, o.addr, o.size))
		}
		return
	case o.ifZeroed && !b.zeroed[o.class]:
		return
	case o.local && !b.zeroed[o.class] && b.once(b.fn, o.src, o.dst):
		return // nothing was written there before
	case o.local && b.extent[o.class] == 1 && !b.recursive(b.fn):
		for _, r := range b.cellsOf(o.class) {
			b.havoc(r)
		}
		return
	}
	if o.kind == blockCopy && b.alias.ByteLevel(o.class) != b.alias.ByteLevel(o.from) {
		b.cut("copy between memory of different models", o.pos)
		return
	}
	for _, r := range b.cellsOf(o.class) {
		cell := r.Sym.Sort().Elem()
		n := int64(cell.Width()+7) / 8
		if cell.IsFloat() && cell.SigBits() == 64 {
			n = 10
		}
		step := min(o.align, n)
		if cell.Width() == 8 {
			step = 1
		}
		if n == 10 || step > 4 && b.tt.ptrW == 32 {
			step = min(o.align, 4)
		}
		step = max(step, 1)
		c, ok := o.size.BVUint64()
		if ok && c%uint64(step) != 0 {
			b.cut("memory operation on a part of a cell", o.pos)
			return
		}
		if ok && (c/uint64(step)) <= maxUnrolledCells {
			o.unroll(r, cell, n, step, int64(c))
			continue
		}
		o.loop(r, cell, n, step)
	}
}

// value is what the cell of the given kind at offset off becomes.
func (o *blockOp) value(cell *logic.Sort, off *logic.Term) *logic.Term {
	b := o.b
	switch o.kind {
	case blockFill:
		n := (cell.Width() + 7) / 8
		if cell.IsFloat() && cell.SigBits() == 64 {
			n = 10
		}
		x := o.fill
		for i := 1; i < n; i++ {
			x = b.f.Concat(x, o.fill)
		}
		if cell.IsFloat() {
			return b.floatFromBits(x, &ctype{kind: tFloat, sort: cell})
		}
		return x
	case blockCopy:
		from := b.regions[regionKey{o.from, cell}]
		return b.f.Select(from.Sym, b.f.BVOp(logic.OpBVAdd, o.fromAddr, off))
	}
	v := b.temp(cell, false)
	b.havoc(v)
	return v.Sym
}

func (o *blockOp) unroll(r *program.Var, cell *logic.Sort, n, step, size int64) {
	b := o.b
	m := r.Sym
	for off := int64(0); off+n <= size; off += step {
		at := b.f.BVInt(off, b.tt.ptrW)
		x := o.value(cell, at)
		if o.limit != nil {
			x = b.f.Ite(b.f.ULe(b.f.BVInt(off+n, b.tt.ptrW), o.limit), x, b.f.Select(r.Sym, b.addr(o.addr, off)))
		}
		m = b.f.Store(m, b.addr(o.addr, off), x)
	}
	b.assign(r, m)
}

// loop writes the cells one by one: for (i = 0; i + n <= size; i += step). A
// copy to a higher overlapping address goes backwards.
func (o *blockOp) loop(r *program.Var, cell *logic.Sort, n, step int64) {
	b := o.b
	w := b.tt.ptrW
	k := func(n int64) *logic.Term { return b.f.BVInt(n, w) }
	add := func(x, y *logic.Term) *logic.Term { return b.f.BVOp(logic.OpBVAdd, x, y) }
	if step > 1 {
		whole, part := b.newLoc(), b.newLoc()
		rest := b.f.BVOp(logic.OpBVURem, o.size, k(step))
		b.split(b.f.Eq(rest, k(0)), branchTo{loc: whole}, branchTo{loc: part})
		b.cur = part
		b.cut("memory operation on a part of a cell", o.pos)
		b.cur = whole
	}
	i := b.temp(logic.BVSort(w), false)
	done := b.newLoc()
	body := func() {
		at := add(o.addr, i.Sym)
		b.assign(r, b.f.Store(r.Sym, at, o.value(cell, i.Sym)))
	}
	forward := func() {
		b.assign(i, k(0))
		head, in := b.newLoc(), b.newLoc()
		b.goTo(head)
		// i + n <= size without wrapping around.
		size := o.size
		if o.limit != nil {
			size = b.f.Ite(b.f.ULt(o.limit, size), o.limit, size)
		}
		b.split(b.f.And(b.f.ULe(k(n), size), b.f.ULe(i.Sym, b.f.BVOp(logic.OpBVSub, size, k(n)))), branchTo{loc: in}, branchTo{loc: done})
		b.cur = in
		body()
		b.assign(i, add(i.Sym, k(step)))
		b.goTo(head)
	}
	if o.kind != blockCopy || !o.overlap {
		forward()
		b.cur = done
		return
	}
	fw, bw := b.newLoc(), b.newLoc()
	b.split(b.f.ULe(o.addr, o.fromAddr), branchTo{loc: fw}, branchTo{loc: bw})
	b.cur = fw
	forward()
	b.cur = bw
	// i starts at the last multiple of step with i + n <= size, plus step.
	last := b.f.BVOp(logic.OpBVMul, b.f.BVOp(logic.OpBVUDiv, b.f.BVOp(logic.OpBVSub, o.size, k(n)), k(step)), k(step))
	b.assign(i, b.f.Ite(b.f.ULt(o.size, k(n)), k(0), add(last, k(step))))
	head, in := b.newLoc(), b.newLoc()
	b.goTo(head)
	b.split(b.f.Ne(i.Sym, k(0)), branchTo{loc: in}, branchTo{loc: done})
	b.cur = in
	b.assign(i, b.f.BVOp(logic.OpBVSub, i.Sym, k(step)))
	body()
	b.goTo(head)
	b.cur = done
}
