package engine

import (
	"strings"

	"cupel/core/program"
)

// Reason says why there is no verdict.
type Reason struct {
	Kind ReasonKind
	Text string // in a few words that a user understands
}

// ReasonKind is what decisions about a missing verdict rest on; texts are for people.
type ReasonKind string

// The kinds.
const (
	Stopped     ReasonKind = "interrupted" // the context ended; the text says where the search was
	TimeLimit   ReasonKind = "time"        // of the clock
	CPULimit    ReasonKind = "cpu-time"    // of the processor
	MemoryLimit ReasonKind = "memory"      // of the process
	WorkLimit   ReasonKind = "work"        // of a part of the search, see package work
	SizeLimit   ReasonKind = "size"        // of a graph, an automaton or the program
	Recursion   ReasonKind = "recursion"   // calls beyond the bound may reach the error
	ModelEnds   ReasonKind = "model"       // another cut may be reached: unsupported constructs
	Undecided   ReasonKind = "solver"      // a question has no answer
	Unconfirmed ReasonKind = "unconfirmed" // a path to the error is no execution, or was not replayed
	// UndefinedFirst: undefined behaviour comes before the error on a path; a search that
	// assumes that there is none may decide (package definedness).
	UndefinedFirst ReasonKind = "undefined"
	NoProgress     ReasonKind = "progress"      // refinement finds nothing new, or a method does not suffice
	Unsupported    ReasonKind = "unsupported"   // the program cannot be read as it is
	Addresses      ReasonKind = "addresses"     // the proof is for one choice of addresses
	Uncertified    ReasonKind = "not-certified" // there is a proof, but it was to be certified
	LeftToOthers   ReasonKind = "left"          // to the engines of a portfolio
	Fault          ReasonKind = "fault"         // of this program
)

// CutReason is the reason of a search that may reach a cut.
func CutReason(l *program.Location) Reason {
	if l.CutByRecursion {
		return Reason{Recursion, l.Cut}
	}
	return Reason{ModelEnds, l.Cut}
}

// Because makes an undecided result.
func Because(kind ReasonKind, text string) *Result { return &Result{Reason: Reason{kind, text}} }

// String is the text; that of an interrupted search says that it was.
func (r Reason) String() string {
	if r.Kind == Stopped {
		return strings.TrimSpace("interrupted " + r.Text)
	}
	return r.Text
}

// None reports whether there is no reason.
func (r Reason) None() bool { return r.Kind == "" }
