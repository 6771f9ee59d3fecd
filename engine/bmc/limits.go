package bmc

const (
	stepWork    = 20      // is the work of an operation, besides that of the solver
	firstBudget = 300_000 // is the work of a solver query before it is postponed; doubled each time
	maxBudget   = 1 << 40 // is the work of a solver query when nothing else is left to do
	maxKnown    = 256     // bounds the literals of a guard that are compared with a new one
	maxApart    = 24      // bounds the states at a location that are kept separate
	maxStores   = 64      // bounds the stores of two arrays, above their common base array, that are merged one by one
	maxModels   = 4       // bounds the models kept to answer queries
	maxPaths    = 8       // bounds the failing replays of paths to one target
	maxWays     = 50_000  // bounds the literals of all paths to the error in an exported unwinding
	guardsStep  = 32      // number of guards between a guard and its ancestor that count as an operation
	openUnits   = 64      // cost of a visit of a loop head in units of the unwinding bound, against 1 where constants decided an exit
	maxEssence  = 200     // bounds the size of a value and the literals of a guard for which states are compared by the variables that are live
	pauseSteps  = 500     // operations between two checks of the budget
	pieceSize   = 32      // values of a state that are shared by its copies (copy on write)
	smallTerm   = 64      // bounds the size of a term that is evaluated as a tree, without memoisation
)
