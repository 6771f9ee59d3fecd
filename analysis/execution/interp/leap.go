package interp

import (
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/internal/sabotage"
)

// Leaps are over many turns of a loop at once. What an execution does from one visit of a loop head to the next, or to one after a few more, is a turn: a sequence of
// edges. The leaper guesses how the variables that a turn changes depend on its number (package's form), and evaluates the operations of the turn on these forms:
// if the state after turn t is what the forms say of t+1, and each decision is the same for the first n turns, then by induction the execution takes n turns in this
// way, and all of them but the last are left out. The last one is executed as usual, so that what has no form in it, but does not depend on earlier turns either, has
// its value afterwards. A guess that is wrong costs time only.

// leaper is the state of leaps in a run.
type leaper struct {
	m     *Machine
	heads []*head // by location
	rec   recording
	codes map[*program.Op]formCode

	forms          []form // by slot, of the variables that the turn changes
	changed        []bool // by slot
	spare, several []form
	frames         [][]form
	cost           int // nodes that were evaluated
}

// head is what is known of a loop head.
type head struct {
	visits, next, wait int
	period             int // index of periods
	turn               *turn
}

// recording is a turn that is being executed.
type recording struct {
	on            bool
	at            *location
	depth, visits int
	passed        []passage
}

// passage is a step of a turn: an edge, the beginning of a call before its edge, or the return from one.
type passage struct {
	from  *location
	e     *edge
	enter *Call
	leave *Call
}

// turn is one that was executed.
type turn struct {
	passed []passage
	steps  int
	change []int // slots
	reads  []int // slots of all variables that occur
	start  []form
}

// leaps reports whether a run may leap: nothing observes its steps, and nobody but the program decides.
func (r *run) leaps() bool {
	o := &r.o
	return !o.Stepwise && o.Visit == nil && o.Watch == nil && o.Trail == nil && r.chooser == nil && (!o.Trace || o.MaxTrace > 0)
}

func newLeaper(r *run) *leaper {
	m := r.m
	m.markHeads(r.o.Calls)
	if m.forms == nil {
		m.forms = map[*program.Op]formCode{}
	}
	return &leaper{m: m, heads: make([]*head, len(m.locs)), codes: m.forms, forms: make([]form, len(m.slots)), changed: make([]bool, len(m.slots))}
}

// markHeads marks the targets of retreating edges of a depth-first search, for which a call is followed by its return, too.
func (m *Machine) markHeads(calls map[*program.Location]*Call) {
	if m.marked {
		return
	}
	m.marked = true
	const open, done = 1, 2
	state := make([]uint8, len(m.locs))
	type visit struct {
		l    *program.Location
		next []*program.Location
	}
	begin := func(l *program.Location) visit {
		state[l.ID] = open
		v := visit{l: l}
		for _, e := range l.Out {
			v.next = append(v.next, e.Dst)
		}
		if c := calls[l]; c != nil {
			v.next = append(v.next, c.Enter.Dst, c.Return.Dst)
		}
		return v
	}
	stack := []visit{begin(m.p.Init)}
	for len(stack) > 0 {
		v := &stack[len(stack)-1]
		if len(v.next) == 0 {
			state[v.l.ID] = done
			stack = stack[:len(stack)-1]
			continue
		}
		l := v.next[0]
		v.next = v.next[1:]
		switch state[l.ID] {
		case open:
			m.locs[l.ID].head = true
		case 0:
			stack = append(stack, begin(l))
		}
	}
}

// arrive is called at a loop head before an edge is chosen, and may leap.
func (l *leaper) arrive(r *run, at *location) {
	if l.rec.on {
		if l.rec.at == at && l.rec.depth == len(r.stack) {
			h := l.heads[at.id]
			if l.rec.visits++; l.rec.visits == periods[h.period] {
				l.finish(r, h)
			}
		}
		return
	}
	h := l.heads[at.id]
	if h == nil {
		h = &head{next: leapVisits, wait: leapVisits}
		l.heads[at.id] = h
	}
	if h.visits++; h.visits < h.next || r.o.Trace && len(r.out.Path) < r.o.MaxTrace || r.arguable != nil {
		return
	}
	if h.turn != nil && l.try(r, h.turn) {
		h.next = h.visits + 2
		return
	}
	l.rec = recording{on: true, at: at, depth: len(r.stack), passed: l.rec.passed[:0]}
}

// finish ends the recording of a turn and tries to leap.
func (l *leaper) finish(r *run, h *head) {
	l.rec.on = false
	r.out.Effort += len(l.rec.passed)
	t := l.newTurn()
	if t != nil && l.try(r, t) {
		h.turn, h.wait, h.next = t, leapVisits, h.visits+2 // the loop ends, or takes another way, after the turn that is left
		return
	}
	h.failed(t == nil)
}

// failed lets a head wait until it tries the next period, and for longer and longer after the last one.
func (h *head) failed(hopeless bool) {
	if h.period++; hopeless || h.period == len(periods) {
		h.period = 0
		h.wait = min(2*h.wait, leapWait)
	}
	h.next = h.visits + h.wait
}

// note records a passage.
func (l *leaper) note(r *run, p passage) {
	if len(l.rec.passed) >= maxTurn || len(r.stack) < l.rec.depth || p.e != nil && p.e.havocs {
		l.rec.on = false
		l.heads[l.rec.at.id].failed(true)
		return
	}
	l.rec.passed = append(l.rec.passed, p)
}

// newTurn is the recorded turn; nil: it has operations that no leap is about.
func (l *leaper) newTurn() *turn {
	t := &turn{}
	read := map[int]bool{}
	reads := func(x *logic.Term) {
		for _, v := range logic.FreeVars(x) {
			if i, ok := l.m.idx[v]; ok && !read[i] {
				read[i] = true
				t.reads = append(t.reads, i)
			}
		}
	}
	changed := map[int]bool{}
	change := func(v *program.Var) bool {
		i := l.m.idx[v.Sym]
		if !changed[i] {
			changed[i] = true
			t.change = append(t.change, i)
		}
		return l.m.slots[i].class != cells
	}
	for _, p := range l.rec.passed {
		switch {
		case p.leave != nil:
			for _, v := range p.leave.Locals {
				if !change(v) {
					return nil
				}
			}
			if p.leave.Into != nil {
				reads(p.leave.Result.Sym)
				if !change(p.leave.Into) {
					return nil
				}
			}
		case p.e != nil:
			t.steps++
			if p.enter != nil {
				break
			}
			for _, other := range p.from.out {
				if !other.ready {
					l.m.compile(other)
				}
				for k := range other.guards {
					reads(other.code[k].op.Expr)
				}
			}
		}
		if p.e == nil {
			continue
		}
		for k := range p.e.code {
			in := &p.e.code[k]
			switch in.op.Kind {
			case program.OpAssign:
				reads(in.op.Expr)
				if !change(in.op.Var) {
					return nil
				}
			case program.OpAssume, program.OpCheck:
				reads(in.op.Expr)
			default:
				return nil
			}
		}
	}
	if t.steps == 0 {
		return nil
	}
	t.passed = append(t.passed, l.rec.passed...)
	return t
}

// value is the form of a variable at this place of the turn.
func (l *leaper) value(i int) form {
	if l.changed[i] {
		return l.forms[i]
	}
	return l.now(i)
}

// now is the value of a variable in the current state.
func (l *leaper) now(i int) form {
	m := l.m
	if !hasForm(m.slots[i].v.Sort()) || m.tracking && m.unknown[i] && !sabotage.Active(sabotage.LeapUnknown) {
		return form{kind: opaque, turns: always}
	}
	return constant(m.words[i])
}

// try leaps from the current state, at the head of a turn, as far as the turns are like t; false: it does not.
func (l *leaper) try(r *run, t *turn) bool {
	if r.track != nil && !r.track.determines(t.reads) {
		return false
	}
	before := l.cost
	for _, i := range t.change {
		l.changed[i] = true
	}
	turns, ok := l.solve(r, t)
	for _, i := range t.change {
		l.changed[i] = false
	}
	cost := (l.cost - before) / nodesPerStep
	r.out.Effort += cost
	if !ok {
		return false
	}
	left := uint64(maxLeapt)
	if r.o.MaxSteps > 0 {
		left = min(left, uint64(r.o.MaxSteps))
	}
	if left -= min(left, uint64(r.out.Steps)); turns > left/uint64(t.steps) && !sabotage.Active(sabotage.LeapLimit) {
		turns = left / uint64(t.steps) // all of them end within the limit
	}
	if turns < 2 || (turns-1)*uint64(t.steps) < uint64(leapGain*cost) {
		return false
	}
	turns--
	m := l.m
	for k, i := range t.change {
		if s := t.start[k]; s.kind == exact {
			m.words[i] = s.at(turns, maskOf(widthOf(m.slots[i].v.Sort())))
		}
	}
	r.out.Steps += int(turns) * t.steps
	if sabotage.Active(sabotage.LeapSteps) {
		r.out.Steps -= t.steps
	}
	return true
}

// solve finds forms of the variables before a turn, and the number of turns, from now on, that take the way of t. What the result does not depend on is stale.
func (l *leaper) solve(r *run, t *turn) (turns uint64, ok bool) {
	t.start = t.start[:0]
	for _, i := range t.change {
		x := l.now(i)
		if x.kind != exact {
			x.kind = stale
		}
		t.start = append(t.start, x)
	}
	turns, ok = l.fix(r, t)
	if !ok || turns >= longLeap {
		return turns, ok
	}
	// Variables that hold a value from one place of the turn to another may limit the turns without need.
	kept := append([]form{}, t.start...)
	some := false
	for k, i := range t.change {
		if x := l.forms[i]; t.start[k].kind == exact && x.kind == exact && x.turns < longLeap {
			t.start[k] = form{kind: stale, turns: always}
			some = true
		}
	}
	if some {
		if more, ok := l.fix(r, t); ok && more > turns {
			return more, true
		}
		t.start = append(t.start[:0], kept...)
	}
	return turns, true
}

// fix corrects t.start until the state after a turn is that before the next one.
func (l *leaper) fix(r *run, t *turn) (turns uint64, ok bool) {
	for round := range leapRounds {
		for k, i := range t.change {
			l.forms[i] = t.start[k]
		}
		if turns, ok = l.run(r, t); !ok {
			return 0, false
		}
		same := true
		for k, i := range t.change {
			s, e := &t.start[k], l.forms[i]
			switch {
			case s.kind != exact && e.kind == stale:
				return 0, false
			case s.kind != exact: // its value is computed in each turn
			case e.kind != exact:
				*s, same = form{kind: stale, turns: always}, false
			default:
				m := maskOf(widthOf(l.m.slots[i].v.Sort()))
				if e = e.modulo(m); e.a == (s.a+s.b)&m && (e.b == (s.b+s.c)&m && e.c == s.c || sabotage.Active(sabotage.LeapSlope)) {
					turns = min(turns, e.turns)
					continue
				}
				same = false
				switch b := (e.a - s.a) & m; {
				case round >= leapRounds/2:
					*s = form{kind: stale, turns: always}
				case b != s.b:
					s.b = b
				default:
					s.c = (e.b - b) & m
				}
			}
		}
		if same {
			return turns, true
		}
	}
	return 0, false
}

// run evaluates a turn on forms and counts the turns that take its way; false: it is not known, or the first one does not.
func (l *leaper) run(r *run, t *turn) (turns uint64, ok bool) {
	turns = always
	l.frames = l.frames[:0]
	holds := func(x form, want uint64) bool {
		turns = min(turns, x.turns)
		return x.kind == exact && x.a == want
	}
	for i := range t.passed {
		p := &t.passed[i]
		switch {
		case p.leave != nil:
			l.leave(p.leave)
			continue
		case p.enter != nil:
			var f []form
			for _, v := range p.enter.Locals {
				f = append(f, l.value(l.m.idx[v.Sym]))
			}
			l.frames = append(l.frames, f)
		default:
			n, only := l.chooses(p)
			if !only {
				return 0, false
			}
			turns = min(turns, n)
		}
		for k := p.e.guards; k < len(p.e.code); k++ {
			in := &p.e.code[k]
			x := l.code(in.op).evaluate(l)
			switch in.op.Kind {
			case program.OpAssign:
				l.forms[l.m.idx[in.op.Var.Sym]] = x
			default:
				if sabotage.Active(sabotage.LeapCheck) {
					x.turns = always
				}
				if in.defined || !holds(x, 1) {
					return 0, false
				}
			}
		}
	}
	return turns, true
}

// chooses counts the turns in which the edge of a passage is the one that is taken.
func (l *leaper) chooses(p *passage) (turns uint64, ok bool) {
	turns = always
	for _, e := range p.from.out {
		open := form{a: 1, turns: always}
		for k := 0; k < e.guards && open.a == 1; k++ {
			x := l.code(e.code[k].op).evaluate(l)
			if x.kind != exact {
				return 0, false
			}
			if x.a == 0 {
				open = x
			} else {
				open.turns = min(open.turns, x.turns)
			}
		}
		if e != p.e && sabotage.Active(sabotage.LeapOrder) {
			continue
		}
		if (e == p.e) != (open.a == 1) {
			return 0, false
		}
		turns = min(turns, open.turns)
		if e == p.e && !l.m.tracking {
			break
		}
	}
	return turns, true
}

// leave follows the return from a call.
func (l *leaper) leave(c *Call) {
	f := l.frames[len(l.frames)-1]
	l.frames = l.frames[:len(l.frames)-1]
	if c.Into != nil {
		l.forms[l.m.idx[c.Into.Sym]] = l.value(l.m.idx[c.Result.Sym])
	}
	if sabotage.Active(sabotage.LeapCall) {
		return
	}
	for k, v := range c.Locals {
		l.forms[l.m.idx[v.Sym]] = f[k]
	}
}

func (l *leaper) code(op *program.Op) formCode {
	c, ok := l.codes[op]
	if !ok {
		c = l.m.formsOf(op.Expr)
		l.codes[op] = c
	}
	return c
}

// determines reports whether variables have values that the program determines.
func (t *tracker) determines(slots []int) bool {
	for _, i := range slots {
		if t.arrays[i] != nil || t.vars[i].set != 0 {
			return false
		}
	}
	return true
}
