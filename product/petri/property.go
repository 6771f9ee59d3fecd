package petri

// A Quantifier ranges over the reachable markings.
type Quantifier uint8

// The quantifiers.
const (
	EF Quantifier = iota // some reachable marking satisfies the formula
	AG                   // all reachable markings satisfy the formula
)

func (q Quantifier) String() string { return [...]string{"EF", "AG"}[q] }

// A Property is the reachability (EF) or invariance (AG) of a predicate.
type Property struct {
	ID          string
	Description string
	Quantifier  Quantifier
	Formula     *Predicate
}

// Goal returns the predicate whose reachability decides the property: the formula for EF, its negation for AG.
func (p Property) Goal() *Predicate {
	if p.Quantifier == AG {
		return Not(p.Formula)
	}
	return p.Formula
}

// Holds is the property's truth value, given whether its goal is reachable.
func (p Property) Holds(goalReachable bool) bool {
	return goalReachable == (p.Quantifier == EF)
}
