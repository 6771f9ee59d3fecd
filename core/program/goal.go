package program

import "slices"

// CheckKind is the requirement of C that an OpCheck expresses: its name, which reports print.
type CheckKind string

// The kinds of checks. A new one is a line here and a call of the front end's builder.check.
const (
	OtherCheck       CheckKind = ""                              // none of the others; it prints as "other"
	SignedOverflow   CheckKind = "signed overflow"               // the result of an operation on signed integers is in the range of its type
	ArguableOverflow CheckKind = "arguable overflow"             // the same for a left shift and inside of library functions: not all readings of the standard and not all tools call that an overflow
	DivisionByZero   CheckKind = "division by zero"              // the divisor is not zero
	ShiftAmount      CheckKind = "shift amount"                  // less than the width, not negative
	Conversion       CheckKind = "conversion"                    // a floating-point number is in the range of the integer type
	Bounds           CheckKind = "bounds"                        // an index lies in its array
	NullPointer      CheckKind = "null pointer"                  // a pointer from outside is not null where it is used
	PointerRange     CheckKind = "pointer range"                 // a computed pointer stays in its object or one past (an OpAccess)
	PointerEquality  CheckKind = "pointer equality"              // pointers that are compared (an OpAccess): the outcome may depend on where objects lie
	PointerOrder     CheckKind = "pointer order"                 // pointers that are ordered or subtracted belong to one object (an OpAccess, or a check that package memory makes of it)
	ReadOnlyWrite    CheckKind = "write of constant memory"      // no write to a string literal or a const object
	InvalidCall      CheckKind = "invalid call"                  // the callee exists and has a body
	LibraryUse       CheckKind = "library use"                   // what a library function demands of its arguments
	ArguableBounds   CheckKind = "arguable bounds"               // an index lies in its part of an object, which an access outside of it need not leave
	InvalidAccess    CheckKind = "invalid access"                // bytes that are read or written lie in a live object to which the pointer belongs
	InvalidRelease   CheckKind = "invalid release"               // what is released is null or the first byte of a live heap block
	BlockLeft        CheckKind = "block left"                    // no heap block is live at the end
	UnwrittenUse     CheckKind = "use of what was never written" // it decides no branch, no address and no check (a check that package unwritten makes)
	MissingResult    CheckKind = "missing result"                // the result of a function that ended without return is not used
)

// String names the kind.
func (k CheckKind) String() string {
	if k == OtherCheck {
		return "other"
	}
	return string(k)
}

// MemoryCheck is the check that a use of memory stands for, with what is wrong if it fails, and "" for other operations. What is computed from a pointer matters
// where it is used.
func (o *Op) MemoryCheck() (k CheckKind, note string) {
	switch {
	case o.Kind == OpFree && o.Note != Automatic:
		return InvalidRelease, "free of a pointer that is no live allocation"
	case o.Accesses():
		return InvalidAccess, "access outside of every live object"
	case o.Kind == OpAccess && o.Check == PointerOrder:
		return PointerOrder, "order of pointers into different objects"
	}
	return OtherCheck, ""
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
