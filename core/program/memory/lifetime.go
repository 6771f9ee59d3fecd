package memory

import (
	"slices"

	"cupel/core/program"
	"cupel/internal/sabotage"
)

// Outlived reports whether there may be a pointer to an automatic object, or to a block on the stack, when its lifetime has ended,
// of a function in which lifetimes are approximated (program.Module.Jumps).
func Outlived(m *program.Module) bool {
	if len(m.Jumps) == 0 {
		return false
	}
	x := newFlow(m)
	return x.approximated(x.outlived())
}

// approximated reports whether the lifetimes of some of the sites are.
func (x *flow) approximated(s set) bool {
	return slices.ContainsFunc(x.list(s), func(k *site) bool { return x.m.Jumps[k.fn] })
}

// outlived are the sites of automatic objects and blocks on the stack to which a pointer may exist when their lifetime has ended: it is kept in memory or in
// a static variable, the function returns it, or the object belongs to a block within the function. To all others, pointers only go down to functions that are
// called, which return before the object ends.
func (x *flow) outlived() set {
	out := make(set, len(x.sites)/64+1)
	if sabotage.Active(sabotage.MemoryOutlived) {
		return out
	}
	add := func(s *site) { out[s.number/64] |= 1 << (s.number % 64) }
	for v, s := range x.points {
		fn := x.owner[v]
		for _, k := range x.list(s) {
			switch {
			case k.fn == nil, k.heap():
			case fn == nil, fn == k.fn && v == fn.Result:
				add(k)
			case fn == k.fn && k.object == nil && k.alloc.Note == program.Varying && !v.Temp && x.vars[k.alloc.Expr] != v:
				add(k)
			}
		}
	}
	for _, s := range x.sites {
		if x.m.Jumps[s.fn] && !s.heap() && x.kept(s, s.fn) { // a block may be left without an operation that tells of it
			add(s)
		}
	}
	x.each(func(fn *program.Func, e *program.Edge, op *program.Op) {
		if op.Kind != program.OpFree || op.Note != program.Automatic || e.Dst == fn.Exit {
			return
		}
		if s := x.objects[op.Expr]; s != nil && x.kept(s, fn) {
			add(s)
		}
	})
	return out
}

// last reports whether the program ends where main returns: nothing uses what main leaves on the stack.
func (x *flow) last(main *program.Func) bool {
	if main == nil || x.calls(main) != 1 {
		return false
	}
	n := 0
	for _, l := range x.m.Entry.Locs {
		for _, e := range l.Out {
			for i := range e.Ops {
				if e.Ops[i].Kind == program.OpCall {
					n++
				}
			}
		}
	}
	return n == 1
}

// kept reports whether a variable of the function holds a pointer to the object; those of the front end do within one expression only.
func (x *flow) kept(s *site, fn *program.Func) bool {
	for _, v := range fn.Locals {
		if p := x.points[v]; !v.Temp && p != nil && p.has(s.number) {
			return true
		}
	}
	return false
}
