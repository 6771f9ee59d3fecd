package validate

// The bounds of runs: steps of one, of all random ones, and how many of these there are.
const (
	runSteps    = 20_000_000
	randomEach  = 200_000
	randomSteps = 4_000_000
	randomRuns  = 200
)

// dependSteps is the length of an execution, in steps, up to which it is followed what it depends on.
const dependSteps = 2_000_000

// The bounds of the exploration of paths: edges executed, work of one question and of all, in units of package work,
// terms in a condition beyond which a path is given up.
const (
	exploreEdges = 2_000_000
	exploreOne   = 3_000_000
	exploreAll   = 60_000_000
	exploreTerm  = 20_000
)

// Proofs: work of one question of the first round and of the second, in units of package work, and in cvc5's measure; recursion that is inlined; visits of loop heads
// in executions that are unrolled, at first and at last; atoms of the program that are tried as invariants; objects
// whose addresses are left open; parts of a claim's evaluation that are one condition; edges of a program that is unrolled for induction;
// work for combinations of comparisons, and for unrolling.
const (
	proveFirst     = 2_000_000
	proveSecond    = 10_000_000
	cvc5Resources  = 100_000
	recursionBound = 12
	fewVisits      = 12
	manyVisits     = 120
	maxAtoms       = 60
	maxFreeObjects = 8
	maxWP          = 64
	maxInduction   = 20_000
	inferAll       = 20_000_000
	unrollFew      = 4_000_000
	unrollMany     = 30_000_000
)
