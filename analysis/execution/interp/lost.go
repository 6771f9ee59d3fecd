package interp

import (
	"cupel/core/logic"
	"cupel/core/program"
)

// marking finds the heap blocks to which a word leads, directly or through other objects, in the manner of a conservative garbage collector (Boehm and Weiser,
// "Garbage collection in an uncooperative environment", 1988): whatever number has the value of an address in a block, or one past its end, leads to it. Nothing is
// called lost to which anything still leads.
type marking struct {
	m       *Machine
	pointer int // width
	memory  []*array
	reached []bool // by number of the live object
	todo    []int
	unclear bool        // there are values that cannot be looked into
	met     func(i int) // told of what is marked already; may be nil
}

// newMarking has marked nothing.
func (m *Machine) newMarking() *marking {
	k := &marking{m: m, pointer: m.p.Model.PointerWidth(), reached: make([]bool, len(m.mem.live))}
	for i, s := range m.slots {
		if m.p.IsMemory(s.v) {
			k.memory = append(k.memory, m.arrays[i])
		}
	}
	return k
}

// lost is a live heap block to which nothing leads, see loses; nil: there is none.
func (r *run) lost(faulty bool, at program.Pos) *Misuse {
	m := r.m
	if m.mem.left(1) == nil {
		return nil
	}
	k := m.newMarking()
	r.roots(k, !faulty)
	if faulty {
		for base, g := range m.mem.dead {
			for _, a := range k.memory {
				k.cells(a, base, g.size)
			}
		}
	}
	k.follow()
	if k.unclear {
		return nil
	}
	var all []int
	for i := range m.mem.live {
		if g := &m.mem.live[i]; g.heap && g.size > 0 && !k.reached[i] && (!faulty || g.born != at) {
			all = append(all, i)
		}
	}
	if len(all) == 0 {
		return nil
	}
	return r.first(all)
}

// roots marks what variables and objects lead to; with temporaries of the front end, what these do.
func (r *run) roots(k *marking, temporaries bool) {
	m, y := r.m, r.o.Memory
	active := r.active()
	ended := !active[y.Main]
	for i, s := range m.slots {
		if m.p.IsMemory(s.v) {
			continue
		}
		switch fn := y.Owner[s.v]; {
		case s.v.Temp && !temporaries:
		case y.Globals[s.v], fn != nil && active[fn], fn == nil && !ended:
			k.value(s.v.Sort(), m.words[i], m.terms[i], m.arrays[i])
		}
	}
	for i := range r.stack {
		f := &r.stack[i]
		for n, v := range f.call.Locals {
			k.value(v.Sort(), f.words[n], f.terms[n], f.arrays[n])
		}
	}
	for i := range m.mem.live {
		if !m.mem.live[i].heap {
			k.add(i)
		}
	}
}

// follow marks what the marked objects lead to.
func (k *marking) follow() {
	for len(k.todo) > 0 && !k.unclear {
		i := k.todo[len(k.todo)-1]
		k.todo = k.todo[:len(k.todo)-1]
		g := &k.m.mem.live[i]
		for _, a := range k.memory {
			k.cells(a, g.base, g.size)
		}
	}
}

// first is the first of the lost blocks to which no other one leads, or which is in a cycle with all that do.
func (r *run) first(all []int) *Misuse {
	y := &r.m.mem
	cover := r.m.newMarking()
	top := map[int]bool{}
	cover.met = func(i int) { delete(top, i) } // another one leads there
	for _, i := range all {
		if cover.reached[i] {
			continue
		}
		cover.add(i)
		cover.follow()
		top[i] = true
	}
	for _, i := range all {
		if top[i] {
			return &Misuse{Block: y.block(y.live[i]), cycle: r.cycle(i, all)}
		}
	}
	return &Misuse{Block: y.block(y.live[all[0]])}
}

// cycle are the blocks that lead to block number i and that it leads to, itself first.
func (r *run) cycle(i int, all []int) []region {
	y := &r.m.mem
	from := r.m.newMarking()
	from.add(i)
	from.follow()
	cycle := []region{y.live[i]}
	for _, n := range all {
		if n == i || !from.reached[n] || len(cycle) >= maxCycle {
			continue
		}
		back := r.m.newMarking()
		back.add(n)
		back.follow()
		if back.reached[i] {
			cycle = append(cycle, y.live[n])
		}
	}
	return cycle
}

// active are the functions on the stack.
func (r *run) active() map[*program.Func]bool {
	y := r.o.Memory
	active := map[*program.Func]bool{y.function(r.m.loc): true}
	for i := range r.stack {
		active[y.function(r.stack[i].call.Enter.Dst)] = true
	}
	return active
}

// add marks a live object.
func (k *marking) add(i int) {
	switch {
	case i < 0:
	case !k.reached[i]:
		k.reached[i] = true
		k.todo = append(k.todo, i)
	case k.met != nil:
		k.met(i)
	}
}

// word marks what a number of so many bits leads to.
func (k *marking) word(u uint64, width int) {
	if k.pointer < 64 && width > k.pointer {
		k.word(u>>k.pointer, width-k.pointer)
		u &= 1<<k.pointer - 1
	}
	y := &k.m.mem
	k.add(y.around(u))
	if s, stray := y.strays[u]; stray && s != several {
		k.add(y.around(s))
	} else if stray {
		k.unclear = true
	}
}

// value marks what a variable leads to.
func (k *marking) value(s *logic.Sort, word uint64, term *logic.Term, a *array) {
	switch {
	case a != nil:
		k.all(a)
	case term != nil:
		k.unclear = k.unclear || !s.IsFloat()
	case s.IsBV() && s.Width() >= k.pointer:
		k.word(word, s.Width())
	}
}

// all marks what all cells of an array lead to.
func (k *marking) all(a *array) {
	k.preset(a)
	for key := range a.pages {
		k.page(a, key, 0, pageSize, 1)
	}
}

// cells marks what the cells at size addresses from base on lead to.
func (k *marking) cells(a *array, base, size uint64) {
	k.preset(a)
	if size == 0 {
		return
	}
	first, last := base>>pageBits, (base+size-1)>>pageBits
	some := func(key uint64) {
		from, to := uint64(0), uint64(pageSize)
		if key == first {
			from = base & (pageSize - 1)
		}
		if key == last {
			to = (base+size-1)&(pageSize-1) + 1
		}
		k.page(a, key, from, to, uint64(max(a.sort.Elem().Width()/8, 1)))
	}
	if last-first >= uint64(len(a.pages)) {
		for key := range a.pages {
			if key >= first && key <= last {
				some(key)
			}
		}
		return
	}
	for key := first; key <= last; key++ {
		if a.pages[key] != nil {
			some(key)
		}
	}
}

// preset looks at the value of all other cells.
func (k *marking) preset(a *array) {
	if e := a.sort.Elem(); len(a.far) > 0 || a.farDef != nil {
		k.unclear = k.unclear || !e.IsFloat()
	} else if e.IsBV() && a.def != 0 {
		k.word(a.def, e.Width())
	}
}

// page marks what some cells of a page lead to. Cells narrower than a pointer are parts of one, stride apart.
func (k *marking) page(a *array, key, from, to, stride uint64) {
	e := a.sort.Elem()
	switch {
	case e.IsFloat() || e.IsBool():
		return
	case !e.IsBV():
		k.unclear = true
		return
	}
	w := e.Width()
	if w >= k.pointer {
		p := a.pages[key]
		for i := from; i < to; i++ {
			if u := p.cell[i]; u != 0 {
				k.word(u, w)
			}
		}
		return
	}
	if w%8 != 0 || k.pointer%w != 0 {
		return
	}
	parts := k.pointer / w
	for i := from; i < to; i++ {
		at, u := key<<pageBits|i, uint64(0)
		for n := range parts {
			u |= a.get(at+uint64(n)*stride) << (n * w)
		}
		if u != 0 {
			k.word(u, k.pointer)
		}
	}
}
