package verifier

import "time"

const (
	// maxGraphs bounds the functions that a report draws.
	maxGraphs = 40
	// maxTexts and maxText bound the files whose text a report has, and their bytes.
	maxTexts = 20
	maxText  = 1 << 20
)

// mostFreeObjects bounds the objects of a program that is verified for all
// their addresses: each pair of them is kept apart by an assumption.
const mostFreeObjects = 40

// maxOrderRuns bounds the executions of a counterexample in different orders of evaluation.
const maxOrderRuns = 32

// graphLimit is the number of nodes of an abstract reachability graph, for each
// location, from which on the next encoding is tried.
const graphLimit = 100

// concreteSteps bounds the run before the engine: a second or so.
const concreteSteps = 20_000_000

// diamondMaxOps is the default size limit of a block of engine.Diamond: loops
// over many independent flags become a few blocks, state machines stay readable
// for interpolation.
const diamondMaxOps = 50

// A program that only decides has few values: smallValue bounds their ranges, smallCount what counters are compared with.
const (
	smallValue = 1 << 10
	smallCount = 16
)

// The bounds of an exhaustive run. It is given up beyond any of them.
const (
	exhaustSteps  = concreteSteps // of all executions together
	exhaustCases  = 3000          // that are open or were run
	exhaustSplits = 64            // cases divided by a condition
	exhaustEarly  = 12            // such divisions of one case, before its values are enumerated
	exhaustDepth  = 24            // divisions of one case at all
	exhaustWindow = 140           // inputs that can be farther than that from one of their values are not enumerated
	exhaustValues = 300           // combinations of values that one case is divided into: those of a byte and some
	exhaustWork   = 200_000       // of a question to the solver, in units of package work: they are easy
	exhaustAll    = 3_000_000     // of all questions, in units of package work
	// Executions that are all shorter are left to the engine: it needs no more time
	// for them, and its proof says why.
	exhaustLeast = 2000
)

// preprocessTime bounds gcc, whose macros can expand without end.
const preprocessTime = 60 * time.Second

// The bounds of the random runs: a tenth of a second or so.
const (
	randomRuns  = 300
	randomSteps = 1_000_000 // of all runs together
	randomEach  = 20_000    // of one
	longRuns    = 4_000_000 // of all runs together, when none of the others has come to an end: half a second
	randomPool  = 200       // constants of the program that serve as inputs
)

// The limits of closing recursion.
const (
	probeLocations = 20_000      // of the program that tells whether all recursion ends by itself
	followedSteps  = 20_000_000  // of an execution
	longestShare   = 120_000_000 // of a closing, in units of package work
)

// sliceWork is for one slice; those of simple goals take a thousandth of that.
const sliceWork = 2_000_000

const (
	// lazyGC is the garbage collector's percentage while a quarter of the memory
	// limit is not used: it saves a tenth of the time.
	lazyGC = 400

	// defaultPlan is the work that is expected of a run without a limit of time: 15 minutes' worth.
	defaultPlan = 900_000_000
)

// beginning is how many times the processor time of the process that asks workers one of them may take before
// it searches: engines that do not use what the others share make it again, and more.
const beginning = 3

// leastMemoryMB is what the workers of a portfolio may have at least, together.
const leastMemoryMB = 256

// firstRecursionBound is the bound tried first when the user gives none;
// each further attempt multiplies it.
const (
	firstRecursionBound  = 10
	recursionBoundFactor = 5
)

const (
	// leastEvidence is what the evidence may take at least when it has no time of its own: a
	// witness that says little is written.
	leastEvidence = 150 * time.Millisecond

	// Grace is what a run may take beyond its limits: solvers are interrupted, but
	// libz3 does not always notice.
	Grace = 400 * time.Millisecond

	// EvidenceGrace is the same of evidence, which still writes what there is when its time has ended.
	EvidenceGrace = 2 * time.Second
)

// proofWork bounds the search for a proof that can be checked, of a program that
// is known to be safe, in units of package work. Tests make it smaller.
var proofWork = 60_000_000

// proofShare is the share of what the limits have room for, one in so many, that this search may take: it must
// not meet them, which would cost the verdict.
const proofShare = 3

// secondWork bounds the search of another engine for a proof that can be certified, in units of package work, and
// secondShare how much of the time for the certificate it may take.
const (
	secondWork  = 8_000_000
	secondShare = 0.25
)

// maxElements bounds the elements that a pointer from outside points to.
const maxElements = 4096

// maxSamples bounds the points of a run's progress that are kept, firstGap is the time between them at first.
const (
	maxSamples = 400
	firstGap   = 20 * time.Millisecond
)

// inductionWork is for a proof by induction on the size, and inductionShare the most of what is left that it may take.
const (
	inductionWork  = 400_000_000
	inductionShare = 0.5
)

// cellsWork is for the search on distinguished cells, and cellsShare the most of what is left that it may take, cellsOnlyShare where nothing else is tried.
const (
	cellsWork      = 400_000_000
	cellsShare     = 0.5
	cellsOnlyShare = 0.8
)

// segmentFactWork is for saying in short what segments have found where that does not prove the program, and segmentFactShare the most of what is left
// that it may take.
const (
	segmentFactWork  = 1_000_000
	segmentFactShare = 0.1
)
