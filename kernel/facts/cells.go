package facts

import (
	"fmt"
	"slices"

	"cupel/analysis/intlower"
	"cupel/core/logic"
	"cupel/core/logic/instances"
	"cupel/core/program"
)

// What is said of all cells is "for all numbers k: ...", without other quantifiers. Bit-vectors would make an index that
// grows with k wrap, so that such a fact speaks of numbers where the program has bit-vectors: of the symbols that the
// integer lowering has for its variables.

// quantifies reports whether there is a quantifier in a formula.
func quantifies(t *logic.Term) bool {
	found := false
	logic.Walk(func(u *logic.Term) bool {
		found = found || u.Op() == logic.OpForall || u.Op() == logic.OpExists
		return !found
	}, t)
	return found
}

// numbers are the symbols of which facts about all cells speak.
func numbers(p *program.Program) map[*logic.Term]bool {
	out := map[*logic.Term]bool{}
	for _, v := range p.Vars {
		out[intlower.Symbol(p.Terms, v)] = true
	}
	return out
}

// about reports whether a formula speaks of these symbols only.
func about(symbols map[*logic.Term]bool, t *logic.Term) bool {
	return !slices.ContainsFunc(logic.FreeVars(t), func(v *logic.Term) bool { return !symbols[v] })
}

// aboutAll is a formula about all cells in the form in which a board holds it, with bound symbols that are always the same; nil:
// it is none.
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

// upAll is a formula of the derived program about all cells in terms of the program; nil: there is none.
func (d *Derivation) upAll(t *logic.Term) *logic.Term {
	if t.Op() != logic.OpForall || !d.to.Lowered {
		return nil
	}
	if !about(d.nums(), t) {
		return nil
	}
	return t
}

// downAll is a formula about all cells in terms of the derived program, which has to be checked there; nil: there is none. In place of a variable that passes
// have replaced by one that was copied to it, or it to that, is the other.
func (d *Derivation) downAll(t *logic.Term) *logic.Term {
	if t.Op() != logic.OpForall || !d.to.Lowered {
		return nil
	}
	if u := within(d.to, d.to.InCells(t)); u != nil {
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
	return within(d.to, d.to.InCells(d.to.Terms.Subst(t, there)))
}

// copiesIn are, for the number that a variable holds, those of the variables that are assigned to it, or it to them, if only by way of others.
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
