package interp

// maxDepth bounds the stack.
const maxDepth = 200_000

// maxSymbolic bounds the terms over the symbols: what is larger is unknown.
const maxSymbolic = 200

// maxSources bounds the sources that are told apart by the time of the havoc and
// by cell; beyond, all of one origin are one. Larger sets than maxSet are not
// followed: all of their sources count as used.
const (
	maxSources = 1 << 14
	maxSet     = 256
)

// stepsPerUnit is the number of steps for a unit of package work.
const stepsPerUnit = 4

// replaySteps bounds a replay without a bound of its own: some ten seconds.
// Passes drop loops that the property does not depend on, and the engine's
// execution does not tell how long they run. Where it was long itself, the replay
// may take replayFactor times its steps.
const (
	replaySteps  = 200_000_000
	replayFactor = 20
)

// ReplayTrace bounds the path that is kept of a replay: an execution that does not
// end would fill the memory with its path.
const ReplayTrace = 1 << 20

// maxInputs bounds the inputs that have symbols; later ones are unknown: arrays of inputs are long, and
// nobody tries their values one by one.
const maxInputs = 2000
