package interp

import (
	"cupel/core/logic"
	"cupel/core/program"
)

// Kind says how an execution ended.
type Kind int

// The outcomes.
const (
	ReachedError Kind = iota
	Halted            // no edge can be taken: the program ended or an assumption failed
	Undefined         // undefined behaviour, see Note
	Cut               // the model ends here, see Note
	StepLimit
	Interrupted
	Failed  // a term has no value, see Note
	Unknown // of a tracking machine: a value that is not known decides what happens, see Note
)

// String names the kind.
func (k Kind) String() string {
	return [...]string{"error reached", "halted", "undefined behaviour", "end of the model", "step limit", "interrupted", "evaluation failed", "undetermined"}[k]
}

// Source supplies the values of nondeterministic assignments.
type Source interface {
	// Next returns the value of the havoc op, which edge executes now: a term of
	// the program's factory that is a constant, or stores of constants over a
	// constant array. Without a value (false) the variable becomes zero, or what
	// the next assumption of the edge defines it to be.
	Next(op *program.Op, edge *program.Edge) (*logic.Term, bool)
}

// Chooser is a Source that also resolves nondeterministic branching. Without
// it the first enabled edge is taken.
type Chooser interface {
	// Choose returns the index of one of the edges, all of whose leading
	// assumptions hold. It is only called when there are two or more.
	Choose(l *program.Location, enabled []*program.Edge) int
}

// Zeros is the source without values.
type Zeros struct{}

// Next implements Source.
func (Zeros) Next(*program.Op, *program.Edge) (*logic.Term, bool) { return nil, false }

// Consumed is one executed OpHavoc.
type Consumed struct {
	Input *program.Input // nil when the havoc is no program input
	// Unknown is what a havoc without Input stands for.
	Unknown *program.Unknown
	Var     *program.Var
	Value   *logic.Term // of the program's factory
}

// Outcome is the end of an execution.
type Outcome struct {
	Kind      Kind
	Note      string
	Pos       program.Pos // of the operation the execution ended in
	Loc       *program.Location
	Steps     int
	Path      []*program.Edge // with Options.Trace; the last one may be incomplete
	Last      *program.Edge   // the last one of the path, even where that is not kept
	Inputs    []Consumed      // the program inputs in execution order
	Havocs    []Consumed      // with Options.Trace: all nondeterministic assignments
	Defaulted int             // inputs the source had no value for
	Depends   []Dependence    // with Options.Depend, in the order in which the values came into existence
	// With Options.Case: the symbols of the inputs in execution order (nil: the
	// input has a value or cannot be given one), and, when a run has ended because
	// a value of theirs decides where it goes, the ways that it may take, where the
	// terms over the symbols say when. Where none of them holds the execution halts.
	Symbols []*logic.Term
	At      Junction
	Ways    []*logic.Term
}
