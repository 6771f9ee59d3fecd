package trace

const (
	// maxTransactions bounds the transactions after the deployment.
	maxTransactions = 3
	// maxWithCallbacks bounds the transactions where external code calls back.
	maxWithCallbacks = 3
	// maxNamed bounds the transactions of a proposed sequence.
	maxNamed = 30
	// searchWork bounds the work of one search.
	searchWork = 3000000
	// maxSearches bounds the searches for the checks of a contract.
	maxSearches = 30
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
