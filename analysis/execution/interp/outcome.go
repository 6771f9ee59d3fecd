package interp

import (
	"cupel/core/logic"
	"cupel/core/program"
)

// Kind is how an execution ended.
type Kind int

// The outcomes.
const (
	ReachedError Kind = iota
	Halted            // no edge can be taken: the program ended or an assumption failed
	Undefined         // undefined behaviour, see Note
	Cut               // a cut, see Note
	StepLimit
	Interrupted
	Failed   // a term has no value, see Note
	Unknown  // tracking machine only: an unknown value decides the continuation, see Note
	Repeated // with Options.Repeat: a state was met for the second time, or a run with marks is over
)

// String names the kind.
func (k Kind) String() string {
	return [...]string{"error reached", "halted", "undefined behaviour", "end of the model", "step limit", "interrupted", "evaluation failed", "undetermined", "repeated"}[k]
}

// Source supplies the values of nondeterministic assignments.
type Source interface {
	// Next returns the value of the havoc op on the current edge: a constant term of the program's factory, or
	// stores of constants over a constant array. false: the source has none, and the variable becomes zero, or the
	// value that the next assumption of the edge determines.
	Next(op *program.Op, edge *program.Edge) (*logic.Term, bool)
}

// Chooser is a Source that also resolves nondeterministic branching. Without
// it the first enabled edge is taken.
type Chooser interface {
	// Choose returns the index of one of the edges, all of whose leading
	// assumptions hold. It is only called when there are two or more.
	Choose(l *program.Location, enabled []*program.Edge) int
}

// Zeros is the source that supplies no values: inputs are zero.
type Zeros struct{}

// Next implements Source.
func (Zeros) Next(*program.Op, *program.Edge) (*logic.Term, bool) { return nil, false }

// Consumed is one executed OpHavoc.
type Consumed struct {
	Input *program.Input // nil when the havoc is no program input
	// Unknown is the source of the value of a havoc without Input.
	Unknown *program.Unknown
	Var     *program.Var
	Value   *logic.Term // of the program's factory
}

// Outcome is the end of an execution.
type Outcome struct {
	Kind      Kind
	Note      string
	Fault     MemoryFault // of ReachedError: what Options.Memory judged; NoFault: an error of the program
	Misuse    *Misuse     // what the fault is about; nil: there is none, or it is not known
	Pos       program.Pos // of the operation the execution ended in
	Loc       *program.Location
	Steps     int
	Effort    int             // edges that were executed one by one, and as many as leaps over others are worth
	Path      []*program.Edge // with Options.Trace; the last one may be incomplete
	Last      *program.Edge   // the last one of the path, even where that is not kept
	Inputs    []Consumed      // the program inputs in execution order
	Arguments []Consumed      // what main is called with, in that order
	Havocs    []Consumed      // with Options.Trace: all nondeterministic assignments
	Defaulted int             // inputs the source had no value for
	Depends   []Dependence    // with Options.Depend, in the order in which the values came into existence
	// DependsMany: there were too many sources to tell them apart, so that some of Depends may not matter.
	DependsMany bool
	// Adjacent: pointers were compared with an outcome that may depend on which objects lie next to each other.
	Adjacent bool
	// With Options.Case: the symbols of the inputs in execution order (nil: the input has a value or no symbol), and, for
	// a run that ended because a symbol decides the continuation, the alternatives with their conditions over the
	// symbols. Where no condition holds the execution halts.
	Symbols []*logic.Term
	At      Junction
	Ways    []*logic.Term
}
