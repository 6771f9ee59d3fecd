package interp

import (
	"maps"
	"slices"
	"sort"

	"cupel/core/program"
)

// region is a live object: the bytes from base on.
type region struct {
	base, size uint64
	heap       bool
	depth      int         // of the stack where a block of it was allocated
	born       program.Pos // of the allocation of a block
	made       Site        // the same as people know it
}

// memory is the set of live objects, for checking accesses.
type memory struct {
	live []region // sorted by base, not overlapping
	last int      // index of the region found last
	dead map[uint64]grave
	// stacked: blocks were allocated on the stack.
	stacked bool
	// reborn: a variable has had several lifetimes; a pointer to an earlier one is not told from one to the last.
	reborn bool
	// strays are the pointers that were computed from a pointer into another object, with the base of that object;
	// several: of different ones. See belonging.go.
	strays map[uint64]uint64
	// literals are the string literals, by their bases: each may be one object with others.
	literals map[uint64]*program.Object
	// named are the objects with names, by their bases.
	named map[uint64]*program.Object
}

// grave is the former place of a released object.
type grave struct {
	region
	gone Site
}

// namedOf are the objects by their bases.
func namedOf(objects []*program.Object) map[uint64]*program.Object {
	m := map[uint64]*program.Object{}
	for _, o := range objects {
		if b, ok := wordOf(o.Base); ok && o.Size > 0 {
			m[b] = o
		}
	}
	return m
}

// literalsOf are the string literals among objects, by their bases.
func literalsOf(objects []*program.Object) map[uint64]*program.Object {
	m := map[uint64]*program.Object{}
	for _, o := range objects {
		if b, ok := wordOf(o.Base); ok && o.Literal != "" {
			m[b] = o
		}
	}
	return m
}

func (y *memory) reset(objects []*program.Object) {
	y.live, y.last, y.dead, y.strays, y.stacked, y.reborn = y.live[:0], 0, map[uint64]grave{}, nil, false, false
	for _, o := range objects {
		// The heap itself is an object without bytes.
		if b, ok := wordOf(o.Base); ok && o.Size > 0 {
			y.live = append(y.live, region{base: b, size: uint64(o.Size)})
		}
	}
	sort.Slice(y.live, func(i, j int) bool { return y.live[i].base < y.live[j].base })
}

func (y *memory) clone() memory {
	d := make(map[uint64]grave, len(y.dead))
	for k, v := range y.dead {
		d[k] = v
	}
	return memory{live: slices.Clone(y.live), dead: d, stacked: y.stacked, reborn: y.reborn, strays: maps.Clone(y.strays), literals: y.literals, named: y.named}
}

// find returns the index of the last live object at or below addr, or -1.
func (y *memory) find(addr uint64) int {
	return sort.Search(len(y.live), func(i int) bool { return y.live[i].base > addr }) - 1
}

func (g region) holds(addr, size uint64) bool {
	off := addr - g.base
	return addr >= g.base && off <= g.size && size <= g.size-off
}

// alloc makes an object live; a null base is a failed allocation.
func (y *memory) alloc(g region) {
	if g.base == 0 {
		return
	}
	i := y.find(g.base) + 1
	y.live = slices.Insert(y.live, i, g)
	delete(y.dead, g.base)
	y.stacked = y.stacked || !g.heap
}

// unwind ends the life of the blocks of the stack that were allocated deeper in it.
func (y *memory) unwind(depth int, at Site) {
	if !y.stacked {
		return
	}
	y.live = slices.DeleteFunc(y.live, func(g region) bool {
		over := !g.heap && g.depth > depth
		if over {
			y.dead[g.base] = grave{g, at}
		}
		return over
	})
}

// begin makes an automatic object live; false: it was live already.
func (y *memory) begin(base, size uint64) bool {
	if i := y.find(base); i >= 0 && y.live[i].base == base {
		return false
	}
	i := y.find(base) + 1
	y.live = slices.Insert(y.live, i, region{base: base, size: size})
	if _, dead := y.dead[base]; dead {
		y.reborn = true
	}
	delete(y.dead, base)
	return true
}

// end ends the life of an automatic object.
func (y *memory) end(base uint64, at Site) {
	if i := y.find(base); i >= 0 && y.live[i].base == base && !y.live[i].heap {
		y.dead[base] = grave{y.live[i], at}
		y.live = slices.Delete(y.live, i, i+1)
	}
}

// free releases the object at base, computed from the pointer from; false: there is no allocated one.
func (y *memory) free(base, from uint64, at Site) bool {
	if base == 0 {
		return true
	}
	i := y.find(base)
	if i < 0 || y.live[i].base != base || !y.live[i].heap || !y.belongs(from, i) {
		return false
	}
	y.dead[base] = grave{y.live[i], at}
	y.live = slices.Delete(y.live, i, i+1)
	return true
}
