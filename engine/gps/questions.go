package gps

import (
	"context"

	"cupel/core/logic"
	"cupel/core/smt"
)

// questions asks a solver one question after the other, each on a level of its own: formulas given as assumptions would stay defined in it, and slow it down
// the more, the larger they are.
type questions struct {
	s    smt.Solver
	open bool // the level of the last one, for its model
}

// check decides a conjunction; its model is valid until the next one.
func (q *questions) check(ctx context.Context, ts ...*logic.Term) (smt.Result, error) {
	if q.open {
		q.open = false
		if err := q.s.Pop(1); err != nil {
			return smt.Unknown, err
		}
	}
	if err := q.s.Push(); err != nil {
		return smt.Unknown, err
	}
	q.open = true
	for _, t := range ts {
		if err := q.s.Assert(t); err != nil {
			return smt.Unknown, err
		}
	}
	return q.s.Check(ctx)
}

// model is that of the last question.
func (q *questions) model() (smt.Model, error) { return q.s.Model() }
