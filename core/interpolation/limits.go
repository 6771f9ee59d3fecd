package interpolation

const (
	// maxSlow is the number of optional checks without an answer after which there are no more.
	maxSlow = 3

	// maxExplain is the number of items from which on preferences cost too much.
	maxExplain = 96
)

// Bounds on one sequence and one cube.
const (
	maxCubes        = 400
	cubeCoreBudget  = 12
	innerCoreBudget = 16
)

// The budgets of one check, of one that would only make a result nicer, and of one method
// of the portfolio, in units of package work.
const (
	defaultCheck  = 10_000_000
	optionalCheck = 500_000
	defaultMethod = 20_000_000
)

// maxParts bounds the size of a certificate that is decomposed, and the number
// of its parts.
const maxParts = 48

// maxReads bounds the number of different indices that byReads handles.
const maxReads = 3

const (
	maxBranches = 200 // splits on fractional columns in one proof
	maxDepth    = 400 // nested splits
)

const (
	// sliceAbove is the number of steps of a long path.
	sliceAbove = 40
	// sliceBudget bounds the solver calls that make the core smaller.
	sliceBudget = 16
)

// maxPool bounds the number of predicates that unify works with.
const maxPool = 32
