package c

import (
	"strings"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/frontend/c/tree"

	"modernc.org/cc/v4"
)

// library lowers calls of the C library's functions that have a model.
func (b *builder) library(name string, n *cc.PostfixExpression, ft *cc.FunctionType, pos program.Pos) (val, bool) {
	if v, ok := b.pureFunction(name, n, ft); ok {
		return v, true
	}
	es := tree.Args(n)
	base := strings.TrimPrefix(name, "__builtin_")
	if base != name {
		if v, ok := b.genericBuiltin(base, es, n); ok {
			return v, true
		}
	}
	if op, ok := strings.CutSuffix(base, "_overflow"); ok && base != name && len(es) == 3 {
		return b.overflowFunc(op, es, n), true
	}
	base = strings.TrimSuffix(strings.TrimPrefix(base, "__"), "_chk")
	switch base {
	case "bzero", "explicit_bzero":
		if len(es) == 2 {
			a := b.args(n, ft)
			p, size := b.convert(a[0], b.tt.ptrs, n), b.size(a[1], n)
			b.access(p, size, nil)
			b.blockOperation(blockOp{kind: blockFill, class: b.alias.ClassOfPointee(es[0]), addr: p, size: size,
				fill: b.f.BV(0, 8), align: b.pointeeAlign(es[0])})
			return val{t: b.tt.kind(cc.Void)}, true
		}
	case "bcopy":
		if len(es) == 3 {
			a := b.args(n, ft)
			b.memcpy("memmove", []cc.ExpressionNode{es[1], es[0], es[2]}, []val{a[1], a[0], a[2]}, n)
			return val{t: b.tt.kind(cc.Void)}, true
		}
	case "malloc", "alloca", "valloc", "kmalloc", "xmalloc":
		if base == "xmalloc" || base == "kmalloc" || len(es) == 0 {
			return val{}, false
		}
		a := b.args(n, ft)
		return b.newBlock(base, b.size(a[0], n), nil, n), true
	case "calloc":
		if len(es) != 2 {
			return val{}, false
		}
		a := b.args(n, ft)
		size := b.productSize(b.size(a[0], n), b.size(a[1], n))
		return b.newBlock(base, size, b.f.BV(0, 8), n), true
	case "realloc":
		if len(es) != 2 {
			return val{}, false
		}
		return b.realloc(b.args(n, ft), n), true
	case "free", "cfree":
		if len(es) != 1 {
			return val{}, false
		}
		a := b.args(n, ft)
		if a[0].x != nil {
			op := program.Op{Kind: program.OpFree, Expr: b.convert(a[0], b.tt.ptrs, n), Note: base}
			if from := b.goesOn(a[0]); from != a[0].x && a[0].t.kind == tPtr {
				op.Origin = from
			}
			b.emit(op)
		}
		return val{t: b.tt.kind(cc.Void)}, true
	case "va_start", "va_end":
		return b.variadic(name, n)
	case "memset":
		if len(es) >= 3 {
			a := b.args(n, ft)
			p := b.convert(a[0], b.tt.ptrs, n)
			size := b.size(a[2], n)
			b.writes(b.alias.ClassOfPointee(es[0]), p, size, nil)
			b.blockOperation(blockOp{kind: blockFill, class: b.alias.ClassOfPointee(es[0]), addr: p, size: size,
				fill: b.resize(a[1].x, 8, true), align: b.pointeeAlign(es[0])})
			return val{t: b.tt.ptrs, x: p}, true
		}
	case "memcpy", "memmove", "mempcpy":
		if len(es) >= 3 {
			return b.memcpy(base, es, b.args(n, ft), n), true
		}
	case "strlen", "strcmp", "strncmp", "memcmp", "bcmp", "strcpy", "stpcpy", "strncpy", "strcat", "strncat", "strchr", "strrchr", "memchr", "strnlen":
		v, ok := b.stringFunc(base, es, n, ft)
		if t := b.typeOf(n); ok && v.t.kind == tPtr && t.kind == tPtr {
			v.t = t // char *, so that the result can be dereferenced
		}
		return v, ok
	}
	return val{}, false
}

// size converts a size argument to pointer width.
func (b *builder) size(v val, at cc.Node) *logic.Term {
	return b.convert(v, b.tt.sizeT(), at)
}

// productSize is n * size for calloc, or the greatest size when it overflows:
// no such block fits.
func (b *builder) productSize(x, y *logic.Term) *logic.Term {
	w := b.tt.ptrW
	wide := b.f.BVOp(logic.OpBVMul, b.f.ZeroExt(w, x), b.f.ZeroExt(w, y))
	return b.f.Ite(b.f.Eq(b.f.Extract(2*w-1, w, wide), b.f.BV(0, w)), b.f.Extract(w-1, 0, wide), b.f.BVInt(-1, w))
}

// newBlock is the result of malloc and the like, which the function by makes. fill, when not nil, is the
// value of all its bytes. A block on the stack is always had.
func (b *builder) newBlock(by string, size, fill *logic.Term, n *cc.PostfixExpression) val {
	t := b.tt.pointerTo(b.tt.kind(cc.Void))
	class := b.alias.ClassOfPointee(n)
	if b.guard != nil {
		panic("control flow under a guard")
	}
	note, mayFail := by, by != "alloca"
	if !mayFail {
		note = program.Stack
	}
	b.extent[class] += 2
	b.aligned(class, b.mallocAlign())
	make := func() *logic.Term {
		p := b.allocate(size, note)
		o := blockOp{kind: blockHavoc, class: class, addr: p, size: size, align: b.mallocAlign(), ifZeroed: true}
		if fill != nil {
			o.kind, o.fill, o.ifZeroed = blockFill, fill, false
		}
		end := b.setUnknown(program.Uninitialized, "", b.pos)
		b.blockOperation(o)
		end()
		return p
	}
	if mayFail && !b.o.MallocMayFail {
		b.lowerer.assumeAt(program.AboutEnvironment, "memory never runs out: malloc and its like succeed (see --malloc-may-fail)", b.pos)
	}
	if !mayFail || !b.o.MallocMayFail {
		return val{t: t, x: make()}
	}
	if !size.IsConst() {
		size = b.snapshot(size, false)
	}
	fail := b.temp(logic.BVSort(8), false)
	fail.Bool = true
	named := b.setUnknown(program.Allocation, by, b.pos)
	b.havoc(fail)
	named()
	r := b.temp(logic.BVSort(b.tt.ptrW), false)
	yes, no, join := b.newLoc(), b.newLoc(), b.newLoc()
	b.split(b.f.Eq(fail.Sym, b.f.BV(0, 8)), branchTo{loc: yes}, branchTo{loc: no})
	b.cur = yes
	b.assign(r, make())
	b.goTo(join)
	b.cur = no
	b.anyErrno("malloc")
	b.assign(r, b.f.BV(0, b.tt.ptrW))
	b.goTo(join)
	return val{t: t, x: r.Sym}
}

// realloc moves a block to a new address. Bytes beyond the old block are indeterminate, as in every new block.
func (b *builder) realloc(a []val, n *cc.PostfixExpression) val {
	old := b.snapshot(b.convert(a[0], b.tt.ptrs, n), false)
	size := b.size(a[1], n)
	if !size.IsConst() {
		size = b.snapshot(size, false)
	}
	if b.sizes == nil {
		b.sizes = b.newVar("#sizes", logic.ArraySort(logic.BVSort(b.tt.ptrW), logic.BVSort(b.tt.ptrW)))
		b.sizes.Temp = true
		b.mod.Globals = append(b.mod.Globals, b.sizes)
	}
	limit := b.snapshot(b.f.Select(b.sizes.Sym, old), false)
	r := b.newBlock("realloc", size, nil, n)
	zero := b.f.BV(0, b.tt.ptrW)
	yes, join := b.newLoc(), b.newLoc()
	b.split(b.f.And(b.f.Ne(old, zero), b.f.Ne(r.x, zero)), branchTo{loc: yes}, branchTo{loc: join})
	b.cur = yes
	class := b.alias.ClassOfPointee(n)
	b.blockOperation(blockOp{kind: blockCopy, class: class, from: b.alias.ClassOfPointee(tree.Args(n)[0]), addr: r.x, fromAddr: old, size: size, limit: limit, align: b.mallocAlign()})
	b.emit(program.Op{Kind: program.OpFree, Expr: old, Note: "realloc"})
	b.goTo(join)
	return r
}

// pointeeAlign is the alignment the type of a pointer expression promises.
func (b *builder) pointeeAlign(e cc.ExpressionNode) int64 {
	e = tree.Uncast(e)
	if u, ok := e.(*cc.UnaryExpression); ok && u.Case == cc.UnaryExpressionAddrof {
		if t := operandType(u.CastExpression); t != nil {
			return max(b.tt.of(t).align, 1)
		}
	}
	t := e.Type()
	if t == nil {
		return 1
	}
	if pt, ok := t.(*cc.PointerType); ok {
		return max(b.tt.of(pt.Elem()).align, 1)
	}
	return 1
}

func (b *builder) memcpy(base string, es []cc.ExpressionNode, a []val, n *cc.PostfixExpression) val {
	d, s, size := b.convert(a[0], b.tt.ptrs, n), b.convert(a[1], b.tt.ptrs, n), b.size(a[2], n)
	b.access(s, size, nil)
	b.writes(b.alias.ClassOfPointee(es[0]), d, size, nil)
	if base != "memmove" {
		// Undefined as well when the target is the lower one (C11 7.24.2.1p2), but
		// there gcc and glibc copy like memmove, and programs rely on it.
		b.check(b.f.Or(b.f.ULe(d, s), b.disjoint(d, s, size)), program.LibraryUse, "overlapping memory in "+base)
	}
	b.blockOperation(blockOp{kind: blockCopy, class: b.alias.ClassOfPointee(es[0]), from: b.alias.ClassOfPointee(es[1]), addr: d, fromAddr: s, size: size,
		align: min(b.pointeeAlign(es[0]), b.pointeeAlign(es[1])), overlap: base == "memmove"})
	if base == "mempcpy" {
		d = b.f.BVOp(logic.OpBVAdd, d, size)
	}
	return val{t: b.tt.ptrs, x: d}
}

// overflowFunc is __builtin_add_overflow and its variants: the operation in unbounded arithmetic, stored wrapped; the result is whether it overflows.
func (b *builder) overflowFunc(op string, es []cc.ExpressionNode, n *cc.PostfixExpression) val {
	x, y := b.operands(es[0], es[1])
	if x.x != nil && !b.pure(es[2]) {
		x, y = b.keep(x), b.keep(y)
	}
	p := b.deref(es[2], n)
	if x.x == nil || y.x == nil || x.t.kind != tInt || y.t.kind != tInt || p.t.kind != tInt {
		return b.unsupported(cc.NodeSource(n.PostfixExpression), n, b.intT())
	}
	// The specific variants fix the operand type; it is the pointee's.
	if op != "add" && op != "sub" && op != "mul" {
		x, y = val{t: p.t, x: b.convert(x, p.t, n)}, val{t: p.t, x: b.convert(y, p.t, n)}
		op = op[1:4]
	}
	w := 2*max(x.t.width, y.t.width, p.t.width) + 2
	o := map[string]logic.Op{"add": logic.OpBVAdd, "sub": logic.OpBVSub, "mul": logic.OpBVMul}[op]
	wide := b.f.BVOp(o, b.resize(x.x, w, x.t.signed), b.resize(y.x, w, y.t.signed))
	wide = b.snapshot(wide, true)
	r := b.f.Extract(p.t.width-1, 0, wide)
	b.store(p, r)
	t := b.tt.kind(cc.Bool)
	return val{t: t, x: b.f.Ite(b.f.Eq(b.resize(r, w, p.t.signed), wide), b.f.BV(0, 8), b.f.BV(1, 8))}
}
