package ranges

const (
	// maxVisited bounds the subterms that one simplification visits; what is left stays as it is.
	maxVisited = 3000
	// maxDepth bounds the depth to which terms are looked at.
	maxDepth = 100
	// maxCases bounds the subterms of an alternative that is simplified under its condition.
	maxCases = 64
	// maxSplit bounds the conditionals in a sum whose alternatives are compared one by one.
	maxSplit = 4
	// maxInward bounds the subterms that one learnt conjunct bounds.
	maxInward = 40
	// maxEqualities bounds the equalities of a conjunction among which digits are looked for.
	maxEqualities = 32
)
