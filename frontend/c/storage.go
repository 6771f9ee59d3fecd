package c

import (
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/frontend/c/alias"

	"modernc.org/cc/v4"
)

// node is the storage of an object that does not escape, or of a part of it:
// a tree that follows the type down to scalar leaves. A leaf below arrays is
// an SMT array over the flattened index of all of them.
type node struct {
	t    *ctype
	bits int          // bit-field leaf
	v    *program.Var // leaf
	kids []*node      // record: one per field; nil for bit-fields of no width
	elem *node        // array
	dims []int64      // lengths of the arrays around this node, outermost first
}

// object is the storage of a C object.
type object struct {
	name  string
	t     *ctype
	node  *node           // when it does not escape
	mem   *program.Object // when it does
	addr  *logic.Term     // address of its first byte (mem, or a VLA's variable)
	class alias.ClassID
	vla   *program.Var // size in bytes of a variable length array
}

// direct reports whether an object of type t can be represented by variables.
func direct(t *ctype) bool {
	switch t.kind {
	case tInt, tFloat, tPtr:
		return true
	case tArray:
		return t.n >= 0 && direct(t.elem)
	case tRecord:
		if t.union || t.size < 0 {
			return false
		}
		for _, f := range t.fields {
			if f.flex || f.bits == 0 && !direct(f.typ) {
				return false
			}
		}
		return t.tailIn().n == 0
	}
	return false
}

// newNode makes the storage tree of a direct type. mk makes the variables.
func (l *lowerer) newNode(t *ctype, bits int, name, cname string, dims []int64, mk func(name string, s *logic.Sort) *program.Var) *node {
	n := &node{t: t, bits: bits, dims: dims}
	switch t.kind {
	case tArray:
		d := append(append([]int64(nil), dims...), t.n)
		n.elem = l.newNode(t.elem, 0, name, "", d, mk)
		if n.elem.v != nil && cname != "" {
			n.elem.v.CName = cname
		}
	case tRecord:
		for _, f := range t.fields {
			if f.bits < 0 {
				n.kids = append(n.kids, nil)
				continue
			}
			kn, kc := name+"."+f.name, ""
			if f.name == "" {
				kn, kc = name, cname
			} else if cname != "" {
				kc = cname + "." + f.name
			}
			n.kids = append(n.kids, l.newNode(f.typ, max(f.bits, 0), kn, kc, dims, mk))
		}
	default:
		s := t.sort
		if bits > 0 {
			s = logic.BVSort(bits)
		}
		if len(dims) > 0 {
			s = logic.ArraySort(logic.BVSort(l.tt.ptrW), s)
		}
		n.v = mk(name, s)
		n.v.Signed = t.kind == tInt && t.signed
		n.v.Pointer = t.kind == tPtr
		n.v.Bool = t.bool && len(dims) == 0 && bits == 0
		n.v.CName = cname
	}
	return n
}

// leaves returns the variables of the tree in order.
func (n *node) leaves() []*node {
	if n == nil {
		return nil
	}
	if n.v != nil {
		return []*node{n}
	}
	var ls []*node
	if n.elem != nil {
		return n.elem.leaves()
	}
	for _, k := range n.kids {
		ls = append(ls, k.leaves()...)
	}
	return ls
}

// place designates an object or a part of one: an lvalue.
type place struct {
	t *ctype
	// direct storage
	node *node
	idx  *logic.Term // flattened index so far; nil outside of arrays
	// memory
	addr   *logic.Term
	from   *logic.Term // the pointer that addr was computed from; nil: addr
	class  alias.ClassID
	union  bool          // a member of a union, or part of one
	result alias.ClassID // in private memory: the class of what was copied there
	inside bool          // known to lie inside a live object: no OpAccess needed
	frozen bool          // in a string literal
	any    bool          // an aggregate with arbitrary content, and no storage
	bounds bounds
	// bit-field
	bit, bits int
	// variable length array this place is
	vla *program.Var
}

// memory is the class of what is in a place, also where that was copied to private memory.
func (p place) memory() alias.ClassID {
	if p.class == private {
		return p.result
	}
	return p.class
}

func (l *lowerer) objectPlace(o *object) place {
	if o.node != nil {
		return place{t: o.t, node: o.node}
	}
	return place{t: o.t, addr: o.addr, from: o.addr, class: o.class, inside: o.mem != nil, vla: o.vla, bounds: bounds{whole: true}}
}

// field returns the member f of a record place.
func (b *builder) field(p place, f *field) place {
	if p.any {
		return b.nowhere(f.typ)
	}
	q := p
	q.t, q.bits, q.vla = f.typ, f.bits, nil
	q.bounds, q.union = p.bounds.member(p.t, f), p.union || p.t.union
	if p.node != nil {
		q.node = p.node.kids[f.idx]
		return q
	}
	q.from, q.addr = p.origin(), b.f.BVOp(logic.OpBVAdd, p.addr, b.f.BVInt(f.off, b.tt.ptrW))
	q.bit = f.bit
	return q
}

// index returns the element i (pointer width) of an array place.
func (b *builder) index(p place, i *logic.Term) place {
	q := p
	q.t, q.vla, q.bounds = p.t.elem, nil, p.bounds.element()
	if p.node != nil {
		q.node = p.node.elem
		q.idx = i
		if p.idx != nil {
			q.idx = b.f.BVOp(logic.OpBVAdd, b.f.BVOp(logic.OpBVMul, p.idx, b.f.BVInt(p.t.n, b.tt.ptrW)), i)
		}
		return q
	}
	q.from, q.addr = p.origin(), b.offset(p.addr, i, b.f.BVInt(q.t.size, b.tt.ptrW))
	if c, ok := i.BVUint64(); p.inside && !(ok && p.t.n >= 0 && c < uint64(p.t.n)) {
		q.inside = false
	}
	return q
}

// offset returns base + i * size.
func (b *builder) offset(base, i, size *logic.Term) *logic.Term {
	return b.f.BVOp(logic.OpBVAdd, base, b.f.BVOp(logic.OpBVMul, i, size))
}

// load returns the value of a scalar place, of the place's type; for a
// bit-field already extended to the width of its declared type.
func (b *builder) load(p place) *logic.Term {
	if p.node != nil {
		x := p.node.v.Sym
		if p.idx != nil {
			x = b.f.Select(x, p.idx)
		}
		return b.widen(x, p.t, p.bits)
	}
	if p.bits > 0 {
		return b.loadBits(p)
	}
	return b.loadCell(p, p.t)
}

// widen extends the bits of a bit-field to its declared type.
func (b *builder) widen(x *logic.Term, t *ctype, bits int) *logic.Term {
	if bits <= 0 || bits == t.width {
		return x
	}
	if t.bool {
		return b.f.ZeroExt(t.width-bits, x)
	}
	if t.signed {
		return b.f.SignExt(t.width-bits, x)
	}
	return b.f.ZeroExt(t.width-bits, x)
}

// store writes x, a value of the place's type.
func (b *builder) store(p place, x *logic.Term) {
	if !p.t.isScalar() || x == nil {
		b.cut("assignment to an object of type "+p.t.String(), b.pos)
		return
	}
	if p.node != nil {
		if p.bits > 0 {
			x = b.f.Extract(p.bits-1, 0, x)
		}
		v := p.node.v
		if p.idx != nil {
			x = b.f.Store(v.Sym, p.idx, x)
		}
		b.assign(v, x)
		return
	}
	if p.bits > 0 {
		b.storeBits(p, x)
		return
	}
	b.storeCell(p, p.t, x)
}

// newObject makes the storage of a declared object.
func (b *builder) newObject(d *cc.Declarator, t *ctype, name, cname string, static bool) *object {
	o := &object{name: name, t: t}
	escapes := b.alias.Escapes(d)
	if !escapes && direct(t) {
		o.node = b.newNode(t, 0, name, cname, nil, func(n string, s *logic.Sort) *program.Var {
			v := b.newVar(n, s)
			if static {
				b.mod.Globals = append(b.mod.Globals, v)
			} else {
				b.own(v)
			}
			return v
		})
		b.describeNode(o.node, cname)
		return o
	}
	o.class = b.alias.ClassOfObject(d)
	fn := b.fn.Name
	if static {
		fn = ""
	}
	b.newMemory(o, name, fn)
	o.mem.Align = max(o.mem.Align, b.alignments.asked(d))
	o.mem.ReadOnly = alias.Constant(d)
	return o
}

// newMemory allocates an address for o.
func (b *builder) newMemory(o *object, name, fn string) {
	size := o.t.size
	if size < 0 {
		size = 0
	}
	b.extent[o.class]++
	b.perCall[o.class] = b.perCall[o.class] || fn != ""
	name = b.unique("&" + name)
	o.mem = &program.Object{Name: name, Size: size, Align: max(o.t.align, 1), Base: b.f.Var(name, logic.BVSort(b.tt.ptrW)), Func: fn}
	b.aligned(o.class, o.mem.Align)
	o.addr = o.mem.Base
	b.room[o.addr] = uint64(size)
	if b.o.Types {
		o.mem.Type = b.describe(o.t)
	}
	if fn == "" {
		b.mod.Objects = append(b.mod.Objects, o.mem)
	} else {
		b.fn.Objects = append(b.fn.Objects, o.mem)
	}
}
