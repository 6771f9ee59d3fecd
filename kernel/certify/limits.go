package certify

// maxCubes bounds the abstract states of one program.
const maxCubes = 5000

// maxEntry is the size of a formula about the entry of a loop, in distinct subterms, beyond which
// nothing is said of it.
const maxEntry = 2000

// maxConjuncts bounds a condition that is copied into the next one; a longer
// one gets a name.
const maxConjuncts = 8

// weakenWork bounds a query that looks for claims that do not hold, inferWork one about
// abstract states, in units of package work.
const (
	weakenWork = 2_000_000
	inferWork  = 10_000_000
)

// The bounds of unrolling.
const (
	// maxUnrolled bounds the locations of a program that is unrolled.
	maxUnrolled = 100_000
	// unrollWork bounds a question whether one more visit is possible, in units of package work.
	unrollWork = 500_000
)

// maxPolynomial bounds an equation that is asked with the assignments of a step spelled out, in distinct subterms, and
// maxWays the ways of the step, each of which is a question.
const (
	maxPolynomial = 500
	maxWays       = 16
)

// maxTidy bounds the literals of a claim that is said in short, tidyWork each question for that, in units of package work.
const (
	maxTidy  = 400
	tidyWork = 20_000
)
