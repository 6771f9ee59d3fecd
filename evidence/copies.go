package evidence

import (
	"context"
	"slices"

	"cupel/core/logic"
	"cupel/core/logic/instances"
	"cupel/core/program"
	"cupel/engine"
	"cupel/kernel/certify"
)

// copies returns equations between variables related by chains of copy assignments: passes replace one by the
// other.
func copies(p *program.Program) []*logic.Term {
	first := map[*logic.Term]*logic.Term{}
	find := func(v *logic.Term) *logic.Term {
		for first[v] != nil {
			v = first[v]
		}
		return v
	}
	for _, e := range p.Edges {
		for op := range program.AllOps(e.Ops) {
			if op.Kind == program.OpAssign && op.Expr.IsVar() && !op.Expr.Sort().IsArray() && p.VarOf(op.Expr) != nil {
				if a, b := find(op.Var.Sym), find(op.Expr); a != b && a.Sort() == b.Sort() {
					first[a] = b
				}
			}
		}
	}
	var out []*logic.Term
	for _, v := range p.Vars {
		if w := find(v.Sym); w != v.Sym && len(out) < maxCopies {
			out = append(out, p.Terms.Eq(v.Sym, w))
		}
	}
	return out
}

// ofCells reports whether a proof has a quantified array invariant.
func ofCells(p *engine.Proof) bool {
	for _, t := range p.Invariants {
		if instances.Quantified(t) {
			return true
		}
	}
	return false
}

// ofProof returns the claims of a proof, quantified ones extended by withCopies.
func (s *explanation) ofProof(ctx context.Context, ref *reference, p *engine.Proof) map[*program.Location]*logic.Term {
	return withCopies(ref, s.atOriginals(ref, s.tidied(ctx, p)))
}

// ofFacts returns the engine's initial facts, quantified ones extended by withCopies.
func (s *explanation) ofFacts(ref *reference) map[*program.Location]*logic.Term {
	return withCopies(ref, s.atOriginals(ref, s.stages.Facts))
}

// withCopies adds variants of quantified claims with variables replaced by their copies. Passes replace a copy
// by its original while that is unchanged, and drop later writes to the original if it is dead: in the program
// before passes only the copy keeps the value, such as an array's address.
func withCopies(ref *reference, claims map[*program.Location]*logic.Term) map[*program.Location]*logic.Term {
	var last map[*logic.Term][]*logic.Term
	for l, t := range claims {
		if !instances.Quantified(t) {
			continue
		}
		if last == nil {
			last = lastCopies(ref.Program)
		}
		all := logic.Conjuncts(t)
		for _, c := range logic.Conjuncts(t) {
			if c.Op() != logic.OpForall {
				continue
			}
			for _, v := range logic.FreeVars(c) {
				for _, w := range last[v] {
					all = append(all, ref.Terms.Subst(c, map[*logic.Term]*logic.Term{v: w}))
				}
			}
		}
		claims[l] = ref.Terms.And(all...)
	}
	return claims
}

// tidied returns the invariants of a proof with quantified ones simplified.
func (s *explanation) tidied(ctx context.Context, p *engine.Proof) map[*program.Location]*logic.Term {
	if !ofCells(p) {
		return p.Invariants
	}
	if s.short != nil {
		return s.short
	}
	s.short = map[*program.Location]*logic.Term{}
	for l, t := range p.Invariants {
		var all []*logic.Term
		for _, c := range logic.Conjuncts(t) {
			if short, err := certify.Tidy(ctx, s.stages.Prepared.Terms, s.tools.Open, c); err == nil {
				all = append(all, short...)
			} else {
				all = append(all, c)
			}
		}
		s.short[l] = s.stages.Prepared.Terms.And(all...)
	}
	return s.short
}

// lastCopies returns, per variable, the ends of its chains of copy assignments, up to a limit.
func lastCopies(p *program.Program) map[*logic.Term][]*logic.Term {
	to := map[*logic.Term][]*logic.Term{}
	var note func(v, t *logic.Term)
	note = func(v, t *logic.Term) {
		switch {
		case t.Op() == logic.OpIte:
			note(v, t.Arg(1))
			note(v, t.Arg(2))
		case t.IsVar() && t != v && p.VarOf(t) != nil && !slices.Contains(to[t], v):
			to[t] = append(to[t], v)
		}
	}
	for _, e := range p.Edges {
		for op := range program.AllOps(e.Ops) {
			if op.Kind == program.OpAssign && !op.Var.Sort().IsArray() {
				note(op.Var.Sym, op.Expr)
			}
		}
	}
	out := map[*logic.Term][]*logic.Term{}
	for _, v := range p.Vars {
		reached := []*logic.Term{v.Sym}
		for i := 0; i < len(reached) && len(out[v.Sym]) < maxLastCopies; i++ {
			next := to[reached[i]]
			if len(next) == 0 && i > 0 {
				out[v.Sym] = append(out[v.Sym], reached[i])
			}
			for _, w := range next {
				if !slices.Contains(reached, w) {
					reached = append(reached, w)
				}
			}
		}
	}
	return out
}
