package iteration

import (
	"context"
	"slices"

	"cupel/core/logic"
	"cupel/core/smt"
)

// reduce returns an equivalent of phi without the conjuncts that others imply
// and, in disjunctions among them, without the disjuncts that others contain.
func (l *Loop) reduce(ctx context.Context, phi *logic.Term) *logic.Term {
	f := l.f
	cs := logic.Tightest(f, []*logic.Term{phi})
	if logic.Size(cs...) <= smallEnough {
		return f.And(cs...)
	}
	pure := newPurifier(f)
	// Terms that are not linear are the same unknown in all conjuncts.
	of := func(ts ...*logic.Term) *logic.Term { return pure.pure(f.And(ts...)) }
	of(cs...)
	l.p.open(pure.conjoin(f.True()))
	defer l.p.done()
	budget := reduceQueries
	unsat := func(ts ...*logic.Term) bool {
		if budget--; budget < 0 {
			return false
		}
		r, _ := l.p.check(ctx, ts...)
		return r == smt.Unsat
	}
	without := func(ts []*logic.Term, i int) []*logic.Term {
		return slices.Delete(slices.Clone(ts), i, i+1)
	}
	// Larger conjuncts first: dropping them saves most.
	slices.SortStableFunc(cs, func(a, b *logic.Term) int { return logic.Size(b) - logic.Size(a) })
	for i := 0; i < len(cs); {
		if rest := without(cs, i); unsat(of(rest...), of(f.Not(cs[i]))) {
			cs = rest
		} else {
			i++
		}
	}
	for i, c := range cs {
		if c.Op() != logic.OpOr {
			continue
		}
		rest, ds := of(without(cs, i)...), logic.Disjuncts(c)
		for j := 0; j < len(ds) && len(ds) > 1; {
			if others := without(ds, j); unsat(rest, of(ds[j]), of(f.Not(f.Or(others...)))) {
				ds = others
			} else {
				j++
			}
		}
		cs[i] = f.Or(ds...)
	}
	return f.And(cs...)
}
