package smt

import (
	"context"

	"cupel/core/logic"
)

// A Stack is a solver with a sequence of formulas, one level each. Changing to another sequence costs only the part after the common prefix.
type Stack struct {
	Solver
	held []*logic.Term
}

// NewStack returns the stack on a solver without assertions, which it takes over.
func NewStack(s Solver) *Stack { return &Stack{Solver: s} }

// Decide checks the conjunction of a sequence.
func (k *Stack) Decide(ctx context.Context, fs ...*logic.Term) (Result, error) {
	same := 0
	for same < len(fs) && same < len(k.held) && fs[same] == k.held[same] {
		same++
	}
	if n := len(k.held) - same; n > 0 {
		if err := k.Pop(n); err != nil {
			return Unknown, err
		}
		k.held = k.held[:same]
	}
	for _, f := range fs[same:] {
		if err := k.Push(); err != nil {
			return Unknown, err
		}
		k.held = append(k.held, f)
		if err := k.Assert(f); err != nil {
			return Unknown, err
		}
	}
	return k.Check(ctx)
}
