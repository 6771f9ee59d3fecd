package c

import (
	"fmt"
	"math"

	"cupel/core/logic"
	"cupel/core/program"

	"modernc.org/cc/v4"
)

// tkind is the family of a C type, as far as lowering depends on it.
type tkind uint8

const (
	tVoid tkind = iota
	tInt
	tFloat
	tPtr
	tArray
	tRecord // struct or union
	tFunc
	tOther // complex, vectors, decimal floats
)

// integer conversion ranks
const (
	rankBool = iota + 1
	rankChar
	rankShort
	rankInt
	rankLong
	rankLongLong
	rankInt128
)

// ctype is a C type without qualifiers. Scalar types are interned per lowerer;
// others are compared structurally where it matters.
type ctype struct {
	kind   tkind
	name   string // for messages and Input.Type
	width  int    // tInt, tFloat, tPtr: bits of the value
	signed bool
	bool   bool
	rank   int
	sort   *logic.Sort // scalars
	size   int64       // bytes; -1 incomplete
	align  int64       // as a member; the value of _Alignof
	talign int64       // the value of __alignof__ where it is larger: 8 for long long and double on i386
	elem   *ctype      // tArray
	// natural is the type before an attribute aligned of a typedef or declaration.
	natural *ctype
	// base is the type whose representation in memory a bit-precise integer has, extended; nil: it is none.
	base    *ctype
	n       int64 // tArray: number of elements, -1 unknown
	union   bool
	fields  []*field
	offsets []int64 // of fields, see layout
	cc      cc.Type // the type it was made from; nil for internal ones
}

// field is a member of a record. Members of anonymous records keep their
// nesting: name is "" for such a member.
type field struct {
	name string
	typ  *ctype
	off  int64 // bytes; for a bit-field of the first byte it touches
	bit  int   // bit-field: first bit within the byte at off
	bits int   // bit-field width; 0: not a bit-field
	flex bool  // flexible array member
	idx  int   // position in fields
	cc   *cc.Field
}

func (t *ctype) isScalar() bool { return t.kind == tInt || t.kind == tFloat || t.kind == tPtr }
func (t *ctype) isArith() bool  { return t.kind == tInt || t.kind == tFloat }

func (t *ctype) String() string {
	switch t.kind {
	case tArray:
		return fmt.Sprintf("%s[%d]", t.elem, t.n)
	case tRecord, tPtr, tFunc, tOther:
		if t.cc != nil {
			return readable(t.cc.String())
		}
	}
	return t.name
}

// described says what a type is that has no model, or no cells, with the reason.
func (t *ctype) described() string {
	if t.kind == tOther {
		return readable(t.name)
	}
	return "a large aggregate"
}

// hasUnion reports whether an object of type t contains a union.
func (t *ctype) hasUnion() bool {
	switch t.kind {
	case tArray:
		return t.elem.hasUnion()
	case tRecord:
		if t.union {
			return true
		}
		for _, f := range t.fields {
			if f.typ.hasUnion() {
				return true
			}
		}
	}
	return false
}

// typeTable interns ctypes.
type typeTable struct {
	model  program.DataModel
	ptrW   int
	byCC   map[cc.Type]*ctype
	byKind map[cc.Kind]*ctype
	ptrs   *ctype // pointer with unknown element
	attrs  map[recordID]*recordAttrs
	wides  map[wideKey]*ctype // types of wide bit-fields

	precise map[*cc.Declarator]*ctype // bit-precise integers, by the typedefs that denote them

	fixed   map[*cc.Enumerator]bool    // constants of enumerations with a type of the program's choice
	beyond  map[*cc.Enumerator]cc.Type // in C23, constants of enumerations that have one which is no int
	modern  bool                       // the program is C23
	within  map[*cc.Enumerator]*ctype  // constants of an enumeration that is not complete yet
	tooWide *cc.Field                  // a bit-field wider than its type
}

func newTypeTable(m program.DataModel) *typeTable {
	tt := &typeTable{model: m, ptrW: m.PointerWidth(), byCC: map[cc.Type]*ctype{}, byKind: map[cc.Kind]*ctype{}, wides: map[wideKey]*ctype{}}
	bv := func(k cc.Kind, name string, width int, signed bool, rank int, align int64) {
		tt.byKind[k] = &ctype{kind: tInt, name: name, width: width, signed: signed, rank: rank, bool: k == cc.Bool,
			sort: logic.BVSort(width), size: int64(width / 8), align: align}
		if width == 64 && align == 4 {
			tt.byKind[k].talign = 8
		}
	}
	long, a8 := 64, int64(8)
	if m == program.ILP32 {
		long, a8 = 32, 4
	}
	bv(cc.Bool, "_Bool", 8, false, rankBool, 1)
	bv(cc.Char, "char", 8, true, rankChar, 1)
	bv(cc.SChar, "signed char", 8, true, rankChar, 1)
	bv(cc.UChar, "unsigned char", 8, false, rankChar, 1)
	bv(cc.Short, "short", 16, true, rankShort, 2)
	bv(cc.UShort, "unsigned short", 16, false, rankShort, 2)
	bv(cc.Int, "int", 32, true, rankInt, 4)
	bv(cc.UInt, "unsigned int", 32, false, rankInt, 4)
	bv(cc.Long, "long", long, true, rankLong, int64(long/8))
	bv(cc.ULong, "unsigned long", long, false, rankLong, int64(long/8))
	bv(cc.LongLong, "long long", 64, true, rankLongLong, a8)
	bv(cc.ULongLong, "unsigned long long", 64, false, rankLongLong, a8)
	bv(cc.Int128, "__int128", 128, true, rankInt128, 16)
	bv(cc.UInt128, "unsigned __int128", 128, false, rankInt128, 16)
	fl := func(name string, rank int, s *logic.Sort, size, align int64, ks ...cc.Kind) {
		t := &ctype{kind: tFloat, name: name, width: s.Width(), signed: true, rank: rank, sort: s, size: size, align: align}
		if size == 8 && align == 4 {
			t.talign = 8
		}
		for _, k := range ks {
			tt.byKind[k] = t
		}
	}
	ldSize, ldAlign := int64(16), int64(16)
	if m == program.ILP32 {
		ldSize, ldAlign = 12, 4
	}
	fl("float", 1, logic.Float32, 4, 4, cc.Float, cc.Float32)
	fl("double", 2, logic.Float64, 8, a8, cc.Double, cc.Float64, cc.Float32x)
	fl("long double", 3, logic.FloatSort(15, 64), ldSize, ldAlign, cc.LongDouble, cc.Float64x)
	fl("_Float128", 4, logic.FloatSort(15, 113), 16, 16, cc.Float128)
	tt.byKind[cc.Void] = &ctype{kind: tVoid, name: "void", size: 1, align: 1}
	tt.ptrs = tt.pointer(nil)
	return tt
}

func (tt *typeTable) kind(k cc.Kind) *ctype { return tt.byKind[k] }

// sizeT returns size_t.
func (tt *typeTable) sizeT() *ctype {
	if tt.model == program.ILP32 {
		return tt.byKind[cc.UInt]
	}
	return tt.byKind[cc.ULong]
}

// ptrdiffT returns ptrdiff_t.
func (tt *typeTable) ptrdiffT() *ctype {
	if tt.model == program.ILP32 {
		return tt.byKind[cc.Int]
	}
	return tt.byKind[cc.Long]
}

// pointer returns a pointer type; the element is found through cc when needed.
func (tt *typeTable) pointer(t cc.Type) *ctype {
	return &ctype{kind: tPtr, name: "pointer", width: tt.ptrW, sort: logic.BVSort(tt.ptrW),
		size: int64(tt.ptrW / 8), align: int64(tt.ptrW / 8), rank: rankLong, cc: t}
}

// pointerTo returns an internal pointer type to a known element.
func (tt *typeTable) pointerTo(elem *ctype) *ctype {
	p := tt.pointer(nil)
	p.elem = elem
	return p
}

// pointee returns the element type of a pointer type.
func (tt *typeTable) pointee(t *ctype) *ctype {
	if t.elem == nil {
		if p, ok := t.cc.(*cc.PointerType); ok {
			t.elem = tt.of(p.Elem())
		} else {
			t.elem = tt.byKind[cc.Void]
		}
	}
	return t.elem
}

// of returns the ctype of a cc type.
func (tt *typeTable) of(t cc.Type) *ctype {
	if t == nil {
		return &ctype{kind: tOther, name: "unknown type", size: -1, align: 1}
	}
	if c := tt.byCC[t]; c != nil {
		return c
	}
	c := tt.make(t)
	if c.size >= 0 {
		tt.byCC[t] = c
	}
	return c
}

func (tt *typeTable) make(t cc.Type) *ctype {
	if t.VectorSize() > 0 {
		return &ctype{kind: tOther, name: "vector", size: t.VectorSize(), align: t.VectorSize(), cc: t}
	}
	if hasMode(t) {
		return &ctype{kind: tOther, name: "type with the attribute mode", size: -1, align: 1, cc: t}
	}
	switch x := t.(type) {
	case *cc.PredefinedType:
		if d := t.Typedef(); d != nil && tt.precise[d] != nil {
			return tt.aligned(tt.precise[d], t)
		}
		if b := tt.byKind[t.Kind()]; b != nil {
			return tt.aligned(b, t)
		}
		return &ctype{kind: tOther, name: t.String(), size: t.Size(), align: max(int64(t.Align()), 1), cc: t}
	case *cc.EnumType:
		u := x.UnderlyingType()
		if isPacked(t) {
			return &ctype{kind: tOther, name: "packed enumeration", size: -1, align: 1, cc: t}
		}
		if b := tt.byKind[u.Kind()]; b != nil {
			if b.width == 64 && x.Min() >= 0 && len(x.Enumerators()) > 0 && !tt.fixed[x.Enumerators()[0]] {
				b = tt.unsigned(b) // gcc prefers unsigned types
			}
			return tt.aligned(b, t)
		}
		return tt.byKind[cc.Int]
	case *cc.PointerType:
		return tt.pointer(t)
	case *cc.ArrayType:
		e := tt.of(x.Elem())
		a := &ctype{kind: tArray, name: "array", elem: e, n: x.Len(), align: e.align, talign: e.talign, size: -1, cc: t}
		if at := attrAlign(t); at > 0 {
			n := *a
			n.n = -2 // only its alignment counts
			a.natural, a.align, a.talign = &n, at, 0
		}
		if a.n < 0 {
			a.n = -1
		} else if e.size >= 0 {
			if a.n > 0 && e.size > math.MaxInt64/a.n {
				return &ctype{kind: tOther, name: "array too large", size: -1, align: 1, cc: t}
			}
			a.size = a.n * e.size
		}
		return a
	case *cc.FunctionType:
		return &ctype{kind: tFunc, name: "function", size: 1, align: 1, cc: t}
	case *cc.StructType:
		return tt.record(t, x.IsIncomplete(), false, x.NumFields(), x.FieldByIndex)
	case *cc.UnionType:
		return tt.record(t, x.IsIncomplete(), true, x.NumFields(), x.FieldByIndex)
	}
	return &ctype{kind: tOther, name: "invalid type", size: -1, align: 1, cc: t}
}

func attrAlign(t cc.Type) int64 {
	if a := t.Attributes(); a != nil && a.Aligned() > 0 {
		return a.Aligned()
	}
	return 0
}

// aligned returns the scalar type b with the alignment an attribute of t asks for.
func (tt *typeTable) aligned(b *ctype, t cc.Type) *ctype {
	a := attrAlign(t)
	if a <= 0 || a == b.align {
		return b
	}
	n := *b
	n.align, n.talign, n.natural = a, 0, b
	return &n
}

func isPacked(t cc.Type) bool {
	a := t.Attributes()
	return a != nil && (a.IsAttrSet("packed") || a.IsAttrSet("__packed__"))
}

// record lays a struct or union out as gcc does on x86 (place_field in its
// stor-layout.c): a member goes to the next multiple of its alignment, which
// packed takes away, aligned raises and #pragma pack bounds. A bit-field is
// placed at the next bit unless it would cross a boundary of its declared type's
// alignment unit (PCC_BITFIELD_TYPE_MATTERS), which neither packed nor #pragma
// pack care for; a zero-width one moves on to the next such boundary; each named
// bit-field raises the alignment.
func (tt *typeTable) record(t cc.Type, incomplete, union bool, n int, at func(int) *cc.Field) *ctype {
	r := &ctype{kind: tRecord, name: "struct", union: union, align: 1, size: -1, cc: t}
	if incomplete {
		return r
	}
	refuse := func(why string) *ctype {
		return &ctype{kind: tOther, name: t.String() + " (" + why + ")", size: -1, align: 1, cc: t}
	}
	ra := &recordAttrs{}
	if id, ok := idOf(t); ok && tt.attrs[id] != nil {
		ra = tt.attrs[id]
	}
	if ra.other != "" {
		return refuse(ra.other)
	}
	if ra.members != nil && len(ra.members) != n {
		return refuse("members of the parser")
	}
	r.align = max(r.align, ra.aligned)
	capped := func(align int64) int64 {
		if ra.pack > 0 {
			return min(align, ra.pack)
		}
		return align
	}
	var end, size int64 // bytes
	var bit int64       // bits after end, less than 8
	to := func(align int64) {
		if align > 0 && bit > 0 {
			end, bit = end+1, 0
		}
		end = roundUp(end, align)
	}
	for i := 0; i < n; i++ {
		cf := at(i)
		ft := tt.of(cf.Type())
		f := &field{name: cf.Name(), typ: ft, idx: i, cc: cf}
		var ma memberAttrs
		if ra.members != nil {
			ma = ra.members[i]
		}
		e := ft
		for e.kind == tArray {
			e = e.elem
		}
		if e.kind == tOther && e.size < 0 {
			return refuse("a member without a model")
		}
		natural := ft
		if ma.common && ft.natural != nil {
			natural = ft.natural // the attribute is the member's, not its type's
		}
		packed := ra.packed || ma.packed
		if union {
			end, bit = 0, 0
		}
		r.fields = append(r.fields, f)
		if cf.IsBitfield() {
			w := cf.ValueBits()
			if ft.base != nil {
				return refuse("bit-field of a bit-precise type")
			}
			if ft.kind == tInt && (w > int64(ft.width) || ft.bool && w > 1) && tt.tooWide == nil {
				tt.tooWide = cf
			}
			if ma.aligned > 0 {
				return refuse("bit-field with an alignment")
			}
			if ft.kind != tInt || w > int64(ft.width) || ft.bool && w > 1 {
				return refuse("bit-field that does not fit its type")
			}
			unit := max(natural.align, 1)
			switch {
			case w == 0:
				to(unit) // neither packed nor pack count
			case !packed && ra.pack == 0 && (end%unit)*8+bit+w > ft.size*8:
				to(unit)
			}
			if w == 0 {
				f.bits = -1 // occupies no bits
				size = max(size, end)
				continue
			}
			f.off, f.bit, f.bits = end, int(bit), int(w)
			end, bit = end+(bit+w)/8, (bit+w)%8
			switch {
			case f.name == "":
			case ra.pack > 0:
				r.align = max(r.align, capped(unit))
			case !packed:
				r.align = max(r.align, unit)
			}
		} else {
			al := max(natural.align, 1)
			switch {
			case packed && ma.aligned > 0:
				al = ma.aligned
			case packed:
				al = 1
			case max(natural.align, natural.talign) <= ma.aligned:
				al = ma.aligned
			}
			al = capped(al)
			to(al)
			f.off = end
			r.align = max(r.align, al)
			sz := ft.size
			if sz < 0 || cf.IsFlexibleArrayMember() {
				if ft.kind == tArray && len(tt.varying(cf.Type())) > 0 || i+1 < n && !union {
					return refuse("a member of variable or unknown size")
				}
				sz, f.flex = 0, ft.kind == tArray
			}
			if sz > math.MaxInt64-64-end {
				return refuse("too large")
			}
			end += sz
		}
		size = max(size, end+min(bit, 1))
	}
	r.size = roundUp(size, r.align)
	if a := attrAlign(t); a > 0 && a != r.align {
		n := *r // a typedef or a member changes the alignment, not the size
		n.natural, n.align = r, a
		return &n
	}
	return r
}

// hasMode reports whether t has the attribute mode, which replaces its size.
func hasMode(t cc.Type) bool {
	a := t.Attributes()
	return a != nil && (a.IsAttrSet("mode") || a.IsAttrSet("__mode__"))
}

func roundUp(n, to int64) int64 {
	if to <= 1 {
		return n
	}
	return (n + to - 1) / to * to
}

// promote applies the integer promotions; bits is the width of a bit-field or 0.
func (tt *typeTable) promote(t *ctype, bits int) *ctype {
	if t.kind != tInt {
		return t
	}
	intT := tt.byKind[cc.Int]
	if t.base != nil {
		return t // C23 6.3.1.1
	}
	if bits > 0 {
		// gcc keeps a bit-field type wider than int as it is.
		if bits < 32 || bits == 32 && t.signed {
			return intT
		}
		if bits == 32 {
			return tt.byKind[cc.UInt]
		}
		return tt.wide(t, bits)
	}
	if t.rank < rankInt {
		return intT
	}
	return t
}

// wide is the type of a bit-field wider than int: gcc computes in as many bits
// as the bit-field has. Other compilers extend it to its declared type.
func (tt *typeTable) wide(t *ctype, bits int) *ctype {
	if bits == t.width {
		return t
	}
	k := wideKey{bits, t.signed}
	if tt.wides[k] == nil {
		n := *t
		n.width, n.sort = bits, logic.BVSort(bits)
		n.name = fmt.Sprintf("%s:%d", t.name, bits)
		tt.wides[k] = &n
	}
	return tt.wides[k]
}

type wideKey struct {
	bits   int
	signed bool
}

// usual applies the usual arithmetic conversions to two promoted types.
func (tt *typeTable) usual(a, b *ctype) *ctype {
	if a.kind == tFloat || b.kind == tFloat {
		switch {
		case a.kind != tFloat:
			return b
		case b.kind != tFloat || a.rank >= b.rank:
			return a
		}
		return b
	}
	if a.base != nil || b.base != nil {
		return tt.usualPrecise(a, b)
	}
	if a.width != b.width && (a.width%32 != 0 || b.width%32 != 0) {
		// A wide bit-field: the wider type counts.
		if a.width > b.width {
			return a
		}
		return b
	}
	if a.signed == b.signed {
		if a.rank >= b.rank {
			return a
		}
		return b
	}
	u, s := a, b
	if a.signed {
		u, s = b, a
	}
	switch {
	case u.rank >= s.rank:
		return u
	case s.width > u.width:
		return s
	}
	return tt.unsigned(s)
}

// unsigned returns the unsigned counterpart of an integer type.
func (tt *typeTable) unsigned(t *ctype) *ctype {
	switch t.rank {
	case rankChar:
		return tt.byKind[cc.UChar]
	case rankShort:
		return tt.byKind[cc.UShort]
	case rankInt:
		return tt.byKind[cc.UInt]
	case rankLong:
		return tt.byKind[cc.ULong]
	case rankLongLong:
		return tt.byKind[cc.ULongLong]
	case rankInt128:
		return tt.byKind[cc.UInt128]
	}
	return t
}
