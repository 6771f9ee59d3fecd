package loop

const (
	// engineWork bounds the work of one engine on a contract.
	engineWork = 1500000
	// maxSearches bounds the searches for the goals of a contract.
	maxSearches = 24
	// maxGoals bounds the goals that are searched separately.
	maxGoals = 8
	// maxReads bounds the locations of a function with reads of mapping elements that are tracked.
	maxReads = 60
	// maxAtoms bounds the comparisons in a proof from which clauses are formed.
	maxAtoms = 12
	// clauseWork bounds the search for those clauses that are inductive, in units of package work.
	clauseWork = 2000000
	// maxBegun bounds the calls before a point of a path that are supposed to be within one that it continues.
	maxBegun = 3
	// maxSequences bounds the sequences that a path may stand for.
	maxSequences = 8
	// maxBits bounds the bits of a constant in an invariant.
	maxBits = 200
	// maxText bounds the length of an invariant.
	maxText = 1000
	// maxInvariants bounds the invariants that are proposed.
	maxInvariants = 150
)
