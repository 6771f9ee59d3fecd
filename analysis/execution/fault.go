package execution

import (
	"fmt"
	"strings"

	"cupel/analysis/execution/interp"
	"cupel/core/program"
)

// A Fault tells a fault of memory: which block it is about, where that came from and where it went.
type Fault struct {
	Text   string  `json:"text"` // in a sentence
	Bytes  uint64  `json:"bytes,omitempty"`
	Offset *int64  `json:"offset,omitempty"` // in the block
	Block  *Block  `json:"block,omitempty"`  // the object that the pointer belongs to; of a block that is lost or left, that one
	Last   *Holder `json:"last_pointer,omitempty"`
	// Places are those that matter, in the order of time; the fault's own place is the last one, unless it is the end of the program.
	Places []FaultPlace `json:"places,omitempty"`
}

// Block is an object.
type Block struct {
	Name      string `json:"name,omitempty"` // of a variable or function
	Kind      string `json:"kind"`           // block, stack block, variable, string literal
	Size      uint64 `json:"size"`
	Made      string `json:"allocated_at,omitempty"`
	Allocator string `json:"allocator,omitempty"`
	Gone      string `json:"ended_at,omitempty"`
	Releaser  string `json:"releaser,omitempty"`
}

// Holder is the last pointer to a block that is lost or left.
type Holder struct {
	Name string `json:"name"`
	Fate string `json:"fate"` // kept, overwritten, out of scope, released
	At   string `json:"at,omitempty"`
}

// FaultPlace is a place with what happens there.
type FaultPlace struct {
	At   string `json:"at"`
	Text string `json:"text"`
}

// The kinds of blocks.
const (
	heapBlock   = "block"
	stackBlock  = "stack block"
	variable    = "variable"
	stringBlock = "string literal"
)

// TellFault tells the fault at the end of an execution of p, with the last pointer to a block that is lost or left (none: there was none, where it is nil); it ends at a place. nil: it has none, or nothing is known about it.
func TellFault(p *program.Program, out *interp.Outcome, end program.Pos, last *interp.LastPointer, none bool) *Fault {
	u := out.Misuse
	if u == nil {
		return nil
	}
	f := &Fault{}
	y := newObjects(p)
	if b := u.Block; b != nil {
		f.Block = y.tell(b)
		if b.Made.Pos.IsValid() {
			f.place(b.Made.Pos, fmt.Sprintf("%s allocated here%s", bytesOf(b.Size), byFunction(b.Made.By)))
		}
	}
	switch out.Fault {
	case interp.InvalidAccess:
		if u.Elements > 0 {
			f.Text = fmt.Sprintf("index %d in an array of %d elements", u.Index, u.Elements)
			f.place(end, "accessed here")
			break
		}
		f.access(u)
		f.place(end, bytesOf(u.Bytes)+" accessed here")
	case interp.InvalidRelease:
		f.release(u)
		f.place(end, "released here")
	case interp.LostBlock, interp.LeftBlock:
		f.lost(y, out.Fault == interp.LostBlock, last, none)
	}
	return f
}

func (f *Fault) place(at program.Pos, text string) {
	if at.IsValid() {
		f.Places = append(f.Places, FaultPlace{at.String(), text})
	}
}

// called is how the program calls a function, of a library for one with a body of ours.
func called(name string) string { return strings.TrimPrefix(name, "__cupel_") }

func byFunction(name string) string {
	if name == "" {
		return ""
	}
	return " by " + called(name)
}

func bytesOf(n uint64) string {
	if n == 1 {
		return "1 byte"
	}
	return fmt.Sprintf("%d bytes", n)
}

// tell describes an object.
func (y *objects) tell(b *interp.Block) *Block {
	x := &Block{Kind: heapBlock, Size: b.Size, Made: b.Made.Pos.String(), Allocator: called(b.Made.By), Gone: b.Gone.Pos.String(), Releaser: called(b.Gone.By)}
	if !b.Made.Pos.IsValid() {
		x.Made = ""
	}
	if !b.Gone.Pos.IsValid() {
		x.Gone = ""
	}
	switch o := b.Object; {
	case o == nil && !b.Heap:
		x.Kind = stackBlock
	case o == nil:
	case o.Literal != "":
		x.Kind = stringBlock
	default:
		x.Kind, x.Name = variable, objectName(o)
	}
	return x
}

// String is the object in words, with the end of its life.
func (b *Block) String() string {
	return b.origin() + b.end()
}

// origin is the object in words.
func (b *Block) origin() string {
	switch {
	case b.Kind == variable && b.Name != "":
		return fmt.Sprintf("the %s of the variable %s", bytesOf(b.Size), b.Name)
	case b.Kind == variable:
		return fmt.Sprintf("the %s of a variable", bytesOf(b.Size))
	case b.Kind == stringBlock:
		return fmt.Sprintf("the %s of a string literal", bytesOf(b.Size))
	case b.Allocator != "":
		return fmt.Sprintf("the %s that %s allocated at %s", bytesOf(b.Size), b.Allocator, b.Made)
	case b.Made != "":
		return fmt.Sprintf("the %s of the array of variable length at %s", bytesOf(b.Size), b.Made)
	}
	return "a block of " + bytesOf(b.Size)
}

// end is how the life of the object ended; empty: it has not.
func (b *Block) end() string {
	switch {
	case b.Gone == "":
		return ""
	case b.Kind == heapBlock && b.Releaser == "realloc":
		return ", moved by realloc at " + b.Gone
	case b.Kind == heapBlock && b.Releaser != "" && b.Releaser != "free":
		return ", released by " + b.Releaser + " at " + b.Gone
	case b.Kind == heapBlock:
		return ", freed at " + b.Gone
	}
	return ", whose lifetime ended at " + b.Gone
}

// gone is the place where the life of the object ended.
func (f *Fault) gone(b *interp.Block) {
	if b == nil || !b.Dead() {
		return
	}
	text := "lifetime ended here"
	if b.Heap {
		text = "released here" + byFunction(b.Gone.By)
	}
	f.place(b.Gone.Pos, text)
}

// access tells an access.
func (f *Fault) access(u *interp.Misuse) {
	f.Bytes = u.Bytes
	f.gone(u.Block)
	switch {
	case u.Block != nil:
		off := u.Offset()
		f.Offset = &off
		f.Text = fmt.Sprintf("%s at offset %d of %s", bytesOf(u.Bytes), off, f.Block)
	case u.Null && u.Address == 0:
		f.Text = bytesOf(u.Bytes) + " at the null pointer"
	case u.Null:
		off := int64(u.Address)
		f.Offset = &off
		f.Text = fmt.Sprintf("%s at offset %d from the null pointer", bytesOf(u.Bytes), off)
	default:
		f.Text = fmt.Sprintf("%s at the address %#x, which is in no object that the pointer is known to belong to", bytesOf(u.Bytes), u.Address)
	}
}

// release tells a release.
func (f *Fault) release(u *interp.Misuse) {
	f.gone(u.Block)
	b := u.Block
	if b == nil {
		f.Text = fmt.Sprintf("the address %#x is released, which is in no object that the pointer is known to belong to", u.Address)
		return
	}
	off := u.Offset()
	f.Offset = &off
	switch {
	case b.Dead() && off == 0 && b.Heap:
		f.Text = fmt.Sprintf("%s, are released again", f.Block)
	case off == 0 && b.Heap:
		f.Text = fmt.Sprintf("%s, are released by a pointer that belongs to another object", f.Block)
	case b.Heap:
		f.Text = fmt.Sprintf("a pointer to offset %d of %s is released, not one to the first byte", off, f.Block)
	default:
		f.Text = fmt.Sprintf("a pointer to offset %d of %s is released, which no function allocated on the heap", off, f.Block)
	}
}

// lost tells of a block that is lost, or left at the end.
func (f *Fault) lost(y *objects, lost bool, last *interp.LastPointer, none bool) {
	what := "are not released at the end of the program"
	if lost {
		what = "are lost"
	}
	f.Text = f.Block.String() + " " + what
	if last == nil {
		if none {
			f.Text += ": no variable ever held a pointer to them"
		}
		return
	}
	h := &Holder{Name: y.holder(last)}
	f.Last = h
	if last.At.IsValid() && last.Fate != interp.Kept {
		h.At = last.At.String()
	}
	switch last.Fate {
	case interp.Kept:
		h.Fate = "kept"
		f.Text += fmt.Sprintf("; %s still points to them", h.Name)
		return
	case interp.Overwritten:
		h.Fate = "overwritten"
		f.Text += fmt.Sprintf(": the last pointer to them, %s, was overwritten at %s", h.Name, h.At)
		f.place(last.At, fmt.Sprintf("the last pointer to it, %s, is overwritten here", h.Name))
	case interp.OutOfScope:
		h.Fate = "out of scope"
		where := ""
		if last.Func != "" {
			where = " of " + last.Func
		}
		f.Text += fmt.Sprintf(": the last pointer to them, %s, went out of scope at the end%s (%s)", h.Name, where, h.At)
		f.place(last.At, fmt.Sprintf("the last pointer to it, %s, goes out of scope here", h.Name))
	case interp.Released:
		h.Fate = "released"
		f.Text += fmt.Sprintf(": the last pointer to them, %s, was in a block that was released at %s", h.Name, h.At)
		f.place(last.At, fmt.Sprintf("the last pointer to it, %s, is in the block that is released here", h.Name))
	}
}

// holder names what holds a pointer.
func (y *objects) holder(l *interp.LastPointer) string {
	if l.In == nil {
		if l.Var.CName != "" {
			return l.Var.CName
		}
		name := l.Var.Name
		if i := strings.LastIndex(name, "::"); i >= 0 {
			name = name[i+2:]
		}
		return name
	}
	if l.In.Object == nil {
		return fmt.Sprintf("the word at offset %d of %s", l.Offset, y.tell(l.In).origin())
	}
	o := y.at(l.In.Base)
	switch {
	case o != nil && o.t != nil:
		return o.inside(l.Offset).name
	case l.Offset == 0:
		return objectName(l.In.Object)
	}
	return fmt.Sprintf("the word at offset %d of %s", l.Offset, objectName(l.In.Object))
}
