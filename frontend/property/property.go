package property

import "fmt"

// Kind is the kind of a property.
type Kind string

// The kinds, by the names SV-COMP gives them.
const (
	UnreachCall  Kind = "unreach-call"
	UnreachLabel Kind = "unreach-label" // G ! label(NAME), old task sets
	NoOverflow   Kind = "no-overflow"
	NoDataRace   Kind = "no-data-race"
	ValidFree    Kind = "valid-free"
	ValidDeref   Kind = "valid-deref"
	ValidTrack   Kind = "valid-memtrack"
	ValidCleanup Kind = "valid-memcleanup"
	DefBehavior  Kind = "def-behavior"
	Termination  Kind = "termination"
	Coverage     Kind = "coverage"
)

// Property is one specification.
type Property struct {
	Kind  Kind
	Entry string // function the program starts in
	// Name is the function or label that must not be reached, for UnreachCall
	// and UnreachLabel, and the goal such as @DECISIONEDGE or @CALL(f) for Coverage.
	Name string
	Line int // in its file, from 1
}

// ByName returns the property of a program that starts in main by its name: unreach-call, of
// reach_error, or no-overflow; nil for other names.
func ByName(name string) *Property {
	switch Kind(name) {
	case UnreachCall:
		return &Property{Kind: UnreachCall, Entry: "main", Name: "reach_error"}
	case NoOverflow:
		return &Property{Kind: NoOverflow, Entry: "main"}
	}
	return nil
}

// String returns the canonical text: that of the competition's own files.
func (p Property) String() string {
	if p.Kind == Coverage {
		return fmt.Sprintf("COVER( init(%s()), FQL(COVER EDGES(%s)) )", p.Entry, p.Name)
	}
	return fmt.Sprintf("CHECK( init(%s()), LTL(%s) )", p.Entry, p.formula())
}

func (p Property) formula() string {
	switch p.Kind {
	case UnreachCall:
		return "G ! call(" + p.Name + "())"
	case UnreachLabel:
		return "G ! label(" + p.Name + ")"
	case NoOverflow:
		return "G ! overflow"
	case NoDataRace:
		return "G ! data-race"
	case Termination:
		return "F end"
	}
	return "G " + string(p.Kind)
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
