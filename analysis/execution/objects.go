package execution

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"cupel/core/program"
)

// object is a named memory object.
type object struct {
	name       string
	fn         string // function of a local
	base, size uint64
	t          *program.Type
	literal    bool // string literal
	function   bool
}

// objects are the objects of a program, ordered by address.
type objects struct {
	list []*object
	heap int // number of allocations
}

func newObjects(p *program.Program) *objects {
	y := &objects{}
	for _, o := range p.Objects {
		base, ok := word(o.Base)
		if !ok {
			continue
		}
		x := &object{name: objectName(o), fn: o.Func, base: base, size: uint64(max(o.Size, 0)), t: o.Type}
		x.literal = o.ReadOnly && o.Func == "" && strings.HasPrefix(o.Name, "&str") && o.Type != nil && o.Type.Kind == program.ArrayType
		x.function = o.Type == nil && o.Size == 1 && !strings.Contains(o.Name, "#")
		y.list = append(y.list, x)
	}
	slices.SortStableFunc(y.list, func(a, b *object) int { return cmp.Compare(a.base, b.base) })
	return y
}

// objectName returns the C name of an object.
func objectName(o *program.Object) string {
	name := strings.TrimPrefix(o.Name, "&")
	if i := strings.LastIndex(name, "::"); i >= 0 {
		name = name[i+2:]
	}
	if i := strings.IndexAny(name, "@#"); i > 0 {
		name = name[:i]
	}
	return strings.TrimPrefix(name, "#")
}

// allocate adds an allocated block.
func (y *objects) allocate(base, size uint64) {
	y.heap++
	x := &object{name: fmt.Sprintf("heap%d", y.heap), base: base, size: size}
	i, _ := slices.BinarySearchFunc(y.list, base, func(o *object, a uint64) int { return cmp.Compare(o.base, a) })
	y.list = slices.Insert(y.list, i, x)
}

// at returns the object that contains an address or ends at it, or nil.
func (y *objects) at(a uint64) *object {
	i, found := slices.BinarySearchFunc(y.list, a, func(o *object, a uint64) int { return cmp.Compare(o.base, a) })
	if !found {
		i--
	}
	for ; i >= 0; i-- {
		switch o := y.list[i]; {
		case a-o.base <= o.size:
			return o
		case o.size > 0:
			return nil
		}
	}
	return nil
}

// A place is a part of an object: its C name, type (nil if unknown) and address.
type place struct {
	name string
	t    *program.Type
	off  uint64
	// A bit-field has bits bits, starting at bit.
	bit, bits int
}

// parts returns the scalars at an offset: one, or the bit-fields sharing the byte.
func (o *object) parts(off uint64) []place {
	p := o.inside(off)
	if p.t == nil || p.t.Kind != program.RecordType {
		return []place{p}
	}
	var out []place
	for _, m := range p.t.Fields {
		first := p.off + uint64(m.Offset)
		if last := first + uint64(m.Bit+m.Bits-1)/8; m.Bits > 0 && first <= off && off <= last {
			out = append(out, place{name: p.name + "." + m.Name, t: m.Type, off: first, bit: m.Bit, bits: m.Bits})
		}
	}
	return out
}

// typed returns the part at an offset that has a type: the outermost one, as C names it.
func (o *object) typed(off uint64, t *program.Type) (place, bool) {
	if t == nil || t.Kind != program.RecordType && t.Kind != program.ArrayType || off >= o.size {
		return place{}, false
	}
	return o.descend(off, func(p place) bool {
		return p.off == off && p.t != nil && (p.t == t || p.t.Kind == t.Kind && p.t.Name == t.Name && p.t.Size == t.Size)
	})
}

// inside returns the scalar at an offset, or the record whose bit-fields or padding are there.
func (o *object) inside(off uint64) place {
	p, _ := o.descend(off, func(place) bool { return false })
	return p
}

// descend goes from the object to the scalar at an offset, until a part is the one that is wanted.
func (o *object) descend(off uint64, wanted func(place) bool) (_ place, found bool) {
	p := place{name: o.name, t: o.t}
	if o.t == nil {
		return o.unknown(off), false
	}
	if o.fn == "" && strings.HasPrefix(o.name, "heap") && o.t.Size > 0 && o.size > uint64(o.t.Size) { // several of them
		i := off / uint64(o.t.Size)
		p.name, p.off = fmt.Sprintf("%s[%d]", o.name, i), i*uint64(o.t.Size)
	}
	for {
		if wanted(p) {
			return p, true
		}
		switch {
		case p.t == nil:
			return o.unknown(off), false
		case p.t.Kind == program.ArrayType && p.t.Elem.Size > 0:
			i := (off - p.off) / uint64(p.t.Elem.Size)
			p = place{name: fmt.Sprintf("%s[%d]", p.name, i), t: p.t.Elem, off: p.off + i*uint64(p.t.Elem.Size)}
		case p.t.Kind == program.RecordType:
			m := member(p.t, off-p.off)
			if m == nil {
				return p, false
			}
			name := p.name
			if m.Name != "" {
				name += "." + m.Name
			}
			p = place{name: name, t: m.Type, off: p.off + uint64(m.Offset)}
		case p.t.Kind == program.OtherType || p.t.Size <= 0 || off >= p.off+uint64(p.t.Size):
			return o.unknown(off), false
		default:
			return p, false
		}
	}
}

// member returns the first member that covers an offset, in a union the first of all; nil for padding or a
// bit-field.
func member(t *program.Type, off uint64) *program.Member {
	for i := range t.Fields {
		m := &t.Fields[i]
		end := uint64(m.Offset) + uint64(max(m.Type.Size, 0))
		if uint64(m.Offset) <= off && off < end {
			if m.Bits > 0 {
				return nil
			}
			return m
		}
	}
	return nil
}

func (o *object) unknown(off uint64) place {
	if off == 0 {
		return place{name: "*" + o.name, off: off}
	}
	return place{name: fmt.Sprintf("*(%s + %d)", o.name, off), off: off}
}

// pointer prints an address in C notation: NULL, &x, &a[2], &p.y, a string literal.
func (r *Recorder) pointer(t *program.Type, a uint64) string {
	if a == 0 {
		return "NULL"
	}
	o := r.objects.at(a)
	if o == nil {
		return fmt.Sprintf("%#x", a)
	}
	off := a - o.base
	switch {
	case o.function:
		return "&" + o.name
	case o.literal && off < o.size:
		return stringLiteral(r.bytes(o, off))
	case strings.HasPrefix(o.name, "heap") && o.fn == "":
		if o.t == nil && t.Elem != nil && t.Elem.Size > 0 && t.Elem.Kind != program.CharacterType && t.Elem.Name != "void" && uint64(t.Elem.Size) <= o.size && off == 0 {
			o.t = t.Elem // the type under which the program uses it
		}
		if off == 0 {
			return o.name
		}
	case off == 0 && (o.t == nil || t.Elem == nil || o.t.Kind != program.ArrayType || t.Elem.Kind == program.ArrayType):
		return "&" + o.name
	}
	p := o.inside(min(off, max(o.size, 1)-1))
	if q, ok := o.typed(off, t.Elem); ok {
		p = q
	}
	switch {
	case o.t == nil || p.t == nil || off >= o.size:
		return strings.TrimSuffix(fmt.Sprintf("&%s + %d bytes", o.name, off), " + 0 bytes")
	case p.off != off:
		return fmt.Sprintf("&%s + %d bytes", p.name, off-p.off)
	}
	return "&" + p.name
}
