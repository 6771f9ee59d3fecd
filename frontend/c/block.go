package c

import (
	"sort"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/frontend/c/alias"
)

// blockKind is the kind of a block operation.
type blockKind uint8

const (
	blockFill blockKind = iota // all bytes become one value
	blockCopy
	blockHavoc
	blockSize // record the size of a new heap block, for realloc
)

// blockOp is an operation on a range of bytes of memory: memset, memcpy, calloc, uninitialised memory. It affects every kind of cell of the points-to class,
// which are only known after the whole program is lowered, so its code is inserted at the end, between two reserved locations.
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
	varying  bool        // of an array of variable length
	local    bool        // blockHavoc of an automatic object
	limit    *logic.Term // blockCopy: bytes beyond it are not copied; nil: none
	pos      program.Pos
	unknown  *program.Unknown // blockHavoc: the source of the contents
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
		if o.unknown != nil && o.unknown.Kind == program.Uninitialized { // no earlier write: the contents are those that memory has at the beginning
			b.emit(program.Op{Kind: program.OpAlloc, Expr: o.addr, Size: o.size, Note: program.Automatic, Unknown: o.unknown, Pos: o.pos})
		}
		return
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
		if n == 10 && !(ok && c%uint64(step) == 0) {
			o.whole(step)
		}
		if ok && (c/uint64(step)) <= maxUnrolledCells {
			o.unroll(r, cell, n, step, int64(c))
			continue
		}
		o.loop(r, cell, n, step)
	}
}

// value returns the new value of the cell of the given kind at offset off.
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

// whole cuts executions in which the size is no multiple of step.
func (o *blockOp) whole(step int64) {
	b := o.b
	k := func(n int64) *logic.Term { return b.f.BVInt(n, b.tt.ptrW) }
	whole, part := b.newLoc(), b.newLoc()
	b.split(b.f.Eq(b.f.BVOp(logic.OpBVURem, o.size, k(step)), k(0)), branchTo{loc: whole}, branchTo{loc: part})
	b.cur = part
	b.cut("memory operation on a part of a long double", o.pos)
	b.cur = whole
}

// partly is the cell at offset off after the operation, which ends within it: its
// bytes from size on keep their values.
func (o *blockOp) partly(r *program.Var, cell *logic.Sort, off *logic.Term) *logic.Term {
	b := o.b
	add := func(x *logic.Term, i int) *logic.Term {
		return b.f.BVOp(logic.OpBVAdd, x, b.f.BVInt(int64(i), b.tt.ptrW))
	}
	t := &ctype{kind: tFloat, sort: cell}
	bits := func(x *logic.Term) *logic.Term {
		if cell.IsFloat() {
			return b.snapshot(b.floatBits(x, t), false)
		}
		return x
	}
	at := b.f.BVOp(logic.OpBVAdd, o.addr, off)
	old, x := bits(b.f.Select(r.Sym, at)), bits(o.value(cell, off))
	var y *logic.Term
	for i := 0; 8*i < x.Sort().Width(); i++ {
		part := b.f.Ite(b.f.ULt(add(off, i), o.size), b.f.Extract(8*i+7, 8*i, x), b.f.Extract(8*i+7, 8*i, old))
		if y == nil {
			y = part
		} else {
			y = b.f.Concat(part, y)
		}
	}
	if cell.IsFloat() {
		return b.floatFromBits(y, t)
	}
	return y
}

func (o *blockOp) unroll(r *program.Var, cell *logic.Sort, n, step, size int64) {
	b := o.b
	m := r.Sym
	for off := int64(0); off < size; off += step {
		at := b.f.BVInt(off, b.tt.ptrW)
		if off+n > size {
			if n != 10 {
				m = b.f.Store(m, b.addr(o.addr, off), o.partly(r, cell, at))
			}
			continue
		}
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
	i := b.temp(logic.BVSort(w), false)
	done, end := b.newLoc(), b.newLoc()
	// tail writes the cells from i on that the operation covers in part.
	tail := func() {
		if n == 1 || n == 10 || n == step && multiple(o.size, step) {
			return
		}
		head, in, out := b.newLoc(), b.newLoc(), b.newLoc()
		b.goTo(head)
		b.split(b.f.ULt(i.Sym, o.size), branchTo{loc: in}, branchTo{loc: out})
		b.cur = in
		b.assign(r, b.f.Store(r.Sym, add(o.addr, i.Sym), o.partly(r, cell, i.Sym)))
		b.assign(i, add(i.Sym, k(step)))
		b.goTo(head)
		b.cur = out
	}
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
		if o.limit == nil {
			tail()
		}
		b.goTo(end)
		return
	}
	fw, bw := b.newLoc(), b.newLoc()
	b.split(b.f.ULe(o.addr, o.fromAddr), branchTo{loc: fw}, branchTo{loc: bw})
	b.cur = fw
	forward()
	b.cur = done
	tail()
	b.goTo(end)
	b.cur = bw
	// i starts at the last multiple of step with i + n <= size, plus step.
	last := b.f.BVOp(logic.OpBVMul, b.f.BVOp(logic.OpBVUDiv, b.f.BVOp(logic.OpBVSub, o.size, k(n)), k(step)), k(step))
	from := b.temp(logic.BVSort(w), false)
	b.assign(from, b.f.Ite(b.f.ULt(o.size, k(n)), k(0), add(last, k(step))))
	b.assign(i, from.Sym)
	tail()
	b.assign(i, from.Sym)
	head, in := b.newLoc(), b.newLoc()
	b.goTo(head)
	b.split(b.f.Ne(i.Sym, k(0)), branchTo{loc: in}, branchTo{loc: end})
	b.cur = in
	b.assign(i, b.f.BVOp(logic.OpBVSub, i.Sym, k(step)))
	body()
	b.goTo(head)
	b.cur = end
}

// multiple reports whether the form of t shows that it is a multiple of step.
func multiple(t *logic.Term, step int64) bool {
	if c, ok := t.BVUint64(); ok {
		return c%uint64(step) == 0
	}
	switch t.Op() {
	case logic.OpBVMul:
		return multiple(t.Arg(0), step) || multiple(t.Arg(1), step)
	case logic.OpBVAdd, logic.OpBVSub:
		return multiple(t.Arg(0), step) && multiple(t.Arg(1), step)
	case logic.OpIte:
		return multiple(t.Arg(1), step) && multiple(t.Arg(2), step)
	}
	return false
}
