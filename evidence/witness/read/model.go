package read

import (
	"fmt"

	"cupel/core/program"
)

// A Witness is one witness as its file says it.
type Witness struct {
	File    string
	GraphML bool
	Version string // of the format
	Meta    Meta
	// Automaton is the violation; nil: a correctness witness, with Invariants.
	Automaton  *Automaton
	Invariants []Invariant
	// Unsupported are parts of the format that have no place in the model. Without them the witness says less, or more.
	Unsupported []Remark
}

// Meta says what the witness is about. Empty fields are not given.
type Meta struct {
	Producer      string
	Specification string
	Files         []string
	Hashes        []string // SHA-256 of the files, hexadecimal
	DataModel     program.DataModel
	Pos           map[string]program.Pos // where specification, hashes, model are said
}

// A Remark is about a place in the witness.
type Remark struct {
	Pos  program.Pos
	Text string
}

// A Place is one in the program.
type Place struct {
	File     string // "": the program's
	Line     int
	Col      int    // in characters, from 1; 0: not said
	Function string // "": not said
}

// String is what people write.
func (p Place) String() string {
	s := fmt.Sprintf("line %d", p.Line)
	if p.Col > 0 {
		s += fmt.Sprintf(", column %d", p.Col)
	}
	return s
}

// An Invariant is an expression of C that holds at a place.
type Invariant struct {
	Loop bool // whenever the controlling expression of the loop at the place is about to be evaluated; otherwise before the statement
	At   Place
	Expr string
	Pos  program.Pos // in the witness
	// Everywhere: it is claimed of all visits. Otherwise only of those in some state of an automaton, which is
	// nobody's to tell: that it does not hold at another visit says nothing.
	Everywhere bool
}

// An EventKind is what happens in an execution.
type EventKind uint8

// The kinds of events.
const (
	Assumption EventKind = iota // Value holds before the statement at the place
	After                       // Value holds behind a statement that begins on the line; GraphML
	Branching                   // the controlling expression at the place has the value Value: true, false, a number, default
	Enter                       // the call that the parenthesis at the place closes
	Return                      // the same call returns, and Value holds for \result; GraphML: a call of Callee on the line
	Line                        // a statement on the line begins; GraphML
	Target                      // the violation
)

// String names the kind as witnesses do.
func (k EventKind) String() string {
	return [...]string{"assumption", "assumption", "branching", "function_enter", "function_return", "line", "target"}[k]
}

// An Event is one of an automaton.
type Event struct {
	Kind   EventKind
	At     Place
	Value  string
	Callee string
	Scope  string      // function in which Value is to be read; "": At.Function, or any
	Pos    program.Pos // in the witness
}

// Sink is the state that must not be entered; Violation is entered by target events only.
const (
	Sink      = -1
	Violation = -2
)

// An Edge leads from a state by an event. An execution that meets the event may stay, too, but not where the edge leads to Sink.
type Edge struct {
	Event
	To int
}

// An Automaton begins in state 0.
type Automaton struct{ States [][]Edge }

// Events lists all events with their edges.
func (a *Automaton) Events(yield func(*Edge)) {
	for _, s := range a.States {
		for i := range s {
			yield(&s[i])
		}
	}
}

// An Error is a fault of a witness.
type Error struct {
	Pos program.Pos
	Msg string
}

// Error prints file:line:column: message.
func (e *Error) Error() string {
	if !e.Pos.IsValid() {
		return e.Pos.File + ": " + e.Msg
	}
	return e.Pos.String() + ": " + e.Msg
}
