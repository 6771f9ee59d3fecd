package concolic

const (
	// maxSteps bounds the edges of an execution whose path condition is computed.
	maxSteps = 300_000
	// maxCells bounds the array cells that a symbolic index may select from before the index is concretised.
	maxCells = 64
)
