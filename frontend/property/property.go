package property

import "fmt"

// Property is one specification.
type Property struct {
	Kind  Kind
	Entry string // function the program starts in
	// Name is the function or label that must not be reached, for UnreachCall
	// and UnreachLabel, and the goal such as @DECISIONEDGE or @CALL(f) for Coverage.
	Name string
	Line int // in its file, from 1
}

// String returns the canonical text: that of the competition's own files.
func (p Property) String() string {
	if p.Kind == Coverage {
		return fmt.Sprintf("COVER( init(%s()), FQL(COVER EDGES(%s)) )", p.Entry, p.Name)
	}
	return fmt.Sprintf("CHECK( init(%s()), LTL(%s) )", p.Entry, p.Kind.Info().formula(p.Name))
}

// File is the specifications of one property file, in its order; Parse never returns an empty one.
type File []Property

// Error is a fault of a property file.
type Error struct {
	File      string
	Line, Col int // from 1; columns count bytes
	Msg       string
}

// Error returns "file:line:column: what and what to do".
func (e *Error) Error() string { return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Col, e.Msg) }
