package petri

// A Quantifier says how a property ranges over the reachable markings.
type Quantifier uint8

// The quantifiers.
const (
	EF Quantifier = iota // some reachable marking satisfies the formula
	AG                   // all reachable markings satisfy the formula
)

func (q Quantifier) String() string { return [...]string{"EF", "AG"}[q] }

// A Property asks for the reachability of a predicate or its invariance.
type Property struct {
	ID          string
	Description string
	Quantifier  Quantifier
	Formula     *Predicate
}

// Goal is the predicate whose reachability decides the property: the formula itself, or
// what violates it.
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
