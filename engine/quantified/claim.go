package quantified

import (
	"cupel/core/logic"
	"cupel/core/program"
)

// A claim is a candidate invariant: for all values of the bound symbols the formula holds whenever the location
// is reached.
type claim struct {
	at    *program.Location
	bound []*logic.Term // of sort Int, no variables; empty: a scalar formula
	body  *logic.Term
}

// formula returns the claim as a closed formula.
func (c *claim) formula(f *logic.Factory) *logic.Term {
	if len(c.bound) == 0 {
		return c.body
	}
	return f.Forall(c.bound, c.body)
}

func mentionsAny(t *logic.Term, symbols []*logic.Term) bool {
	for _, s := range symbols {
		if logic.Occurs(s, t) {
			return true
		}
	}
	return false
}
