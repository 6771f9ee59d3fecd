package testgen

const (
	// randomRuns is the number of executions on random inputs before the search by paths.
	randomRuns = 200
	// randomStale is the number of random executions in a row without new coverage that ends them.
	randomStale = 60
	// moreStale is the same number for the random executions after each search by paths, which have a budget of work,
	// too.
	moreStale = 6_000
	// runSteps bounds the steps of one execution.
	runSteps = 100_000
	// randomSteps bounds the steps of one execution on random inputs.
	randomSteps = 30_000
	// firstWindow bounds, in the first round, the edges executed after the branch that an execution was generated to
	// take.
	firstWindow = 4_000
	// windowFactor is the factor by which that bound grows in each round.
	windowFactor = 5
	// dependSteps bounds the steps of the execution of a test that determines what it depends on besides its inputs.
	dependSteps = 20_000
)

const (
	// followWork is the work of the symbolic execution of one edge, in units of package work.
	followWork = 2
	// questionWork is the work of a solver query besides that of the solver, in units of package work.
	questionWork = 20
	// solverWork bounds one solver query, in units of package work.
	solverWork = 2_000_000
	// maxOpen bounds the untaken branches that wait in the queue.
	maxOpen = 400_000
	// maxAlike bounds the untaken branches of one execution that lead to the same edge: loops have many.
	maxAlike = 12
	// tireless is the number of attempts at an edge before that number counts as much as a branch on the path.
	tireless = 4
)

const (
	// pathWork is the budget of the first search by paths, in units of package work.
	pathWork = 10_000_000
	// directedWork is the budget of the first directed search, in units of package work.
	directedWork = 4_000_000
	// randomWork is the budget of the random executions after the first search by paths, in units of package work.
	randomWork = 4_000_000
	// roundFactor is the factor by which these budgets grow in each round.
	roundFactor = 3
	// maxRounds bounds the rounds of the search.
	maxRounds = 4
	// phaseShare is the part of the rest of an outer budget that a phase gets at most: a third.
	phaseShare = 3
	// leastDirected is the least budget of an engine for one goal, in units of package work.
	leastDirected = 400_000
)

const (
	// maxFine bounds the parts (atomic conditions) of one condition.
	maxFine = 24
	// maxFineSize bounds the size of the term of a condition that is divided.
	maxFineSize = 200
)

// shownInputs bounds the inputs of a test that the text report prints.
const shownInputs = 32
