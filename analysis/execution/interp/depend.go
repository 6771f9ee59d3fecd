package interp

import (
	"cupel/core/logic"
	"cupel/core/program"
)

// A Dependence is a value that the program does not determine and on which the path of an execution depends: a branch,
// an assumption, a check or an address was computed from it. With another value the execution might take another path;
// changing all undetermined values that are not Dependences leaves the path the same.
type Dependence struct {
	Op    *program.Op // the havoc; nil: the variable was never written
	Var   *program.Var
	Cell  *logic.Term // of an array: the index; nil: the variable itself
	Value *logic.Term // in this execution
	Used  program.Pos // where the way of the execution first depends on it
}

// dep is the abstract value of dependence tracking: the sources a value depends on, and the bits of it that do. The zero
// dep is a value the program determines. All bits beyond the 64th share one flag.
type dep struct {
	set  int32 // of sources, see sets; untouched: the variable has its initial value
	bits uint64
}

// untouched is the set of a variable that was never written: its source is made
// when it is read.
const untouched = -1

// origin is a havoc of a variable or, without an operation, the variable's initial value.
type origin struct {
	op *program.Op
	v  *program.Var
}

// cellsDep is the dependence of an array's cells.
type cellsDep struct {
	def   dep         // of the cells not listed
	fresh *program.Op // the cells not listed are sources of their own: unknown by this operation, or from the start
	any   bool        // fresh is valid, nil included
	cells map[uint64]dep
}

func (a *cellsDep) clean() bool { return !a.any && a.def.set == 0 && len(a.cells) == 0 }

func (a *cellsDep) clone() *cellsDep {
	b := *a
	b.cells = make(map[uint64]dep, len(a.cells))
	for k, d := range a.cells {
		b.cells[k] = d
	}
	return &b
}

// tracker propagates dependences through an execution, one operation at a time.
type tracker struct {
	pos     program.Pos // of the operation that is followed
	many    bool        // there were too many sources to tell them apart
	m       *Machine
	vars    []dep
	arrays  []*cellsDep // of variables of class cells
	sources []Dependence
	used    []bool // by source
	sets    sets
	done    map[int32]bool   // sets all of whose sources are used
	last    map[origin]int32 // the source made last
	values  map[*logic.Term]func() uint64
	free    map[*logic.Term][]int // variables of a term
	memo    map[*logic.Term]dep
	lengths map[uint64]dep // of the automatic objects whose size depends on something, by base
	frames  []trackedFrame
}

type trackedFrame struct {
	vars   []dep
	arrays []*cellsDep
}

type cellStore struct {
	key uint64
	d   dep
}

func newTracker(m *Machine) *tracker {
	t := &tracker{m: m, vars: make([]dep, len(m.slots)), arrays: make([]*cellsDep, len(m.slots)), sets: newSets(),
		done: map[int32]bool{0: true}, last: map[origin]int32{}, values: map[*logic.Term]func() uint64{},
		free: map[*logic.Term][]int{}, memo: map[*logic.Term]dep{}, lengths: map[uint64]dep{}}
	for i, s := range m.slots {
		t.vars[i] = dep{untouched, fullBits(s.v.Sort())}
		if s.class == cells {
			t.vars[i] = dep{}
			t.arrays[i] = &cellsDep{any: true}
		}
	}
	return t
}

// fullBits are the bits of a value of sort s.
func fullBits(s *logic.Sort) uint64 {
	switch {
	case s.IsBool():
		return 1
	case s.IsBV():
		return maskOf(s.Width())
	}
	return ^uint64(0)
}

// use notes that the way of the execution depends on d.
func (t *tracker) use(d dep) {
	if t.done[d.set] {
		return
	}
	t.done[d.set] = true
	for _, s := range t.sets.list[d.set] {
		if !t.used[s] {
			t.sources[s].Used = t.pos
		}
		t.used[s] = true
	}
}

// source makes a source and returns the set with it alone.
func (t *tracker) source(x Dependence) int32 {
	from := origin{x.Op, x.Var}
	if len(t.sources) >= maxSources {
		t.many = true
		if s, ok := t.last[from]; ok {
			return s
		}
	}
	t.sources = append(t.sources, x)
	t.used = append(t.used, false)
	s := t.sets.single(int32(len(t.sources) - 1))
	t.last[from] = s
	return s
}

// depends lists the used sources.
func (t *tracker) depends() []Dependence {
	var out []Dependence
	for i, s := range t.sources {
		if t.used[i] {
			out = append(out, s)
		}
	}
	return out
}

// before follows the operation number i of an edge, which is executed next.
func (t *tracker) before(e *edge, i int) {
	op := e.code[i].op
	t.pos = position(&e.code[i], e)
	clear(t.memo)
	switch op.Kind {
	case program.OpAssign:
		t.assign(t.m.idx[op.Var.Sym], op.Expr)
	case program.OpAssume:
		if !restrictsHavoc(e, i) {
			t.use(t.term(op.Expr))
		}
	case program.OpCheck, program.OpFree:
		t.use(t.term(op.Expr))
	case program.OpAlloc:
		t.use(t.term(op.Expr))
		size, base := t.term(op.Size), t.value(op.Expr)
		switch {
		case op.Note != program.Automatic:
			t.use(size)
		case size.set != 0:
			t.lengths[base] = size
		default:
			delete(t.lengths, base)
		}
	case program.OpAccess:
		t.useLength(op)
		if op.Check == program.PointerRange || op.Check == program.PointerEquality {
			return // what uses the result depends on it
		}
		t.use(t.term(op.Expr))
		if op.Origin != nil {
			t.use(t.term(op.Origin))
		}
		if op.Size != nil {
			t.use(t.term(op.Size))
		}
	}
}

// useLength notes that an access depends on the size of its object. One outside of every object may be inside of each.
func (t *tracker) useLength(op *program.Op) {
	if len(t.lengths) == 0 {
		return
	}
	addr, size, mem := t.value(op.Expr), uint64(0), &t.m.mem
	if op.Check == "" {
		size = t.value(op.Size)
	}
	if i := mem.find(addr); i >= 0 && mem.live[i].holds(addr, size) {
		t.use(t.lengths[mem.live[i].base])
		return
	}
	for _, d := range t.lengths {
		t.use(d)
	}
}

// restrictsHavoc reports whether an assumption only restricts the values of the havoc before it.
func restrictsHavoc(e *edge, i int) bool {
	if i == 0 || e.code[i-1].op.Kind != program.OpHavoc {
		return false
	}
	if e.code[i-1].solve != nil {
		return true
	}
	for _, s := range logic.FreeVars(e.code[i].op.Expr) {
		if s != e.code[i-1].op.Var.Sym {
			return false
		}
	}
	return true
}

// havoc follows a havoc that was executed.
func (t *tracker) havoc(in *instr) {
	op, m := in.op, t.m
	i := m.idx[op.Var.Sym]
	if a := t.arrays[i]; a != nil {
		t.arrays[i] = &cellsDep{fresh: op, any: true}
		return
	}
	if in.pattern != nil { // the bits of a float: known unless it is a NaN
		clear(t.memo)
		d := t.term(in.pattern)
		s := in.pattern.Sort()
		if d.set != 0 || isWord(s) && !isNaN(t.value(in.pattern), s == logic.Float32) {
			t.vars[i] = t.full(op.Var.Sort(), d)
			return
		}
	}
	if op.Input != nil { // reported as such
		t.vars[i] = dep{}
		return
	}
	t.vars[i] = dep{t.source(Dependence{Op: op, Var: op.Var, Value: m.Value(op.Var)}), fullBits(op.Var.Sort())}
}

// assign follows Var := x.
func (t *tracker) assign(i int, x *logic.Term) {
	if t.arrays[i] == nil {
		t.vars[i] = t.term(x)
		return
	}
	if s := t.m.slots[i].v.Sort().Index(); !isWord(s) || s.IsInt() {
		t.arrays[i] = &cellsDep{def: t.full(x.Sort(), t.anyOf(x))}
		return
	}
	var stores []cellStore
	base := x
	for base.Op() == logic.OpStore {
		k, v := base.Arg(1), base.Arg(2)
		t.use(t.term(k))
		stores = append(stores, cellStore{t.value(k), t.term(v)})
		base = base.Arg(0)
	}
	a := t.array(base, t.m.slots[i].v.Sym)
	for n := len(stores) - 1; n >= 0; n-- {
		s := stores[n]
		if s.d.set == 0 && a.def.set == 0 && !a.any {
			delete(a.cells, s.key)
			continue
		}
		if a.cells == nil {
			a.cells = map[uint64]dep{}
		}
		a.cells[s.key] = s.d
	}
	t.arrays[i] = a
}

// array returns the dependence of an array's cells, to be changed by the caller
// who assigns it to the variable self.
func (t *tracker) array(x, self *logic.Term) *cellsDep {
	switch x.Op() {
	case logic.OpVar:
		if i, ok := t.m.idx[x]; ok && t.arrays[i] != nil {
			if x == self {
				return t.arrays[i]
			}
			return t.arrays[i].clone()
		}
	case logic.OpConstArray:
		return &cellsDep{def: t.term(x.Arg(0))}
	case logic.OpIte:
		t.use(t.term(x.Arg(0)))
		if t.value(x.Arg(0)) != 0 {
			return t.array(x.Arg(1), self)
		}
		return t.array(x.Arg(2), self)
	case logic.OpStore:
		k, v := x.Arg(1), x.Arg(2)
		t.use(t.term(k))
		key, d := t.value(k), t.term(v)
		a := t.array(x.Arg(0), nil)
		if a.cells == nil {
			a.cells = map[uint64]dep{}
		}
		a.cells[key] = d
		return a
	}
	return &cellsDep{def: t.full(x.Sort(), t.anyOf(x))}
}

// read is the dependence of a variable's cell.
func (t *tracker) read(i int, k *logic.Term) dep {
	a := t.arrays[i]
	key := t.value(k)
	if d, ok := a.cells[key]; ok {
		return d
	}
	if !a.any {
		return a.def
	}
	m, v := t.m, t.m.slots[i].v
	index := constOf(m.p.Terms, v.Sort().Index(), key)
	val := m.p.Terms.Import(m.arrays[i].at(m.f, m.f.Import(index)))
	d := dep{t.source(Dependence{Op: a.fresh, Var: v, Cell: index, Value: val}), fullBits(v.Sort().Elem())}
	if a.cells == nil {
		a.cells = map[uint64]dep{}
	}
	a.cells[key] = d
	return d
}

// value is the current value of a term of a word sort.
func (t *tracker) value(x *logic.Term) uint64 {
	if u, ok := wordOf(x); ok {
		return u
	}
	f := t.values[x]
	if f == nil {
		f = t.m.expr(x)
		t.values[x] = f
	}
	return f()
}

// enter and leave follow calls.
func (t *tracker) enter(c *Call) {
	var f trackedFrame
	for _, v := range c.Locals {
		i := t.m.idx[v.Sym]
		f.vars = append(f.vars, t.vars[i])
		var a *cellsDep
		if t.arrays[i] != nil {
			a = t.arrays[i].clone()
		}
		f.arrays = append(f.arrays, a)
	}
	t.frames = append(t.frames, f)
}

func (t *tracker) leave(c *Call) {
	f := t.frames[len(t.frames)-1]
	t.frames = t.frames[:len(t.frames)-1]
	if c.Into != nil {
		from, to := t.m.idx[c.Result.Sym], t.m.idx[c.Into.Sym]
		t.vars[to] = t.vars[from]
		if t.arrays[from] != nil {
			t.arrays[to] = t.arrays[from].clone()
		}
	}
	for k, v := range c.Locals {
		i := t.m.idx[v.Sym]
		t.vars[i], t.arrays[i] = f.vars[k], f.arrays[k]
	}
}
