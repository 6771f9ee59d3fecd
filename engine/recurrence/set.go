package recurrence

import (
	"errors"

	"cupel/analysis/execution/interp"
	"cupel/core/logic"
	"cupel/core/program"
)

// A Way leads from the head back to it.
type Way struct {
	Path program.Path
	// Inputs are the values of the inputs on the path, in their order: terms over the program's variables at its beginning.
	Inputs []*logic.Term
}

// A Set is an open recurrence set.
type Set struct {
	Head *program.Location
	// Where are the conjuncts of R, over the program's variables.
	Where []*logic.Term
	Ways  []Way
	// Live are the objects that are live in all states of R.
	Live []interp.Span
}

// A Lasso is a recurrence set with an execution that comes to it.
type Lasso struct {
	Set
	// Inputs are those of the execution, Arguments what main is called with, Steps its edges, up to the state in R.
	Inputs, Arguments []interp.Consumed
	Steps             int
}

// The reasons why a set is none.
var (
	// ErrRefuted: a state of the set has no way back into it.
	ErrRefuted = errors.New("a state of the set has no way back into it")
	// ErrUndecided: the solver gave no answer.
	ErrUndecided = errors.New("the question about the set is undecided")
	// ErrUnreached: the execution does not come to a state of the set.
	ErrUnreached = errors.New("no state of the set is reached")
	// errUndetermined: the execution depends on more than inputs.
	errUndetermined = errors.New("it depends on more than inputs")
	// errUnfit: a path is no way, or no conditions are known under which it is.
	errUnfit = errors.New("the path is no way round the head")
)
