package alias

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"modernc.org/cc/v4"
)

// types classifies and lays out the types of a program.
type types struct {
	ptrBits int
	layout  func(cc.Type) ([]int64, int64) // see Library.Layout
	ids     map[*cc.Declarator]int         // identities of records without a tag
	keys    map[cc.Type]string
	layouts map[cc.Type]string
	flat    map[string]*layout
	unions  map[cc.Type]bool
}

func newTypes(ptrBits int) *types {
	return &types{ptrBits: ptrBits, ids: map[*cc.Declarator]int{}, keys: map[cc.Type]string{}, layouts: map[cc.Type]string{}, flat: map[string]*layout{}, unions: map[cc.Type]bool{}}
}

// offset returns where the member i of t starts.
func (ts *types) offset(t record, i int) int64 {
	if ts.layout != nil {
		if offs, _ := ts.layout(t); i < len(offs) {
			return offs[i]
		}
	}
	return t.FieldByIndex(i).Offset()
}

// size returns the size of t in bytes.
func (ts *types) size(t cc.Type) int64 {
	if ts.layout != nil {
		if _, n := ts.layout(t); n >= 0 {
			return n
		}
	}
	return t.Size()
}

// known reports whether the layout of t is the compiler's.
func (ts *types) known(t record) bool {
	if ts.layout != nil {
		_, n := ts.layout(t)
		return n >= 0
	}
	a := t.Attributes()
	return a == nil || a.Aligned() <= 0 && !a.IsAttrSet("packed") && !a.IsAttrSet("__packed__")
}

// pointee returns the element type of a pointer type, or nil.
func pointee(t cc.Type) cc.Type {
	if p, ok := t.(*cc.PointerType); ok {
		return p.Elem()
	}
	return nil
}

func isKind(t cc.Type, k cc.Kind) bool { return t != nil && t.Kind() == k }

func isRecord(t cc.Type) bool { return isKind(t, cc.Struct) || isKind(t, cc.Union) }

// element removes the array dimensions of t.
func element(t cc.Type) (elem cc.Type, array bool) {
	for {
		a, ok := t.(*cc.ArrayType)
		if !ok {
			return t, array
		}
		t, array = a.Elem(), true
	}
}

// record gives uniform access to struct and union types.
type record interface {
	cc.Type
	NumFields() int
	FieldByIndex(int) *cc.Field
	Tag() cc.Token
	IsIncomplete() bool
}

// key identifies a type up to qualifiers and signedness. Pointers to types of the same key may be assigned to each other without counting as converted.
func (ts *types) key(t cc.Type) string {
	if k, ok := ts.keys[t]; ok {
		return k
	}
	k := ts.makeKey(t)
	ts.keys[t] = k
	return k
}

func (ts *types) makeKey(t cc.Type) string {
	switch x := t.(type) {
	case nil:
		return "?"
	case *cc.PointerType:
		return "*" + ts.key(x.Elem())
	case *cc.ArrayType:
		e, _ := element(x)
		return ts.key(e)
	case *cc.FunctionType:
		return "f" // calls compare parameter types themselves
	case record:
		return ts.recordKey(x)
	}
	if t.Kind() == cc.Void {
		return "v"
	}
	c, ok := ts.scalar(t)
	if !ok {
		return "other:" + t.String()
	}
	return c.String()
}

func (ts *types) recordKey(t record) string {
	prefix := "s:"
	if t.Kind() == cc.Union {
		prefix = "u:"
	}
	tag := t.Tag()
	if name := tag.SrcStr(); name != "" {
		return prefix + name
	}
	for i := 0; i < t.NumFields(); i++ {
		f := t.FieldByIndex(i)
		if d := f.Declarator(); d != nil {
			id, ok := ts.ids[d]
			if !ok {
				id = len(ts.ids)
				ts.ids[d] = id
			}
			return prefix + "#" + strconv.Itoa(id)
		}
		if r, ok := f.Type().(record); ok {
			return prefix + "(" + ts.recordKey(r) + ")"
		}
	}
	return prefix
}

// cellKey names the slot that holds the pointees of cells of type t: one for
// each kind of pointer, one for integers, one for floating point.
func (ts *types) cellKey(t cc.Type) (key string, typ cc.Type) {
	if p := pointee(t); p != nil {
		return "*" + ts.key(p), t
	}
	if c, ok := ts.scalar(t); ok && c.Float {
		return "float", nil
	}
	return "int", nil
}

// scalar returns the cell of a scalar type.
func (ts *types) scalar(t cc.Type) (Cell, bool) {
	switch x := t.(type) {
	case *cc.PointerType:
		return Cell{Bits: ts.ptrBits}, true
	case *cc.EnumType:
		if u := x.UnderlyingType(); u != nil && u.Kind() != cc.Enum {
			return ts.scalar(u)
		}
		return Cell{Bits: 32}, true
	}
	if t.VectorSize() > 0 {
		return Cell{}, false
	}
	switch t.Kind() {
	case cc.Float, cc.Float32:
		return Cell{32, true}, true
	case cc.Double, cc.Float64, cc.Float32x:
		return Cell{64, true}, true
	case cc.LongDouble, cc.Float64x:
		return Cell{80, true}, true
	case cc.Float128:
		return Cell{128, true}, true
	case cc.Long, cc.ULong:
		return Cell{Bits: ts.ptrBits}, true
	}
	if cc.IsIntegerType(t) && t.Size() > 0 {
		return Cell{Bits: int(8 * t.Size())}, true
	}
	return Cell{}, false
}

// String returns i32, f64 and the like.
func (c Cell) String() string {
	if c.Float {
		return fmt.Sprintf("f%d", c.Bits)
	}
	return fmt.Sprintf("i%d", c.Bits)
}

// placed is a cell at a byte offset.
type placed struct {
	off, size int64
	cell      Cell
	typ       cc.Type // of the cell, for the values it may hold
}

// layout is the cells of a type, sorted by offset.
type layout struct {
	size  int64
	cells []placed
	tails []tail // of which no element is among the cells
	// opaque: too large, incomplete, or of a layout that depends on attributes.
	opaque bool
	// clash: cells of different kinds overlap within the type (unions, members behind a tail).
	clash bool
	union bool // cells may overlap within the type
}

// layoutKey identifies a type's cells: types with the same key have the same cells.
func (ts *types) layoutKey(t cc.Type) string {
	if k, ok := ts.layouts[t]; ok {
		return k
	}
	var b strings.Builder
	ts.writeLayout(&b, t)
	ts.layouts[t] = b.String()
	return b.String()
}

func (ts *types) writeLayout(b *strings.Builder, t cc.Type) {
	switch x := t.(type) {
	case *cc.PointerType:
		b.WriteString(ts.key(x))
	case *cc.ArrayType:
		fmt.Fprintf(b, "[%d]", x.Len())
		ts.writeLayout(b, x.Elem())
	case record:
		b.WriteString(map[cc.Kind]string{cc.Struct: "{", cc.Union: "<"}[t.Kind()])
		for i := 0; i < x.NumFields(); i++ {
			f := x.FieldByIndex(i)
			fmt.Fprintf(b, "%d", ts.offset(x, i))
			if f.IsBitfield() {
				fmt.Fprintf(b, ".%d:%d", f.OffsetBits(), f.ValueBits())
			}
			b.WriteByte(' ')
			ts.writeLayout(b, f.Type())
			b.WriteByte(';')
		}
		fmt.Fprintf(b, "%d}", ts.size(t))
	default:
		b.WriteString(ts.key(t))
	}
}

// layoutOf lays out t.
func (ts *types) layoutOf(t cc.Type) *layout {
	k := ts.layoutKey(t)
	if l := ts.flat[k]; l != nil {
		return l
	}
	l := &layout{size: max(ts.size(t), 0)}
	ts.place(l, t, 0, true)
	if len(l.cells) > maxCells {
		l.opaque = true
	}
	l.union = l.union || l.overlaid()
	slices.SortStableFunc(l.cells, func(x, y placed) int { return cmp.Compare(x.off, y.off) })
	if l.union && !l.opaque {
		l.clash = clash(l, l)
	} else if l.union {
		l.clash = true
	}
	ts.flat[k] = l
	return l
}

// place adds the cells of an object of type t at an offset; last: at the end of the whole type.
func (ts *types) place(l *layout, t cc.Type, off int64, last bool) {
	if len(l.cells) > maxCells {
		return
	}
	switch x := t.(type) {
	case *cc.ArrayType:
		n := x.Len()
		size := ts.size(x.Elem())
		if n < 0 || size <= 0 {
			l.opaque = true
			return
		}
		for i := int64(0); i < n && len(l.cells) <= maxCells; i++ {
			ts.place(l, x.Elem(), off+i*size, false)
		}
	case record:
		if x.IsIncomplete() {
			l.opaque = true
			return
		}
		if !ts.known(x) {
			l.opaque = true
		}
		if t.Kind() == cc.Union {
			l.union = true
		}
		for i := 0; i < x.NumFields(); i++ {
			f := x.FieldByIndex(i)
			if f.IsBitfield() {
				// Bit-fields are accessed by bytes; the bytes depend on the
				// allocation of bit-fields, which is not cc's.
				l.opaque = true
				l.cells = append(l.cells, placed{off + ts.offset(x, i), 1, Cell{Bits: 8}, nil})
				if l.union {
					l.clash = true
				}
				continue
			}
			end := last && (t.Kind() == cc.Union || i+1 == x.NumFields())
			if at, ok := ts.flexible(f, off+ts.offset(x, i), end); ok {
				l.addTail(at)
				continue
			}
			ts.place(l, f.Type(), off+ts.offset(x, i), end)
		}
	default:
		c, ok := ts.scalar(t)
		if !ok {
			if t.Kind() != cc.Void && t.Kind() != cc.Function {
				l.opaque = true
			}
			return
		}
		l.cells = append(l.cells, placed{off, max(t.Size(), 1), c, t})
	}
}

// clash reports whether cells of a and b, placed at the same address, overlap
// with different kinds or partially.
func clash(a, b *layout) bool {
	return !overlapping(a, b, func(x, y placed) bool { return x.off == y.off && x.cell == y.cell })
}

// overlapping calls visit for all overlapping cells of a and b until it
// returns false, which it passes on. It is false for tails with too many cells.
func overlapping(a, b *layout, visit func(x, y placed) bool) bool {
	const widest = 16 // bytes of the largest cell
	left, right := a.cells, b.cells
	if len(a.tails)+len(b.tails) > 0 {
		extent, ok := period(a, b)
		if !ok {
			return false
		}
		if left, ok = a.upTo(extent); !ok {
			return false
		}
		if right, ok = b.upTo(extent); !ok {
			return false
		}
	}
	for _, x := range left {
		from, _ := slices.BinarySearchFunc(right, x.off-widest, func(y placed, off int64) int { return cmp.Compare(y.off, off) })
		for _, y := range right[from:] {
			if y.off >= x.off+x.size {
				break
			}
			if x.off < y.off+y.size && !visit(x, y) {
				return false
			}
		}
	}
	return true
}

// uniform returns the single kind of cell that fills l, and what its tail adds, without gaps.
func (l *layout) uniform() (Cell, bool) {
	cells := l.cells
	if len(l.tails) > 0 {
		extent, ok := period(l, l)
		if !ok {
			return Cell{}, false
		}
		if cells, ok = l.upTo(extent); !ok {
			return Cell{}, false
		}
	}
	if l.opaque || len(cells) == 0 {
		return Cell{}, false
	}
	c := cells[0].cell
	end := int64(0)
	for _, p := range cells {
		if p.cell != c || p.off != end {
			return Cell{}, false
		}
		end += p.size
	}
	return c, end == l.size || end > l.size && len(l.tails) > 0
}

// hasUnion reports whether an object of type t contains a union.
func (ts *types) hasUnion(t cc.Type) bool {
	e, _ := element(t)
	r, ok := e.(record)
	if !ok {
		return false
	}
	if v, ok := ts.unions[e]; ok {
		return v
	}
	v := e.Kind() == cc.Union
	if !r.IsIncomplete() {
		for i := 0; i < r.NumFields() && !v; i++ {
			v = ts.hasUnion(r.FieldByIndex(i).Type())
		}
	}
	ts.unions[e] = v
	return v
}

// kinds adds the cells that objects of type t are accessed with to set.
func (ts *types) kinds(t cc.Type, set map[Cell]bool) {
	e, _ := element(t)
	if r, ok := e.(record); ok {
		if r.IsIncomplete() {
			return
		}
		for i := 0; i < r.NumFields(); i++ {
			if f := r.FieldByIndex(i); f.IsBitfield() {
				set[Cell{Bits: 8}] = true
			} else {
				ts.kinds(f.Type(), set)
			}
		}
		return
	}
	if c, ok := ts.scalar(e); ok {
		set[c] = true
	}
}
