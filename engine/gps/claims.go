package gps

import (
	"context"

	"cupel/analysis/summary"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/smt"
	"cupel/core/smt/z3"
	"cupel/engine"
)

// loopClaims restates the summaries as formulas over the engine's program: for each loop its transition
// invariant, and the states at its head from which no path reaches the error.
func (g *search) loopClaims(ctx context.Context) *engine.LoopClaims {
	out := &engine.LoopClaims{Harmless: map[*program.Location]*logic.Term{}}
	bodies := program.LoopBodies(g.p)
	for i, h := range g.oracle.Heads() {
		if i == maxClaimed || ctx.Err() != nil {
			break
		}
		at := h
		if g.gas != nil {
			at = h.Origin
		}
		if at == nil {
			continue
		}
		if t, err := g.oracle.Loop(ctx, h); err == nil && t != nil {
			s := g.relation(ctx, t, g.p.WrittenWithin(bodies[h]))
			s.Head, s.Exact = at, s.Exact && bodies[h] != nil
			out.Summaries = append(out.Summaries, s)
		}
		if t, err := g.sums.ToTarget(ctx, h); err == nil {
			out.Harmless[at] = g.harmlessAt(ctx, h, t)
		}
	}
	return out
}

// relation eliminates the auxiliary symbols of a loop summary, such as the iteration count. A variable that the
// loop changes but the summary does not write is unchanged.
func (g *search) relation(ctx context.Context, t *summary.Transition, changed map[*program.Var]bool) engine.LoopSummary {
	f := g.f
	s := engine.LoopSummary{Entry: map[*logic.Term]*logic.Term{}}
	before := map[*logic.Term]*logic.Term{}
	var vars []*logic.Term
	for _, v := range g.p.Vars {
		if changed[v] || t.Value(v.Sym) != v.Sym {
			vars = append(vars, v.Sym)
			before[v.Sym] = f.Fresh("entry:"+v.Name, v.Sort())
		}
	}
	all := []*logic.Term{f.Subst(t.Guard(), before)}
	for _, v := range vars {
		if !g.isGas(v) {
			s.Entry[v] = before[v]
			all = append(all, f.Eq(v, f.Subst(t.Value(v), before)))
		}
	}
	s.Relation, s.Exact = g.without(ctx, f.And(all...), s.Entry)
	return s
}

// harmlessAt is the set of states at l from which, by the summary, no path reaches the error, together with
// those that labels of expanded nodes prove to be the only reachable ones.
func (g *search) harmlessAt(ctx context.Context, l *program.Location, t *summary.Transition) *logic.Term {
	f := g.f
	harmful, _ := g.without(ctx, t.Guard(), nil)
	harmless := f.Not(harmful)
	inner := f.False()
	n := 0
	for _, m := range g.t.byLoc[l] {
		if m.isLeaf() || m.removed {
			continue
		}
		inner = f.Or(inner, f.And(g.withoutGas(m.order)...))
		n++
	}
	var all []*logic.Term
	for _, c := range logic.Conjuncts(harmless) {
		if logic.Size(c) <= maxHarmless {
			all = append(all, c)
		}
	}
	if n > 0 && n <= maxInner && !inner.IsTrue() && len(all) <= maxWays {
		for _, c := range all[:len(all):len(all)] {
			all = append(all, f.Or(inner, c))
		}
	}
	return f.And(all...)
}

// without eliminates the symbols that are neither variables nor entry values, and gas; false if the result is
// weaker.
func (g *search) without(ctx context.Context, t *logic.Term, entry map[*logic.Term]*logic.Term) (*logic.Term, bool) {
	keep := map[*logic.Term]bool{}
	for _, e := range entry {
		keep[e] = true
	}
	var gone []*logic.Term
	for _, v := range logic.FreeVars(t) {
		if !keep[v] && (g.p.VarOf(v) == nil || g.isGas(v)) {
			gone = append(gone, v)
		}
	}
	return z3.Eliminate(ctx, g.f, gone, t, maxWays, smt.Options{Work: eliminateWork})
}

func (g *search) isGas(v *logic.Term) bool { return g.gas != nil && g.gas.Sym == v }
