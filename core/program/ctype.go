package program

// TypeKind tells the kinds of C types apart, as far as people write their values differently.
type TypeKind uint8

// The kinds.
const (
	OtherType TypeKind = iota // without values that are shown
	IntegerType
	BoolType
	CharacterType
	FloatType
	PointerType
	ArrayType
	RecordType
)

// Type describes a C type to those who print values. Front ends make types only when they are asked to.
type Type struct {
	Kind   TypeKind
	Name   string // as C writes it
	Size   int64  // bytes, without padding of the value; -1: not known
	Signed bool
	Elem   *Type // of an array, or what a pointer points to; nil: not known
	Len    int64 // of an array; -1: not known
	Fields []Member
}

// Member is a member of a structure or union. That of an anonymous record has no name.
type Member struct {
	Name   string
	Offset int64 // bytes
	Bit    int   // of a bit-field: its first bit in the byte at Offset
	Bits   int   // of a bit-field; 0: none
	Type   *Type
}

// Part is the part of an object of C that one variable holds.
type Part struct {
	Name string  // as C writes it, with [] for every index: grid[][].x
	Dims []int64 // lengths of the arrays around it, outermost first; the variable is an array over the flattened index
	Type *Type   // of the part
}
