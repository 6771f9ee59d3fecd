package certify

// maxCubes bounds the abstract states (cubes) of one program.
const maxCubes = 5000

// maxEntry bounds the size of a formula for the entry of a loop, in distinct subterms; a larger one is not claimed.
const maxEntry = 2000

// maxConjuncts bounds the conjuncts of a condition that is copied into the next one; a longer one is given a name.
const maxConjuncts = 8

const (
	// weakenWork bounds a query that searches for claims that do not hold, in units of package work.
	weakenWork = 2_000_000
	// inferWork bounds a query about abstract states, in units of package work.
	inferWork = 10_000_000
)

const (
	// maxUnrolled bounds the locations of a program that is unrolled.
	maxUnrolled = 100_000
	// unrollWork bounds a query whether one more visit of a loop head is possible, in units of package work.
	unrollWork = 500_000
)

const (
	// maxPolynomial bounds the size of an equation into which the assignments of a step are substituted, in distinct
	// subterms.
	maxPolynomial = 500
	// maxWays bounds the paths of such a step, each of which is a query.
	maxWays = 16
)

const (
	// maxTidy bounds the literals of a claim that is simplified.
	maxTidy = 400
	// tidyWork bounds each query of that simplification, in units of package work.
	tidyWork = 20_000
)
