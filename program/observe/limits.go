package observe

const (
	runs      = 60   // executions of a program
	runSteps  = 4000 // edges of an execution
	perHead   = 300  // states that are kept at a location
	perVisit  = 24   // states of one run that are kept at a location
	firstCell = -2   // the indices of arrays whose values are drawn, where the program leaves them open
	lastCell  = 24
	lowUnit   = 16      // constants from here on may be bounds of loops that are to be scaled
	highUnit  = 1 << 28 // up to here
	nearUnit  = 4       // the distance to a multiple of such a bound that is scaled with it
	multiples = 8       // which multiples are
	maxCells  = 4000    // cells of an array that are read in a state
	patience  = 8       // runs that end without a state at a new location before it is over
)
