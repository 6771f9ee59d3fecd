package interpolation

const (
	// maxSlow is the number of optional checks that exceed their budget after which no more are made.
	maxSlow = 3

	// maxExplain is the number of items from which on a core is computed without regard to preferences.
	maxExplain = 96
)

const (
	// maxCubes bounds the cubes of one sequence of interpolants.
	maxCubes = 400
	// cubeCoreBudget bounds the solver queries that minimise the core of one cube.
	cubeCoreBudget = 12
	// innerCoreBudget bounds the solver queries that minimise the core of the inner interpolation problem of a cube.
	innerCoreBudget = 16
)

const (
	// defaultCheck is the default budget of one check, in units of package work.
	defaultCheck = 10_000_000
	// optionalCheck is the budget of a check that only improves a result, in units of package work.
	optionalCheck = 500_000
	// defaultMethod is the default budget of one method of the portfolio, in units of package work.
	defaultMethod = 20_000_000
)

// maxParts bounds the size of a certificate that is decomposed, and the number of its parts.
const maxParts = 48

// maxReads bounds the different indices that byReads handles.
const maxReads = 3

const (
	// maxBranches bounds the splits on fractional columns (branch and bound) in one proof.
	maxBranches = 200
	// maxDepth bounds the nesting of splits.
	maxDepth = 400
)

const (
	// sliceAbove is the length of a path, in steps, from which on it is sliced.
	sliceAbove = 40
	// sliceBudget bounds the solver queries that minimise the core of a sliced path.
	sliceBudget = 16
)

// maxPool bounds the predicates that unify works with.
const maxPool = 32
