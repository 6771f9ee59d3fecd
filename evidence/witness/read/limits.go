package read

// maxNesting bounds the brackets, dashes and columns of indentation on a line: the time of the YAML library
// is exponential in some and quadratic in others.
const maxNesting = 100

// MaxSize bounds a witness, in bytes.
const MaxSize = 32 << 20

// The bounds of a witness: its states with their edges, its invariants.
const (
	maxEdges      = 200_000
	maxInvariants = 10_000
)

// maxExpression bounds an expression, in bytes.
const maxExpression = 1 << 16
