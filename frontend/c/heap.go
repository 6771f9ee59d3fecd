package c

import (
	"fmt"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/frontend/c/alias"

	"modernc.org/cc/v4"
)

// mallocAlign is the alignment of allocated blocks: 8 for ILP32, 16 for LP64.
func (l *lowerer) mallocAlign() int64 {
	if l.o.Model == program.LP64 {
		return 16
	}
	return 8
}

// heap returns the variable that holds the address of the next free byte.
func (b *builder) heap() *program.Var {
	if b.heapTop == nil {
		w := logic.BVSort(b.tt.ptrW)
		b.heapTop = b.newVar(program.HeapTop, w)
		b.heapTop.Temp = true
		b.mod.Globals = append(b.mod.Globals, b.heapTop)
		b.heapObj = &program.Object{Name: program.HeapStart, Align: 16, Base: b.f.Var("#heap", w)}
	}
	return b.heapTop
}

// allocate returns the address of a new block of size bytes (pointer width).
// Blocks never overlap, and at least one byte lies between two of them, so that a pointer one past the end of one points to no other; an execution in which all blocks together do not fit
// into the address space is not considered. The address of a block larger than
// the largest object (PTRDIFF_MAX) is null, as in practice.
// The note is that of program.OpAlloc.
func (b *builder) allocate(size *logic.Term, note string) *logic.Term {
	top := b.heap()
	w := b.tt.ptrW
	a := b.mallocAlign()
	p := b.temp(logic.BVSort(w), false)
	b.assign(p, top.Sym)
	if !size.IsConst() {
		size = b.snapshot(size, false)
	}
	huge := b.f.SLt(size, b.f.BV(0, w))
	if huge.IsTrue() {
		b.assign(p, b.f.BV(0, w))
		return p.Sym
	}
	var step *logic.Term
	if c, ok := size.BVUint64(); ok {
		if c > uint64(1)<<62 {
			c = uint64(1) << 62
		}
		step = b.f.BVInt(roundUp(int64(c)+1, a), w)
	} else {
		// roundup(size + 1, a)
		step = b.f.BVOp(logic.OpBVAnd, b.f.BVOp(logic.OpBVAdd, size, b.f.BVInt(a, w)), b.f.BVInt(-a, w))
	}
	// The block and its gap fit below the end of the address space.
	limit := b.f.BVInt(-4096, w)
	room := b.f.BVOp(logic.OpBVSub, limit, p.Sym)
	b.emit(program.Op{Kind: program.OpAssume, Note: program.Room, Expr: b.f.Or(huge, b.f.And(b.f.ULe(p.Sym, limit), b.f.ULe(step, room)))})
	b.assign(top, b.f.Ite(huge, p.Sym, b.f.BVOp(logic.OpBVAdd, p.Sym, step)))
	if !huge.IsFalse() {
		b.assign(p, b.f.Ite(huge, b.f.BV(0, w), p.Sym))
		size = b.f.Ite(huge, b.f.BV(0, w), size)
	}
	b.emit(program.Op{Kind: program.OpAlloc, Expr: p.Sym, Size: size, Note: note})
	b.blockOperation(blockOp{kind: blockSize, addr: p.Sym, size: size})
	return p.Sym
}

// varOf returns the local variable of a symbol.
func (b *builder) varOf(sym *logic.Term) *program.Var {
	for _, v := range b.fn.Locals {
		if v.Sym == sym {
			return v
		}
	}
	panic("no variable for " + sym.Name())
}

// stringObject returns the object of a string literal.
func (b *builder) stringObject(n *cc.PrimaryExpression) *object {
	if o := b.strings[n]; o != nil {
		return o
	}
	t := b.tt.of(n.Type().Undecay())
	o := &object{name: "string", t: t, class: b.alias.ClassOfPointee(n)}
	b.strings[n] = o
	b.newMemory(o, fmt.Sprintf("str%d", len(b.strings)), "")
	o.mem.ReadOnly, o.mem.Literal = true, literalText(n)
	b.literals[o.class] = append(b.literals[o.class], o.mem)
	b.initWork = append(b.initWork, func(e *builder) {
		e.begin(e.posOf(n))
		e.initString(e.objectPlace(o), n)
		e.flush()
	})
	return o
}

// literalText is the text of a string literal with its end; of wide characters a description that is another one for each text.
func literalText(n *cc.PrimaryExpression) string {
	switch s := n.Value().(type) {
	case cc.StringValue:
		return string(s)
	case cc.UTF16StringValue:
		return fmt.Sprint([]uint16(s)) + "/16"
	case cc.UTF32StringValue:
		return fmt.Sprint([]rune(s)) + "/32"
	}
	return "\x00" // not known: the end of any
}

// scramble havocs the object of type t at addr.
func (b *builder) scramble(class alias.ClassID, addr *logic.Term, t *ctype, fresh bool) {
	if n := t.size; n > maxHavocCells {
		b.blockOperation(blockOp{kind: blockHavoc, class: class, addr: addr, size: b.f.BVInt(n, b.tt.ptrW), align: t.align, local: fresh && b != b.entry, ifZeroed: fresh && b == b.entry})
		return
	}
	p := place{t: t, addr: addr, class: class, inside: true}
	if b.alias.ByteLevel(class) {
		if t.size < 0 || t.size > maxHavocCells {
			return
		}
		for i := int64(0); i < t.size; i++ {
			v := b.scratchVar(logic.BVSort(8))
			b.havoc(v)
			b.storeBytes(class, b.addr(addr, i), v.Sym)
		}
		return
	}
	cs, ok := b.cells(p)
	if !ok || len(cs) > maxHavocCells {
		return
	}
	for _, c := range cs {
		c.inside = true
		v := b.scratchVar(c.t.sort)
		b.havoc(v)
		b.store(c, v.Sym)
	}
}

// zeroMemory sets an object in memory to zero bytes.
func (b *builder) zeroMemory(p place) {
	byteLevel := b.alias.ByteLevel(p.class)
	n := p.t.size
	var cs []place
	ok := true
	if !byteLevel {
		cs, ok = b.cells(p)
		n = int64(len(cs))
	}
	if b != b.entry || ok && n <= maxZeroCells {
		b.zeroCells(p, byteLevel, cs, ok)
		return
	}
	// A large static object: all its regions start as zero everywhere.
	b.zeroed[p.class] = true
	b.kindsOf(p.class, p.t)
}

// zeroCells zeroes by stores.
func (b *builder) zeroCells(p place, byteLevel bool, cs []place, ok bool) {
	switch {
	case byteLevel && p.t.size >= 0 && p.t.size <= maxCells:
		r := b.region(p.class, logic.BVSort(8), false)
		m := r.Sym
		for i := int64(0); i < p.t.size; i++ {
			m = b.f.Store(m, b.addr(p.addr, i), b.f.BV(0, 8))
		}
		b.assign(r, m)
	case !byteLevel && ok:
		for _, c := range cs {
			c.inside = true
			if c.bits > 0 {
				b.storeBits(c, b.f.BV(0, c.t.width))
			} else {
				b.store(c, b.zeroOf(c.t.sort))
			}
		}
	case p.t.size >= 0:
		b.blockOperation(blockOp{kind: blockFill, class: p.class, addr: p.addr, size: b.f.BVInt(p.t.size, b.tt.ptrW), fill: b.f.BV(0, 8), align: p.t.align})
	default:
		b.cut("initialisation of "+p.t.described(), b.pos)
	}
}

// kindsOf makes the regions an object of type t uses.
func (b *builder) kindsOf(class alias.ClassID, t *ctype) {
	switch t.kind {
	case tArray:
		b.kindsOf(class, t.elem)
	case tRecord:
		for _, f := range t.fields {
			if f.bits > 0 {
				b.region(class, logic.BVSort(8), false)
			} else if f.bits == 0 {
				b.kindsOf(class, f.typ)
			}
		}
	case tInt, tFloat, tPtr:
		if b.alias.ByteLevel(class) {
			b.region(class, logic.BVSort(8), false)
		} else {
			b.regionOf(class, t)
		}
	}
}

// regionStarts are the initial values of the regions: zero where they must be,
// anything where blocks are made whose contents are indeterminate.
func (l *lowerer) regionStarts() []program.Op {
	unknown := map[alias.ClassID]bool{}
	for _, o := range l.blocks {
		if o.kind == blockHavoc && !o.varying { // else what memory holds at the beginning is as good
			unknown[o.class] = true
		}
	}
	class := map[*program.Var]alias.ClassID{}
	for k, r := range l.regions {
		class[r] = k.class
	}
	var ops []program.Op
	for _, v := range l.mod.Globals {
		switch c, ok := class[v]; {
		case !ok:
		case l.zeroed[c]:
			ops = append(ops, program.Op{Kind: program.OpAssign, Var: v, Expr: l.entry.zeroOf(v.Sym.Sort())})
		case unknown[c]:
			ops = append(ops, program.Op{Kind: program.OpHavoc, Var: v})
		}
	}
	return ops
}
