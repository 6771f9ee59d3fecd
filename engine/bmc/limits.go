package bmc

const (
	stepWork    = 20      // the work of an operation, besides that of the solver
	firstBudget = 300_000 // the work of a question before its answer is put off; doubled each time
	maxBudget   = 1 << 40 // of a question when nothing else is left to do
	maxKnown    = 256     // literals of a guard that are compared with a new one
	maxApart    = 24      // states at a location that are kept apart
	maxStores   = 64      // of two arrays above what they share that are merged one by one
	maxModels   = 4       // that are kept to answer questions
	maxPaths    = 8       // to one target that are replayed in vain
	maxWays     = 50_000  // literals of all ways to the error that an unwinding tells of
	guardsStep  = 32      // guards on the way from one to another that count as an operation
	openUnits   = 64      // what a visit of a loop head counts, against 1 where an exit was decided by constants
	maxEssence  = 200     // the size of a value, and the literals of a guard, up to which states are compared by what their future depends on
	pauseSteps  = 500     // operations between two looks at the clock
	pieceSize   = 32      // values that copies of a state share until one of them is written
	smallTerm   = 64      // the size up to which a term is evaluated as a tree, without remembering its parts
)
