package distinguished

// maxBack bounds the edges before an error edge that are searched for its array reads.
const maxBack = 8

// maxOffsets bounds the cells of an array, by their offset from the distinguished index, that are tracked.
const maxOffsets = 3

// maxFollowed bounds the array cells that have variables of their own.
const maxFollowed = 4

const (
	// maxRemembered bounds the array reads whose index is kept in a ghost variable.
	maxRemembered = 4
	// maxRemembering bounds the program variants with such ghost variables.
	maxRemembering = 4
)

const (
	// maxDivided bounds the loops that are divided into phases.
	maxDivided = 16
	// maxPhases bounds the growth of the program by phases: the factor by which the number of locations may grow.
	maxPhases = 24
	// maxSegments is the same bound where infeasible combinations of phases are removed.
	maxSegments = 300
	// wayWork is the work of a copy of an edge in the product of program and phases, in units of package work.
	wayWork = 4
	// copiedWork is the work of each of its operations, in units of package work.
	copiedWork = 6
	// maxAtoms bounds the comparisons by which an edge is divided.
	maxAtoms = 3
)
