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
	// maxRefuted bounds the steps of looking for a contradiction among bounds of floats.
	maxRefuted = 20_000
	// floatWork is for a question about floats to the solver: where that is hard, the search
	// goes on as if both outcomes were possible.
	floatWork = 400_000
	// After a question that the solver gave up, it is not asked about floats for firstPause
	// questions, and for more and more of them up to longestPause while it gives up.
	firstPause   = 8
	longestPause = 512
	// maxAnswers bounds the answers that are remembered.
	maxAnswers = 1 << 16
	// recent is how many models found lately are tried.
	recent = 6
	// evaluationWork is the work of a step of an evaluation, in thousandths of a unit.
	evaluationWork = 150
)
