package pathcond

const (
	// maxValues bounds the values of a symbol that are enumerated: those of a byte.
	maxValues = 256
	// maxEvaluated bounds the distinct subterms of a conjunct that is evaluated for all of them.
	maxEvaluated = 400
	// maxSets bounds the sets of values that are kept for a symbol.
	maxSets = 1 << 12
	// maxDomains bounds the symbols whose sets are kept.
	maxDomains = 1 << 9
	// maxAnswers bounds the answers that are remembered.
	maxAnswers = 1 << 16
	// recent is how many models found lately are tried.
	recent = 6
	// evaluationWork is the work of a step of an evaluation, in thousandths of a unit.
	evaluationWork = 20
)
