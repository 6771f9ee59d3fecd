package cegar

// maxCached bounds each cache; a full one is emptied.
const maxCached = 1 << 18

// maxLabel bounds the characters of a formula in a drawing.
const maxLabel = 200

// maxExported bounds the predicates given for a location.
const maxExported = 200

// After the first counterexample of a round the search for further ones takes at
// most furtherSteps times the steps to that one, and at least minFurtherSteps: a
// graph that is refined may be infinite before.
const (
	furtherSteps    = 4
	minFurtherSteps = 1000
)

const (
	// maxCounterexamples bounds the unsafe nodes of one round.
	maxCounterexamples = 100

	// stateWork is the work of an abstract state besides that of the solver.
	stateWork = 50
)

// cubeLimit bounds the cubes of a Boolean successor.
const cubeLimit = 64

// maxPublished bounds the states and the predicates of a location that are published.
const maxPublished = 60

// DefaultMaxEnum is the default of Options.MaxEnum, largeEnum the largest that escalation
// tries, enumerationCap bounds Unlimited.
const (
	DefaultMaxEnum = 10
	largeEnum      = 50
	enumerationCap = 1000
)

// coreBudget bounds the solver calls of the minimisation of a core.
const coreBudget = 64
