package facts

const (
	maxPerLocation  = 400       // bounds the facts of a board at a location; the first are kept
	maxFacts        = 20_000    // bounds the facts of a board
	maxSize         = 2_000     // bounds the size of a formula, in operators
	maxBorrowed     = 60        // bounds the atoms from other locations that are tried at a location
	maxPaired       = 10        // bounds the predicates of a location that are tried in clauses of two literals
	maxOps          = 50_000    // bounds the operations of a program on which facts are checked
	checkWork       = 4_000_000 // is the work of a check, in units of package work
	perQuestion     = 200_000   // is the work of one solver query of a check, in units of package work
	maxExpression   = 10_000    // bounds a C expression, in bytes
	maxWarnings     = 10        // bounds the dropped facts of a file that are listed
	maxSMTLIBLength = 1 << 20   // bounds a formula in SMT-LIB, in bytes
	maxBound        = 3         // bounds the bound symbols of a fact about all cells
	maxAliases      = 8         // bounds the variables, copies of each other, that may replace one that passes have eliminated
	maxBases        = 4         // bounds the addresses that are tried as the target of a pointer in a user's fact
)
