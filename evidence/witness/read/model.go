package read

import (
	"fmt"

	"cupel/core/program"
)

// A Witness is the content of a witness file.
type Witness struct {
	File    string
	GraphML bool
	Version string // of the format
	Meta    Meta
	// Automaton of a violation witness; nil for a correctness witness, which has Invariants.
	Automaton  *Automaton
	Invariants []Invariant
	// Unsupported are parts of the format without counterpart in the model. Dropping them may strengthen or
	// weaken the witness.
	Unsupported []Remark
}

// Meta is the witness's metadata. Empty fields are missing.
type Meta struct {
	Producer      string
	Specification string
	Files         []string
	Hashes        []string // SHA-256 of the files, hexadecimal
	DataModel     program.DataModel
	Pos           map[string]program.Pos // positions of specification, hashes and data model
}

// A Remark concerns a place in the witness.
type Remark struct {
	Pos  program.Pos
	Text string
}

// A Place is a place in the program.
type Place struct {
	File     string // "": the program's
	Line     int
	Col      int    // in characters, from 1; 0: missing
	Function string // "": missing
}

// String prints the place as FILE:LINE:COL.
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
	// Transition: Expr relates the present visit of the loop to any earlier one since the loop was entered.
	Transition bool
	// Everywhere: claimed for all visits. Otherwise for visits in some automaton state only, which is
	// undetermined: a visit that violates it refutes nothing.
	Everywhere bool
}

// An EventKind is the kind of an event in an execution.
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

// An Event is a condition on a step of an execution.
type Event struct {
	Kind   EventKind
	At     Place
	Value  string
	Callee string
	Scope  string      // function in which Value is to be parsed; "": At.Function, or any
	Pos    program.Pos // in the witness
}

// Sink is the state that must not be entered; Violation is entered only by target events.
const (
	Sink      = -1
	Violation = -2
)

// An Edge is a transition by an event. An execution in which the event occurs may also stay in the state,
// unless the edge leads to Sink.
type Edge struct {
	Event
	To int
}

// An Automaton is a nondeterministic automaton over events with initial state 0.
type Automaton struct {
	States [][]Edge
	// Endless: the execution never ends, and passes the states from Cycle on again and again, from the last to Cycle. There is no Violation then.
	Endless bool
	Cycle   int
}

// Events lists all events with their edges.
func (a *Automaton) Events(yield func(*Edge)) {
	for _, s := range a.States {
		for i := range s {
			yield(&s[i])
		}
	}
}

// An Error is an error in a witness.
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
