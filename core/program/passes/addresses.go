package passes

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

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
	replaceBases(p, func(v *logic.Term) *logic.Term { return base[v] })
	return nil
}

// replaceBases replaces the addresses of objects in p's operations.
func replaceBases(p *program.Program, base func(*logic.Term) *logic.Term) {
	s := p.Terms.NewSubst(base)
	for _, e := range p.Edges {
		ops := make([]program.Op, len(e.Ops))
		for i, o := range e.Ops {
			ops[i] = o.Map(s.Apply, nil)
		}
		e.Ops = ops
	}
}

// sharedAddresses is assignAddresses where string literals that may be one object, or the end of another one, are that.
func sharedAddresses(p *program.Program) error {
	at := shareLiterals(p)
	if err := assignAddresses(p); err != nil {
		return err
	}
	replaceBases(p, func(base *logic.Term) *logic.Term {
		if s, shares := at[base]; shares {
			return p.Terms.BVOp(logic.OpBVAdd, s.of.Base, p.Terms.BVInt(s.from, p.Model.PointerWidth()))
		}
		return nil
	})
	return nil
}

// A sharing is the part of a string literal, to its end, that another one is.
type sharing struct {
	of   *program.Object
	from int64
}

// shareLiterals takes the string literals out of p that are the end of another one, and returns which, by their addresses.
func shareLiterals(p *program.Program) map[*logic.Term]sharing {
	literals := slices.DeleteFunc(slices.Clone(p.Objects), func(o *program.Object) bool { return o.Literal == "" || !o.Base.IsVar() })
	slices.SortStableFunc(literals, func(x, y *program.Object) int { return cmp.Compare(y.Size, x.Size) })
	at := map[*logic.Term]sharing{}
	for i, o := range literals {
		for _, host := range literals[:i] {
			if _, shares := at[host.Base]; !shares && o.MayShare(host) && strings.HasSuffix(host.Literal, o.Literal) {
				at[o.Base] = sharing{host, host.Size - o.Size}
				break
			}
		}
	}
	p.Objects = slices.DeleteFunc(p.Objects, func(o *program.Object) bool {
		_, shares := at[o.Base]
		return shares
	})
	return at
}
