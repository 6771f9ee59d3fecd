package logic

const (
	// maxProduct bounds the number of monomials that distributing a product over
	// sums may create; beyond it the factors stay sums.
	maxProduct = 256

	// maxDegree bounds the factors kept flat in one product.
	maxDegree = 64

	// maxSum bounds the summands of a sum that is flattened into another one: a loop that adds to a sum once per
	// iteration would otherwise need quadratic memory. Longer sums are summands themselves, that is, not in normal form.
	maxSum = 1024
)

// maxDigits bounds the summands of a sum in which the digits of a number are looked for.
const maxDigits = 64

// maxMasked bounds the terms below a mask in which the same mask is looked for.
const maxMasked = 16

// maxStoreScan bounds the stores that a read examines one by one.
const maxStoreScan = 4096

// maxMerged bounds the stores, above the base array that two arrays share, of arrays that are merged cell by cell.
const maxMerged = 256

const (
	maxNegated = 64  // bounds the arguments of a connective whose inequalities are negated to find complements
	maxAbsorb  = 256 // bounds the literals that absorb examines
)

// maxIteChain bounds the length of a chain of conditionals that is followed.
const maxIteChain = 64

// maxBitsDepth bounds the depth of terms that signedBits examines.
const maxBitsDepth = 6

const (
	checkpoint = 64   // distance between stores that can have a map
	maxMaps    = 1024 // bounds the maps that are kept; they share their structure
	sortWindow = 16   // bounds the stores that a new store moves past to its place in a sorted run
)

// maxExpBits bounds the exponent width of floats whose operations are constant-folded: exact arithmetic needs up to 2^eb
// bits.
const maxExpBits = 18

const (
	// stringLimit bounds Term.String: shared subterms are printed wherever they
	// occur, so the text can be exponentially longer than the term.
	stringLimit = 1 << 16

	// printDepth bounds the nesting that Term.String prints.
	printDepth = 500
)

const (
	// maxReadWidth bounds the bit-width of a sort in text that is read, so that a short input cannot exhaust memory.
	maxReadWidth = 1 << 16
	// maxReadExpBits bounds the exponent width of a float sort in text that is read.
	maxReadExpBits = 30
	// maxReadSortDepth bounds the nesting of a sort in text that is read.
	maxReadSortDepth = 100
)

// maxNesting bounds the nesting of S-expressions that are read.
const maxNesting = 4_000_000

// fewTerms bounds the terms that are kept in a list, without a map.
const fewTerms = 12
