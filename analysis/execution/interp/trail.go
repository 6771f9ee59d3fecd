package interp

import (
	"cmp"
	"context"
	"slices"

	"cupel/core/program"
)

// A Fate is what happened to a pointer.
type Fate uint8

// The fates.
const (
	Kept        Fate = iota // nothing
	Overwritten             // another value was stored
	OutOfScope              // the variable that held it came to the end of its life
	Released                // so did the block that held it
)

// A LastPointer is the last that led to a block which is lost or left.
type LastPointer struct {
	Var    *program.Var // that held it; nil: a word in memory did
	In     *Block       // the object of that word, as it was
	Offset uint64       // of the word
	Fate   Fate
	At     program.Pos // where that happened
	Func   string      // that returned there; "": none did
}

// A Trail follows the pointers to some blocks through a run that repeats an execution: what holds one at the time. Temporaries of the front end and variables of
// library functions do not count, nor do words in the blocks themselves.
type Trail struct {
	into   []region
	held   map[holder]bool
	frames [][]holder // of suspended activations
	told   holder     // that last describes
	last   *LastPointer
	vague  bool // some values were not looked at
}

// A holder is a variable, a cell of an array, or a word in memory; at is its index or address.
type holder struct {
	slot int
	at   uint64
}

func compareHolders(a, b holder) int {
	return cmp.Or(cmp.Compare(a.slot, b.slot), cmp.Compare(a.at, b.at))
}

// FindLast finds the last pointer to the block of a misuse: again repeats the execution, which has so many steps. nil: none is known; known: there was none.
func FindLast(ctx context.Context, u *Misuse, steps int, again func(context.Context, Options) *Outcome) (last *LastPointer, known bool) {
	if u == nil || len(u.cycle) == 0 {
		return nil, false
	}
	t := &Trail{into: u.cycle, held: map[holder]bool{}}
	out := again(ctx, Options{MaxSteps: steps + 1, Trail: t})
	if out == nil || out.Kind != ReachedError {
		return nil, false
	}
	return t.last, !t.vague
}

// leads reports whether a number is a pointer to one of the blocks.
func (t *Trail) leads(y *memory, u uint64) bool {
	for i := range t.into {
		g := &t.into[i]
		if s, stray := y.strays[u]; g.pointsInto(u) || stray && s == g.base {
			n := y.find(g.base)
			return n >= 0 && y.live[n].base == g.base
		}
	}
	return false
}

// inside reports whether an address is one in the blocks.
func (t *Trail) inside(at uint64) bool {
	return slices.ContainsFunc(t.into, func(g region) bool { return at-g.base < g.size })
}

// ran follows an operation of a run.
func (t *Trail) ran(r *run, op *program.Op) {
	pos := op.Pos
	if !pos.IsValid() {
		pos = r.out.Last.Pos
	}
	switch op.Kind {
	case program.OpAssign, program.OpHavoc:
		t.assigned(r, op, pos)
	case program.OpFree:
		fate := Released
		if op.Note == program.Automatic {
			fate = OutOfScope
		}
		y := &r.m.mem
		t.change(r, fate, pos, "", func() {
			for h := range t.held {
				if r.m.p.IsMemory(r.m.slots[h.slot].v) {
					if i := y.find(h.at); i < 0 || !y.live[i].holds(h.at, 1) {
						delete(t.held, h)
					}
				}
			}
		})
	}
}

// counts reports whether a variable does.
func (t *Trail) counts(r *run, v *program.Var) bool {
	y := r.o.Memory
	fn := y.Owner[v]
	return !v.Temp && (fn == nil || y.Hidden == nil || !y.Hidden(fn.Pos.File))
}

// assigned follows an assignment.
func (t *Trail) assigned(r *run, op *program.Op, pos program.Pos) {
	m := r.m
	i := m.idx[op.Var.Sym]
	memory := m.p.IsMemory(op.Var)
	switch {
	case !memory && !t.counts(r, op.Var):
	case m.arrays[i] == nil:
		h := holder{slot: i}
		t.vague = t.vague || m.terms[i] != nil && op.Var.Sort().IsBV()
		if points := op.Var.Sort().IsBV() && t.anyWord(m, m.words[i], op.Var.Sort().Width()); points != t.held[h] {
			t.change(r, Overwritten, pos, "", func() { t.set(h, points) })
		}
	case op.Kind == program.OpAssign && !m.rewritten:
		for _, w := range m.writes {
			if w.keyT != nil {
				t.vague = true
				continue
			}
			for _, at := range t.words(m, i, w.key, memory) {
				h := holder{i, at}
				if points := t.word(m, h, memory); points != t.held[h] {
					t.change(r, Overwritten, pos, "", func() { t.set(h, points) })
				}
			}
		}
	default:
		t.change(r, Overwritten, pos, "", func() { t.scan(m, i, memory) })
	}
}

func (t *Trail) set(h holder, points bool) {
	if points {
		t.held[h] = true
	} else {
		delete(t.held, h)
	}
}

// anyWord reports whether a value of so many bits has a part that is a pointer to the blocks.
func (t *Trail) anyWord(m *Machine, u uint64, width int) bool {
	p := m.p.Model.PointerWidth()
	switch {
	case width < p:
		return false
	case width > p && p < 64:
		return t.leads(&m.mem, u&(1<<p-1)) || t.leads(&m.mem, u>>p)
	}
	return t.leads(&m.mem, u)
}

// words are the addresses of the words of which the cell at an index is part.
func (t *Trail) words(m *Machine, slot int, key uint64, memory bool) []uint64 {
	w, p := m.arrays[slot].sort.Elem(), m.p.Model.PointerWidth()
	if !memory || !w.IsBV() || w.Width() >= p || w.Width()%8 != 0 {
		return []uint64{key}
	}
	var all []uint64
	for back := uint64(0); back < uint64(p/8); back += uint64(w.Width() / 8) {
		all = append(all, key-back)
	}
	return all
}

// word reports whether a cell holds a pointer to the blocks, or the word that begins at it does.
func (t *Trail) word(m *Machine, h holder, memory bool) bool {
	a := m.arrays[h.slot]
	e, p := a.sort.Elem(), m.p.Model.PointerWidth()
	switch {
	case memory && t.inside(h.at) || !e.IsBV() || !isWord(e):
		return false
	case e.Width() >= p:
		return t.anyWord(m, a.get(h.at), e.Width())
	case !memory || e.Width()%8 != 0 || p%e.Width() != 0:
		return false
	}
	u := uint64(0)
	for n := range p / e.Width() {
		u |= a.get(h.at+uint64(n*e.Width()/8)) << (n * e.Width())
	}
	return t.leads(&m.mem, u)
}

// scan looks at all cells of an array.
func (t *Trail) scan(m *Machine, i int, memory bool) {
	for h := range t.held {
		if h.slot == i {
			delete(t.held, h)
		}
	}
	a := m.arrays[i]
	t.vague = t.vague || !a.plain()
	for key := range a.pages {
		for n := range uint64(pageSize) {
			h := holder{i, key<<pageBits | n}
			if !t.word(m, h, memory) {
				continue
			}
			if n := m.mem.find(h.at); !memory || n >= 0 && m.mem.live[n].holds(h.at, 1) {
				t.held[h] = true
			}
		}
	}
}

// entered follows a call: what it saves stays.
func (t *Trail) entered(r *run, c *Call) {
	var saved []holder
	for h := range t.held {
		if slices.Contains(c.Locals, r.m.slots[h.slot].v) {
			saved = append(saved, h)
			delete(t.held, h)
		}
	}
	slices.SortFunc(saved, compareHolders)
	t.frames = append(t.frames, saved)
}

// left follows a return by an edge at pos.
func (t *Trail) left(r *run, c *Call, pos program.Pos) {
	m, y := r.m, r.o.Memory
	fn := y.function(c.Enter.Dst)
	t.change(r, OutOfScope, pos, c.Enter.Dst.Func, func() {
		for h := range t.held {
			v := m.slots[h.slot].v
			at := m.mem.find(h.at)
			if slices.Contains(c.Locals, v) || y.Owner[v] == fn && fn != nil || m.p.IsMemory(v) && (at < 0 || !m.mem.live[at].holds(h.at, 1)) {
				delete(t.held, h)
			}
		}
		for _, h := range t.frames[len(t.frames)-1] {
			t.held[h] = true
		}
		t.frames = t.frames[:len(t.frames)-1]
		if c.Into != nil && t.counts(r, c.Into) && c.Into.Sort().IsBV() {
			i := m.idx[c.Into.Sym]
			t.set(holder{slot: i}, t.anyWord(m, m.words[i], c.Into.Sort().Width()))
		}
	})
}

// change makes a change, after which no pointer may be left. The last pointer is described when it is found, since its block may be gone when it is.
func (t *Trail) change(r *run, fate Fate, pos program.Pos, fn string, change func()) {
	_, some := t.first()
	change()
	now, still := t.first()
	switch y := r.o.Memory; {
	case still && (!some || !t.holds(t.told)):
		t.told, t.last = now, r.lastPointer(now)
	case some && !still:
		t.last.Fate, t.last.At, t.last.Func = fate, pos, fn
		for i := len(r.stack) - 1; i >= 0 && y.Hidden != nil && y.Hidden(t.last.At.File); i-- {
			t.last.At = r.stack[i].call.Enter.Pos
		}
	}
}

// holds reports whether a holder holds a pointer, in a suspended activation or not.
func (t *Trail) holds(h holder) bool {
	return t.held[h] || slices.ContainsFunc(t.frames, func(f []holder) bool { return slices.Contains(f, h) })
}

// first is one of the holders; false: there is none.
func (t *Trail) first() (least holder, some bool) {
	for h := range t.held {
		if !some || compareHolders(h, least) < 0 {
			least, some = h, true
		}
	}
	for i := len(t.frames) - 1; i >= 0 && !some; i-- {
		if len(t.frames[i]) > 0 {
			return t.frames[i][0], true
		}
	}
	return least, some
}

// lastPointer describes a holder.
func (r *run) lastPointer(h holder) *LastPointer {
	m := r.m
	v := m.slots[h.slot].v
	if !m.p.IsMemory(v) {
		return &LastPointer{Var: v}
	}
	if i := m.mem.find(h.at); i >= 0 {
		return &LastPointer{In: m.mem.block(m.mem.live[i]), Offset: h.at - m.mem.live[i].base}
	}
	return &LastPointer{Var: v}
}
