package solidity

// maxErrors bounds the errors reported for a function.
const maxErrors = 200

const (
	// maxCandidates bounds the candidate invariants of a contract.
	maxCandidates = 400
	// maxNumbers bounds the constants in the code that the state is compared with.
	maxNumbers = 6
	// maxFlags bounds the conditions that are tried as premises of implications.
	maxFlags = 12
	// maxQuantified bounds the bound variables of a candidate that is universally quantified.
	maxQuantified = 2
	// maxLocks bounds the pairs of a condition and a variable that it keeps unchanged.
	maxLocks = 60
)

// transactionWork bounds the search for transactions that violate a check of a contract.
const transactionWork = 8000000

// maxWeakened bounds the annotations of a program that are tried whether anything needs them.
const maxWeakened = 500

// unroll is the number of iterations of loops without invariants that are verified separately.
const unroll = 5

// inferWork bounds the work of engines on a contract as a loop.
const inferWork = 12000000

// defaultEngines are those that find invariants of contracts: k-induction with the claims of others and
// the analysis of linear relations is the cheapest, the others interpolate.
var defaultEngines = []string{"kinduction", "cegar", "symexecia"}
