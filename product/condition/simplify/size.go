package simplify

import (
	"math"

	"cupel/core/logic"
)

// Size measures what a reader has to read: the atoms of a condition with repetitions, including those in
// conditionals within terms. An overflow predicate counts as two comparisons.
func Size(t *logic.Term) int {
	sizes := map[*logic.Term]int{}
	logic.WalkUp(func(s *logic.Term) {
		n := 0
		for _, a := range s.Args() {
			n = min(n+sizes[a], math.MaxInt32)
		}
		if logic.IsAtom(s) {
			n++
		}
		if s.Op() == logic.OpSAddOK || s.Op() == logic.OpSSubOK || s.Op() == logic.OpSMulOK {
			n++
		}
		sizes[s] = n
	}, t)
	return sizes[t]
}

// nodes is the number of operators, symbols and constants, each as often as it occurs.
func nodes(t *logic.Term) int {
	sizes := map[*logic.Term]int{}
	logic.WalkUp(func(s *logic.Term) {
		n := 1
		for _, a := range s.Args() {
			n = min(n+sizes[a], math.MaxInt32)
		}
		sizes[s] = n
	}, t)
	return sizes[t]
}
