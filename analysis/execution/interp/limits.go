package interp

// maxKept bounds the states of a run that are kept to find one of them again (Repeat), in words.
const maxKept = 1 << 22

const (
	// maxStack bounds the stacks of such states that are kept: with a deeper one, calls must not have returned.
	maxStack = 100
	// frameWords is about the size of a call on the stack, in words.
	frameWords = 20
)

// maxDepth bounds the call stack.
const maxDepth = 200_000

// maxBits bounds numbers: one of more has no value. A loop that doubles one would fill the memory with its values.
const maxBits = 1 << 13

// keptTerm is about the memory of a term besides the digits of a number, in bytes.
const keptTerm = 200

// maxSymbolic bounds the size of terms over input symbols: the value of a larger one is unknown.
const maxSymbolic = 200

const (
	// maxSources bounds the sources that are distinguished by the time of the havoc and by cell; beyond it all sources
	// of one origin are one.
	maxSources = 1 << 14
	// maxSet bounds the sets of sources that are tracked: all members of a larger one count as used.
	maxSet = 256
)

// stepsPerUnit is the number of steps for one unit of package work.
const stepsPerUnit = 4

const (
	// replaySteps bounds the effort of a replay that has no bound of its own: some ten seconds. Passes drop loops that
	// the property does not depend on, so the engine's execution does not tell how long they run.
	replaySteps = 200_000_000
	// replayFactor is the factor by which the effort of a replay may exceed the steps of the engine's execution where that was long
	// itself.
	replayFactor = 20
)

// ReplayTrace bounds the path recorded in a replay, in edges: a non-terminating execution would fill the memory with its
// path.
const ReplayTrace = 1 << 20

// maxInputs bounds the inputs that are symbolic; later ones are unknown: arrays of inputs are long, and their values are
// not enumerated.
const maxInputs = 2000

// maxCycle bounds the lost blocks that are told to be in one cycle.
const maxCycle = 64

const (
	// leapFrom is the effort from which on a run leaps.
	leapFrom = 1000
	// leapVisits is the number of visits of a loop head before it is tried to leap from it, again with another period after a failure, and leapWait what that
	// grows to.
	leapVisits = 16
	leapWait   = 1 << 16
	// maxTurn bounds the edges of a turn.
	maxTurn = 2000
	// leapRounds bounds the corrections of a guess.
	leapRounds = 8
	// longLeap is the number of turns from which on a leap need not be made longer.
	longLeap = 1 << 16
	// leapGain is the number of steps that a leap has to leave out for each that it costs.
	leapGain = 4
	// nodesPerStep is the number of evaluated forms that take as long as a step.
	nodesPerStep = 4
	// maxLeapt bounds the steps of an execution that leaps.
	maxLeapt = 1 << 50
)

// periods are the numbers of visits of a loop head that are tried as one turn: the way may alternate.
var periods = []int{1, 2, 3, 4, 6, 12}
