package quantified

const (
	maxArrays  = 16   // arrays of a program that claims are about
	maxSingle  = 4    // constant indices of an array that is accessed in no other way: each is a variable
	nearIndex  = 16   // elements between two constant indices of one array
	lowAddress = 4096 // constants from here on may be addresses

	chain       = 3         // how far instances of claims give rise to others
	slimWork    = 4_000_000 // that leaving out what a proof does not need may take
	publishWork = 400_000   // of finding out which facts follow from others, in the units of package work
	coreTries   = 24        // questions by which one core is made small
	few         = 40        // claims that may fail together without being noticed, by a deliberate mistake
	maxWays     = 16        // through an edge that are steps of their own

	fewStates         = 3       // states at a loop head without which nothing is guessed there
	fewSupport        = 2       // states that a claim must have a reason in
	fewRows           = 4       // cells without which no equation is looked for
	fewValues         = 6       // values of cells that are bounds each
	maxConstants      = 8       // constants that bound the cells of an array at a loop head
	oftenSeen         = 3       // cells with the least or greatest value of all that make it a bound
	maxFlags          = 12      // comparisons of scalars that are conditions of facts about cells
	fewMet            = 3       // values for which a linear bound is met
	maxOffset         = 8       // of a linear bound
	maxScalars        = 12      // of a loop head
	maxMarks          = 14      // ends of ranges at a loop head
	maxEnd            = 12      // the size of such a term
	maxAtom           = 40      // the size of a comparison
	maxAtoms          = 60      // comparisons of the program
	maxGoal           = 120     // the size of what has to hold before a target
	maxConds          = 12      // comparisons by which cells are told apart
	maxPreds          = 60      // predicates made of the program's text
	maxPairs          = 12      // those about two cells
	pairStates        = 100     // states in which predicates about two cells are tried
	maxTried          = 12_000  // pairs of numbers for which they are
	maxFitting        = 3000    // pairs of ranges in which such a predicate was not violated that are looked at
	maxRectangles     = 6       // of them that claims are made of
	maxStarts         = 4       // constant addresses of arrays in which the program counts bytes
	maxKinds          = 4       // of objects on the heap
	maxLifted         = 6       // predicates made of one formula
	maxClaims         = 200     // at a loop head, of each of two rounds
	maxLargest        = 3       // ranges of a predicate that lie in no other one
	maxSmaller        = 3       // and others
	maxOrdered        = 24      // claims of how ends of ranges lie to each other under conditions
	maxUntried        = 24      // ranges of a predicate where data do not choose
	maxNumbers        = 40      // cells of an array that are looked at in a state
	farNumber         = 64      // numbers of cells that are looked at
	maxRows           = 160     // cells over which an equation is looked for
	maxSizes          = 5       // scalars in such equations
	maxOthers         = 9       // and other arrays
	maxFits           = 2       // equations for the cells in a range
	condSets          = 14      // sets of terms that are tried where cells are told apart
	maxCoefficient    = 20      // bits of a coefficient
	typeEnd           = 1 << 28 // constants from here on are ends of types
	maxDifferences    = 6       // claims that two scalars differ by a cell, under one condition
	maxDifferingCells = 24      // cells that they may differ by
	maxCases          = 16      // conditions under which they are looked for

	guessWork    = 1000    // that is counted for guesses at a loop head, for each state
	questionWork = 300_000 // that a question may take
)
