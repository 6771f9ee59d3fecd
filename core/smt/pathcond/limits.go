package pathcond

const (
	// maxValues bounds the values of a symbol that are enumerated: those of a byte.
	maxValues = 256
	// maxEvaluated bounds the distinct subterms of a conjunct that is evaluated for all values of its symbol.
	maxEvaluated = 400
	// maxSets bounds the distinct sets of values that are stored.
	maxSets = 1 << 12
	// maxDomains bounds the symbols whose sets of values are stored.
	maxDomains = 1 << 9
	// maxRefuted bounds the steps of the search for a contradiction among bounds of floats.
	maxRefuted = 20_000
	// floatWork bounds a solver query about floats, in units of package work: where that is hard, the search continues
	// as if both outcomes were possible.
	floatWork = 400_000
	// firstPause is the number of queries about floats that are skipped after the solver gave up on one.
	firstPause = 8
	// longestPause bounds that number, which grows while the solver keeps giving up.
	longestPause = 512
	// maxAnswers bounds the cached answers.
	maxAnswers = 1 << 16
	// recent is the number of recent models that are tried before the solver.
	recent = 6
	// evaluationWork is the work of a step of an evaluation, in thousandths of a unit.
	evaluationWork = 150
)
