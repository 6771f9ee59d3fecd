package overlap

import (
	"slices"
	"strings"

	"cupel/analysis/execution/interp"
	"cupel/core/logic"
	"cupel/core/program"
)

// Watcher looks for an overlap in a run, as its interp.Watcher.
type Watcher struct {
	// Found is the first overlap; nil: none so far.
	Found *Overlap

	classes   map[*logic.Term]string // points-to classes of regions
	temporary map[*logic.Term]bool   // variables of the front end's own
	ops       map[*program.Op]*operation
	written   map[uint64]*[word]*write // by address / word
}

// An Overlap is a read of bytes that were written as part of another region.
type Overlap struct {
	Read, Written program.Pos
}

// write is what wrote a byte last: regions of one class may be written together, by one statement.
type write struct {
	regions []*logic.Term
	class   string
	pos     program.Pos
	more    map[*logic.Term]*write // with another region
}

// and is the write with another region.
func (w *write) and(region *logic.Term) *write {
	if slices.Contains(w.regions, region) {
		return w
	}
	if w.more[region] == nil {
		if w.more == nil {
			w.more = map[*logic.Term]*write{}
		}
		w.more[region] = &write{regions: append(slices.Clip(w.regions), region), class: w.class, pos: w.pos}
	}
	return w.more[region]
}

// hides reports whether a read from a region misses the write. Operations on bytes, as memcpy, read from and write to all regions of a class.
func (w *write) hides(region *logic.Term, class string, copies bool) bool {
	return w != nil && !slices.Contains(w.regions, region) && (class != w.class || !copies && len(w.regions) == 1)
}

// operation is what an operation does with memory.
type operation struct {
	copies   bool // it may be part of a copy
	accesses []access
	base     func() (uint64, bool) // of an OpAlloc
	size     func() (uint64, bool)
}

// access is a read or write of a cell, which happens where conditions hold.
type access struct {
	write  *write // nil: it is a read
	region *logic.Term
	bytes  uint64
	at     func() (uint64, bool)
	where  []condition
}

// condition decides whether a part of an expression matters.
type condition struct {
	value func() (uint64, bool)
	not   bool
}

// New returns a watcher for runs of p; nil: there is at most one region.
func New(p *program.Program) *Watcher {
	w := &Watcher{classes: map[*logic.Term]string{}, temporary: map[*logic.Term]bool{}, ops: map[*program.Op]*operation{}}
	for _, v := range p.Vars {
		w.temporary[v.Sym] = v.Temp
		if p.IsMemory(v) {
			w.classes[v.Sym], _, _ = strings.Cut(v.Name, ".")
		}
	}
	if len(w.classes) < 2 {
		return nil
	}
	w.Restart()
	return w
}

// Restart prepares the watcher for another run of the same machine.
func (w *Watcher) Restart() { w.written = map[uint64]*[word]*write{} }

// Edge implements interp.Watcher.
func (w *Watcher) Edge(m *interp.Machine, e *program.Edge) {
	for i := range e.Ops {
		if e.Ops[i].Kind != program.OpAssume { // Before is called for what follows the leading assumptions
			return
		}
		w.look(m, &e.Ops[i], e.Pos)
	}
}

// Before implements interp.Watcher.
func (w *Watcher) Before(m *interp.Machine, op *program.Op) { w.look(m, op, op.Pos) }

// After implements interp.Watcher.
func (w *Watcher) After(*interp.Machine, *program.Op) {}

// look notes the accesses of an operation that is about to be executed.
func (w *Watcher) look(m *interp.Machine, op *program.Op, pos program.Pos) {
	if w.Found != nil || len(w.written) > maxWords {
		return
	}
	o := w.ops[op]
	if o == nil {
		o = w.compile(m, op, pos)
		w.ops[op] = o
	}
	if o.base != nil {
		base, ok1 := o.base()
		if size, ok2 := o.size(); ok1 && ok2 {
			w.fresh(base, size)
		}
	}
	for i := range o.accesses {
		a := &o.accesses[i]
		at, ok := a.at()
		if !ok || !holds(a.where) {
			continue
		}
		for k := at; k < at+a.bytes; k++ {
			cells := w.written[k/word]
			if a.write == nil {
				if cells != nil && cells[k%word].hides(a.region, w.classes[a.region], o.copies) {
					w.Found = &Overlap{Read: pos, Written: cells[k%word].pos}
					return
				}
				continue
			}
			if cells == nil {
				cells = new([word]*write)
				w.written[k/word] = cells
			}
			if last := cells[k%word]; last != nil && last.class == a.write.class && last.pos == a.write.pos {
				cells[k%word] = last.and(a.region)
			} else {
				cells[k%word] = a.write
			}
		}
	}
}

// fresh forgets what was written to an object that becomes live.
func (w *Watcher) fresh(base, size uint64) {
	if size/word < uint64(len(w.written)) {
		for k := base / word; k <= (base+size)/word; k++ {
			w.forget(k, base, size)
		}
		return
	}
	for k := range w.written {
		w.forget(k, base, size)
	}
}

// forget forgets those of the bytes of a word that are in an object.
func (w *Watcher) forget(k, base, size uint64) {
	if cells := w.written[k]; cells != nil {
		for i := range cells {
			if k*word+uint64(i)-base < size {
				cells[i] = nil
			}
		}
	}
}

// holds reports whether all conditions do.
func holds(all []condition) bool {
	for _, c := range all {
		if v, ok := c.value(); !ok || (v == 0) != c.not {
			return false
		}
	}
	return true
}

// compiler collects the accesses of an operation.
type compiler struct {
	*Watcher
	m    *interp.Machine
	pos  program.Pos
	seen map[*logic.Term]bool
	out  *operation
}

func (w *Watcher) compile(m *interp.Machine, op *program.Op, pos program.Pos) *operation {
	c := &compiler{Watcher: w, m: m, pos: pos, seen: map[*logic.Term]bool{}, out: &operation{}}
	switch op.Kind {
	case program.OpAssign:
		c.out.copies = op.Var.Temp || w.classes[op.Var.Sym] != ""
	case program.OpAssume: // of a part that is taken out of a cell
		c.out.copies = slices.ContainsFunc(logic.FreeVars(op.Expr), func(v *logic.Term) bool { return w.temporary[v] })
	}
	switch {
	case op.Kind == program.OpAlloc:
		base, err1 := m.Word(op.Expr)
		size, err2 := m.Word(op.Size)
		if err1 == nil && err2 == nil {
			c.out.base, c.out.size = base, size
		}
	case op.Kind == program.OpAssign && w.classes[op.Var.Sym] != "":
		c.writes(op.Var.Sym, op.Expr, nil)
	case op.Expr != nil:
		c.reads(op.Expr, nil)
	}
	return c.out
}

// writes collects the accesses of the new contents t of a region: reads first.
func (c *compiler) writes(region, t *logic.Term, where []condition) {
	switch t.Op() {
	case logic.OpStore:
		c.writes(region, t.Arg(0), where)
		c.reads(t.Arg(1), where)
		c.reads(t.Arg(2), where)
		if v := t.Arg(2); v.Op() == logic.OpIte && unchanged(t, v.Arg(2)) {
			where = c.also(where, v.Arg(0), false)
		} else if v.Op() == logic.OpIte && unchanged(t, v.Arg(1)) {
			where = c.also(where, v.Arg(0), true)
		}
		c.access(region, t.Arg(1), &write{regions: []*logic.Term{region}, class: c.classes[region], pos: c.pos}, where)
	case logic.OpIte:
		c.reads(t.Arg(0), where)
		c.writes(region, t.Arg(1), c.also(where, t.Arg(0), false))
		c.writes(region, t.Arg(2), c.also(where, t.Arg(0), true))
	}
}

// unchanged reports whether a store of v leaves the cell as it is.
func unchanged(store, v *logic.Term) bool {
	return v.Op() == logic.OpSelect && v.Arg(0) == store.Arg(0) && v.Arg(1) == store.Arg(1)
}

// reads collects the reads of a term. Those of an operand matter only where the others do not decide.
func (c *compiler) reads(t *logic.Term, where []condition) {
	if t.IsConst() || t.Op() == logic.OpVar || c.seen[t] {
		return
	}
	c.seen[t] = true
	switch t.Op() {
	case logic.OpSelect:
		c.reads(t.Arg(1), where)
		if c.classes[t.Arg(0)] != "" { // else of contents that are just written, or no memory
			c.access(t.Arg(0), t.Arg(1), nil, where)
		}
	case logic.OpIte:
		c.reads(t.Arg(0), where)
		c.reads(t.Arg(1), c.also(where, t.Arg(0), false))
		c.reads(t.Arg(2), c.also(where, t.Arg(0), true))
	case logic.OpAnd, logic.OpOr:
		for i := range t.NumArgs() {
			inner := where
			for k := range t.NumArgs() {
				if k != i {
					inner = c.also(inner, t.Arg(k), t.Op() == logic.OpOr)
				}
			}
			c.reads(t.Arg(i), inner)
		}
	default:
		for i := range t.NumArgs() {
			c.reads(t.Arg(i), where)
		}
	}
}

// also adds a condition.
func (c *compiler) also(where []condition, t *logic.Term, not bool) []condition {
	value, err := c.m.Word(t)
	if err != nil {
		value = func() (uint64, bool) { return 0, false }
	}
	return append(where[:len(where):len(where)], condition{value, not})
}

func (c *compiler) access(region, at *logic.Term, w *write, where []condition) {
	address, err := c.m.Word(at)
	bits := region.Sort().Elem().Width()
	if s := region.Sort().Elem(); s.IsFloat() {
		bits = s.ExpBits() + s.SigBits()
	}
	if err == nil && bits > 0 {
		c.out.accesses = append(c.out.accesses, access{w, region, uint64(bits+7) / 8, address, where})
	}
}
