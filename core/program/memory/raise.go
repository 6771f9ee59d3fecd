package memory

import (
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/program/passes"
	"cupel/internal/sabotage"
)

// Goals are the faults that become goals.
type Goals struct {
	Access  bool // InvalidAccess
	Release bool // InvalidRelease
	Left    bool // BlockLeft, at every end of the program
	Kept    bool // BlockLeft where main has returned, see Lost
	// Checks: the caller makes goals of the checks of accesses and releases, by place, and those of other kinds stay what they are.
	Checks bool
	// Valid reports whether an access or a release is known to be valid, and needs no check; nil: none is.
	Valid func(*program.Op, *program.Edge) bool
	// Apart reports whether the outcome of a comparison of pointers must not depend on which objects are adjacent; nil: of any may. Such a comparison gets a check of the kind
	// PointerEquality, of which the caller makes a goal.
	Apart func(*program.Op, *program.Edge) bool
}

// what a goal says
const (
	leftNote  = "a heap block that is not released at the end"
	apartNote = "a comparison of a pointer with one past the end of another object"
)

// values of the array of states, by first addresses
const (
	live  = 0
	ended = 1 // released, or its lifetime is over
	fixed = 2 // a block on the stack, or an object from outside: live, and not to be released
)

// raiser adds the checks.
type raiser struct {
	*metadata
	goals    Goals
	outlived set
	released map[*program.Op]set // what may be released before an access or a release
	watched  set                 // sites whose state matters
	state    *program.Var        // by first addresses; nil: no state matters
	blocks   *program.Var        // the number of live heap blocks; nil: it does not matter
	insert   map[*program.Op]around
	spared   map[*program.Op]bool // known to be valid
}

// around are the operations before and after another one; without: that is left out.
type around struct {
	before, after []program.Op
	without       bool
}

// Limits say what the goals do not show if none of them is reached.
type Limits struct {
	Lost   string // why blocks may be lost though none is left where main returns, with Goals.Kept; "": none is
	Blocks bool   // a pointer may outlive an automatic object that it points to, whose lifetime is approximated
}

// Raise makes goals of the faults in a module, in place; the caller must be its only user. main is the function whose return ends the program. Operations that
// are judged by a goal are left out.
func Raise(m *program.Module, main *program.Func, g Goals) (l Limits) {
	x := newFlow(m)
	r := &raiser{metadata: newMetadata(x), goals: g, outlived: x.outlived(), watched: make(set, len(x.sites)/64+1),
		insert: map[*program.Op]around{}, spared: map[*program.Op]bool{}}
	if g.Valid != nil {
		x.each(func(_ *program.Func, e *program.Edge, op *program.Op) {
			if _, note := op.MemoryCheck(); note != "" && g.Valid(op, e) {
				r.spared[op] = true
			}
		})
	}
	last := x.last(main)
	r.unknown = func(s *site) bool {
		return s.object == nil && r.outlived.has(s.number) && (s.fn != main || !last || inCycle(s.edge))
	}
	r.released = x.released(func(op *program.Op) bool { return r.judged(op) })
	r.watch()
	l.Blocks = x.approximated(r.outlived)
	if g.Kept {
		l.Lost = x.mayLose(main)
	}
	if g.Left || g.Kept {
		r.blocks = &program.Var{Name: "#blocks", Sym: x.f.Var("#blocks", logic.BVSort(x.width)), Temp: true}
	}
	r.check()
	r.close()
	r.rewrite()
	if !g.Checks {
		passes.RaiseChecks(m, raising)
	}
	return l
}

// raising is what becomes of the checks.
func raising(k program.CheckKind) passes.Raising {
	switch k {
	case program.InvalidAccess, program.InvalidRelease, program.BlockLeft:
		return passes.Fail
	case program.ArguableBounds:
		return passes.End
	}
	return passes.Keep
}

// judged reports whether an operation gets a goal.
func (r *raiser) judged(op *program.Op) bool {
	if r.spared[op] {
		return false
	}
	switch op.Kind {
	case program.OpAccess:
		return r.goals.Access && (op.Accesses() || r.goals.Checks && op.Check == program.PointerOrder)
	case program.OpFree:
		return op.Note != program.Automatic && (r.goals.Release || r.goals.Left || r.goals.Kept)
	}
	return false
}

// perhapsEnded are the sites of an operation's pointer of which a block may have ended before it.
func (r *raiser) perhapsEnded(op *program.Op) set {
	out := r.sitesOf(op.From())
	gone := r.released[op]
	if gone == nil { // never reached
		gone = make(set, len(out))
	}
	own := r.objects[op.From()]
	for i := range out {
		out[i] &= gone[i] | r.outlived[i]
	}
	if own != nil { // the object is named where it is used
		out[own.number/64] &^= 1 << (own.number % 64)
	}
	return out
}

// watch collects the sites whose state is asked for.
func (r *raiser) watch() {
	r.each(func(_ *program.Func, _ *program.Edge, op *program.Op) {
		if !r.judged(op) {
			return
		}
		r.watched.add(r.perhapsEnded(op))
		if op.Kind == program.OpFree {
			for _, s := range r.list(r.sitesOf(op.From())) {
				if s.object == nil && !s.releasable() {
					r.watched[s.number/64] |= 1 << (s.number % 64)
				}
			}
		}
	})
	if !r.watched.empty() {
		r.state = &program.Var{Name: "#state", Sym: r.f.Var("#state", logic.ArraySort(logic.BVSort(r.width), logic.BVSort(8))), Temp: true}
	}
}

// is is the condition that the state at a first address has a value.
func (r *raiser) is(b *logic.Term, value uint64) *logic.Term {
	return r.f.Eq(r.f.Select(r.state.Sym, b), r.f.BV(value, 8))
}

// become is the operation that gives the block at a first address a state.
func (r *raiser) become(b *logic.Term, value uint64, op *program.Op) program.Op {
	return program.Op{Kind: program.OpAssign, Var: r.state, Expr: r.f.Store(r.state.Sym, b, r.f.BV(value, 8)), Pos: op.Pos}
}

// valid is the condition for an access.
func (r *raiser) valid(op *program.Op) *logic.Term {
	f, from := r.f, op.From()
	b := r.of(base, from)
	size := r.of(room, from)
	if sabotage.Active(sabotage.MemorySize) {
		size = f.BVOp(logic.OpBVAdd, size, f.BV(8, r.width))
	}
	known := f.Ne(b, r.zero())
	ok := []*logic.Term{known, r.inside(op.Expr, op.Size, b, size)}
	if !r.perhapsEnded(op).empty() {
		ok = append(ok, f.Not(r.is(b, ended)))
	}
	if sabotage.Active(sabotage.MemoryOrigin) {
		ok = []*logic.Term{f.Implies(known, f.And(ok...))}
	}
	return f.Or(f.Eq(op.Size, r.zero()), f.And(ok...))
}

// related is the condition that two pointers may be ordered. Null is an address like others for the compiler.
func (r *raiser) related(op *program.Op) *logic.Term {
	f, p, q := r.f, op.Expr, op.From()
	b := r.of(base, p)
	same := f.And(f.Ne(b, r.zero()), f.Eq(b, r.of(base, q)))
	return f.Or(f.Eq(op.Size, r.zero()), f.Eq(p, q), f.Eq(p, r.zero()), f.Eq(q, r.zero()), same)
}

// apart is the condition that the outcome of a comparison is the same wherever objects lie: both pointers belong to one object, or neither is one past its end.
func (r *raiser) apart(op *program.Op) *logic.Term {
	f, p, q := r.f, op.Expr, op.From()
	b, c := r.of(base, p), r.of(base, q)
	within := func(t, b *logic.Term) *logic.Term {
		return f.And(f.Ne(b, r.zero()), f.ULe(b, t), f.Not(f.ULe(r.of(room, t), f.BVOp(logic.OpBVSub, t, b))))
	}
	both := f.And(within(p, b), within(q, c))
	for _, s := range append(r.list(r.sitesOf(p)), r.list(r.sitesOf(q))...) {
		if s.object != nil && s.object.Literal != "" { // it may be one with another
			both = f.False()
		}
	}
	same := f.And(f.Ne(b, r.zero()), f.Eq(b, c))
	return f.Or(f.Eq(op.Size, r.zero()), f.Eq(p, r.zero()), f.Eq(q, r.zero()), same, both)
}

// inside is the condition that size bytes from addr on lie in the size bytes from b on. An object does not wrap around.
func (r *raiser) inside(addr, size, b, room *logic.Term) *logic.Term {
	f := r.f
	return f.And(f.ULe(b, addr), f.ULe(size, room), f.ULe(f.BVOp(logic.OpBVSub, addr, b), f.BVOp(logic.OpBVSub, room, size)))
}

// releasable is the condition for a release of something that is not null.
func (r *raiser) releasable(op *program.Op) *logic.Term {
	f, from := r.f, op.From()
	b := r.of(base, from)
	ok := []*logic.Term{f.Ne(b, r.zero()), f.Eq(op.Expr, b)}
	if sabotage.Active(sabotage.MemoryInterior) {
		ok = ok[:1]
	}
	stack, names := false, false
	for _, s := range r.list(r.sitesOf(from)) {
		names = names || s.object != nil
		stack = stack || s.object == nil && !s.releasable()
	}
	if names {
		ok = append(ok, f.ULe(r.heapStart(), b))
	}
	if stack || !r.perhapsEnded(op).empty() {
		ok = append(ok, r.is(b, live))
	}
	return f.And(ok...)
}

// heapStart is the first address of blocks.
func (r *raiser) heapStart() *logic.Term {
	for _, o := range r.m.Objects {
		if o.Name == program.HeapStart {
			return o.Base
		}
	}
	return r.f.BVInt(-1, r.width) // there are no blocks
}

// check adds the goals, and the operations that keep the states and the number of blocks.
func (r *raiser) check() {
	r.each(func(fn *program.Func, e *program.Edge, op *program.Op) {
		var a around
		switch op.Kind {
		case program.OpCheck:
			asked := r.goals.Access && !r.goals.Checks
			a.without = asked && op.Check == program.NullPointer // the goal of the access says it
			if asked && op.Check == program.Bounds {
				a.without = true
				bad := *op
				if bad.Check = program.ArguableBounds; op.Extent == program.WholeObject {
					bad.Check = program.InvalidAccess
				}
				a.before = append(a.before, bad)
			}
		case program.OpAccess:
			if op.Check == program.PointerEquality && r.goals.Apart != nil && r.goals.Apart(op, e) {
				a.before = append(a.before, program.Op{Kind: program.OpCheck, Check: program.PointerEquality, Expr: r.apart(op), Note: apartNote, Pos: op.At(e)})
			}
			if r.judged(op) && !(sabotage.Active(sabotage.MemoryDropped) && inCycle(e)) {
				a.without = true
				ok := r.valid
				if !op.Accesses() {
					ok = r.related
				}
				a.before = append(a.before, r.demand(op, ok(op), e))
			}
		case program.OpAlloc:
			a.after = r.born(op)
		case program.OpFree:
			a.before, a.after = r.release(op, e)
		}
		if len(a.before)+len(a.after) > 0 || a.without {
			r.insert[op] = a
		}
	})
}

// demand is the check of a use of memory.
func (r *raiser) demand(op *program.Op, c *logic.Term, e *program.Edge) program.Op {
	k, note := op.MemoryCheck()
	return program.Op{Kind: program.OpCheck, Check: k, Expr: c, Note: note, Pos: op.At(e)}
}

// born are the operations after an allocation.
func (r *raiser) born(op *program.Op) (after []program.Op) {
	s := r.allocs[op]
	if s == nil {
		return nil
	}
	if !s.releasable() {
		if r.watched.has(s.number) {
			after = append(after, r.become(op.Expr, fixed, op))
		}
		return after
	}
	if r.blocks != nil && !(sabotage.Active(sabotage.MemoryCount) && inCycle(s.edge)) {
		null := r.f.Eq(op.Expr, r.zero())
		after = append(after, r.count(r.f.Ite(null, r.zero(), r.f.BV(1, r.width)), op))
	}
	return after
}

// count adds n to the number of live blocks.
func (r *raiser) count(n *logic.Term, op *program.Op) program.Op {
	return program.Op{Kind: program.OpAssign, Var: r.blocks, Expr: r.f.BVOp(logic.OpBVAdd, r.blocks.Sym, n), Pos: op.Pos}
}

// release are the operations at a release, or at the end of a lifetime.
func (r *raiser) release(op *program.Op, e *program.Edge) (before, after []program.Op) {
	if op.Note == program.Automatic {
		if s := r.objects[op.Expr]; s != nil && r.watched.has(s.number) && r.outlived.has(s.number) && !sabotage.Active(sabotage.MemoryLifetime) {
			after = append(after, r.become(op.Expr, ended, op)) // for good: a pointer to it may be one to what it was before
		}
		return nil, after
	}
	null := r.f.Eq(op.Expr, r.zero())
	if r.judged(op) {
		c := r.demand(op, r.f.Or(null, r.releasable(op)), e)
		if !r.goals.Release { // an invalid release is undefined, and no fault that is asked for: the count says nothing after it
			c.Check = program.ArguableBounds
		}
		before = append(before, c)
	}
	if r.blocks != nil {
		before = append(before, r.count(r.f.Ite(null, r.zero(), r.f.BVInt(-1, r.width)), op))
	}
	if r.watched.meets(r.sitesOf(op.From())) && !sabotage.Active(sabotage.MemoryRelease) {
		before = append(before, r.become(op.Expr, ended, op))
	}
	return before, nil
}
