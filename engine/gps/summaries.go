package gps

import (
	"context"
	"io"

	"cupel/analysis/absint/interval"
	"cupel/analysis/summary"
	"cupel/analysis/summary/iteration"
	"cupel/analysis/summary/oracle"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/program/passes"
	"cupel/engine"
	shared "cupel/kernel/facts"
)

// summaries returns the oracle of loop summaries for the instrumented program, whose targets are the error and
// the cuts.
func (g *search) summaries(given engine.Problem) Summaries {
	if g.o.NoSummaries {
		return NewNoSummaries(g.p)
	}
	invariant := headFacts(g.p, shared.Derive(given.Program, g.p).DownAll(given.Facts), !g.o.NoRanges)
	open := func(name string) *oracle.Oracle {
		return oracle.New(g.p, g.p.Targets(), oracle.Options{Invariant: invariant, Iteration: iteration.Options{Whole: g.o.NoPhases},
			Domain: func(of iteration.Options) iteration.Domain { return domain(name, of) }})
	}
	if g.o.Iteration == Demand {
		g.raise = &raised{first: open("")}
		g.raise.open = func() *oracle.Oracle { return open("strong") }
		g.explain, g.oracle = g.raise.Explain, g.raise.first
		return g.raise
	}
	o := open(g.o.Iteration)
	g.explain, g.oracle = o.Explain, o
	return o
}

// domain returns the iteration domain of a valid name; "": the default.
func domain(name string, of iteration.Options) iteration.Domain {
	d, err := iteration.ByName(name, of)
	if err != nil {
		return iteration.Default(of)
	}
	return d
}

// raised is an oracle that stronger summaries join when the search needs them.
type raised struct {
	first, second *oracle.Oracle // second is nil until then
	open          func() *oracle.Oracle
}

// ToTarget implements Summaries: with both oracles the guard is the conjunction of theirs.
func (r *raised) ToTarget(ctx context.Context, l *program.Location) (*summary.Transition, error) {
	t, err := r.first.ToTarget(ctx, l)
	if r.second == nil || err != nil || t.IsFalse() {
		return t, err
	}
	more, err := r.second.ToTarget(ctx, l)
	if err != nil {
		return nil, err
	}
	a := r.first.Algebra()
	return a.Make(a.Factory().And(t.Guard(), more.Guard()), nil), nil
}

// Explain prints the summaries of both oracles.
func (r *raised) Explain(w io.Writer) error {
	if err := r.first.Explain(w); err != nil || r.second == nil {
		return err
	}
	return r.second.Explain(w)
}

// strengthenSummaries lets the strongest domain join; false if it has or must not.
func (g *search) strengthenSummaries() bool {
	if g.raise == nil || g.raise.second != nil {
		return false
	}
	g.raise.second = g.raise.open()
	g.oracle = g.raise.second
	g.stats.raised++
	return true
}

// headFacts returns bounds among the facts and, if wanted, the ranges of C types at the loop heads of p.
func headFacts(p *program.Program, facts map[*program.Location]*logic.Term, ranges bool) func(*program.Location) *logic.Term {
	f, live := p.Terms, passes.Live(p)
	return func(l *program.Location) *logic.Term {
		var bounds []*logic.Term
		for _, v := range live.At(l) {
			if o := v.Origin; ranges && o != nil && v.Sort().IsInt() && o.Sort().IsBV() {
				r := interval.VarRange(o)
				bounds = append(bounds, f.Le(f.IntBig(r.Lo()), v.Sym), f.Le(v.Sym, f.IntBig(r.Hi())))
			}
		}
		if fact := facts[l]; fact != nil {
			for _, c := range logic.Conjuncts(fact) {
				if len(logic.FreeVars(c)) == 1 && c.Op() != logic.OpOr { // bounds only: relations and disjunctions make bodies large and summaries slow
					bounds = append(bounds, c)
				}
			}
		}
		return f.And(bounds...)
	}
}
