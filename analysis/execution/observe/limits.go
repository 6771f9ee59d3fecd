package observe

const (
	runs         = 60      // executions of a program
	patience     = 8       // runs without a new state before it is over
	stepsPerUnit = 4       // steps for a unit of work
	runSteps     = 4000    // edges of an execution
	perHead      = 300     // states that are kept at a location
	perVisit     = 24      // states of one run that are kept at a location
	touchVisits  = 4       // times as many in which is seen what cells matter
	kinds        = 5       // of numbers that are drawn
	firstCell    = -2      // the first index of arrays whose values are drawn, where the program leaves them open
	lastCell     = 24      // and the last
	firstByte    = -8      // the same for an array that begins at an address, which is a constant in its indices
	lastByte     = 64      // and the last
	lowStart     = 4096    // constants from here on may be addresses
	maxStarts    = 4       // addresses at which cells of an array are drawn
	retries      = 24      // times that a run that an assumption ends goes on with other last numbers
	undone       = 2       // so many of them
	lowUnit      = 16      // constants from here on may be bounds of loops that are to be scaled
	highUnit     = 1 << 28 // up to here
	nearUnit     = 4       // the distance to a multiple of such a bound that is scaled with it
	multiples    = 8       // which multiples are
	maxCells     = 4000    // cells of an array that are read in a state
)
