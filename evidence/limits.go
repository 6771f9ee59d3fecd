package evidence

const (
	// maxListed bounds the obligations of a certificate that a report lists.
	maxListed = 200

	// toldSteps bounds the executions that are shown step by step, in steps.
	toldSteps = 5_000_000

	// DependSteps bounds the executions whose dependences are tracked, in steps: it takes some seconds.
	DependSteps = 2_000_000

	// maxValues bounds the values shown of one source.
	maxValues = 4
)

// reportWork bounds the search for readable invariants where neither a certificate nor a witness is requested, in units
// of package work.
const reportWork = 4_000_000

const (
	// passedSteps bounds the steps of an execution whose states become claims, and the edges of its program.
	passedSteps = 20_000
	// passedStates bounds the states of such an execution.
	passedStates = 400
	// passedCells bounds the cells of an array in the description of a state.
	passedCells = 40
)

const (
	// maxEntryWays bounds the disjuncts of the formula for the states at a loop's entry.
	maxEntryWays = 16
	// entryWork bounds each solver query for one of these disjuncts, in units of package work.
	entryWork = 200_000
	// maxParts bounds the parts into which a case of a summary is divided.
	maxParts = 24
)

// operationResources is the resource limit of a query about one operation, see machineResources.
const operationResources = 20_000

// operationShare is the share of the remaining time that one such query may take.
const operationShare = 0.03

// maxFormula bounds the characters of an invariant that are printed.
const maxFormula = 2000

const (
	// maxJointEdges bounds the edges of a program for one proof that all its checks hold.
	maxJointEdges = 250
	// maxSingleEdges bounds the edges, summed over all checks, for one proof each.
	maxSingleEdges = 500
)

// maxAtoms bounds the comparisons in a program that are candidates for claims.
const maxAtoms = 40

// shownDecisions bounds the decisions of a stem and of a cycle that a report tells.
const shownDecisions = 20

// maxShown bounds the inputs and invariants printed as text.
const maxShown = 40

const (
	// maxAccessEdges bounds the edges of a program whose memory accesses are analysed. In a larger one only accesses at
	// constant addresses are proven safe.
	maxAccessEdges = 5000

	// assumptionWork bounds the solver queries about checks, in units of package work.
	assumptionWork = 3_000_000

	// shownPlaces bounds the source locations of one kind that the text names.
	shownPlaces = 5
)

// maxBranches bounds the branches that a witness lists. The inputs determine the execution; the iterations of a long
// loop need not be listed.
const maxBranches = 4096

// integerResources is the resource limit of one query over the integers: many seconds for nonlinear terms.
const integerResources = 200_000

const (
	// fewVisits bounds the visits of loop heads in one execution for a certificate by unrolling whose queries are
	// expected to be easy.
	fewVisits = 40
	// manyVisits is the same bound where the full resource limits apply.
	manyVisits = 150
	// unrollWork is the work of establishing that no execution is longer, in units of package work.
	unrollWork = 20_000_000
	// endsShare is the share of the time for a certificate by unrolling where the proof is one by unwinding.
	endsShare = 0.7
	// betterShare is the same share where a certificate over the integers exists already.
	betterShare = 0.5
	// maxApart bounds the queries of such a certificate that are made one by one; more are combined into one query.
	maxApart = 100
	// joinedResources is the resource limit of that combined query.
	joinedResources = 20_000_000
	// fewShare is the share of the remaining time for the attempt with fewVisits.
	fewShare = 0.2
)

const (
	// ownProof is the share of the time for the evidence in which the proof that was found is certified, where other
	// engines may be asked for other proofs.
	ownProof = 0.7
	// ownExecuted is the same share for a proof by execution, which has few claims.
	ownExecuted = 0.25
)

// maxEarly bounds the edges of a program whose unrolling is tried before all other kinds of certificate have failed.
const maxEarly = 200

// maxCopies bounds the equations between variables that are copies of each other and are tried as claims.
const maxCopies = 40

// maxLastCopies bounds the variables that replace, in a claim, the one that they are copied from.
const maxLastCopies = 6

const (
	// maxChecksShown bounds the checks of a table in a text that names the proved ones, too.
	maxChecksShown = 100
	// maxCheckInputs bounds the inputs in a line of such a table.
	maxCheckInputs = 4
)
