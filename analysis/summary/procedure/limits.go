package procedure

const (
	// coarseCells bounds the cells of a coarse partition.
	coarseCells = 32
	// fineCells bounds the cells of a fine partition.
	fineCells = 80
	// maxSpan bounds the range of a slot whose values the fine partition separates one by one.
	maxSpan = 64
	// maxRelated bounds the conditions over several slots that divide a partition.
	maxRelated = 4
)

// maxMerges bounds the pairs of cells that compact tries to merge.
const maxMerges = 200

const (
	// delay is the number of changes of a cell before widening starts.
	delay = 3
	// narrowing is the number of narrowing iterations.
	narrowing = 2

	// maxCoefficient bounds the coefficients of constraints.
	maxCoefficient = 64
	// queryWork bounds one solver query, in units of package work.
	queryWork = 1_000_000
	// hullWork bounds the convex hull of one cell, in units of package work.
	hullWork = 1_000_000
)

// maxModulus bounds the moduli that split cells.
const maxModulus = 4

// DefaultWork bounds the computation of all summaries of a program, in units of package
// work.
const DefaultWork = 10_000_000

// loopWork bounds the summary of one loop in a body, in units of package work.
const loopWork = 1_000_000
