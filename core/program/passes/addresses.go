package passes

import (
	"fmt"

	"cupel/core/logic"
	"cupel/core/program"
)

// The layout of addresses: objects start at firstAddress, guardBytes or more
// lie between two of them, so that the address one past an object's end belongs
// to no other, and the heap is the object called HeapObject, placed last.
const (
	firstAddress = 1 << 16
	guardBytes   = 16
	HeapObject   = "#heap"
	// ReadOnlyEnd is an object without bytes at the first address that may be
	// written.
	ReadOnlyEnd = "#rodata"
)

// assignAddresses changes p, which must own its edges and objects.
func assignAddresses(p *program.Program) error {
	w := p.Model.PointerWidth()
	limit := int64(1) << (w - 2)
	var order []*program.Object
	for _, want := range []func(*program.Object) bool{
		func(o *program.Object) bool { return o.ReadOnly },
		func(o *program.Object) bool { return o.Name == ReadOnlyEnd },
		func(o *program.Object) bool {
			return o.Func == "" && !o.ReadOnly && o.Name != HeapObject && o.Name != ReadOnlyEnd
		},
		func(o *program.Object) bool { return o.Func != "" && !o.ReadOnly && o.Name != HeapObject },
		func(o *program.Object) bool { return o.Name == HeapObject },
	} {
		for _, o := range p.Objects {
			if want(o) {
				order = append(order, o)
			}
		}
	}
	base := map[*logic.Term]*logic.Term{}
	next := int64(firstAddress)
	for _, o := range order {
		align := max(o.Align, 1)
		if o.Name == HeapObject {
			align = max(align, guardBytes)
		}
		if o.Size < 0 || align > limit || o.Size > limit || next > limit {
			return fmt.Errorf("%w: object %s of %d bytes does not fit into the address space", ErrTooLarge, o.Name, o.Size)
		}
		next = (next + align - 1) / align * align
		if next+o.Size > limit {
			return fmt.Errorf("%w: object %s of %d bytes does not fit into the address space", ErrTooLarge, o.Name, o.Size)
		}
		if o.Base.IsVar() {
			addr := p.Terms.BV(uint64(next), w)
			base[o.Base], o.Base = addr, addr
		}
		next += max(o.Size, 1) + guardBytes
	}
	if len(base) == 0 {
		return nil
	}
	s := p.Terms.NewSubst(func(v *logic.Term) *logic.Term { return base[v] })
	for _, e := range p.Edges {
		ops := make([]program.Op, len(e.Ops))
		for i, o := range e.Ops {
			ops[i] = o.Map(s.Apply, nil)
		}
		e.Ops = ops
	}
	return nil
}
