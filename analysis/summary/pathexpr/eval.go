package pathexpr

import (
	"context"

	"cupel/core/program"
	"cupel/core/work"
)

// An Algebra interprets the operators of path expressions.
type Algebra[T any] interface {
	Zero() T
	One() T
	Edge(e *program.Edge) T
	Cat(x, y T) T
	Alt(xs []T) T
	// Star over-approximates the reflexive transitive closure of a loop body; head
	// is where the loop is cut.
	Star(ctx context.Context, body T, head *program.Location) (T, error)
}

// Costed is an Algebra whose operations count as work.
type Costed[T any] interface {
	// Cost is that of an operation with this result, in units of package work.
	Cost(x T) int
}

// Evaluator interprets expressions of one System, each once.
type Evaluator[T any] struct {
	a    Algebra[T]
	memo map[*Expr]T
}

// NewEvaluator returns an evaluator with an empty memory.
func NewEvaluator[T any](a Algebra[T]) *Evaluator[T] {
	return &Evaluator[T]{a: a, memo: map[*Expr]T{}}
}

// Eval interprets an expression. It fails when a Star does or ctx ends; the values computed until then are kept.
func (v *Evaluator[T]) Eval(ctx context.Context, e *Expr) (T, error) {
	stack := []*Expr{e}
	for len(stack) > 0 {
		x := stack[len(stack)-1]
		if _, ok := v.memo[x]; ok {
			stack = stack[:len(stack)-1]
			continue
		}
		ready := true
		for i := len(x.Args) - 1; i >= 0; i-- {
			if _, ok := v.memo[x.Args[i]]; !ok {
				stack = append(stack, x.Args[i])
				ready = false
			}
		}
		if !ready {
			continue
		}
		if err := ctx.Err(); err != nil {
			var zero T
			return zero, err
		}
		t, err := v.one(ctx, x)
		if err != nil {
			return t, err
		}
		if c, ok := v.a.(Costed[T]); ok {
			work.Spend(ctx, c.Cost(t))
		}
		v.memo[x] = t
		stack = stack[:len(stack)-1]
	}
	return v.memo[e], nil
}

func (v *Evaluator[T]) one(ctx context.Context, e *Expr) (T, error) {
	args := make([]T, len(e.Args))
	for i, a := range e.Args {
		args[i] = v.memo[a]
	}
	switch e.Kind {
	case Zero:
		return v.a.Zero(), nil
	case One:
		return v.a.One(), nil
	case Edge:
		return v.a.Edge(e.Edge), nil
	case Cat:
		return v.a.Cat(args[0], args[1]), nil
	case Alt:
		return v.a.Alt(args), nil
	}
	return v.a.Star(ctx, args[0], e.Head)
}
