package simulation

// maxWidth bounds the bit-width of the bit-vectors that represent an integer.
const maxWidth = 400

// appWidth is the bit-width of an integer among the arguments of an uninterpreted relation.
const appWidth = 72

// maxChain bounds the edges before that of an operation that are part of its query.
const maxChain = 12

const (
	// batch is the number of operations in one combined query.
	batch = 64
	// maxOpen bounds the hard queries without an answer; after them no further hard ones are made.
	maxOpen = 6
)

// maxStates bounds the states in which an operation is evaluated whose query has no answer.
const maxStates = 400

// maxCrashes bounds how often a solver that crashed is restarted.
const maxCrashes = 8
