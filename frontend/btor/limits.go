package btor

const (
	// maxWidth bounds the bits of a sort; the solvers have similar limits.
	maxWidth = 1 << 14
	// maxID bounds the numbers of nodes.
	maxID = 1 << 30
	// maxReduced bounds the bits whose parity is computed.
	maxReduced = 256
	// maxNodes bounds the nodes that bad states and constraints depend on; a program with more is of no use to an engine.
	maxNodes = 1 << 17
	// maxTerm bounds the operations that are one term: larger ones are divided by variables.
	maxTerm = 32
)
