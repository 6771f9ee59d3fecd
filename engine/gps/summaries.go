package gps

import (
	"cupel/analysis/absint/interval"
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
	o := oracle.New(g.p, g.p.Targets(), oracle.Options{Invariant: headFacts(g.p, shared.Derive(given.Program, g.p).DownAll(given.Facts)), Domain: g.o.domain})
	g.explain, g.oracle = o.Explain, o
	return o
}

// domain returns the iteration domain; its name is valid.
func (o *Options) domain(of iteration.Options) iteration.Domain {
	d, err := iteration.ByName(o.Iteration, of)
	if err != nil {
		return iteration.Default(of)
	}
	return d
}

// headFacts returns bounds among the facts and the ranges of C types at the loop heads of p.
func headFacts(p *program.Program, facts map[*program.Location]*logic.Term) func(*program.Location) *logic.Term {
	f, live := p.Terms, passes.Live(p)
	return func(l *program.Location) *logic.Term {
		var bounds []*logic.Term
		for _, v := range live.At(l) {
			if o := v.Origin; o != nil && v.Sort().IsInt() && o.Sort().IsBV() {
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
