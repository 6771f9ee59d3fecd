package facts

// The limits of a board and its checks.
const (
	maxPerLocation  = 400       // facts of a board at a location, the first are kept
	maxFacts        = 20_000    // of a board
	maxSize         = 2_000     // operators of a formula
	maxBorrowed     = 60        // atoms of other places that are tried at a location
	maxPaired       = 10        // predicates of a location that are tried in clauses of two
	maxOps          = 50_000    // operations of a program on which facts are checked
	checkWork       = 4_000_000 // of a check, in the units of package work
	perQuestion     = 200_000   // of a question of a check, in the units of package work
	maxExpression   = 10_000    // bytes of a C expression
	maxWarnings     = 10        // facts of a file that are named when they are dropped
	maxSMTLIBLength = 1 << 20
	maxBound        = 3 // bound symbols of a fact about all cells
	maxAliases      = 8 // variables that are copies of each other and may stand for one that passes have replaced
	maxBases        = 4 // addresses that are tried as those of what a person's pointer points at
)
