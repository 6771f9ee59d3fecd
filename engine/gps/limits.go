package gps

const (
	// maxClaimed bounds the loops whose summaries become claims.
	maxClaimed = 16
	// maxWays bounds the disjuncts that the elimination of a summary's unknowns may have, and
	// eliminateWork each of its queries, in units of package work.
	maxWays       = 24
	eliminateWork = 200_000
	// maxHarmless bounds the size of a conjunct of what is harmless, in distinct subterms: larger
	// ones are tedious to ask about and hardly ever inductive.
	maxHarmless = 80
	// maxInner bounds the labels of a location that are claims together with its summary.
	maxInner = 12
)

const (
	// coverTries bounds the ancestors whose labels are tried as invariants of the
	// cycle that ends in a leaf.
	coverTries = 16

	// headsTried bounds the loop heads above a leaf that are tried.
	headsTried = 3
)

const (
	// maxChoices bounds the choices of one test. Each asks the solver, and a program
	// without an error may lead a test on for as long as the gas lasts; what is left
	// of it waits in the frontier for its turn.
	maxChoices = 64

	// stepWork is the work of a step of a test besides that of the solver.
	stepWork = 50

	// rushSteps bounds the steps that a search spends on running ahead in vain. A
	// stretch that is longer is followed to its end: its tree would not fit into
	// memory.
	rushSteps = 30_000_000

	// rushedPerUnit is how many of these steps are a unit of work.
	rushedPerUnit = 10

	// maxCells bounds the cells of an array that a test tells the solver.
	maxCells = 20_000
)

const (
	maxCubes  = 24 // ways to the error that are interpolated one by one
	maxKnown  = 16 // predicates of a location that are tried for a new path
	maxPoints = 16 // labels of a path that known predicates are tried for
)

const (
	// maxPublished bounds the labels of a location that are published together.
	maxPublished = 60

	// maxGuard bounds the size of a summary's guard that is published.
	maxGuard = 400
)

const (
	// maxPeeks is how many paths of the frontier's end are looked at after a test.
	maxPeeks = 24
	// What peeking costs stays below one part in peekShare of all checks and
	// choices, after the first peekStart.
	peekShare, peekStart = 5, 400
)

const (
	// checksPerRefinement is how many paths are checked for each dead end that is
	// refined while both wait: tests find errors, and interpolation costs much more
	// than a check.
	checksPerRefinement = 8

	// workPerRefinement does the same for checks and choices of tests.
	workPerRefinement = 40
)

// levelsPerCheck is how many levels of a path are asserted while a check is made.
const levelsPerCheck = 100

const (
	// maxDrawn bounds the nodes of a drawing of the tree, beside those of the path of the counterexample.
	maxDrawn = 2000
	// maxLabelText bounds the characters of a conjunct in a drawing, maxLabelLines the operations beside an edge.
	maxLabelText, maxLabelLines = 200, 20
)
