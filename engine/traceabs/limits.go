package traceabs

// Bounds of the analysis of a path program: variables in a group that is related,
// rows of a polyhedron, and work, see relational.Options.
const (
	packSize = 10
	maxRows  = 100
	maxWork  = 1_000_000
)

// Iterations of the fixpoint engine: loop heads are joined before they are
// widened, and one narrowing pass follows.
const (
	wideningDelay = 2
	narrowings    = 1
)

// maxAnnotations bounds the formulas of dropped states.
const maxAnnotations = 20000

// maxStates bounds the automaton of the paths that are not refuted yet.
const maxStates = 1 << 20

// coreBudget bounds the solver calls that make one core smaller.
const coreBudget = 8

// maxPublished bounds the formulas of a location that are published.
const maxPublished = 60

// maxCached bounds the remembered triples; a full cache is emptied.
const maxCached = 1 << 20

const (
	// maxDrawn bounds the automata that are drawn, the last ones.
	maxDrawn = 12
	// maxLabel bounds the characters of a formula in a drawing, maxLetters what stands beside an edge.
	maxLabel, maxLetters = 200, 3
)
