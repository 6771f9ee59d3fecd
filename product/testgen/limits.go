package testgen

// The bounds of runs.
const (
	// randomRuns are the runs on random inputs before the search by paths.
	randomRuns = 200
	// randomStale ends them: so many without anything new.
	randomStale = 60
	// moreStale is the same for the random runs behind each search by paths, which have a budget of work, too.
	moreStale = 6_000
	// runSteps bounds one execution.
	runSteps = 100_000
	// randomSteps bounds one on random inputs.
	randomSteps = 30_000
	// firstWindow bounds what is executed behind the turn that an execution was made for; windowFactor is by how much more it
	// becomes in each round.
	firstWindow  = 4_000
	windowFactor = 5
	// dependSteps bounds the run of a test that looks for what it depends on besides its inputs.
	dependSteps = 20_000
)

// The bounds of the search by paths.
const (
	// followWork is the work of following one edge of an execution, in units of package work.
	followWork = 2
	// questionWork is the work of a question besides the solver's.
	questionWork = 20
	// solverWork bounds one question to the solver.
	solverWork = 2_000_000
	// maxOpen bounds the turns that wait.
	maxOpen = 400_000
	// maxAlike bounds the turns of one execution to one edge: loops have many.
	maxAlike = 12
	// tireless is how often a turn to an edge may be tried before that counts as much as a branch on the way.
	tireless = 4
)

// The bounds of the rounds: search by paths, directed search and random runs have a budget each that grows.
const (
	pathWork     = 10_000_000 // of the first search by paths, in units of package work
	directedWork = 4_000_000  // of the first directed search, in units of package work
	randomWork   = 4_000_000  // of the random runs behind the first search by paths, in units of package work
	roundFactor  = 3          // by which the budgets grow from round to round
	maxRounds    = 4          // after which the search ends
	phaseShare   = 3          // the part of what is left of an outer budget that a phase has at most
	// leastDirected is the least that an engine is given for a question.
	leastDirected = 400_000
)

// The bounds of what conditions are divided into.
const (
	maxFine     = 24  // parts of one condition
	maxFineSize = 200 // of its term
)

// shownInputs are the inputs of a test that the text report prints.
const shownInputs = 32
