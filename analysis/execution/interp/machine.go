package interp

import (
	"context"
	"fmt"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/work"
)

// Options bound and observe a run.
type Options struct {
	// MaxSteps bounds the executed edges; 0: no bound.
	MaxSteps int
	// MaxEffort bounds Outcome.Effort, where a path is kept without its first MaxTrace edges, as a run leaps only after these; 0: no bound.
	MaxEffort int
	// Stepwise executes each edge by itself, without leaps over turns of loops.
	Stepwise bool
	// Trace keeps the path and the values of all havocs, MaxTrace of each at most; 0:
	// any number.
	Trace    bool
	MaxTrace int
	// From is where the run starts; nil: the initial location, all variables zero.
	From *State
	// Calls are the locations that are calls. On a traced path a return is
	// Call.Return, which does not start where the edge before it ends.
	Calls map[*program.Location]*Call
	// Visit, when not nil, is called at every location the run reaches, before an edge is chosen; the run is Interrupted
	// when it returns false.
	Visit func(*program.Location) bool
	// Watch observes the run; may be nil.
	Watch Watcher
	// Case is the case to run, on a tracking machine; nil: no input has a value.
	Case *Case
	// Order chooses the order of evaluation where C leaves it open, instead of the source: false is from left to right. nil: the source does.
	Order func(*program.Op) bool
	// Depend fills in Outcome.Depends. It makes a run ten times slower and is for
	// runs from the initial location.
	Depend bool
	// Memory, when not nil, makes faults of memory the error.
	Memory *Memory
	// Repeat, when not nil, ends the run as Repeated in a state that it has been in before.
	Repeat *Repeat
	// Trail, when not nil, follows pointers through a run that Memory judges.
	Trail *Trail
}

// Machine holds a program compiled for execution. It runs one execution at a
// time; after a run it holds the final state.
type Machine struct {
	p     *program.Program
	f     *logic.Factory // for terms that are made while running
	slots []slot
	idx   map[*logic.Term]int // slot of a variable's symbol
	locs  []location
	edges []edge

	words  []uint64      // values of word and integer variables
	terms  []*logic.Term // values that are no words
	arrays []*array
	mem    memory
	loc    *program.Location

	// gen numbers evaluations: a shared subterm's value is kept for one of them.
	gen uint64
	// giveUp is set by word code that met a value that is no word.
	giveUp bool
	// fault is set by a term that has no value.
	fault  string
	kept   int // see Kept
	writes []write
	// rewritten: the last assignment to an array was of a whole one, not of the writes.
	rewritten bool

	// See NewTracking. tainted: the last evaluated value depends on an unknown one; blind: an unknown value decided
	// where something is stored.
	tracking, tainted, blind bool
	unknown                  []bool        // by slot, scalars
	symbolic                 []*logic.Term // by slot: see Case; nil: no scalar has a value over the inputs

	marked bool // loop heads are, see markHeads
	forms  map[*program.Op]formCode
}

// slot is the place of a variable's value.
type slot struct {
	v     *program.Var
	class class
}

// location and edge are the program's, compiled.
type location struct {
	id    int
	out   []*edge
	final bool  // error or cut
	head  bool  // of a loop, see markHeads
	call  *Call // of the run
}

type edge struct {
	e     *program.Edge
	ready bool
	// guards is the number of leading assumptions.
	guards int
	havocs bool
	code   []instr
	dst    *program.Location
}

// instr is a compiled operation.
type instr struct {
	op    *program.Op
	value func() uint64 // Expr of an assumption, check, access, alloc, free
	size  func() uint64
	// origin is the pointer that the address was computed from; nil: the address itself.
	origin func() uint64
	run    func()             // assignment
	solve  func() *logic.Term // see solvedHavoc
	nan    func() bool
	// defined, on a tracking machine: the assumption determines the value of the havoc before it (solvedHavoc).
	defined bool
	// pattern is the float whose bits solve computes.
	pattern *logic.Term
}

// New prepares p. Large blocks cannot be run: their choices would have to be
// guessed.
func New(p *program.Program) (*Machine, error) {
	m := &Machine{
		p: p, f: logic.NewFactory(), idx: make(map[*logic.Term]int, len(p.Vars)),
		slots: make([]slot, len(p.Vars)), locs: make([]location, len(p.Locs)), edges: make([]edge, len(p.Edges)),
		words: make([]uint64, len(p.Vars)), terms: make([]*logic.Term, len(p.Vars)), arrays: make([]*array, len(p.Vars)),
		mem: memory{literals: literalsOf(p.Objects), named: namedOf(p.Objects)},
	}
	for i, v := range p.Vars {
		m.idx[v.Sym] = i
		m.slots[i] = slot{v, classOf(v.Sort())}
	}
	for i, e := range p.Edges {
		if e.ID != i {
			return nil, fmt.Errorf("interp: edge %d has ID %d", i, e.ID)
		}
		for k := range e.Ops {
			op := &e.Ops[k]
			switch op.Kind {
			case program.OpChoice, program.OpCall:
				return nil, fmt.Errorf("interp: %s: calls and large blocks cannot be run", e)
			}
			if op.Var != nil {
				if _, ok := m.idx[op.Var.Sym]; !ok {
					return nil, fmt.Errorf("interp: %s: %s is no variable of the program", e, op.Var)
				}
			}
		}
		m.edges[i] = edge{e: e, dst: e.Dst}
	}
	for i, l := range p.Locs {
		if l.ID != i {
			return nil, fmt.Errorf("interp: location %d has ID %d", i, l.ID)
		}
		m.locs[i].id = i
		m.locs[i].final = l == p.Error || l.Cut != ""
		for _, e := range l.Out {
			m.locs[i].out = append(m.locs[i].out, &m.edges[e.ID])
		}
	}
	return m, nil
}

// reset makes every variable zero and only the named objects live.
func (m *Machine) reset() {
	for i, s := range m.slots {
		m.words[i], m.terms[i], m.arrays[i] = 0, nil, nil
		switch s.class {
		case cells:
			m.arrays[i] = newArray(m, s.v.Sort(), m.f.Zero(s.v.Sort().Elem()))
		case other:
			m.terms[i] = m.f.Zero(s.v.Sort())
		}
	}
	if m.tracking {
		m.forget()
	}
	m.mem.reset(m.p.Objects)
	m.loc = m.p.Init
}

// Run executes the program.
func (m *Machine) Run(ctx context.Context, src Source, o Options) *Outcome {
	if o.From != nil {
		m.restore(o.From)
	} else {
		m.reset()
	}
	m.fault, m.giveUp, m.tainted, m.blind = "", false, false, false
	r := &run{m: m, src: src, o: o, out: &Outcome{}}
	if m.symbolic = nil; m.tracking && o.Case != nil {
		m.symbolic = make([]*logic.Term, len(m.slots))
	}
	r.chooser, _ = src.(Chooser)
	if o.Repeat != nil {
		o.Repeat.begin()
		m.markHeads(o.Calls)
	}
	if o.Depend {
		r.track = newTracker(m)
	}
	own := func(l *program.Location) bool { return l.ID < len(m.p.Locs) && m.p.Locs[l.ID] == l }
	for l, c := range o.Calls {
		if own(l) {
			m.locs[l.ID].call = c
		}
	}
	r.execute(ctx)
	for l := range o.Calls {
		if own(l) {
			m.locs[l.ID].call = nil
		}
	}
	if r.track != nil {
		r.out.Depends, r.out.DependsMany = r.track.depends(), r.track.many
	}
	r.out.Loc = m.loc
	return r.out
}

// run is one execution.
type run struct {
	m       *Machine
	src     Source
	chooser Chooser
	o       Options
	out     *Outcome
	stack   []frame
	track   *tracker // nil: dependence is not tracked
	// arguable: a check of bounds failed for an access that is still to come; nil: none did.
	arguable *arguable
	leaper   *leaper // nil: the run does not leap, or not yet
	paid     int     // effort that was counted as work
	// vague: some word is the result of a library function that has no model, which may be a pointer to a block.
	vague bool
}

func (r *run) end(k Kind, note string, pos program.Pos) {
	r.out.Kind, r.out.Note, r.out.Pos = k, note, pos
}

func spent(ctx context.Context, units int) bool {
	work.Spend(ctx, units)
	return ctx.Err() != nil
}

// pays counts effort as work, and reports whether the context has ended.
func (r *run) pays(ctx context.Context) bool {
	n := 0
	for ; r.paid <= r.out.Effort; r.paid += 4096 {
		n++
	}
	return spent(ctx, n*4096/stepsPerUnit)
}

func (r *run) execute(ctx context.Context) {
	m, out := r.m, r.out
	leaps, most := r.leaps(), r.o.MaxEffort
	if most > 0 && r.o.Trace {
		most += r.o.MaxTrace
	}
	for {
		loc := m.loc
		l := &m.locs[loc.ID]
		switch {
		case l.final && loc == m.p.Error:
			r.end(ReachedError, "", loc.Pos)
			return
		case l.final:
			r.end(Cut, loc.Cut, loc.Pos)
			return
		case r.o.MaxSteps > 0 && out.Steps >= r.o.MaxSteps:
			if !r.judgeLost(loc.Pos) {
				r.end(StepLimit, fmt.Sprintf("no end after %d steps", out.Steps), loc.Pos)
			}
			return
		case most > 0 && out.Effort >= most:
			if !r.judgeLost(loc.Pos) {
				r.end(StepLimit, fmt.Sprintf("no end after %d steps", out.Steps), loc.Pos)
			}
			return
		case out.Effort >= r.paid && r.pays(ctx):
			r.end(Interrupted, ctx.Err().Error(), loc.Pos)
			return
		case r.o.Visit != nil && !r.o.Visit(loc):
			r.end(Interrupted, "stopped by the observer", loc.Pos)
			return
		}
		if y := r.o.Repeat; y != nil && (len(y.Marks) > 0 && y.mark(r) || len(y.Marks) == 0 && l.head && y.arrive(r)) {
			r.end(Repeated, "", loc.Pos)
			return
		}
		if leaps && l.head && r.leaper != nil {
			r.leaper.arrive(r, l)
		}
		if len(r.stack) > 0 && r.leave(loc) {
			continue
		}
		var e *edge
		if l.call == nil {
			e = r.choose(l)
		} else if e = r.enter(l.call, loc); e == nil {
			return
		}
		if m.fault != "" {
			r.end(Failed, m.fault, loc.Pos)
			return
		}
		if m.tainted {
			if e = r.decide(l); e == nil {
				r.end(Unknown, "an unknown value decides a branch", loc.Pos)
				return
			}
		}
		if e == nil {
			note := ""
			if len(l.out) > 0 {
				note = "assumption failed"
			}
			r.halted(note, loc.Pos)
			return
		}
		out.Steps++
		out.Effort++
		r.pass(e.e)
		if leaps {
			switch {
			case r.leaper == nil && out.Effort > leapFrom:
				r.leaper = newLeaper(r)
			case r.leaper != nil && r.leaper.rec.on:
				r.leaper.note(r, passage{from: l, e: e, enter: l.call})
			}
		}
		if r.track != nil {
			for i := range e.guards {
				r.track.before(e, i)
			}
		}
		for i := e.guards; i < len(e.code); i++ {
			if r.track != nil {
				r.track.before(e, i)
			}
			if r.o.Watch != nil {
				r.o.Watch.Before(r.m, e.code[i].op)
			}
			if !r.step(i, e) {
				return
			}
			if r.o.Watch != nil {
				r.o.Watch.After(r.m, e.code[i].op)
			}
			if r.o.Trail != nil {
				r.o.Trail.ran(r, e.code[i].op)
			}
		}
		m.loc = e.dst
	}
}

// pass notes an edge that the execution takes.
func (r *run) pass(e *program.Edge) {
	r.out.Last = e
	if r.o.Watch != nil {
		r.o.Watch.Edge(r.m, e)
	}
	if r.o.Trace && (r.o.MaxTrace == 0 || len(r.out.Path) < r.o.MaxTrace) {
		r.out.Path = append(r.out.Path, e)
	}
}

// choose returns an edge whose leading assumptions hold: the first, or the one
// the source wants.
func (r *run) choose(l *location) *edge {
	var enabled []*edge
	var first *edge
	for _, e := range l.out {
		if !e.ready {
			r.m.compile(e)
		}
		open := true
		for i := 0; i < e.guards && open; i++ {
			open = e.code[i].value() != 0
		}
		switch {
		case !open:
		case r.m.tracking && first != nil:
			r.m.tainted = true // any of the edges may be taken
			return nil
		case r.chooser == nil && !r.m.tracking:
			return e
		case first == nil:
			first = e
		case enabled == nil:
			enabled = append(enabled, first, e)
		default:
			enabled = append(enabled, e)
		}
	}
	if enabled == nil {
		return first
	}
	es := make([]*program.Edge, len(enabled))
	for i, e := range enabled {
		es[i] = e.e
	}
	if i := r.chooser.Choose(r.m.loc, es); i >= 0 && i < len(es) {
		return enabled[i]
	}
	return enabled[0]
}

// step executes one operation; false: the run has ended.
func (r *run) step(i int, e *edge) bool {
	m, in := r.m, &e.code[i]
	stop, note := ReachedError, ""
	if in.defined {
		return true // by the havoc before
	}
	switch in.op.Kind {
	case program.OpAssign:
		in.run()
		if m.blind {
			stop, note = Unknown, "an unknown value decides where something is stored"
		}
		m.tainted = false
	case program.OpAssume:
		if in.value() == 0 {
			if stop, note = Halted, "assumption failed"; in.op.Note == program.Room {
				stop, note = Cut, "the blocks that were allocated do not fit into the address space together"
			}
		}
		if m.tainted && r.assumes(i, in.op) {
			stop, m.tainted = ReachedError, false
		}
	case program.OpCheck:
		if in.value() == 0 && (m.tainted || !r.doubt(in.op, position(in, e))) {
			stop, note = Undefined, in.op.Note
		}
	case program.OpHavoc:
		r.havoc(in, e)
	case program.OpAccess:
		if note = r.access(in); note != "" {
			stop = Undefined
		} else if r.arguable != nil && in.op.Accesses() && !m.tainted && in.size() != 0 {
			r.end(Undefined, r.arguable.note, r.arguable.pos)
			return false
		}
	case program.OpAlloc:
		if in.op.Note == program.Automatic {
			base, size := in.value(), in.size()
			if m.mem.begin(base, size) && m.tracking {
				m.forgetBytes(base, size)
			}
		} else {
			m.mem.alloc(region{base: in.value(), size: in.size(), heap: !in.op.OnStack(), depth: len(r.stack), born: position(in, e), made: r.site(in, e)})
		}
	case program.OpFree:
		if in.op.Note == program.Automatic {
			m.mem.end(in.value(), Site{Pos: position(in, e)})
		} else if a, from := in.address(); !m.mem.free(a, from, r.site(in, e)) {
			stop, note = Undefined, "free of a pointer that is no live allocation"
		}
	}
	switch {
	case m.fault != "":
		stop, note = Failed, m.fault
	case m.tainted:
		stop, note = Unknown, "an unknown value decides a check or an address"
	}
	if stop == ReachedError {
		return true
	}
	if stop == Undefined {
		r.undefined(in, note, position(in, e))
	} else {
		r.end(stop, note, position(in, e))
	}
	return false
}

// position is the place of an operation on an edge.
func position(in *instr, e *edge) program.Pos { return in.op.At(e.e) }

// address evaluates an address and the pointer that it was computed from.
func (in *instr) address() (addr, from uint64) {
	if addr = in.value(); in.origin == nil {
		return addr, addr
	}
	return addr, in.origin()
}

// access makes an access, or computes or orders pointers; the fault, if there is one.
func (r *run) access(in *instr) string {
	m := r.m
	if in.op.Check == program.PointerEquality {
		if !r.out.Adjacent && in.size() != 0 {
			p, q := in.address()
			r.out.Adjacent = m.tainted || !m.mem.apart(p, q)
		}
		m.tainted = false
		return ""
	}
	if in.op.Accesses() {
		if a, from := in.address(); !m.mem.accessible(a, in.size(), from) {
			return m.mem.complaint(a, from)
		}
		return ""
	}
	p, from := in.address()
	size := in.size()
	switch {
	case m.tainted: // what is accessed through an unknown pointer is unknown as well
		m.tainted = false
		return ""
	case size == 0:
		return ""
	case in.op.Check == program.PointerRange && from == 0 && p != 0 && in.op.Note == program.ArithmeticNote && r.o.Memory == nil: // a judge waits for an access
		return "arithmetic on a null pointer"
	case in.op.Check == program.PointerRange:
		return m.mem.point(p, from)
	}
	return m.mem.order(p, from)
}

// next returns the value of a havoc, from the chooser of evaluation orders or the source.
func (r *run) next(op *program.Op, e *edge) (*logic.Term, bool) {
	if op.Note != program.OrderNote || r.o.Order == nil {
		return r.src.Next(op, e.e)
	}
	if r.o.Order(op) {
		return r.m.p.Terms.BV(1, op.Var.Sort().Width()), true
	}
	return r.m.p.Terms.Zero(op.Var.Sort()), true
}

// havoc gives the variable the source's value, the one value that the following
// assumption allows, or zero.
func (r *run) havoc(in *instr, e *edge) {
	m, op := r.m, in.op
	s := op.Var.Sort()
	unknown := true
	v, ok := r.next(op, e)
	var symbol *logic.Term
	if r.o.Case != nil && op.Input != nil {
		if v, symbol = r.input(op); v != nil {
			unknown, ok = false, true
		}
	}
	switch {
	case ok && v != nil && v.Sort() == s:
		unknown = unknown && !(r.o.Case != nil && r.o.Case.Arguments && op.Unknown.OfMain())
	case ok && v != nil:
		m.fault = fmt.Sprintf("a value of sort %s for %s of sort %s", v.Sort(), op.Var, s)
		return
	default:
		if op.Input != nil {
			r.out.Defaulted++
		}
		if v = m.p.Terms.Zero(s); in.solve != nil {
			unknown = m.tracked(func() { v = in.solve() }) || in.nan()
		}
	}
	if m.tracking {
		defer r.makeUnknown(m.idx[op.Var.Sym], unknown, symbol)
	}
	if u := op.Unknown; u != nil && u.Kind == program.LibraryValue && s.IsBV() && s.Width() >= m.p.Model.PointerWidth() {
		r.vague = true
	}
	c := Consumed{Input: op.Input, Unknown: op.Unknown, Var: op.Var, Value: v}
	if op.Input != nil {
		r.out.Inputs = append(r.out.Inputs, c)
	}
	if op.Unknown.OfMain() {
		r.out.Arguments = append(r.out.Arguments, c)
	}
	if r.o.Trace && (r.o.MaxTrace == 0 || len(r.out.Havocs) < r.o.MaxTrace) {
		r.out.Havocs = append(r.out.Havocs, c)
	}
	m.set(m.idx[op.Var.Sym], v)
	if r.track != nil {
		r.track.havoc(in)
	}
}
