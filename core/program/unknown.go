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
	Padding       UnknownKind = "padding"          // of a record that was assigned
	NoResult      UnknownKind = "missing result"   // of a function that ended without return

	// Of a function that is verified by itself, what its caller chooses: its parameters, variables
	// of static storage duration, what pointers in either point to, and contents that are too many to be
	// told apart.
	Parameter UnknownKind = "parameter"
	Global    UnknownKind = "global variable"
	Contents  UnknownKind = "contents"

	Symbolic UnknownKind = "symbolic object" // a number in what klee_make_symbolic and the like were called for
)

// Unknown says what an OpHavoc stands for when it is no Input: the name in the
// source and the place of the declaration or the call.
type Unknown struct {
	Kind UnknownKind
	Name string
	Pos  Pos
	Type string // C type; "": not known
	Func string // the C function in which Name is in scope, where it is another one than that of the operation; "": the same
}
