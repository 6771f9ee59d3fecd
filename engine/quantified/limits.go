package quantified

const (
	maxArrays  = 16   // bounds the arrays of a program that claims are about
	maxSingle  = 4    // bounds the constant indices of an array that is accessed at no other index: each cell becomes a variable
	nearIndex  = 16   // distance, in elements, up to which constant indices belong to the same array
	lowAddress = 4096 // the least constant that may be an address

	chain       = 3         // bounds the rounds of instantiation of claims: instances contain accesses that give rise to others
	slimWork    = 4_000_000 // is the work of removing claims that a proof does not need
	publishWork = 400_000   // is the work of finding out which facts follow from others, in units of package work
	coreTries   = 24        // bounds the solver queries that minimise one core
	few         = 40        // number of failing claims below which an injected fault keeps them
	maxWays     = 16        // bounds the paths through an edge that are steps of their own

	fewStates         = 3       // the least number of states at a loop head from which candidates are guessed
	fewSupport        = 2       // the least number of states that support a candidate
	fewRows           = 4       // the least number of cells from which an equation is guessed
	fewValues         = 6       // bounds the distinct cell values all of which become bounds
	maxConstants      = 8       // bounds the constants that bound the cells of an array at a loop head
	oftenSeen         = 3       // occurrences of the least or greatest cell value that make it a bound
	maxFlags          = 12      // bounds the comparisons of scalars that are conditions of facts about cells
	fewMet            = 3       // the least number of values with equality in a guessed linear bound
	maxOffset         = 8       // bounds the constant of a guessed linear bound
	maxScalars        = 12      // bounds the scalars considered at a loop head
	maxMarks          = 14      // bounds the terms that delimit index ranges at a loop head
	maxEnd            = 12      // bounds the size of a term that delimits an index range
	maxAtom           = 40      // bounds the size of a comparison
	maxAtoms          = 60      // bounds the comparisons in the program that are used
	maxGoal           = 120     // bounds the size of a condition that has to hold before a target
	maxConds          = 12      // bounds the comparisons by which cells are separated
	maxPreds          = 60      // bounds the predicates about one cell made from the program's text
	maxPairs          = 12      // bounds the predicates about two cells
	pairStates        = 100     // bounds the states in which predicates about two cells are evaluated
	maxTried          = 12_000  // bounds the cells of an array whose pairs are evaluated
	maxFitting        = 3000    // bounds the pairs of ranges examined in which such a predicate was never violated
	maxRectangles     = 6       // bounds the pairs of ranges for which claims are made
	maxStarts         = 4       // bounds the constant start addresses of arrays that are indexed by bytes
	maxKinds          = 4       // bounds the kinds of heap objects
	maxLifted         = 6       // bounds the predicates obtained from one formula
	maxClaims         = 200     // bounds the claims at a loop head, in each of two rounds
	maxLargest        = 3       // bounds the maximal ranges of a predicate
	maxSmaller        = 3       // bounds the other ranges of a predicate
	maxOrdered        = 24      // bounds the claims about the order of range ends under conditions
	maxUntried        = 24      // bounds the ranges of a predicate that are guessed without data
	maxNumbers        = 40      // bounds the cells of an array that are read in a state
	farNumber         = 64      // bounds the numbers (relative indices) of cells that are read
	maxRows           = 160     // bounds the cells from which an equation is guessed
	maxSizes          = 5       // bounds the scalars in such equations
	maxOthers         = 9       // bounds the other arrays in such equations
	maxFits           = 2       // bounds the equations for the cells in a range
	condSets          = 14      // bounds the sets of terms that are tried where cells are separated by a condition
	maxCoefficient    = 20      // bits of a numerator or denominator of a coefficient, at most
	typeEnd           = 1 << 28 // the least constant that is taken for a limit of a type
	maxDifferences    = 6       // bounds the claims that two scalars differ by a cell, under one condition
	maxDifferingCells = 24      // bounds the cells that they may differ by
	maxCases          = 16      // bounds the conditions for which such claims are guessed

	guessWork    = 1000    // is the work counted for guesses at a loop head, for each state
	questionWork = 300_000 // is the work of one solver query
)
