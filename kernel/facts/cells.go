package facts

import (
	"fmt"
	"slices"

	"cupel/analysis/intlower"
	"cupel/core/logic"
	"cupel/core/logic/instances"
	"cupel/core/program"
)

// Quantified facts have the form "for all numbers k: ..." without inner quantifiers. Over bit-vectors an index
// expression that grows with k would wrap, so they are stated over integers also where the program has
// bit-vectors: their symbols are those that the integer lowering has for the variables.

// quantifies reports whether a formula contains a quantifier.
func quantifies(t *logic.Term) bool {
	found := false
	logic.Walk(func(u *logic.Term) bool {
		found = found || u.Op() == logic.OpForall || u.Op() == logic.OpExists
		return !found
	}, t)
	return found
}

// numbers returns the symbols over which quantified facts are stated.
func numbers(p *program.Program) map[*logic.Term]bool {
	out := map[*logic.Term]bool{}
	for _, v := range p.Vars {
		out[intlower.Symbol(p.Terms, v)] = true
	}
	return out
}

// about reports whether all free symbols of a formula are among the given ones.
func about(symbols map[*logic.Term]bool, t *logic.Term) bool {
	return !slices.ContainsFunc(logic.FreeVars(t), func(v *logic.Term) bool { return !symbols[v] })
}

// aboutAll returns the canonical form of a quantified fact, in which bound symbols are k#0, k#1, ...; nil if t
// is no quantified fact about the board's program.
func (b *Board) aboutAll(t *logic.Term) *logic.Term {
	bound, body := instances.Parts(t)
	if len(bound) == 0 || len(bound) > maxBound || quantifies(body) {
		return nil
	}
	f := b.p.Terms
	names, to := map[*logic.Term]*logic.Term{}, make([]*logic.Term, len(bound))
	for i, x := range bound {
		if !x.Sort().IsInt() {
			return nil
		}
		to[i] = f.Var(fmt.Sprintf("k#%d", i), logic.Int)
		names[x] = to[i]
	}
	b.lock.Lock()
	if b.nums == nil {
		b.nums = numbers(b.p)
	}
	nums := b.nums
	b.lock.Unlock()
	if !about(nums, t) {
		return nil
	}
	return f.Forall(to, f.Subst(body, names))
}

// upAll translates a quantified fact of the derived program to the original; nil if it has no translation.
func (d *Derivation) upAll(t *logic.Term) *logic.Term {
	if t.Op() != logic.OpForall || !d.to.Lowered {
		return nil
	}
	if !about(d.nums(), t) {
		return nil
	}
	return t
}

// downAll translates a quantified fact to the derived program, where it has to be checked; nil if it has no
// translation. A variable that passes removed by copy propagation is replaced by one of its copies.
func (d *Derivation) downAll(t *logic.Term) *logic.Term {
	if t.Op() != logic.OpForall || !d.to.Lowered {
		return nil
	}
	if u := within(d.to, d.to.SelectsToCells(t)); u != nil {
		return u
	}
	there := map[*logic.Term]*logic.Term{}
	for _, v := range logic.FreeVars(t) {
		if d.to.VarOf(v) != nil {
			continue
		}
		for _, w := range d.copies()[v] {
			if d.to.VarOf(w) != nil {
				there[v] = w
				break
			}
		}
	}
	return within(d.to, d.to.SelectsToCells(d.to.Terms.Subst(t, there)))
}

// copiesIn returns for each integer symbol those of its copies: variables related to it by a chain of copy
// assignments, in either direction.
func copiesIn(p *program.Program) map[*logic.Term][]*logic.Term {
	class := map[*program.Var][]*program.Var{}
	of := func(v *program.Var) []*program.Var {
		if class[v] == nil {
			class[v] = []*program.Var{v}
		}
		return class[v]
	}
	for _, e := range p.Edges {
		for op := range program.AllOps(e.Ops) {
			if op.Kind != program.OpAssign || !op.Expr.IsVar() || op.Expr.Sort().IsArray() || p.VarOf(op.Expr) == nil {
				continue
			}
			if a, b := of(op.Var), of(p.VarOf(op.Expr)); a[0] != b[0] && len(a)+len(b) <= maxAliases {
				all := slices.Concat(a, b)
				for _, v := range all {
					class[v] = all
				}
			}
		}
	}
	out := map[*logic.Term][]*logic.Term{}
	for v, all := range class {
		for _, w := range all {
			if w != v {
				out[intlower.Symbol(p.Terms, v)] = append(out[intlower.Symbol(p.Terms, v)], intlower.Symbol(p.Terms, w))
			}
		}
	}
	return out
}
