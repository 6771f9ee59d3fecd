package program

// UnknownKind says where a value comes from that the program does not determine
// and that is no input of its own.
type UnknownKind string

// The kinds of unknown values.
const (
	Uninitialized UnknownKind = "uninitialized variable" // read before it was written
	Undefined     UnknownKind = "undefined variable"     // declared extern, defined nowhere
	Bodiless      UnknownKind = "function without body"  // its result, or what it may have written
	Argument      UnknownKind = "argument of main"
	LibraryValue  UnknownKind = "library function" // whose result the model only bounds
	NoResult      UnknownKind = "missing result"   // of a function that ended without return
)

// Unknown says what an OpHavoc stands for when it is no Input: the name in the
// source and the place of the declaration or the call.
type Unknown struct {
	Kind UnknownKind
	Name string
	Pos  Pos
}
