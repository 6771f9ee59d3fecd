package z3

import "time"

// minCache is the number of translated terms that a context keeps in any case.
const minCache = 1 << 18

const (
	// maxCases bounds the case splits of one syntactic quantifier elimination.
	maxCases = 64
	// maxPairs bounds the pairs of a lower and an upper bound that are combined for one symbol in syntactic quantifier
	// elimination.
	maxPairs = 64
	// maxMoved bounds the summands that are moved to the other side of an equation in syntactic quantifier elimination.
	maxMoved = 16
)

// libz3's incremental solver treats arrays and floats lazily and learns little
// from bit-vectors' structure; where it is slow, the strategy that libz3 chooses
// for a single question, with preprocessing and bit-blasting, is often fast: table
// look-ups take 0.1 s instead of minutes, and clauses for formulas without arrays
// still faster. So a question about bit-vectors, floats and arrays of them gets a
// budget of work, and then solvers of its own (docs/backends.md).
const (
	// firstBudget is the first budget of the incremental solver, in libz3's measure of work (rlimit): some hundredths of a
	// second.
	firstBudget = 100_000
	// arrayFactor multiplies that budget where arrays cannot be eliminated, so that one-shot solving is slower.
	arrayFactor = 6
	// patience is the number of queries in a row beyond the budget after which the incremental solver is skipped for a
	// while.
	patience = 2
	// impatience is the number of queries that then go to a one-shot solver at once.
	impatience = 15
)

const (
	// lateRefusal is the number of terms rewritten in vain after which the arrays of the next queries, as many as impatience, are left.
	lateRefusal = 1 << 16
	// firstTurn is the first budget of libz3's choice of a strategy where it takes turns with solving by clauses, in libz3's measure of work.
	firstTurn = 4_000_000
	// clauseShare multiplies that budget for solving by clauses, which comes first: it is faster on most queries.
	clauseShare = 4
	// turnGrowth is the factor by which the budgets grow from turn to turn.
	turnGrowth = 4
	// lastTurn is the budget from which on a turn may use up all that is left.
	lastTurn = 1 << 30
)

// maxQuantifiers bounds the nesting of quantifiers in terms read back.
const maxQuantifiers = 200

// memoryPeriod is the interval at which libz3's memory use is checked.
const memoryPeriod = 20 * time.Millisecond

// maxDefinitions bounds the assumptions that are defined by literals at the same time.
const maxDefinitions = 512

// maxTable bounds the cells of a constant table whose reads are encoded without arrays.
const maxTable = 1024

const (
	// checkWork is the fixed cost of a check besides what libz3 counts, in units of package work.
	checkWork = 100
	// termWork is the cost of translating, rewriting or evaluating one term, in units of package work.
	termWork = 2
	// nonlinearPrice is the cost of one of libz3's units where products of variables over integers or reals were
	// asserted: its arithmetic then counts 5 to 60 units per millisecond instead of some 1000.
	nonlinearPrice = 50
)
