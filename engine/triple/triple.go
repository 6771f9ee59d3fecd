package triple

import (
	"context"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/program/ssa"
	"cupel/core/smt"
)

// A Transfer is the transition relation of a sequence of operations as formulas over the values before.
type Transfer struct {
	Assumes []*logic.Term // assumptions over the values before
	Dead    bool          // an assumption is syntactically false
	after   *ssa.State
}

// New encodes operations; fact holds before them (nil: true).
func New(p *program.Program, fact *logic.Term, ops []program.Op) *Transfer {
	t := &Transfer{after: ssa.NewState(p, ssa.Options{Initial: func(v *program.Var) *logic.Term { return v.Sym }})}
	if fact != nil {
		t.Assumes = append(t.Assumes, logic.Conjuncts(fact)...)
	}
	t.Assumes = append(t.Assumes, t.after.Step(ops).Assumes...)
	for _, a := range t.Assumes {
		t.Dead = t.Dead || a.IsFalse()
	}
	return t
}

// Before returns a condition on the values after the operations as one on the values before.
func (t *Transfer) Before(cond *logic.Term) *logic.Term { return t.after.Eval(cond) }

// A Question is a set of triples with one precondition and transfer. The solver must have no assertions; it
// holds both from the first Check to End.
type Question struct {
	*Transfer
	s      smt.Counted
	before *logic.Term
	behind []*logic.Term
	open   bool
}

// From returns the question for a precondition; behind are assumptions about the values after the operations.
func (t *Transfer) From(s smt.Counted, before *logic.Term, behind ...*logic.Term) *Question {
	return &Question{Transfer: t, s: s, before: before, behind: behind}
}

// Begin asserts the formulas.
func (q *Question) Begin() error {
	if q.open {
		return nil
	}
	if err := q.s.Push(); err != nil {
		return err
	}
	q.open = true
	all := append([]*logic.Term{q.before}, q.Assumes...)
	for _, t := range q.behind {
		all = append(all, q.Before(t))
	}
	for _, t := range all {
		if t.IsTrue() {
			continue
		}
		if err := q.s.Assert(t); err != nil {
			return err
		}
	}
	return nil
}

// Check checks whether the operations are executable under conditions on the values before. The end of ctx is
// an error.
func (q *Question) Check(ctx context.Context, as ...*logic.Term) (smt.Result, error) {
	if err := q.Begin(); err != nil {
		return smt.Unknown, err
	}
	return q.s.Decide(ctx, as...)
}

// End retracts the formulas.
func (q *Question) End() {
	if q.open {
		q.open = false
		// A solver that fails to pop is closed; its next call returns the error.
		_ = q.s.Pop(1)
	}
}
