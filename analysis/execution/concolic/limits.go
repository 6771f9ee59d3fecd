package concolic

const (
	// maxSteps bounds the edges of an execution that is followed.
	maxSteps = 300_000
	// maxCells bounds the cells of an array that an index may choose from before it is pinned.
	maxCells = 64
)
