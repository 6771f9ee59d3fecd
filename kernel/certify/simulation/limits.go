package simulation

// maxWidth bounds the bit-vectors of a number.
const maxWidth = 400

// appWidth is the width of a number among the arguments of an uninterpreted relation.
const appWidth = 72

// maxChain bounds the edges before an operation's that are asked about with it.
const maxChain = 12

// batch is the number of questions that are asked at once; behind maxOpen hard ones without an
// answer, other hard ones are not asked.
const (
	batch   = 64
	maxOpen = 6
)

// maxStates bounds the states in which an operation without an answer is evaluated.
const maxStates = 400

// maxCrashes bounds how often a solver that broke down is replaced.
const maxCrashes = 8
