package z3

import "time"

// minCache is the least number of translated terms that a context keeps.
const minCache = 1 << 18

// Budgets of the syntactic elimination: case splits in all, and combinations of
// bounds for one symbol.
const (
	maxCases = 64
	maxPairs = 64
)

// libz3's incremental solver treats arrays and floats lazily and learns little
// from bit-vectors' structure; where it is slow, the strategy that libz3 chooses
// for a single question, with preprocessing and bit-blasting, is often fast: table
// look-ups take 0.1 s instead of minutes. So a question about bit-vectors, floats
// and arrays of them gets a budget of work, and then a solver of its own.
const (
	// firstBudget is libz3's measure of work (rlimit), some tenths of a second.
	firstBudget = 600_000
	// After so many questions in a row that exceed the budget, the next
	// impatience ones go to a solver of their own at once.
	patience   = 2
	impatience = 15
)

// maxQuantifiers bounds the nesting of quantifiers read back.
const maxQuantifiers = 200

// memoryPeriod is the time between two looks at libz3's memory.
const memoryPeriod = 20 * time.Millisecond

// maxDefinitions bounds the assumptions that are defined at the same time.
const maxDefinitions = 512

// maxTable bounds the cells of tables that are looked up without arrays.
const maxTable = 1024

const (
	// checkWork and termWork are what a check costs besides what libz3 counts, and what a
	// term costs that is translated for it.
	checkWork = 100
	termWork  = 2
	// nonlinearPrice is the cost of a unit of libz3 where products of variables over
	// integers or reals were asserted: its arithmetic then counts 5 to 60 units for a
	// millisecond instead of some 1000.
	nonlinearPrice = 50
)
