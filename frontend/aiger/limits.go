package aiger

const (
	// maxVariable bounds the variables of a circuit: literals are 32-bit numbers.
	maxVariable = 1 << 28
	// maxGates bounds the gates in the cone of influence; a program with more is of no use to an engine.
	maxGates = 1 << 18
	// maxState bounds the latches and inputs in it.
	maxState = 1 << 16
	// maxTerm bounds the gates that are one term: larger ones are divided by variables.
	maxTerm = 32
)
