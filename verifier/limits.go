package verifier

import "time"

const (
	// maxGraphs bounds the functions whose graphs a report contains.
	maxGraphs = 40
	// maxTexts bounds the files whose text a report contains.
	maxTexts = 20
	// maxText bounds the text of such a file, in bytes.
	maxText = 1 << 20
)

// mostFreeObjects bounds the objects of a program that is verified for all their addresses: each pair of them is kept
// disjoint by an assumption.
const mostFreeObjects = 40

// maxOrderRuns bounds the executions of a counterexample in different orders of evaluation.
const maxOrderRuns = 32

// graphLimit is the number of nodes of an abstract reachability graph, per location, from which on the next encoding is
// tried.
const graphLimit = 100

// concreteSteps bounds the steps of the concrete execution before the engine: about a second.
const concreteSteps = 20_000_000

// firstSteps bounds them where what may be faster comes before the rest.
const firstSteps = concreteSteps / 10

// lostSteps bounds the run that is asked for lost blocks first, whether it ends or not.
const lostSteps = 200_000

// diamondMaxOps is the default limit on the operations of a block of engine.Diamond: loops over many independent flags
// become a few blocks, state machines stay small enough for interpolation.
const diamondMaxOps = 50

const (
	// smallValue bounds the size of the value ranges of a control-dominated program, one that decides on few values.
	smallValue = 1 << 10
	// smallCount bounds the constants that counters of such a program are compared with.
	smallCount = 16
)

const (
	exhaustSteps  = concreteSteps // steps of all executions of an exhaustive run together; beyond this or one of the next two limits it is given up
	exhaustCases  = 3000          // cases that are open or were executed
	exhaustSplits = 64            // divisions of a case by a condition
	exhaustEarly  = 12            // such divisions of one case before its values are enumerated
	exhaustDepth  = 24            // divisions of one case in all
	exhaustWindow = 140           // distance from one of its values within which an input is enumerated
	exhaustValues = 300           // combinations of values into which one case is divided: those of a byte and some
	exhaustWork   = 200_000       // work of one solver query, in units of package work: these queries are easy
	exhaustAll    = 3_000_000     // work of all solver queries, in units of package work
	// exhaustLeast is the number of steps below which executions are left to the engine if all are shorter: it needs no
	// more time for them, and its proof says why.
	exhaustLeast = 2000
)

const (
	// shapeWork bounds the shape analysis, in units of package work, and shapeShare is the part of the limits that it may take.
	shapeWork  = 5_000_000
	shapeShare = 4
	// shapeLocations bounds the program that it analyses.
	shapeLocations = 20_000
)

const (
	// stepShares is the part of the limits that each step of termination has before one has the rest, and stepHaste the units of work that it may do in a microsecond.
	stepShares = 10
	stepHaste  = 2
	// stepWork is the work of a step in the first round at most, in units of package work, and stepGrowth its factor from one round to the next.
	stepWork   = 500_000
	stepGrowth = 4
	// mostStepWork is what the budget of a step may be at most: more than the time allows.
	mostStepWork = 1 << 34
	// directWork bounds a question whether measures get smaller in machine arithmetic without a search.
	directWork = 500_000
	// enoughToRank is the work from which on a step for measures does not look for those of a loop again, with more.
	enoughToRank = 64_000_000
	// maxCovers bounds the measures of a transition invariant.
	maxCovers = 8
	// turnBits is the width of the counters of turns.
	turnBits = 66
	// turnLimit is the logarithm of a number of turns that no loop makes which a counter of the program ends.
	turnLimit = 65
	// repeatRuns are the runs that are searched for a state that repeats in each round.
	repeatRuns = 40
	// repeatMost is the number of runs from which on no more are made if all end.
	repeatMost = 500
	// repeatEffort is the effort of all of them together in the first round.
	repeatEffort = 2_000_000
	// repeatEach is the effort of one of them in the first round.
	repeatEach = 100_000
	// repeatVisits are the first states of such a run, which are all kept.
	repeatVisits = 2000
	// repeatReplay bounds the steps of the replay of an execution that need not end.
	repeatReplay = 20_000_000
	// recurrenceRuns are the random runs whose ways are tried for a set that is never left, recurrenceParts the parts of a budget that one run may use,
	// leastRecurrence the least it has, and recurrenceWalk the turns for which the interpreter follows what is found.
	recurrenceRuns  = 8
	recurrenceParts = 4
	leastRecurrence = 50_000
	recurrenceWalk  = 500
	// repeatDepend bounds the steps of those that are followed for what they depend on.
	repeatDepend = 1_000_000
)

// endsWork bounds the search for an execution that comes to an end, in units of package work.
const endsWork = 1_000_000

// preprocessTime bounds gcc, whose macros can expand without end.
const preprocessTime = 60 * time.Second

const (
	randomRuns   = 300       // executions on random inputs: a tenth of a second or so
	randomSteps  = 1_000_000 // steps of all of them together
	randomEach   = 20_000    // steps of one of them
	overlapRuns  = 20        // executions that are searched for overlaps (package overlap)
	overlapSteps = 200_000   // steps of all of them together
	overlapError = 1_000_000 // steps of an execution that reaches the error
	sharedFactor = 4         // such an execution may have so many times the steps where string literals are shared
	longRuns     = 4_000_000 // steps of all of them together, when none of the first ones has terminated: half a second
	randomPool   = 200       // constants of the program that serve as inputs
)

const (
	probeLocations = 20_000      // locations of the program that shows whether all recursion ends by itself
	followedSteps  = 20_000_000  // steps of an execution that is traced for the depth of its recursion
	longestShare   = 120_000_000 // work of closing recursion, in units of package work
)

// phaseShare is the divisor for the share of a run's limits that a phase before the engines may take.
const phaseShare = 3

const (
	// wholeInlining is the part of what is left of the share of inlining that one attempt may take; the rest is for smaller ones.
	wholeInlining = 0.7
	// probePart is the part of that share that the question whether recursion ends by itself may take.
	probePart = 0.25
	// closedPart is the part of it that closing recursion once may take.
	closedPart = 0.5
)

// partialLocations bound the locations of a program that is inlined in part, at the first attempt and, where that takes too long, the next.
var partialLocations = []int{20_000, 2_000, 200}

// relationalPart is the part of the share of the invariants that relational ones may take; the rest is for intervals.
const relationalPart = 0.7

// equationsTime is the processor time that the search for equations of polynomials may take, for what work does not count.
const equationsTime = 500 * time.Millisecond

// The processor time, which is for what work does not count, and the work that the early phases of Auto may take each time.
const (
	earlyInvariants = 500 * time.Millisecond
	earlyIntegers   = 150 * time.Millisecond // of relational invariants over the integers, of a program that only decides
	earlyExhaust    = 100 * time.Millisecond
	earlySegments   = 1500 * time.Millisecond

	earlyBrief       = 100 * time.Millisecond // of a search for what is decided at once
	earlyBriefWork   = 1_000_000
	longRun          = 1000                   // steps of a run from which on a program with arrays is not searched for its paths
	earlyPaths       = 700 * time.Millisecond // of the search of single statements
	earlyPathsWork   = 4_000_000
	earlyShare       = 0.05                   // of the work that is left, where work is bounded
	earlyPart        = 3                      // divisor of the time before the searches that each may take in any case
	earlyJoined      = 250 * time.Millisecond // of that of blocks, and of k-induction
	earlyJoinedWork  = 2_000_000
	earlySlice       = 200 * time.Millisecond // of a search of a slice
	earlySliceWork   = 1_000_000
	earlyUnwound     = 600 * time.Millisecond // of bounded model checking
	earlyUnwoundWork = 3_000_000
)

// leastParts is the number of terms that are parts of words from which on a program is searched over bit-vectors, too.
const leastParts = 4

// earlySlowness is the factor on this processor time. Tests, which may run under the race detector, raise it.
var earlySlowness time.Duration = 1

// sliceWork is the work of one slice, in units of package work; those of simple goals get a thousandth of it.
const sliceWork = 2_000_000

// openSlices bounds the attempts at insensitive slices without a proof: what several of them keep open is left to a search on the whole program.
const openSlices = 2

const (
	// lazyGC is the garbage collector's percentage while less than a quarter of the memory limit is used: it saves a
	// tenth of the time.
	lazyGC = 400

	// defaultPlan is the work that is expected of a run without a time limit: 15 minutes' worth.
	defaultPlan = 900_000_000
)

// beginning is the factor on the processor time of the portfolio's parent process that bounds what a worker may use
// before it searches: engines that do not use the shared preparation repeat it, and more.
const beginning = 3

// leastMemoryMB is the least memory of all workers of a portfolio together, in MB.
const leastMemoryMB = 256

const (
	// firstRecursionBound is the recursion bound that is tried first when the user gives none.
	firstRecursionBound = 10
	// recursionBoundFactor is the factor by which each further attempt multiplies it.
	recursionBoundFactor = 5
)

const (
	// leastEvidence is the least time for the evidence when it has no time of its own: a witness with little content is
	// still written.
	leastEvidence = 150 * time.Millisecond

	// spaceShare is the divisor for the share of the address space, where the system limits it, that a run leaves free.
	spaceShare = 16

	// spaceReserveMB is the least that it leaves free, in MB.
	spaceReserveMB = 192

	// Grace is the time by which a run may exceed its limits: solvers are interrupted, but libz3 does not always notice.
	Grace = 400 * time.Millisecond

	// cpuGrace is the processor time by which a search may exceed the limit of it.
	cpuGrace = 300 * time.Millisecond

	// busyGrace is the time by which it may exceed it when it does not get the processor.
	busyGrace = 4 * time.Second

	// readingGrace is the time by which the front end may exceed the limits.
	readingGrace = 100 * time.Millisecond

	// graceLook is the time between two looks at these.
	graceLook = 20 * time.Millisecond

	// EvidenceGrace is the same for evidence, which still writes what exists when its time has ended.
	EvidenceGrace = 2 * time.Second
)

// proofWork bounds the search for a proof that can be checked, of a program that is known to be safe, in units of
// package work. Tests reduce it.
var proofWork = 60_000_000

// proofShare is the divisor for the share of the remaining limits that this search may take: exceeding them would cost
// the verdict.
const proofShare = 3

const (
	// secondWork bounds the search by another engine for a proof that can be certified, in units of package work.
	secondWork = 8_000_000
	// secondShare is the share of the time for the certificate that this search may take.
	secondShare = 0.25
)

// maxElements bounds the elements of the object that a pointer from outside the program points to.
const maxElements = 4096

const (
	// maxSamples bounds the samples of a run's progress that are kept.
	maxSamples = 400
	// firstGap is the time between two samples at first.
	firstGap = 20 * time.Millisecond
)

const (
	// inductionWork is the budget of a proof by induction on the size, in units of package work.
	inductionWork = 400_000_000
	// inductionShare is the share of the remaining budget that this proof may take.
	inductionShare = 0.5
)

const (
	// cellsWork is the budget of the search on distinguished cells, in units of package work.
	cellsWork = 400_000_000
	// cellsShare is the share of the remaining budget that this search may take.
	cellsShare = 0.5
	// cellsOnlyShare is the same share where no other method is tried.
	cellsOnlyShare = 0.8
)

const (
	// segmentFactWork is the budget for simplifying the invariants of the array segmentation where they do not prove the
	// program, in units of package work.
	segmentFactWork = 1_000_000
	// segmentFactShare is the share of the remaining budget that this may take.
	segmentFactShare = 0.1
)

const (
	// firstShare is the processor time of a worker's first turn, in milliseconds.
	firstShare = 250
	// equalShare is the processor time up to which all complementary engines have the same, in milliseconds.
	equalShare = 400
	// mostFirst bounds the weights that a first turn grows with.
	mostFirst = 3
	// farFrontier is the number of open paths, or of claims, of an engine that is far from an answer.
	farFrontier = 1000
	// promising is the weight from which on a worker that repeats an early search does not wait until others have had as much.
	promising = 2
	// otherShare is the weight of an engine that is not complementary to the others.
	otherShare = 0.25
	// progressPart is the divisor of a count of steps by which it has grown when a worker tells of its progress.
	progressPart = 4
)

// An execution that reaches a goal about memory is judged within judgedFactor times its steps and judgedSteps more.
const (
	judgedFactor = 8
	judgedSteps  = 1000
)

const (
	// checkSteps bounds the steps of all runs that look for violated checks together.
	checkSteps = 3_000_000
	// leastCheckTime is the least part of the limits with which goals are tried.
	leastCheckTime = 200 * time.Millisecond
	// leastCheckWork is the same in units of package work, where these are limited.
	leastCheckWork = 10_000
	// pathsTime bounds the processor time of the search of paths that comes first, beside half of the part of the limits.
	pathsTime = 3 * time.Second
	// allPathsTime bounds that of all goals together where the processor time is not limited.
	allPathsTime = 20 * time.Second
	// allShare is the part of what is left of the limits for each of them where it is.
	allShare = 0.3
	// wholeShare is the part of what is left of the limits for goals that are searched together first.
	wholeShare = 0.4
)

const (
	// unwrittenRuns bounds the runs on random inputs that look for what is read before it was written.
	unwrittenRuns = 50
	// unwrittenEach bounds the steps of one of them, which follows what depends on such values, and
	unwrittenEach = 100_000
	// unwrittenSteps those of all.
	unwrittenSteps = 500_000
	// unwrittenParts bounds the sources for each of which an abstract interpretation is made.
	unwrittenParts = 20
)

// shownLoops bounds the loops that a message lists.
const shownLoops = 10
