package interpolation

import (
	"context"
	"errors"

	"cupel/core/logic"
)

// Def defines an SSA symbol: Sym = Value. Every symbol has at most one Def in a
// problem, and Value holds only symbols that are inputs or defined earlier.
type Def struct {
	Sym, Value *logic.Term
}

// Step is one transition of a path in single static assignment form: the
// conjunction of its definitions and assumptions.
type Step struct {
	Defs    []Def
	Assumes []*logic.Term
}

// Errors of Sequence.
var (
	// ErrSat: the conjunction of the steps is satisfiable.
	ErrSat = errors.New("interpolation: the path is feasible")
	// ErrUnknown: no method found interpolants within its limits.
	ErrUnknown = errors.New("interpolation: no interpolants found")
)

// Sequencer computes sequence interpolants: for steps T_1 ... T_n it returns I_0 = true, I_1, ..., I_n = false such that I_{k-1} and T_k imply I_k, where I_k
// contains only symbols that occur both in T_1..T_k and in T_{k+1}..T_n. The errors are ErrSat, ErrUnknown and those of contexts and solvers.
type Sequencer interface {
	Name() string
	Sequence(ctx context.Context, f *logic.Factory, steps []Step) ([]*logic.Term, error)
}
