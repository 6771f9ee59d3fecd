package c

import (
	"fmt"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/frontend/c/alias"
	"cupel/frontend/c/tree"

	"modernc.org/cc/v4"
)

// Variable arguments (C11 7.16). A call stores them one after the other in an object of its own, as the ABI places arguments in memory, and passes its address as
// a further parameter; va_start stores that in the va_list. A parallel array holds the type of each argument, by which va_arg checks that it requests that
// type and that there is an argument at all.

// Kinds of arguments. An integer has the kind of its width and rank, with the sign in the lowest bit; a pointer has the bit argPointer and a number for its
// target type, 0 for void.
const (
	argInteger = 0x100
	argFloat   = 0x200
	argRecord  = 0x10000
	argPointer = 0x20000
)

// argKind returns the kind of arguments of type t, which is what va_arg
// compares; 0 when there is none.
func (l *lowerer) argKind(t *ctype) uint64 {
	number := func(key string) uint64 {
		n, ok := l.argKeys[key]
		if !ok {
			n = uint64(len(l.argKeys) + 1)
			l.argKeys[key] = n
		}
		return n
	}
	switch t.kind {
	case tInt:
		k := uint64(argInteger + 2*t.rank)
		if t.signed {
			k++
		}
		return k
	case tFloat:
		return argFloat + uint64(t.rank)
	case tPtr:
		e := l.tt.pointee(t)
		if e.kind == tVoid {
			return argPointer
		}
		return argPointer + number("*"+l.pointeeKey(t, e))
	case tRecord:
		return argRecord + number(fmt.Sprintf("record %s %d", l.recordKey(t), t.size))
	}
	return 0
}

func (l *lowerer) recordKey(t *ctype) string {
	if t.cc == nil {
		return t.name
	}
	return l.alias.PointerKey(t.cc.Pointer())
}

// pointeeKey identifies the target type e of t as the alias analysis does, which distinguishes memory reached through pointers to differently named types.
func (l *lowerer) pointeeKey(t, e *ctype) string {
	if t.cc != nil {
		return l.alias.PointerKey(t.cc)
	}
	if e.cc != nil {
		return l.alias.PointerKey(e.cc.Pointer())
	}
	switch e.kind {
	case tInt, tFloat:
		return alias.Cell{Bits: e.width, Float: e.kind == tFloat}.String()
	case tArray:
		return l.pointeeKey(l.tt.pointerTo(e.elem), e.elem)
	case tPtr:
		return "*" + l.pointeeKey(e, l.tt.pointee(e))
	}
	return e.String()
}

// argTypes is the array with the kinds of the arguments by address.
func (l *lowerer) argTypes() *program.Var {
	if l.argTags == nil {
		l.argTags = l.processVar("#va.type", logic.ArraySort(logic.BVSort(l.tt.ptrW), logic.BVSort(32)))
	}
	return l.argTags
}

// argSlot returns the alignment and the size of the place of an argument.
func (l *lowerer) argSlot(t *ctype) (align, size int64) {
	word := int64(l.tt.ptrW / 8)
	align = word
	if word == 8 && t.align > 8 {
		align = 16
	}
	return align, roundUp(t.size, word)
}

// placeArguments stores the variable arguments of a call of c and returns
// their address.
func (b *builder) placeArguments(c *cfunc, args []val) *logic.Term {
	if len(args) == 0 {
		return b.f.BV(0, b.tt.ptrW) // no argument has this address
	}
	class, _ := b.alias.VariableArguments(c.name)
	var offs []int64
	var end int64
	for _, a := range args {
		if a.x == nil && a.t.kind != tRecord || b.argKind(a.t) == 0 || a.t.size < 0 {
			b.cut("variable argument of type "+a.t.String(), b.pos)
			return b.f.BV(0, b.tt.ptrW)
		}
		align, size := b.argSlot(a.t)
		off := roundUp(end, align)
		offs = append(offs, off)
		end = off + size
	}
	// The word after the last argument has no kind: nothing is stored there.
	o := &object{name: "arguments", t: &ctype{kind: tRecord, name: "arguments", size: end + 16, align: 16}, class: class}
	fn := b.fn.Name
	if b == b.entry {
		fn = ""
	}
	b.newMemory(o, b.fn.Name+"::#arguments", fn)
	tags := b.argTypes()
	m := tags.Sym
	for i, a := range args {
		if a.t.size == 0 {
			continue // not passed
		}
		addr := b.addr(o.addr, offs[i])
		p := place{t: a.t, addr: addr, class: class, inside: true}
		if a.t.kind == tRecord {
			b.copyAggregate(p, a.place, b.pos)
		} else {
			b.store(p, a.x)
		}
		m = b.f.Store(m, addr, b.f.BV(b.argKind(a.t), 32))
	}
	b.assign(tags, m)
	return o.addr
}

// listPointer is the place of the pointer in a va_list.
func (b *builder) listPointer(list cc.ExpressionNode) (place, bool) {
	var p place
	if t := list.Type(); t != nil && pointsToRecord(t) {
		p = b.deref(list, list)
		path := findField(p.t, "overflow_arg_area")
		if len(path) != 1 {
			return place{}, false
		}
		p = b.field(p, path[0])
	} else {
		p = b.lvalue(list)
	}
	return b.pin(p), p.t.kind == tPtr
}

func pointsToRecord(t cc.Type) bool {
	p, ok := t.Decay().(*cc.PointerType)
	return ok && p.Elem().Kind() == cc.Struct
}

// vaArg is the next argument of the list, which must have type t (C11 7.16.1.1 p2). Pointers to void are accepted for other pointers, as in practice; other
// pairs of pointer types, which gcc accepts too, have no model.
func (b *builder) vaArg(e, list cc.ExpressionNode, t *ctype) place {
	f, w := b.f, b.tt.ptrW
	lp, ok := b.listPointer(list)
	kind := b.argKind(t)
	if !ok || kind == 0 || t.size < 0 {
		b.cut("va_arg of type "+t.String(), b.posOf(e))
		return b.nowhere(t)
	}
	if t.size == 0 {
		return b.nowhere(t)
	}
	addr := b.load(lp)
	align, size := b.argSlot(t)
	if align == 16 {
		addr = f.BVOp(logic.OpBVAnd, b.addr(addr, 15), f.BVInt(-16, w))
	}
	addr = b.snapshot(addr, false)
	p := place{t: t, addr: addr, class: b.alias.ClassOfPointee(e), inside: true}
	tag := f.Select(b.argTypes().Sym, addr)
	is := func(k uint64) *logic.Term { return f.Eq(tag, f.BV(k, 32)) }
	const note = "va_arg asks for an argument of another type, or for one too many"
	switch t.kind {
	case tInt:
		// The other signedness will do for values that both types have.
		b.check(f.Or(is(kind), f.And(is(kind^1), f.Eq(f.Extract(t.width-1, t.width-1, b.load(p)), f.BV(0, 1)))), program.LibraryUse, note)
	case tPtr:
		some := f.Ne(f.BVOp(logic.OpBVAnd, tag, f.BV(argPointer, 32)), f.BV(0, 32))
		b.check(some, program.LibraryUse, note)
		if kind != argPointer {
			tag = b.snapshot(tag, false)
			b.when(f.And(some, f.Not(is(kind)), f.Not(is(argPointer))), func() {
				// Seldom reached, and then the reason is in the verdict.
				loc := b.newLoc()
				loc.Pos, loc.Cut = b.pos, fmt.Sprintf("unsupported: va_arg of a pointer of another type than was passed at %s", b.pos)
				b.leave(loc)
			})
		}
	default:
		b.check(is(kind), program.LibraryUse, note)
	}
	b.store(lp, b.addr(addr, size))
	return p
}

// variadic lowers va_start and va_end.
func (b *builder) variadic(name string, n *cc.PostfixExpression) (val, bool) {
	es := tree.Args(n)
	void := val{t: b.tt.kind(cc.Void)}
	if len(es) == 0 || name != "__builtin_va_start" && name != "__builtin_va_end" {
		return val{}, false
	}
	p, ok := b.listPointer(es[0])
	switch {
	case !ok:
		b.cut("va_list of another type", b.posOf(n))
	case name == "__builtin_va_end":
	case b.cf == nil || b.cf.args == nil:
		b.cut("va_start in a function without variable arguments", b.posOf(n))
	default:
		b.store(p, b.cf.args.Sym)
	}
	return void, true
}
