package gps

const (
	// maxClaimed bounds the loops whose summaries become claims.
	maxClaimed = 16
	// maxWays bounds the disjuncts that result from eliminating the unknowns of a summary.
	maxWays = 24
	// eliminateWork bounds each solver query of that elimination, in units of package work.
	eliminateWork = 200_000
	// maxHarmless bounds the size of a conjunct, in distinct subterms, of the states that cannot reach the error: larger
	// ones are expensive to check and hardly ever inductive.
	maxHarmless = 80
	// maxInner bounds the labels of a location that become claims together with its summary.
	maxInner = 12
)

const (
	// coverTries bounds the ancestors whose labels are tried as invariants of the cycle that ends in a leaf.
	coverTries = 16

	// headsTried bounds the loop heads above a leaf that are tried for covering it.
	headsTried = 3
)

// raiseAfter is the number of tests and refinements after which stronger summaries join those of the default domain, if they may.
const raiseAfter = 6

const (
	// maxChoices bounds the choices of one test. Each needs a solver query, and in a program without an error a test may
	// continue until the gas is used up; the rest of it waits in the frontier.
	maxChoices = 64

	// stepWork is the work of a step of a test besides that of the solver, in units of package work.
	stepWork = 50

	// rushSteps bounds the steps of deterministic execution ahead that are wasted by a search. A longer deterministic
	// segment is executed to its end: its tree would not fit into memory.
	rushSteps = 30_000_000

	// rushedPerUnit is the number of these steps for one unit of work.
	rushedPerUnit = 10

	// maxKept bounds the memory of the numbers, in bytes, that one test computes, and that tests have left behind when the next begins.
	maxKept = 64 << 20

	// keptPerStep is the memory of a number that takes as long to compute as a step of deterministic execution, in bytes.
	keptPerStep = 20

	// maxCells bounds the cells of an array whose values a test asserts in the solver.
	maxCells = 20_000
)

const (
	maxCubes  = 24 // bounds the paths to the error that are interpolated one by one
	maxKnown  = 16 // bounds the predicates of a location that are tried for a new path
	maxPoints = 16 // bounds the labels of a path that known predicates are tried for
)

const (
	// maxPublished bounds the labels of a location that are published together.
	maxPublished = 60

	// maxGuard bounds the size of the guard of a published summary.
	maxGuard = 400
)

const (
	// maxPeeks bounds the paths at the end of the frontier that are examined after a test.
	maxPeeks = 24
	// peekShare bounds the cost of examining them to one part in peekShare of all checks and choices.
	peekShare = 5
	// peekStart is the number of checks and choices that this may cost in any case.
	peekStart = 400
)

const (
	// checksPerRefinement is the number of paths that are checked for each dead end that is refined while both wait:
	// tests find errors, and interpolation costs much more than a check.
	checksPerRefinement = 8

	// workPerRefinement is the same ratio for checks and choices of tests.
	workPerRefinement = 40
)

// maxSingle is the number of edges of a path, counted from its end, that are levels of their own in the solver when it is asserted.
const maxSingle = 32

// levelsPerCheck is the number of levels of a path that are asserted in the time of one check.
const levelsPerCheck = 100

const (
	// maxDrawn bounds the nodes in a drawing of the tree, besides those on the counterexample's path.
	maxDrawn = 2000
	// maxLabelText bounds the characters of a conjunct in a drawing.
	maxLabelText = 200
	// maxLabelLines bounds the operations shown beside an edge.
	maxLabelLines = 20
)
