package passes

// maxSlots bounds the slots of a function.
const maxSlots = 12

// The limits InlineOptions falls back to.
const (
	DefaultRecursionBound = 10
	DefaultMaxLocations   = 400_000
)

// DefaultMaxOps is the size limit of a block.
const DefaultMaxOps = 2000

// maxMergedOps bounds the edges that mergeBranches compares.
const maxMergedOps = 16

// maxDiamond bounds the edges of a branch that is examined, maxToTarget those of one all of
// whose ways lead to a target: a loop with many ways to the error has many branches of the
// latter kind, and looking for their ends would take the square of its size.
const (
	maxDiamond  = 4096
	maxToTarget = 64
)

// maxCells bounds the cells that an array is replaced by.
const maxCells = 256

// The limits of AssumeCells: facts about all cells that are followed to a place, and the operators of one that changes on its way.
const (
	maxCellFacts = 64 // facts
	maxCellFact  = 300
)
