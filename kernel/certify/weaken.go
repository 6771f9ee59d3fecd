package certify

import (
	"context"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/smt"
)

// Claim adds claims about locations of p, or of programs p was derived from, to
// the invariants of its loop heads. Of a conjunction, the parts that speak of other
// variables than p's are left out.
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

// Speaks reports whether t is a formula over the program's variables.
func (c *Proof) Speaks(t *logic.Term) bool {
	for _, v := range logic.FreeVars(t) {
		if c.p.VarOf(v) == nil {
			return false
		}
	}
	return true
}

// Weaken drops the conjuncts of the invariants that are not inductive, until
// the rest is, see Houdini. What is left still has to be checked.
func (c *Proof) Weaken(ctx context.Context, open smt.Opener) error {
	all := c.Invariants
	candidates := map[*program.Location][]*logic.Term{}
	for l, t := range all {
		candidates[l] = logic.Conjuncts(t)
	}
	c.Invariants = map[*program.Location]*logic.Term{} // nothing is taken for granted
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
