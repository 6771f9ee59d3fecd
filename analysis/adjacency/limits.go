package adjacency

const (
	// maxEdges bounds the edges of a program whose intervals are computed.
	maxEdges = 20_000
	// maxLocations bounds the program that calls are inlined into.
	maxLocations = 20_000
	// maxWork bounds the analysis, in units of package work.
	maxWork = 3_000_000
)
