package cegar

// maxCached bounds the entries of each cache; a full cache is emptied.
const maxCached = 1 << 18

// maxLabel bounds the characters of a formula in a drawing.
const maxLabel = 200

// maxExported bounds the predicates exported for a location.
const maxExported = 200

const (
	// furtherSteps bounds the search for further counterexamples of a round, as a factor on the steps to the first one:
	// a graph that is refined may be infinite otherwise.
	furtherSteps = 4
	// minFurtherSteps is the number of steps that this search may take in any case.
	minFurtherSteps = 1000
)

const (
	// maxCounterexamples bounds the error states (counterexamples) of one round.
	maxCounterexamples = 100

	// stateWork is the work of an abstract state besides that of the solver, in units of package work.
	stateWork = 50
)

// DefaultCubes is the default of Options.Cubes.
const DefaultCubes = 64

// maxPublished bounds the states and the predicates of a location that are published.
const maxPublished = 60

const (
	// DefaultMaxEnum is the default of Options.MaxEnum.
	DefaultMaxEnum = 10
	// largeEnum is the largest value of Options.MaxEnum that escalation tries.
	largeEnum = 50
	// DefaultEnumerationCap is the default of Options.EnumerationCap.
	DefaultEnumerationCap = 1000
)

// coreBudget bounds the solver queries that minimise a core.
const coreBudget = 64
