package smt

import (
	"context"
	"errors"

	"cupel/core/logic"
)

// Result is a solver's answer.
type Result int

// The answers. Unknown covers limits and incompleteness.
const (
	Unknown Result = iota
	Sat
	Unsat
)

// String returns sat, unsat or unknown.
func (r Result) String() string { return [...]string{"unknown", "sat", "unsat"}[r] }

// Errors every implementation uses.
var (
	// ErrClosed: the solver was closed.
	ErrClosed = errors.New("smt: solver is closed")
	// ErrNoModel: Model was called without a preceding Sat.
	ErrNoModel = errors.New("smt: no model")
	// ErrNoCore: Core was called without a preceding Unsat.
	ErrNoCore = errors.New("smt: no unsat core")
	// ErrUnsupported: the solver cannot express a term or an operation.
	ErrUnsupported = errors.New("smt: not supported")
)

// Solver decides satisfiability of the asserted formulas. It belongs to one
// goroutine at a time.
type Solver interface {
	// Assert adds a Bool term to the current level.
	Assert(t *logic.Term) error
	// Push opens a level, Pop closes the n innermost ones.
	Push() error
	Pop(n int) error
	// Check decides the assertions together with the assumptions (any Bool
	// terms). The end of ctx interrupts it: Unknown, nil error.
	Check(ctx context.Context, assumptions ...*logic.Term) (Result, error)
	// Model returns a model of the last Check, which must have been Sat. It
	// stays valid until the next call that changes the solver.
	Model() (Model, error)
	// Core returns a subset of the assumptions of the last Check, which must
	// have been Unsat, that is unsatisfiable with the assertions.
	Core() ([]*logic.Term, error)
	// ReasonUnknown explains the last Unknown.
	ReasonUnknown() string
	// Close frees the solver. It may be called twice.
	Close() error
}

// Model is a satisfying assignment.
type Model interface {
	// Value returns the value of t as a term without symbols: a constant, or for arrays stores over a constant array. Symbols without a value in the model get
	// one. nil when the solver cannot evaluate t (never for Bool and numbers).
	Value(t *logic.Term) *logic.Term
}

// Metered is a solver that measures its work, deterministically: the measure depends on the queries alone.
type Metered interface {
	// Work is the work done since the solver was opened, in units of package work.
	Work() int
}

// Work is the work of s, 0 when it does not measure it.
func Work(s Solver) int {
	if m, ok := s.(Metered); ok {
		return m.Work()
	}
	return 0
}

// Options bound one solver. A check is bounded by the work left in its context, too (see
// package work), and charges its work there.
type Options struct {
	Work      int  // per Check, in units of package work; 0: any
	TimeoutMS int  // per Check; 0: none. Only for a person's own limit: answers then depend on the machine
	MemoryMB  int  // 0: none
	Seed      uint // 0: the default
	// Patterns asks to instantiate quantifiers at their patterns only, as programs with patterns expect: Unsat with less work, Sat only where
	// there are no quantifiers. Solvers may ignore it.
	Patterns bool
}

// Opener makes a solver over the terms of f.
type Opener func(f *logic.Factory, o Options) (Solver, error)
