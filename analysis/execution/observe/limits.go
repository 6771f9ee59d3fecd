package observe

const (
	runs         = 60      // bounds the executions of a program
	patience     = 8       // runs in a row without a new state after which sampling ends
	stepsPerUnit = 4       // interpreter steps for one unit of package work
	runSteps     = 4000    // bounds the edges of one execution
	perHead      = 300     // bounds the states that are kept at a loop head
	perVisit     = 24      // bounds the states of one run that are kept at a loop head
	touchVisits  = 4       // factor on perVisit: the visits of a loop head in one run at which the accessed cells are recorded
	kinds        = 5       // number of distributions that inputs are drawn from
	firstCell    = -2      // the first index of an uninitialised array whose value is drawn
	lastCell     = 24      // the last index of an uninitialised array whose value is drawn
	firstByte    = -8      // the first offset with a drawn value in an array that is indexed by addresses, from its constant start address
	lastByte     = 64      // the last offset with a drawn value in an array that is indexed by addresses
	lowStart     = 4096    // the least constant that may be an address
	maxStarts    = 4       // bounds the start addresses of an array whose cells are drawn
	retries      = 24      // bounds how often a run that an assumption blocks is repeated with other values of its last inputs
	undone       = 2       // bounds the last inputs that are drawn anew in such a repetition
	lowUnit      = 16      // the least constant that may be a loop bound to be scaled down
	highUnit     = 1 << 28 // the greatest constant that may be a loop bound to be scaled down
	nearUnit     = 4       // the distance from a multiple of a scaled loop bound within which a constant is scaled with it
	multiples    = 8       // the greatest multiple of a scaled loop bound whose neighbourhood is scaled with it
	maxCells     = 4000    // bounds the cells of an array that are recorded in a state
)
