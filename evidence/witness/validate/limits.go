package validate

const (
	// runSteps bounds the steps of one execution.
	runSteps = 20_000_000
	// randomEach bounds the steps of one execution on random inputs.
	randomEach = 200_000
	// randomSteps bounds the steps of all executions on random inputs together.
	randomSteps = 4_000_000
	// randomRuns bounds the executions on random inputs.
	randomRuns = 200
)

// dependSteps bounds the executions whose dependences are tracked, in steps.
const dependSteps = 2_000_000

const (
	// exploreEdges bounds the edges executed in the exploration of paths.
	exploreEdges = 2_000_000
	// exploreOne bounds one solver query of that exploration, in units of package work.
	exploreOne = 3_000_000
	// exploreAll bounds all its solver queries together, in units of package work.
	exploreAll = 60_000_000
	// exploreTerm bounds the terms in a path condition; a path with more is abandoned.
	exploreTerm = 20_000
)

const (
	// proveFirst bounds one solver query of the first round of proofs, in units of package work.
	proveFirst = 2_000_000
	// proveSecond bounds one solver query of the second round, in units of package work.
	proveSecond = 10_000_000
	// cvc5Resources bounds one query to cvc5, in its own measure of resources.
	cvc5Resources = 100_000
	// recursionBound bounds the depth to which recursion is inlined.
	recursionBound = 12
	// fewVisits bounds the visits of loop heads in executions that are unrolled in the first round.
	fewVisits = 12
	// manyVisits is the same bound in the last round.
	manyVisits = 120
	// maxAtoms bounds the atoms in the program that are tried as invariants.
	maxAtoms = 60
	// maxFreeObjects bounds the objects whose addresses are arbitrary.
	maxFreeObjects = 8
	// maxWP bounds the parts of the evaluation of a claim that are one condition.
	maxWP = 64
	// maxInduction bounds the edges of a program that is unrolled for k-induction.
	maxInduction = 20_000
	// inferAll bounds the search for invariants by combining comparisons, in units of package work.
	inferAll = 20_000_000
	// unrollFew bounds the unrolling of the first round, in units of package work.
	unrollFew = 4_000_000
	// unrollMany bounds the unrolling of the last round, in units of package work.
	unrollMany = 30_000_000
)

const (
	// repeatVisits bounds the states of an execution that are all kept, to find one that comes again.
	repeatVisits = 1_000
	// turnBits is the width of the counters of turns.
	turnBits = 16
	// mostRounds bounds the turns of an execution that never ends in which it has to pass the waypoints of a cycle.
	mostRounds = 8
)
