package quantified

import (
	"cupel/core/logic"
	"cupel/core/program"
)

// A claim says that a formula holds for all values of its bound symbols whenever a location is reached.
type claim struct {
	at    *program.Location
	bound []*logic.Term // symbols of sort Int that are no variables; none: the formula is about the state alone
	body  *logic.Term
}

// formula is the claim as one formula.
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
