package program

import (
	"fmt"
	"slices"
)

// CheckKind is the requirement of C that an OpCheck expresses.
type CheckKind uint8

// The kinds of checks.
const (
	OtherCheck       CheckKind = iota
	SignedOverflow             // the result of an operation on signed integers is in the range of its type
	ArguableOverflow           // the same for a left shift and inside of library functions: not all readings of the standard and not all tools call that an overflow
	DivisionByZero             // the divisor is not zero
	ShiftAmount                // less than the width, not negative
	Conversion                 // a floating-point number is in the range of the integer type
	Bounds                     // an index lies in its array
	ReadOnlyWrite              // no write to a string literal or a const object
	InvalidCall                // the callee exists and has a body
	LibraryUse                 // what a library function demands of its arguments
	MissingResult              // the result of a function that ended without return is not used
)

var checkNames = [...]string{"other", "signed overflow", "arguable overflow", "division by zero", "shift amount", "conversion", "bounds",
	"write of constant memory", "invalid call", "library use", "missing result"}

// String names the kind.
func (k CheckKind) String() string {
	if int(k) < len(checkNames) {
		return checkNames[k]
	}
	return fmt.Sprintf("check(%d)", uint8(k))
}

// A Goal is one property violation: a call of the error function, a failing
// check, or reaching a cut (which gives UNKNOWN). All copies of a call or check
// made by inlining share one Goal; cuts are identified by their location
// (Location.Cut).
type Goal struct {
	ID    int // from 1 within a module; 0: a cut
	Check CheckKind
	Call  bool   // of the error function
	Cut   bool   // a cut; otherwise, unless it is a call, a failing check of kind Check
	Note  string // the checked condition in words
	Func  string // the C function it lies in
	Pos   Pos
}

// String describes the violation for people.
func (g *Goal) String() string {
	if g.Call {
		return "call of the error function"
	}
	return g.Note
}

// Kind returns the name of the check's kind; for other goals, a description.
func (g *Goal) Kind() string {
	switch {
	case g.Call:
		return g.String()
	case g.Cut:
		return "end of the model"
	}
	return g.Check.String()
}

// NewGoal makes the next goal of the module.
func (m *Module) NewGoal(g Goal) *Goal {
	g.ID = len(m.Goals) + 1
	m.Goals = append(m.Goals, &g)
	return &g
}

// Goals lists the goals of edges into the error: by ID, then the cuts by
// location.
func (p *Program) Goals() []*Goal {
	var out []*Goal
	for _, e := range p.Error.In {
		if e.Goal != nil {
			out = append(out, e.Goal)
		}
	}
	slices.SortFunc(out, func(a, b *Goal) int { return a.ID - b.ID })
	out = slices.Compact(out)
	for _, l := range p.Cuts() {
		out = append(out, &Goal{Cut: true, Note: l.Cut, Func: l.Func, Pos: l.Pos})
	}
	return out
}
