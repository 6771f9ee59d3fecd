package trace

const (
	// maxTransactions bounds the transactions after the deployment.
	maxTransactions = 3
	// maxWithCallbacks bounds them where code outside calls back.
	maxWithCallbacks = 3
	// maxNamed bounds the transactions of a sequence that somebody proposes.
	maxNamed = 30
	// searchWork bounds the work of one search.
	searchWork = 3000000
	// maxSearches bounds the searches for the checks of a contract.
	maxSearches = 30
	// inlineDepth is how often a procedure is put in place of its calls within itself.
	inlineDepth = 4
	// maxSteps bounds the edges of an execution.
	maxSteps = 100000
	// replayWork bounds the work of the questions about one execution.
	replayWork = 1000000
	// maxLength bounds arrays that are arguments.
	maxLength = 8
	// maxDepth bounds collections within each other that are shown.
	maxDepth = 5
	// maxShown bounds the elements of a collection that are shown.
	maxShown = 8
)
