package procedure

// The limits of partitions.
const (
	coarseCells = 32
	fineCells   = 80
	maxSpan     = 64 // of the values that Fine takes one by one
	maxRelated  = 4  // conditions that relate several slots
)

// maxMerges bounds the pairs of cells that compact tries.
const maxMerges = 200

// The limits of the iteration.
const (
	delay     = 3 // changes of a cell before it is widened
	narrowing = 2 // rounds

	maxCoefficient = 64        // in constraints
	queryWork      = 1_000_000 // for one question, in units of package work
	hullWork       = 1_000_000 // for one cell
)

// maxModulus bounds the moduli that split cells.
const maxModulus = 4

// DefaultWork bounds the computation of all summaries of a program, in units of package
// work.
const DefaultWork = 10_000_000

// loopWork bounds the summary of one loop in a body, in units of package work.
const loopWork = 1_000_000
