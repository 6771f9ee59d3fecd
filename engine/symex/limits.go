package symex

// stepWork is the work of a step besides that of the solver.
const stepWork = 100

// maxOpen bounds how many predicates may be undecided syntactically before the
// solver is not asked whether they are decided.
const maxOpen = 24

// maxChain bounds how long extensions of an assignment are chained before they
// are copied into one.
const maxChain = 16

// refinementsPerUnrolling is after how many refinements of a location its
// threshold grows, too: predicates that describe one visit after the other need
// no generalisation where the loop ends soon. Those of Spacer
// are of that kind more often and count more.
const (
	refinementsPerUnrolling = 16
	spacerWeight            = 4
)

const (
	// maxDrawn bounds the paths of a tree that is drawn, maxLabel the characters of a predicate there, maxLabelOps the operations beside an edge.
	maxDrawn, maxLabel, maxLabelOps = 5000, 200, 5
)
