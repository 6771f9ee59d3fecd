package loop

const (
	// engineWork bounds the work of one engine on a contract.
	engineWork = 1500000
	// maxSearches bounds the searches for the goals of a contract.
	maxSearches = 24
	// maxGoals bounds the goals that are searched each by itself.
	maxGoals = 8
	// maxReads bounds the places of a function where elements of mappings that are followed are read.
	maxReads = 60
	// maxAtoms bounds the comparisons of a proof of which clauses are made, clauseWork the work of finding
	// those that are inductive.
	maxAtoms   = 12
	clauseWork = 2000000
	// maxBits bounds the numbers in an invariant.
	maxBits = 200
	// maxText bounds the length of an invariant.
	maxText = 1000
	// maxInvariants bounds the invariants that are proposed.
	maxInvariants = 150
)
