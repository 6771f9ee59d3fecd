package recurrence

const (
	// maxWay bounds the edges of a way, maxPeriod the visits of the head that are one turn of a periodic run.
	maxWay    = 1500
	maxPeriod = 12
	// maxWays bounds the ways, maxFound those of them that are found from states without a way.
	maxWays  = 8
	maxFound = 6
	// maxVisits bounds the visits of a head that are kept of a run.
	maxVisits = 48
	// minVisits is the least number of visits from which a set is guessed.
	minVisits = 4
	// maxObjects bounds the live objects that an address without a constant value may lie in.
	maxObjects = 48
	// maxFresh bounds the bytes of an object that comes to life on a way, maxBlocks the blocks of the heap that do.
	maxFresh  = 256
	maxBlocks = 8
	// maxQuantities bounds the variables and cells that conjuncts are about, maxCells the cells that one index may stand for.
	maxQuantities = 48
	maxCells      = 8
	// maxPaired bounds the quantities of which any two are related.
	maxPaired = 10
	// maxCandidates bounds the conjuncts.
	maxCandidates = 400
	// maxDeep bounds the turns behind which conditions are taken, maxTerm the size of such a condition.
	maxDeep = 3
	maxTerm = 400
	// maxRounds bounds the questions about one choice of ways.
	maxRounds = 120
	// maxSearch bounds the edges that are tried from one state without a way, maxTried the values of one input.
	maxSearch = 4000
	maxTried  = 24
	// maxSlim bounds the conjuncts that are tried to be left out.
	maxSlim = 60
	// maxReturns bounds the states at a head of a run that ends from which a way back is looked for, maxArray the written cells of an array there.
	maxReturns = 3
	maxArray   = 300
	// maxStem bounds the edges of a run to whose loop heads inputs are chosen, maxRound the ways round a head for which they are.
	maxStem  = 1500
	maxRound = 24
	// maxDepth bounds the loop heads of an execution that is explored, maxSegment the edges between two, maxVectors the choices of inputs there,
	// maxSegments all parts of executions that are explored, and maxValues the values of an input.
	maxDepth    = 60
	maxSegment  = 4000
	maxVectors  = 96
	maxSegments = 6000
	maxValues   = 7
	// maxChoices bounds the choices of inputs of one kind that are tried.
	maxChoices = 60
	// maxPaths bounds the executions whose branches are tried otherwise, maxPath the edges of one, maxQuestions the questions about them.
	maxPaths     = 300
	maxPath      = 1200
	maxQuestions = 800
	// maxSum bounds the terms of a sum that is brought into a form.
	maxSum = 24
	// maxFactor bounds the factors of a proportion.
	maxFactor = 1000
	// maxGuesses bounds the choices of ways of a run that are tried.
	maxGuesses = 8
)

// windows are the parts of a run, in steps from its beginning, in which its ways are recorded.
var windows = []struct{ from, length int }{{0, 1500}, {2000, 4000}, {40000, 8000}}

// questionWork bounds one question of a search, in units of package work.
const questionWork = 500_000
