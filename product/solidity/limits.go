package solidity

// maxErrors bounds the errors of a function.
const maxErrors = 200

const (
	// maxCandidates bounds the invariants that are guessed for a contract.
	maxCandidates = 400
	// maxNumbers bounds the numbers in the code that the state is compared with, maxFlags the conditions
	// that may imply others.
	maxNumbers = 6
	maxFlags   = 12
	// maxQuantified bounds the variables of what is guessed to hold for all values.
	maxQuantified = 2
	// maxLocks bounds the pairs of a condition and what it keeps.
	maxLocks = 60
)

// transactionWork bounds the search for transactions that violate what may fail in a contract.
const transactionWork = 8000000

// unroll is how many rounds of loops without invariants are looked at by themselves.
const unroll = 5

// inferWork bounds the work of engines on a contract as a loop.
const inferWork = 12000000

// defaultEngines are those that find invariants of contracts: k-induction with the claims of others and
// the analysis of linear relations is the cheapest, the others interpolate.
var defaultEngines = []string{"kinduction", "cegar", "symexecia"}
