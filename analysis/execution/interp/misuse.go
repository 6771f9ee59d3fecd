package interp

import (
	"cupel/core/logic"
	"cupel/core/program"
)

// A Site is where an operation on memory happened, in the text of the program: of one inside of a library function, the call of that.
type Site struct {
	Pos program.Pos
	By  string // the function that did it: malloc, free; "": the end of a block or of a function did
}

// A Block is an object of an execution, for people.
type Block struct {
	Base, Size uint64
	Heap       bool            // allocated, and not on the stack
	Object     *program.Object // the object with a name; nil: an allocated block
	Made       Site            // of an allocated block
	Gone       Site            // the end of its life
}

// Dead reports whether the block is not live any more.
func (b *Block) Dead() bool { return b.Gone.Pos.IsValid() }

// A Misuse says what a fault of memory is about.
type Misuse struct {
	// Block is the object that the pointer belongs to, or the one that is lost or left; nil: it belongs to none, or to one that is not known.
	Block *Block
	// Access: Bytes bytes at Address, or the pointer Address is released. Null: the address was computed from a null pointer.
	Access  bool
	Address uint64
	Bytes   uint64
	Null    bool
	// Elements, when not 0, is the number of elements of an array without an address, whose index is Index.
	Elements uint64
	Index    int64
	// cycle are the blocks that lead to a lost one and that it leads to, itself included.
	cycle []region
}

// Offset is that of the address in its block.
func (u *Misuse) Offset() int64 { return int64(u.Address - u.Block.Base) }

// site is the place of an operation.
func (r *run) site(in *instr, e *edge) Site {
	s := Site{position(in, e), in.op.Note}
	switch {
	case in.op.Note == program.Stack:
		s.By = "alloca"
	case in.op.Note == program.Varying:
		s.By = ""
	}
	y := r.o.Memory
	if y == nil || y.Hidden == nil {
		return s
	}
	for i := len(r.stack) - 1; i >= 0 && y.Hidden(s.Pos.File); i-- {
		c := r.stack[i].call
		s = Site{c.Enter.Pos, c.Enter.Dst.Func}
	}
	return s
}

// block describes an object.
func (y *memory) block(g region) *Block {
	return &Block{Base: g.base, Size: g.size, Heap: g.heap, Object: y.named[g.base], Made: g.made}
}

// known is the object that the pointer p belongs to, live or not; nil: none is known.
func (y *memory) known(p uint64) *Block {
	i, h := y.home(p)
	switch h {
	case owned:
		return y.block(y.live[i])
	case released:
		if s, stray := y.strays[p]; stray {
			p = s
		}
		for base, g := range y.dead {
			if p >= base && p-base <= g.size {
				b := y.block(g.region)
				b.Gone = g.gone
				return b
			}
		}
	}
	return nil
}

// outOfBounds is what a failing check of bounds is about; nil: it has another form.
func (r *run) outOfBounds(in *instr) *Misuse {
	for _, t := range append([]*logic.Term{in.op.Expr}, in.op.Expr.Args()...) { // the check is of what is evaluated under a guard
		if t.Op() != logic.OpULt || !t.Arg(1).IsConst() {
			continue
		}
		f, err := r.m.Word(t.Arg(0))
		if err != nil {
			continue
		}
		if i, ok := f(); ok {
			n, _ := t.Arg(1).BVUint64()
			unused := 64 - t.Arg(0).Sort().Width()
			return &Misuse{Access: true, Elements: n, Index: int64(i<<unused) >> unused}
		}
	}
	return nil
}

// BlockAt is the object at an address in the machine's current state, live or not; nil: there was none.
func (m *Machine) BlockAt(addr uint64) *Block { return m.mem.known(addr) }

// misuse is what an invalid access or release is about; nil: that is not known.
func (r *run) misuse(in *instr) *Misuse {
	if in.op.Kind == program.OpCheck {
		return r.outOfBounds(in)
	}
	addr, from := in.address()
	u := &Misuse{Access: in.op.Kind == program.OpAccess, Address: addr, Null: from == 0, Block: r.m.mem.known(from)}
	if u.Access {
		u.Bytes = in.size()
	}
	if u.Block == nil && !u.Null {
		u.Block = r.m.mem.known(addr)
	}
	return u
}
