package shape

const (
	// maxGraphs bounds the graphs at one location.
	maxGraphs = 128
	// patience is how many graphs arrive at a loop head before numbers in which they differ are forgotten.
	patience = 12
	// guessing is how many arrive before a list that only one of two graphs has becomes one that may be empty.
	guessing = 60
	// maxMin is the greatest least length of a segment that is told from others.
	maxMin = 2
	// maxUnfoldings bounds the segments that are looked into by one operation.
	maxUnfoldings = 64
	// maxObjects bounds the objects of a graph.
	maxObjects = 256
	// maxLiveBits bounds the size of the table of live variables.
	maxLiveBits = 1 << 28
	// maxIndices bounds the values of an index that are told apart.
	maxIndices = 16
	// maxPairings bounds the values that are compared to join two graphs.
	maxPairings = 10000
	// maxPivots bounds the search for functions of lengths that get smaller.
	maxPivots = 20000
)

// What steps cost, in units of package work.
const (
	stepWork  = 2
	pairWork  = 1
	cloneWork = 1
	rankWork  = 20
)
