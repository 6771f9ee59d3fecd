package polynomial

const (
	// maxPaths bounds the paths between loop heads.
	maxPaths = 200
	// maxEdges bounds the edges that are walked to find them.
	maxEdges = 5000
	// maxSize bounds the terms of a path, in distinct subterms.
	maxSize = 1500
)

const (
	// maxCases bounds the cases of one proof.
	maxCases = 64
	// maxDivisor bounds the divisors whose remainders are distinguished.
	maxDivisor = 8
	// maxMultiples bounds the numbers that are told apart in the bounds of a sum.
	maxMultiples = 16
	// maxReductions bounds the steps of one division by claims.
	maxReductions = 100
	// maxMonomials bounds a polynomial that is divided.
	maxMonomials = 200
)

const (
	// maxCandidates bounds the candidates at a loop head.
	maxCandidates = 40
	// pullbacks is the number of loops backwards over which candidates are substituted.
	pullbacks = 3
	// maxValues bounds the values of a variable that are enumerated: the powers of two of 64 bits, and some.
	maxValues = 70
)

const (
	// maxTemplateVars bounds the variables of templates.
	maxTemplateVars = 8
	// maxCoordinates bounds the monomials in the images of templates.
	maxCoordinates = 400
	// maxCoefficient bounds the numerators of coefficients in the results of linear algebra.
	maxCoefficient = 1 << 12
	// maxDenominator bounds their denominators.
	maxDenominator = 60
	// maxTemplates bounds the candidates that a template gives a loop head.
	maxTemplates = 12
	// leastModulus bounds what counts as the wrap-around of a machine type.
	leastModulus = 1 << 8
	// maxModuli bounds the moduli for which templates are solved.
	maxModuli = 3
)

const (
	// proofWork is the work of one step of a proof, in units of package work.
	proofWork = 20
	// rowsPerWork is the number of rows of a matrix that are eliminated from others for a unit of work.
	rowsPerWork = 10
	// searchWork bounds a search.
	searchWork = 200_000
	// linearWork bounds a search for a program that compares no polynomials, of which products may be invariants all the same.
	linearWork = 20_000
	// maxLinear bounds the variables and the edges of such a program.
	maxLinear = 30
)
