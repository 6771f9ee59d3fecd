package distinguished

// maxBack bounds the edges before one into the error on which its reads are looked for.
const maxBack = 8

// maxOffsets bounds the cells of an array that are known.
const maxOffsets = 3

// maxFollowed bounds the cells that have variables of their own.
const maxFollowed = 4

// maxRemembered bounds the reads that may be remembered, and maxRemembering the programs that remember some.
const maxRemembered, maxRemembering = 4, 4

// maxDivided bounds the loops whose phases are told apart, and maxPhases how many times more locations that may take.
const (
	maxDivided = 16
	maxPhases  = 24
	// maxSegments is maxPhases where what is impossible costs nothing more.
	maxSegments = 300
	// maxAtoms bounds the comparisons by which an edge is divided.
	maxAtoms = 3
)
