package passes

import (
	"fmt"
	"slices"

	"cupel/core/logic"
	"cupel/core/program"
)

// highestLP64 is the end of the user's half of the address space on x86-64.
const highestLP64 = 1 << 47

// FreeAddresses returns p, which was inlined with SymbolicBases, with nondeterministic addresses of its objects: any
// aligned ones, in any order, such that objects do not overlap and read-only ones lie below the others. A proof of the
// result therefore holds for every memory layout. It fails for programs that allocate memory, and for more than most
// objects.
func FreeAddresses(p *program.Program, most int) (*program.Program, error) {
	for _, e := range p.Edges {
		for op := range program.AllOps(e.Ops) {
			if op.Kind == program.OpAlloc && op.Note != program.Automatic {
				return nil, fmt.Errorf("the program allocates memory")
			}
			if op.Kind == program.OpAlloc && !op.Size.IsConst() { // the next object may begin where it ends
				return nil, fmt.Errorf("an object has another size in each execution")
			}
		}
	}
	if len(p.Objects) > most {
		return nil, fmt.Errorf("%d objects", len(p.Objects))
	}
	for _, o := range p.Objects {
		if slices.ContainsFunc(p.Objects, o.MayShare) {
			return nil, fmt.Errorf("string literals may be one object")
		}
	}
	c := program.Clone(p).Program
	w, f := c.Model.PointerWidth(), c.Terms
	k := func(n int64) *logic.Term { return f.BVInt(n, w) }
	end := uint64(highestLP64)
	if w == 32 {
		end = 1<<32 - 4096
	}
	var ops []program.Op
	assume := func(t *logic.Term) { ops = append(ops, program.Op{Kind: program.OpAssume, Expr: t}) }
	var objects []*program.Object
	var split *program.Object // the marker ReadOnlyEnd, between read-only objects and the others
	for _, o := range c.Objects {
		if !o.Base.IsVar() {
			continue
		}
		v := &program.Var{Name: o.Name + "#address", Sym: o.Base, Temp: true, Pointer: true}
		c.Vars = append(c.Vars, v)
		ops = append(ops, program.Op{Kind: program.OpHavoc, Var: v})
		if o.Name == ReadOnlyEnd {
			split = o
		}
		objects = append(objects, o)
	}
	for i, o := range objects {
		size := max(o.Size, 1)
		if uint64(size) > end/2 {
			return nil, fmt.Errorf("object %s of %d bytes", o.Name, size)
		}
		assume(f.ULe(k(1), o.Base)) // null is the address of no object
		assume(f.ULe(o.Base, f.BV(end-uint64(size), w)))
		if o == split {
			continue
		}
		for bit := 0; int64(1)<<bit < o.Align; bit++ {
			assume(f.Eq(f.Extract(bit, bit, o.Base), f.BV(0, 1)))
		}
		after := func(x *program.Object) *logic.Term {
			return f.BVOp(logic.OpBVAdd, x.Base, k(max(x.Size, 1)))
		}
		switch {
		case split == nil:
		case o.ReadOnly:
			assume(f.ULe(after(o), split.Base))
		default:
			assume(f.ULe(split.Base, o.Base))
		}
		for _, x := range objects[:i] {
			if x != split {
				assume(f.Or(f.ULe(after(x), o.Base), f.ULe(after(o), x.Base)))
			}
		}
	}
	start := c.NewLocation(c.Init.Func, c.Init.Pos)
	c.NewEdge(start, c.Init, ops...)
	c.Init = start
	return c, nil
}
