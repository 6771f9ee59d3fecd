package vc

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"cupel/product/boogie"
)

// Verdict is the answer for one procedure.
type Verdict int

// The verdicts.
const (
	Unknown Verdict = iota
	OK
	Error
	Timeout
)

// String is the verdict in capitals.
func (v Verdict) String() string { return [...]string{"UNKNOWN", "OK", "ERROR", "TIMEOUT"}[v] }

// Kind is the purpose of an assertion.
type Kind int

// The kinds of assertions.
const (
	Assertion Kind = iota
	Precondition
	Postcondition
	LoopEntry
	LoopMaintained
)

// String names the kind for a report.
func (k Kind) String() string {
	return [...]string{"assertion", "precondition", "postcondition", "loop entry", "loop maintained"}[k]
}

// fallback is the message of an assertion without {:message}.
func (k Kind) fallback() string {
	return [...]string{
		"This assertion might not hold.", "A precondition for this call might not hold.",
		"A postcondition might not hold on this return path.", "This loop invariant might not hold on entry.",
		"This loop invariant might not be maintained by the loop.",
	}[k]
}

// CheckID tells the checks of a program apart. The copies of a check where its procedure is inlined or a loop unrolled have one ID, and so
// has one node that stands in several places. It is the same each time the program is verified.
type CheckID struct {
	Kind Kind
	// Node is the ordinal of the statement or clause, Clause that of the precondition at a call.
	Node, Clause int
}

// Failure is an assertion that may fail.
type Failure struct {
	ID      CheckID
	Kind    Kind
	Message string // from {:message}, or a default
	// Given is set if the message comes from the program.
	Given  bool
	Pos    boogie.Pos // in the Boogie program; of the call, for a precondition
	Clause boogie.Pos // of the failing clause, if not at Pos
	// Source is the position given by {:sourceloc}, or nil.
	Source *boogie.SourceLoc
	// Attrs are the assertion's attributes.
	Attrs boogie.Attributes
	// Exact is set if the counterexample is an execution: it depends on no over-approximated value, provided
	// that globals without {:any} may have arbitrary initial values where it reads them first.
	Exact bool
	// State is a counterexample: values before the procedure and when the assertion fails.
	State []Binding
}

// Binding is the value of a variable in a counterexample.
type Binding struct {
	Name          string
	Before, After string // "" if unknown or irrelevant
}

// Where returns file:line:column of a failure, in the source if known.
func (f *Failure) Where(file string) string {
	if f.Source != nil {
		return fmt.Sprintf("%s:%d:%d", f.Source.File, f.Source.Line, f.Source.Col)
	}
	return fmt.Sprintf("%s:%s", file, f.Pos)
}

// Text returns the message; for a loop invariant with the phase in which it fails.
func (f *Failure) Text() string {
	switch {
	case f.Given && f.Kind == LoopEntry:
		return fmt.Sprintf("Invariant '%s' might not hold on loop entry", f.Message)
	case f.Given && f.Kind == LoopMaintained:
		return fmt.Sprintf("Invariant '%s' might not be maintained by the loop", f.Message)
	}
	return f.Message
}

// Result is the outcome for one procedure.
type Result struct {
	Procedure string
	Attrs     boogie.Attributes // of the procedure
	Pos       boogie.Pos
	Verdict   Verdict
	Failures  []Failure // if Verdict is Error
	Undecided []Failure // assertions neither proven nor refuted, without State
	Ends      bool      // with {:ends} at the procedure: some execution is known to terminate
	Reason    string    // of Unknown and Timeout; of Error: why there may be further errors
	Work      int       // in units of package work
	Time      time.Duration
}

// sortFailures orders failures as in the program.
func sortFailures(fs []Failure) {
	slices.SortStableFunc(fs, func(a, b Failure) int {
		return cmp.Or(cmp.Compare(a.Pos.Line, b.Pos.Line), cmp.Compare(a.Pos.Col, b.Pos.Col))
	})
}
