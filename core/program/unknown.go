package program

// UnknownKind is the source of a value that the program does not determine and
// that is not an input.
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
	Allocation    UnknownKind = "allocation"       // whether it fails

	// For a function verified in isolation, the values its caller chooses: its
	// parameters, variables of static storage duration, the targets of
	// pointers in both, and contents too large to be separate inputs.
	Parameter UnknownKind = "parameter"
	Global    UnknownKind = "global variable"
	Contents  UnknownKind = "contents"

	Symbolic UnknownKind = "symbolic object" // a number in what klee_make_symbolic and the like were called for
)

// Chosen reports whether the environment chooses such values, as it does inputs: the caller of a function that is verified by itself, whoever makes an object symbolic, or an allocator that may fail.
func (k UnknownKind) Chosen() bool {
	switch k {
	case Parameter, Global, Contents, Symbolic, Allocation:
		return true
	}
	return false
}

// Unknown is the source of the value of an OpHavoc that is no Input: its name in
// the program text and the position of the declaration or call.
type Unknown struct {
	Kind UnknownKind
	Name string
	Pos  Pos
	Type string        // C type; "": not known
	Func string        // the C function in which Name is in scope, where it is another one than that of the operation; "": the same
	Main *MainArgument // of an Argument: which part of main's arguments it is; nil: none of those that the program is started with
}

// A MainArgument is a part of the strings that a program is started with.
type MainArgument struct {
	Param int // the parameter of main that points to them: 1 for argv, 2 for the environment
	Index int // which string; negative: how many there are
	Char  int // which character of the string
}

// OfMain reports whether the value is one of the arguments that main is called with. It may be nil: it is none.
func (u *Unknown) OfMain() bool { return u != nil && u.Main != nil }
