package logic

const (
	// maxProduct bounds the number of monomials that distributing a product over
	// sums may create; beyond it the factors stay sums.
	maxProduct = 256

	// maxDegree bounds the number of factors kept flat in one product.
	maxDegree = 64

	// maxSum bounds the number of summands that later sums take apart: a loop that
	// adds to a sum once per turn would otherwise need quadratic memory. Longer sums
	// are summands themselves, that is, no longer in normal form.
	maxSum = 1024
)

// maxStoreScan bounds how many stores a read looks through one by one.
const maxStoreScan = 4096

// maxMerged bounds the stores above their common array of two arrays that are merged cell by cell.
const maxMerged = 256

const (
	maxNegated = 64  // arguments up to which inequalities are negated to find complements
	maxAbsorb  = 256 // literals that absorb looks at
)

// maxIteChain bounds how far a chain of conditionals is followed.
const maxIteChain = 64

// maxBitsDepth bounds how deep signedBits looks.
const maxBitsDepth = 6

const (
	checkpoint = 64   // distance of the stores that can have a map
	maxMaps    = 1024 // maps kept; they share their structure
	sortWindow = 16   // how far a new store sinks towards its place in a run
)

// maxExpBits bounds the exponent width that constants are folded for: exact
// arithmetic needs up to 2^eb bits.
const maxExpBits = 18

const (
	// stringLimit bounds Term.String: shared subterms are printed wherever they
	// occur, so the text can be exponentially longer than the term.
	stringLimit = 1 << 16

	// printDepth bounds the nesting that is printed.
	printDepth = 500
)

// Limits on what text may ask for, so that a short input cannot exhaust memory.
const (
	maxReadWidth     = 1 << 16
	maxReadExpBits   = 30
	maxReadSortDepth = 100
)

// maxNesting bounds the depth of S-expressions read.
const maxNesting = 4_000_000

// fewTerms is how many terms are kept without a map.
const fewTerms = 12
