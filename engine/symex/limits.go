package symex

// stepWork is the work of a step besides that of the solver, in units of package work.
const stepWork = 100

// visitWork is the work of a subterm visited by simplification, in units of package work.
const visitWork = 2

// maxPlain bounds the evaluation steps for which values of a counterexample are made zero.
const maxPlain = 200_000

// maxOpen bounds the predicates that are not decided syntactically and for which the solver is asked.
const maxOpen = 24

// maxChain bounds the length of a chain of extensions of an assignment; a longer one is copied.
const maxChain = 16

const (
	// refinementsPerUnrolling is the number of refinements of a location after which its unrolling threshold grows:
	// predicates that describe one iteration after the other need no generalisation where the loop ends soon.
	refinementsPerUnrolling = 16
	// spacerWeight is the weight of a refinement by Spacer in that number: its predicates are of this kind more often.
	spacerWeight = 4
)

const (
	// maxDrawn bounds the paths of a tree that is drawn.
	maxDrawn = 5000
	// maxLabel bounds the characters of a predicate in a drawing.
	maxLabel = 200
	// maxLabelOps bounds the operations shown beside an edge.
	maxLabelOps = 5
)
