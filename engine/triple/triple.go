package triple

import (
	"context"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/program/ssa"
	"cupel/core/smt"
)

// A Transfer is what operations do, as a formula.
type Transfer struct {
	Assumes []*logic.Term // over the values before
	Dead    bool          // an assumption is false by its form
	after   *ssa.State
}

// New encodes operations; fact is what is known to hold before them (nil: nothing).
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

// Before is a condition on the values behind the operations, as one on those before.
func (t *Transfer) Before(cond *logic.Term) *logic.Term { return t.after.Eval(cond) }

// A Question is all triples with one precondition and transfer. The solver, which has
// nothing asserted, holds both from the first check to End.
type Question struct {
	*Transfer
	s      smt.Counted
	before *logic.Term
	behind []*logic.Term
	open   bool
}

// From begins a question; behind is what holds of the values behind the operations.
func (t *Transfer) From(s smt.Counted, before *logic.Term, behind ...*logic.Term) *Question {
	return &Question{Transfer: t, s: s, before: before, behind: behind}
}

// Begin lets the solver hold the formulas.
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

// Check asks whether the operations can be executed with conditions on the values before
// them; the end of ctx is an error.
func (q *Question) Check(ctx context.Context, as ...*logic.Term) (smt.Result, error) {
	if err := q.Begin(); err != nil {
		return smt.Unknown, err
	}
	return q.s.Decide(ctx, as...)
}

// End releases the solver.
func (q *Question) End() {
	if q.open {
		q.open = false
		// A solver that cannot pop is closed; the next call reports that.
		_ = q.s.Pop(1)
	}
}
