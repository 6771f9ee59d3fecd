package mortal

const (
	// maxDimensions bounds the variables that a linear ranking function may be about.
	maxDimensions = 7
	// maxComponents bounds the components of a tuple.
	maxComponents = 12
	// maxModels bounds the models of one hull.
	maxModels = 60
	// checkWork bounds one question to the solver, in units of package work.
	checkWork = 400_000
	// rankWork bounds the work on one head.
	rankWork = 4_000_000
	// preconditionWork bounds the work on the mortal precondition of one head.
	preconditionWork = 8_000_000
	// maxLeaves bounds the alternatives of a value.
	maxLeaves = 8
	// maxDegree bounds the degrees of closed forms in the number of turns.
	maxDegree = 4
	// maxResidue bounds the exponents of the powers of two that residues are taken of.
	maxResidue = 8
	// starWork bounds the closure of one inner loop.
	starWork = 2_000_000
	// innerWork bounds the analysis of one body of an inner loop.
	innerWork = 1_000_000
	// maxTransition bounds the distinct subterms of a transition formula; beyond, it is weakened.
	maxTransition = 20_000
	// sizePerUnit is the number of subterms of a result that are one unit of work.
	sizePerUnit = 8
	// maxWidth bounds the bits of a component of a measure.
	maxWidth = 160
	// maxCandidates bounds the candidates of a pool.
	maxCandidates = 120
	// maxPhases bounds how often a loop is divided into phases, one in the other.
	maxPhases = 2
	// maxSplits bounds the predicates over which phases are looked for.
	maxSplits = 24
	// turnsWork bounds the search for a bound of the turns of a loop.
	turnsWork = 500_000
	// tellingBits is the length of a constant from which on it is one of a type.
	tellingBits = 14
	// maxDynamics bounds the variables of a linear map.
	maxDynamics = 6
	// maxOrder bounds the orders of roots of unity: more are not eigenvalues of maps of so many integers.
	maxOrder = 18
	// maxPeriod bounds their least common multiple.
	maxPeriod = 12
	// maxEntry bounds the bits of the numbers in powers of a map.
	maxEntry = 120
	// maxConditions bounds the conditions of a turn that are followed along a map.
	maxConditions = 6
	// maxNorm bounds the summands of a norm.
	maxNorm = 8
	// maxEigenvalue bounds the eigenvalues that are tried.
	maxEigenvalue = 16
)
