package read

// maxNesting bounds the brackets, dashes and columns of indentation on a line: the time of the YAML library
// is exponential in some and quadratic in others.
const maxNesting = 100

// MaxSize bounds a witness, in bytes.
const MaxSize = 32 << 20

const (
	// maxEdges bounds the states of a witness with their edges.
	maxEdges = 200_000
	// maxInvariants bounds the invariants of a witness.
	maxInvariants = 10_000
)

// maxExpression bounds an expression, in bytes.
const maxExpression = 1 << 16
