package interp

import (
	"fmt"

	"cupel/core/program"
)

// A MemoryFault is a violation of a property of memory.
type MemoryFault uint8

// The faults.
const (
	NoFault        MemoryFault = iota
	InvalidAccess              // bytes are read or written that are not all in one live object to which the pointer belongs
	InvalidRelease             // what is released is neither null nor the first byte of a live heap block
	LostBlock                  // no variable leads to a live heap block
	LeftBlock                  // a heap block is live at the end of the program
	Unrelated                  // pointers into different objects are ordered or subtracted: undefined, and a violation of no property of memory
)

// Memory makes a run judge the use of memory: an execution with one of the faults ends as ReachedError, with Outcome.Fault. Other undefined behaviour that comes
// first ends it as ever. LostBlock is judged by machines that do not track, and only where a run ends: a block that is lost
// stays so. It is not judged where the program ends before main returns, or by another fault: tools differ there.
type Memory struct {
	InvalidAccess, InvalidRelease, LostBlock, LeftBlock bool
	// Only are the uses of memory that count; others, and checks of bounds, end an execution without a fault. nil: all count.
	Only map[Use]bool

	Main    *program.Func // whose variables die when it returns
	Owner   map[*program.Var]*program.Func
	Within  map[*program.Location]*program.Func // of the module
	Globals map[*program.Var]bool
	Blocks  func(*program.Edge) bool // see program.Module

	Hidden func(file string) bool // what happens in such a file is told of the call that leads there; nil: in none
}

// A Use is a place at which memory is used.
type Use struct {
	Fault MemoryFault // InvalidAccess, InvalidRelease or Unrelated, if it is invalid
	Pos   program.Pos
}

// NewMemory describes the module of a flat program for a judge of memory. The caller chooses the faults.
func NewMemory(m *program.Module, main string) *Memory {
	y := &Memory{Owner: map[*program.Var]*program.Func{}, Within: map[*program.Location]*program.Func{}, Globals: map[*program.Var]bool{}, Blocks: m.Blocks}
	for _, v := range m.Globals {
		y.Globals[v] = true
	}
	for _, fn := range m.Funcs {
		if fn.Name == main {
			y.Main = fn
		}
		for _, v := range fn.Locals {
			y.Owner[v] = fn
		}
		for _, l := range fn.Locs {
			y.Within[l] = fn
		}
	}
	return y
}

// wants reports whether a fault is looked for.
func (y *Memory) wants(f MemoryFault) bool {
	switch f {
	case InvalidAccess:
		return y.InvalidAccess
	case InvalidRelease:
		return y.InvalidRelease
	case LostBlock:
		return y.LostBlock
	case LeftBlock:
		return y.LeftBlock
	case Unrelated:
		return y.Only != nil
	}
	return false
}

// function is the function of the module that a location of a flat program belongs to; nil: not known.
func (y *Memory) function(l *program.Location) *program.Func {
	for ; l != nil; l = l.Origin {
		if fn := y.Within[l]; fn != nil {
			return fn
		}
	}
	return nil
}

// arguable is a failing check of bounds behind which the next access decides.
type arguable struct {
	note string
	pos  program.Pos
}

// undefined ends a run by undefined behaviour at an operation, or as a violation.
func (r *run) undefined(in *instr, note string, pos program.Pos) {
	op, y := in.op, r.o.Memory
	if y == nil {
		r.end(Undefined, note, pos)
		return
	}
	fault := NoFault
	switch {
	case op.Kind == program.OpAccess && op.Accesses():
		fault = InvalidAccess
	case op.Kind == program.OpAccess && op.Check == program.PointerOrder:
		fault = Unrelated
	case op.Kind == program.OpFree:
		fault = InvalidRelease
	case op.Kind == program.OpCheck && op.Check == program.Bounds && op.Extent == program.WholeObject:
		fault = InvalidAccess
	}
	if y.Only != nil && (op.Kind == program.OpCheck || !y.Only[Use{fault, pos}]) {
		fault = NoFault
	}
	if fault == NoFault || !y.wants(fault) || y.LostBlock && r.loses(true, pos) != nil { // or a block was lost before: the first fault is arguable
		r.end(Undefined, note, pos)
		return
	}
	r.violated(fault, r.misuse(in), note, pos)
}

func (r *run) violated(f MemoryFault, u *Misuse, note string, pos program.Pos) {
	r.out.Fault, r.out.Misuse = f, u
	r.end(ReachedError, note, pos)
}

// doubt handles a failing check of bounds inside of an object in memory: whether the access leaves the object, which is a violation, or stays in it, which is undefined
// and none, is seen at the access.
// Whether a null pointer is accessed is seen there, too.
func (r *run) doubt(op *program.Op, pos program.Pos) bool {
	if r.o.Memory == nil || r.o.Memory.Only != nil {
		return false
	}
	if r.o.Memory.InvalidAccess && op.Check == program.NullPointer {
		return true
	}
	if op.Check != program.Bounds || op.Extent != program.InMemory {
		return false
	}
	if r.arguable == nil {
		r.arguable = &arguable{op.Note, pos}
	}
	return true
}

// halted ends a run where no edge can be taken.
func (r *run) halted(note string, pos program.Pos) {
	y := r.o.Memory
	if y == nil || note != "" || y.Blocks(r.out.Last) {
		r.end(Halted, note, pos)
		return
	}
	if a := r.arguable; a != nil {
		r.end(Undefined, a.note, a.pos)
		return
	}
	if !r.active()[y.Main] && r.judgeLost(pos) {
		return
	}
	if y.LeftBlock {
		if g := r.m.mem.left(1); g != nil {
			r.violated(LeftBlock, &Misuse{Block: r.m.mem.block(*g), cycle: []region{*g}}, fmt.Sprintf("a block of %d bytes%s is not released at the end of the program", g.size, g.made.allocated()), pos)
			return
		}
	}
	r.end(Halted, note, pos)
}

// judgeLost ends the run if a block is lost.
func (r *run) judgeLost(pos program.Pos) bool {
	if r.o.Memory == nil || !r.o.Memory.LostBlock || r.arguable != nil {
		return false
	}
	u := r.loses(false, program.Pos{})
	if u == nil {
		return false
	}
	r.violated(LostBlock, u, fmt.Sprintf("a block of %d bytes%s is lost: no variable leads to it", u.Block.Size, u.Block.Made.allocated()), pos)
	return true
}

// loses is a block that is lost; nil: there is none, or the machine does not know. Before another fault (faulty) less is lost and more: what a released block
// leads to is not, since people and tools call the use of that block the fault; a value in a temporary of the front end, which may be old, leads to nothing; and
// blocks that were allocated at the place of the fault do not count.
func (r *run) loses(faulty bool, at program.Pos) *Misuse {
	if r.m.tracking || r.vague {
		return nil
	}
	return r.lost(faulty, at)
}

// left is a live heap block of at least so many bytes; nil: there is none.
func (y *memory) left(least uint64) *region {
	for i := range y.live {
		if y.live[i].heap && y.live[i].size >= least {
			return &y.live[i]
		}
	}
	return nil
}

// Clean reports whether no heap block is live, not even one without bytes, in the machine's current state.
func (m *Machine) Clean() bool { return m.mem.left(0) == nil }

// Reborn reports whether a variable has had several lifetimes so far, of which a pointer may mean any.
func (m *Machine) Reborn() bool { return m.mem.reborn }

// allocated says where a block was allocated.
func (s Site) allocated() string {
	if !s.Pos.IsValid() {
		return ""
	}
	return " allocated at " + s.Pos.String()
}
