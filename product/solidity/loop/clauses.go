package loop

import (
	"context"
	"slices"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/smt/z3"
	"cupel/engine"
	"cupel/kernel/facts"
	"cupel/product/boogie/lower"
)

// clauses proposes the inductive ones among clauses of one and two literals over the state, built from the
// comparisons that an engine makes at the loop head. A proof may consist of predicates only, or mention
// variables that do not persist; without a proof, these may suffice for some goals.
func (f *finder) clauses(ctx context.Context, s *system, a *automaton, x *lower.Search, r *lower.Result) error {
	var head *program.Location
	for _, l := range x.Program.LoopHeads() {
		if a.Program.Nearest(l) == a.head {
			head = l
		}
	}
	if head == nil {
		return nil
	}
	atoms := f.atoms(s, a, x, head, r.Proof)
	if len(atoms) == 0 {
		return nil
	}
	terms := x.Program.Terms
	board := facts.New(x.Program)
	var literals []*logic.Term
	for _, t := range atoms {
		literals = append(literals, t, terms.Not(t))
	}
	for i, t := range literals {
		board.Publish(origin, facts.Claimed, head, t)
		for _, u := range literals[:i] {
			board.Publish(origin, facts.Claimed, head, terms.Or(t, u))
		}
	}
	v := board.View(x.Program, x.Facts)
	if _, err := v.Check(ctx, z3.Open, facts.CheckOptions{Work: clauseWork}); err != nil {
		return err
	}
	if t := v.Known()[head]; t != nil {
		f.propose(a, facts.Derive(a.Program, x.Program).Up(t), true)
	}
	return nil
}

// origin is the name of these claims.
const origin = "clauses"

// atoms returns the comparisons of a proof at the head that are about the state alone, those of its predicates
// first.
func (f *finder) atoms(s *system, a *automaton, x *lower.Search, head *program.Location, p *engine.Proof) []*logic.Term {
	var from []*logic.Term
	if p != nil {
		from = append(from, p.Predicates[head]...)
		if t := p.Invariants[head]; t != nil {
			from = append(from, t)
		}
	}
	d := facts.Derive(a.Program, x.Program)
	for _, y := range x.Board.Facts() {
		if y.At == a.head {
			from = append(from, d.Down(y.Formula))
		}
	}
	state := func(sym *logic.Term) bool {
		v := x.Program.VarOf(sym)
		for v != nil && v.Origin != nil {
			v = v.Origin
		}
		c := a.Cell(v)
		return c != nil && !c.Saved && s.state[c.Name]
	}
	var out []*logic.Term
	for _, t := range logic.Atoms(from...) {
		if !t.IsGround() && len(out) < maxAtoms && !slices.Contains(out, t) && !slices.ContainsFunc(logic.FreeVars(t), func(v *logic.Term) bool { return !state(v) }) {
			out = append(out, t)
		}
	}
	return out
}
