package passes

// maxSlots bounds the slots (arguments and results) of a function.
const maxSlots = 12

const (
	// DefaultRecursionBound is the default of InlineOptions.RecursionBound.
	DefaultRecursionBound = 10
	// DefaultMaxLocations is the default of InlineOptions.MaxLocations.
	DefaultMaxLocations = 400_000
)

const (
	// opWork is the work of an operation that is copied or evaluated in inlining, in units of package work.
	opWork = 15
	// charge is the work at which it is charged.
	charge = 1000
)

// DefaultMaxOps is the default limit on the operations of a large block.
const DefaultMaxOps = 2000

// maxMergedOps bounds the edges that mergeBranches compares.
const maxMergedOps = 16

const (
	// maxDiamond bounds the edges of a branch that is examined.
	maxDiamond = 4096
	// maxToTarget bounds the edges of a branch all of whose paths lead to a target: a loop with many paths to the error
	// has many such branches, and examining them all would take time quadratic in its size.
	maxToTarget = 64
)

// maxDependence bounds the pairs of a location and a branch that it depends on, per edge of the program; further branches stay in slices.
const maxDependence = 50

// maxCells bounds the cells of an array that is replaced by scalar variables.
const maxCells = 256

const (
	// maxCellFacts bounds the quantified facts that AssumeCells propagates to a location.
	maxCellFacts = 64
	// maxCellFact bounds the size of such a fact that changes on its way, in operators.
	maxCellFact = 300
)
