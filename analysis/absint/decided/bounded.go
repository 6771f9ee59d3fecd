package decided

import (
	"context"
	"slices"

	"cupel/analysis/absint/relational"
	"cupel/core/logic"
	"cupel/core/program"
)

// NonNegative assumes at the program's start that unmodified variables are not negative, for each variable for which all failing executions satisfy
// that. It returns p, which is not changed, where it proves that of none.
func NonNegative(ctx context.Context, p *program.Program, vars []*program.Var, o relational.Options) *program.Program {
	if p.LargeBlocks || len(p.Targets()) != 1 || p.Targets()[0] != p.Error {
		return p
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	a := analyze(ctx, stop, p, o)
	if a == nil {
		return p
	}
	var bounds []program.Op
	for _, v := range vars {
		if v.Sort() != logic.Int || changes(p, v) {
			continue
		}
		negative := p.Terms.Lt(v.Sym, p.Terms.IntConst(0))
		if slices.ContainsFunc(p.Error.In, func(e *program.Edge) bool { return a.may(e, negative) }) || ctx.Err() != nil {
			continue
		}
		bounds = append(bounds, program.Assume(p.Terms.Not(negative)))
	}
	if len(bounds) == 0 {
		return p
	}
	return program.CloneWith(p, func(e *program.Edge) []program.Op {
		if e.Src != p.Init {
			return e.Ops
		}
		return slices.Concat(bounds, e.Ops)
	}).Program
}

// may reports whether, by the invariants, an edge can possibly be taken into a state that satisfies t.
func (a *analysis) may(e *program.Edge, t *logic.Term) bool {
	s, reached := a.sol.At(a.plain.Location(e.Src))
	if !reached {
		return false
	}
	_, ok := a.d.Exec(s, with(unchecked(e.Ops), t))
	return ok
}

// changes reports whether a program changes a variable.
func changes(p *program.Program, v *program.Var) bool {
	for _, e := range p.Edges {
		for o := range program.AllOps(e.Ops) {
			if o.Var == v {
				return true
			}
		}
	}
	return false
}
