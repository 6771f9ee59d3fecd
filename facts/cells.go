package facts

import (
	"fmt"
	"slices"

	"cupel/logic"
	"cupel/logic/instances"
	"cupel/program"
	"cupel/program/intlower"
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

// downAll is a formula about all cells in terms of the derived program; nil: there is none.
func (d *Derivation) downAll(t *logic.Term) *logic.Term {
	if t.Op() != logic.OpForall || !d.to.Lowered {
		return nil
	}
	return within(d.to, d.to.InCells(t))
}
