package trace

const (
	// maxTransactions bounds the transactions after the deployment, by default.
	maxTransactions = 3
	// maxCallDepth bounds the depth of calls that external code makes within each other, by default.
	maxCallDepth = 2
	// maxCalls bounds the calls that external code makes one after the other each time that it runs, by default.
	maxCalls = 3
	// maxDeployed bounds the other contracts that are deployed before the contract.
	maxDeployed = 2
	// maxBodies bounds the functions that are inlined for the alternatives of one transaction.
	maxBodies = 400
	// maxNamed bounds the transactions of a proposed sequence, with the calls within them.
	maxNamed = 30
	// searchWork bounds the work of one search.
	searchWork = 3000000
	// maxSearches bounds the searches for the checks of a contract.
	maxSearches = 60
	// inlineDepth bounds the nested inlining of a recursive procedure.
	inlineDepth = 4
	// maxSteps bounds the edges of an execution.
	maxSteps = 100000
	// replayWork bounds the solver queries about one execution, in units of package work.
	replayWork = 1000000
	// maxLength bounds the length of arrays that are arguments.
	maxLength = 8
	// maxDepth bounds the nesting of collections that is shown.
	maxDepth = 5
	// maxShown bounds the elements of a collection that are shown.
	maxShown = 8
)
