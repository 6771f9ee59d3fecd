package traceabs

// analysisWork is the default of --analysis-work, in units of package work.
const analysisWork = 1_000_000

const (
	// wideningDelay is the default of --widening-delay.
	wideningDelay = 2
	// narrowings is the default of --narrowings.
	narrowings = 1
)

// maxCopies bounds the locations of a path program in which the ways of the last turns are kept apart.
const maxCopies = 400

// maxAnnotations bounds the formulas of discarded states that are kept.
const maxAnnotations = 20000

// maxStates bounds the states of the automaton of the paths that are not refuted yet.
const maxStates = 1 << 20

// tripleWork bounds one Hoare check that makes a proof more general, in units of package work.
const tripleWork = 500_000

// coreBudget bounds the solver queries that minimise one core.
const coreBudget = 8

// maxPublished bounds the formulas of a location that are published.
const maxPublished = 60

// maxCached bounds the cached Hoare triples; a full cache is emptied.
const maxCached = 1 << 20

const (
	// maxDrawn bounds the automata that are drawn: the last ones.
	maxDrawn = 12
	// maxLabel bounds the characters of a formula in a drawing.
	maxLabel = 200
	// maxLetters bounds the letters (edges of the program) shown beside a transition.
	maxLetters = 3
)

// maxExplained bounds the characters of a formula that is printed.
const maxExplained = 4000
