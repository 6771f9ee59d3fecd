package certify

import (
	"context"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/smt"
)

// Claim conjoins formulas about locations of p, or of programs p was derived from, to the invariants of the
// loop heads. Conjuncts with other variables than p's are left out.
func (c *Proof) Claim(claims map[*program.Location]*logic.Term) {
	for _, l := range c.p.LoopHeads() {
		o := origin(l, func(o *program.Location) bool { return claims[o] != nil })
		if o == nil || c.bad(l) {
			continue
		}
		all := []*logic.Term{c.at(l)}
		for _, t := range logic.Conjuncts(claims[o]) {
			if c.Speaks(t) {
				all = append(all, t)
			}
		}
		c.Invariants[l] = c.p.Terms.And(all...)
	}
}

// Speaks reports whether all free symbols of t are variables of the program.
func (c *Proof) Speaks(t *logic.Term) bool {
	for _, v := range logic.FreeVars(t) {
		if c.p.VarOf(v) == nil {
			return false
		}
	}
	return true
}

// Weaken drops the conjuncts that are not inductive until the rest is (see Houdini). The solver is untrusted
// here: Check has to follow.
func (c *Proof) Weaken(ctx context.Context, open smt.Opener) error {
	all := c.Invariants
	candidates := map[*program.Location][]*logic.Term{}
	for l, t := range all {
		candidates[l] = logic.Conjuncts(t)
	}
	c.Invariants = map[*program.Location]*logic.Term{} // nothing is assumed in the meantime
	left, err := c.Houdini(ctx, open, candidates)
	if err != nil {
		c.Invariants = all
		return err
	}
	for l, ts := range left {
		c.Invariants[l] = c.p.Terms.And(ts...)
	}
	return nil
}
