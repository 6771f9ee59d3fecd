package decided

import (
	"context"
	"slices"

	"cupel/analysis/absint"
	"cupel/analysis/absint/relational"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/work"
)

// Indices decides conditional terms in array indices. It returns p, which is not changed, where none is decided. Edges and locations keep their IDs.
func Indices(ctx context.Context, p *program.Program, o relational.Options) *program.Program {
	if p.LargeBlocks || !slices.ContainsFunc(p.Edges, func(e *program.Edge) bool { return len(conditions(e.Ops)) > 0 }) {
		return p
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	a := analyze(ctx, stop, p, o)
	if a == nil {
		return p
	}
	changed := false
	q := program.CloneWith(p, func(e *program.Edge) []program.Op {
		s, reached := a.sol.At(a.plain.Location(e.Src))
		if !reached {
			return e.Ops
		}
		out := slices.Clone(e.Ops)
		for i := range out {
			images := map[*logic.Term]*logic.Term{}
			for _, c := range conditions(out[i : i+1]) {
				before := unchecked(out[:i])
				if _, ok := a.d.Exec(s, with(before, c)); !ok {
					images[c] = p.Terms.False()
				} else if _, ok := a.d.Exec(s, with(before, p.Terms.Not(c))); !ok {
					images[c] = p.Terms.True()
				}
			}
			if ctx.Err() == nil && len(images) > 0 {
				changed = true
				out[i] = out[i].Map(func(t *logic.Term) *logic.Term { return p.Terms.Replace(t, images) }, nil)
			}
		}
		return out
	})
	if !changed || ctx.Err() != nil {
		return p
	}
	return q.Program
}

// analysis is the linear invariants of a program without its checks.
type analysis struct {
	plain *program.Copy
	d     *relational.Domain
	sol   *absint.Solution[*relational.State]
}

// analyze is nil where the analysis does not finish.
func analyze(ctx context.Context, stop context.CancelFunc, p *program.Program, o relational.Options) *analysis {
	a := &analysis{plain: program.CloneWith(p, func(e *program.Edge) []program.Op { return unchecked(e.Ops) })}
	a.d = relational.NewDomain(ctx, stop, a.plain.Program, o)
	var err error
	defer func() { work.Spend(ctx, a.d.Spent()) }()
	if a.sol, err = absint.Solve[*relational.State](ctx, a.plain.Program, a.d, absint.Options{Delay: delay, Narrowings: narrowings, Restart: true}); err != nil {
		return nil
	}
	return a
}

// unchecked returns the operations without checks for undefined behaviour, whose consequences do not hold in all executions.
func unchecked(ops []program.Op) []program.Op {
	return slices.DeleteFunc(slices.Clone(ops), func(o program.Op) bool { return o.Kind == program.OpCheck })
}

// with are operations with an assumption behind them.
func with(ops []program.Op, t *logic.Term) []program.Op {
	return append(ops[:len(ops):len(ops)], program.Assume(t))
}

// conditions returns the conditions of conditional terms in array indices.
func conditions(ops []program.Op) (out []*logic.Term) {
	for op := range program.AllOps(ops) {
		op.Terms(func(t *logic.Term) {
			logic.Walk(func(u *logic.Term) bool {
				switch u.Op() {
				case logic.OpForall, logic.OpExists:
					return false
				case logic.OpSelect, logic.OpStore:
					logic.Walk(func(i *logic.Term) bool {
						if i.Op() == logic.OpIte && len(out) < maxConditions && !slices.Contains(out, i.Arg(0)) {
							out = append(out, i.Arg(0))
						}
						return true
					}, u.Arg(1))
				}
				return true
			}, t)
		})
	}
	return out
}
