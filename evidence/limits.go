package evidence

const (
	// maxListed bounds the obligations of a certificate that a report lists.
	maxListed = 200

	// toldSteps bounds the executions that are told step by step.
	toldSteps = 5_000_000

	// DependSteps bounds the executions whose dependence is followed: it takes some
	// seconds.
	DependSteps = 2_000_000

	// maxValues is the number of values shown of one source.
	maxValues = 4
)

// reportWork bounds the search for readable invariants where nobody asks for a certificate or a witness, in units of package work.
const reportWork = 4_000_000

const (
	// passedSteps and passedStates bound the executions whose states are claims, and
	// the programs.
	passedSteps  = 20_000
	passedStates = 400
	// passedCells bounds the cells of an array that a state tells.
	passedCells = 40
)

// maxEntryWays bounds the disjuncts in what is said of a loop's entry, entryWork each query for one
// of them, in units of package work, and maxParts the parts into which a case of a summary is cut.
const (
	maxEntryWays = 16
	entryWork    = 200_000
	maxParts     = 24
)

// operationResources are those for questions about one operation, see machineResources.
const operationResources = 20_000

// operationShare is the share of the time that is left which one such question may take.
const operationShare = 0.03

// maxFormula bounds how much of an invariant is printed.
const maxFormula = 2000

// Bounds of the search for proofs that checks hold: the edges of a program for
// one proof of all, and the edges of all programs for one proof each.
const (
	maxJointEdges  = 250
	maxSingleEdges = 500
)

// maxAtoms bounds the comparisons of a program that are candidates for claims.
const maxAtoms = 40

const maxShown = 40 // inputs and invariants printed as text

const (
	// maxAccessEdges bounds the program whose memory accesses are analysed. In a
	// larger one only accesses at constant addresses are shown to be fine.
	maxAccessEdges = 5000

	// assumptionWork bounds what is asked about checks, in units of package work.
	assumptionWork = 3_000_000

	// shownPlaces bounds the places of one kind that the text names.
	shownPlaces = 5
)

// maxBranches bounds the branches that a witness names. The inputs determine the
// execution; a loop of a million iterations need not be told iteration by
// iteration.
const maxBranches = 4096

// integerResources are those for one question over the integers: many seconds when variables are
// multiplied.
const integerResources = 200_000

// The bounds of certificates by unrolling: the visits of loop heads in one execution, where the questions are
// to be easy and where all resources are for them, and the work of finding out whether that is all.
const (
	fewVisits  = 40
	manyVisits = 150
	unrollWork = 20_000_000
	// endsShare is the share of the time where the proof is one by unwinding, betterShare where there is a certificate over the integers already.
	endsShare, betterShare = 0.7, 0.5
	// maxApart is how many of its questions are asked one by one, and not as one, with so many resources.
	maxApart        = 100
	joinedResources = 20_000_000
	fewShare        = 0.2 // of the time that is left, for the questions that are to be easy
)

// The share of the time for the evidence in which a proof is to be certified when other engines may be asked for others,
// and one by execution, which has few claims.
const (
	ownProof    = 0.7
	ownExecuted = 0.25
)

// maxEarly bounds the edges of a program that is unrolled before all other attempts at a certificate have failed.
const maxEarly = 200

// maxCopies bounds the equations of variables, one assigned to the other, that are tried as claims.
const maxCopies = 40

// maxLastCopies bounds the variables that a claim is made about in place of the one that they are copied from.
const maxLastCopies = 6
