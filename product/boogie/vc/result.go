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

// Kind says what an assertion is for.
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

// Failure is an assertion that can fail.
type Failure struct {
	Kind    Kind
	Message string // from {:message}, or a general one
	// Given: the message is the program's.
	Given  bool
	Pos    boogie.Pos // in the Boogie program: of a call, for a precondition
	Clause boogie.Pos // of the clause that fails, when it is not at Pos
	// Source is where {:sourceloc} says that the failure is, if it does.
	Source *boogie.SourceLoc
	// Attrs are the assertion's.
	Attrs boogie.Attributes
	// Exact: the counterexample is an execution, provided that globals without {:any} may have any
	// values where it reads them first: it rests on nothing that stands for more than what happens.
	Exact bool
	// State is a counterexample: values before and when the assertion fails.
	State []Binding

	key string // of the check
}

// Binding is the value of a variable in a counterexample.
type Binding struct {
	Name          string
	Before, After string // "" when it is not known or not of interest
}

// Where is file:line:column of a failure, in the source if that is known.
func (f *Failure) Where(file string) string {
	if f.Source != nil {
		return fmt.Sprintf("%s:%d:%d", f.Source.File, f.Source.Line, f.Source.Col)
	}
	return fmt.Sprintf("%s:%s", file, f.Pos)
}

// Text is the message, which for a loop invariant says when it fails.
func (f *Failure) Text() string {
	switch {
	case f.Given && f.Kind == LoopEntry:
		return fmt.Sprintf("Invariant '%s' might not hold on loop entry", f.Message)
	case f.Given && f.Kind == LoopMaintained:
		return fmt.Sprintf("Invariant '%s' might not be maintained by the loop", f.Message)
	}
	return f.Message
}

// Result is what is known of one procedure.
type Result struct {
	Procedure string
	Attrs     boogie.Attributes // of the procedure
	Pos       boogie.Pos
	Verdict   Verdict
	Failures  []Failure // when Verdict is Error
	Undecided []Failure // assertions neither proven nor shown to fail, without State
	Ends      bool      // with {:ends} at the procedure: an execution is known that gets to the end
	Reason    string    // when it is Unknown or Timeout; of Error: why there may be more errors
	Work      int       // units of package work
	Time      time.Duration
}

// sortFailures puts failures into the order of the program.
func sortFailures(fs []Failure) {
	slices.SortStableFunc(fs, func(a, b Failure) int {
		return cmp.Or(cmp.Compare(a.Pos.Line, b.Pos.Line), cmp.Compare(a.Pos.Col, b.Pos.Col))
	})
}
