package condition

import (
	"cmp"
	"context"
	"slices"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/smt"
	"cupel/core/smt/z3"
	"cupel/product/condition/simplify"
)

// simplify simplifies the condition, and those of the goals if there are several.
func (l *loop) simplify(ctx context.Context) error {
	defer l.begin("simplification", "")()
	l.res.Simple = l.simplified(ctx, l.res.Term)
	if l.res.Complement != nil {
		return nil // concerns all goals
	}
	at := map[program.Pos]int{}
	for _, d := range l.res.Disjuncts {
		if !d.Pos.IsValid() { // concerns all goals
			l.res.Parts = nil
			return nil
		}
		i, ok := at[d.Pos]
		if !ok {
			i = len(l.res.Parts)
			at[d.Pos] = i
			l.res.Parts = append(l.res.Parts, Part{Goal: d.Goal, Pos: d.Pos, Term: l.f.False()})
		}
		l.res.Parts[i].Term = l.f.Or(l.res.Parts[i].Term, d.Term)
	}
	slices.SortStableFunc(l.res.Parts, func(a, b Part) int {
		return cmp.Or(cmp.Compare(a.Pos.File, b.Pos.File), cmp.Compare(a.Pos.Line, b.Pos.Line), cmp.Compare(a.Pos.Col, b.Pos.Col))
	})
	if len(l.res.Parts) < 2 {
		l.res.Parts = nil
	}
	for i := range l.res.Parts {
		p := &l.res.Parts[i]
		p.Simple = l.simplified(ctx, p.Term)
	}
	return nil
}

// simplified is a simplified term, or the term itself where that fails or a limit is met.
func (l *loop) simplified(ctx context.Context, t *logic.Term) *simplify.Result {
	asIs := plainly(t)
	if ctx.Err() != nil {
		return asIs
	}
	t = withoutArrays(l.f, t)
	if l.o.Simplify > simplify.None {
		t = l.compact(ctx, t)
	}
	o := simplify.Options{Open: z3.Open, Solver: smt.Options{Seed: l.o.Verifier.Seed}, Level: l.o.Simplify, Work: simplifyWork}
	if logic.Size(t) > maxSimplified {
		o.Level = simplify.None
	}
	ins := l.res.inputsOf(t)
	o.Domain = l.res.domain(ins)
	for _, in := range ins {
		o.Inputs = append(o.Inputs, simplify.Input{Sym: in.sym, Signed: in.src.Signed})
	}
	s, err := simplify.Simplify(ctx, l.f, t, o)
	if err != nil {
		l.res.Warnings = append(l.res.Warnings, "the condition is not simplified: "+reasonOf(ctx, err).Text)
		return asIs
	}
	return s
}

// plainly is a term that is not simplified.
func plainly(t *logic.Term) *simplify.Result {
	size := simplify.Size(t)
	return &simplify.Result{Term: t, Before: size, After: size}
}
