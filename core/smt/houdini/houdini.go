// Package houdini finds the largest set of candidates that are inductive together: those that do not hold behind a step, while all that are
// left hold before it, are dropped until there are none (Flanagan and Leino, "Houdini, an Annotation Assistant for ESC/Java", FME 2001).
// What candidates and steps are is the caller's.
package houdini

import (
	"context"

	"cupel/core/smt"
)

// Shrink asks about steps until none drops a candidate any more. hold drops what does not hold behind a step and reports whether there was
// something; after lists the steps that may drop something then.
func Shrink[S comparable](steps []S, hold func(S) (dropped bool, err error), after func(S) []S) error {
	waiting := map[S]bool{}
	var queue []S
	add := func(steps []S) {
		for _, s := range steps {
			if !waiting[s] {
				waiting[s] = true
				queue = append(queue, s)
			}
		}
	}
	for add(steps); len(queue) > 0; {
		s := queue[0]
		queue = queue[1:]
		delete(waiting, s)
		dropped, err := hold(s)
		if err != nil {
			return err
		}
		if dropped {
			add(after(s))
		}
	}
	return nil
}

// Questions are those about the candidates behind one step.
type Questions[C any] struct {
	// Ask asks whether one of the candidates may fail.
	Ask func(ctx context.Context, left []C) (smt.Result, error)
	// Model is that of the last answer, which was Sat.
	Model func() (smt.Model, error)
	// Fails reports whether a candidate fails in a model, or may.
	Fails func(m smt.Model, c C) bool
	// Alone: where a question about several candidates has no answer, or a model does not say which of them fail, there is one about each.
	// Otherwise all are dropped.
	Alone bool
	// Open is called when the query about a single candidate is undecided; may be nil.
	Open func()
}

// Holding returns the candidates that hold, in their order. Those about which there is no answer are not among them. The error is one of the
// questions, or the end of ctx.
func (q *Questions[C]) Holding(ctx context.Context, candidates []C) ([]C, error) {
	left := candidates
	for len(left) > 0 {
		r, err := q.ask(ctx, left)
		switch {
		case err != nil:
			return nil, err
		case r == smt.Unsat:
			return left, nil
		case r == smt.Unknown:
			return q.each(ctx, left)
		}
		m, err := q.Model()
		if err != nil {
			return nil, err
		}
		var kept []C
		for _, c := range left {
			if !q.Fails(m, c) {
				kept = append(kept, c)
			}
		}
		if len(kept) == len(left) {
			return q.each(ctx, left)
		}
		left = kept
	}
	return nil, nil
}

func (q *Questions[C]) ask(ctx context.Context, left []C) (smt.Result, error) {
	r, err := q.Ask(ctx, left)
	if err == nil && r == smt.Unknown {
		err = ctx.Err()
	}
	return r, err
}

// each asks about one candidate at a time.
func (q *Questions[C]) each(ctx context.Context, left []C) ([]C, error) {
	if !q.Alone {
		return nil, nil
	}
	var kept []C
	for i, c := range left {
		r, err := q.ask(ctx, left[i:i+1])
		switch {
		case err != nil:
			return nil, err
		case r == smt.Unsat:
			kept = append(kept, c)
		case r == smt.Unknown && q.Open != nil:
			q.Open()
		}
	}
	return kept, nil
}
