package program

// TypeKind classifies C types by how values of them are printed.
type TypeKind uint8

// The kinds.
const (
	OtherType TypeKind = iota // values are not printed
	IntegerType
	BoolType
	CharacterType
	FloatType
	PointerType
	ArrayType
	RecordType
)

// Type describes a C type for printing values. Front ends produce types only on
// request, since large programs have many.
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

// Part is the component of a C object (a scalar leaf of its type) that one
// variable holds.
type Part struct {
	Name string  // as C writes it, with [] for every index: grid[][].x
	Dims []int64 // lengths of the arrays around it, outermost first; the variable is an array over the flattened index
	Type *Type   // of the part
}
