package loop

const (
	// engineWork bounds the work of one engine on a contract.
	engineWork = 1500000
	// maxSearches bounds the searches for the goals of a contract.
	maxSearches = 24
	// maxGoals bounds the goals that are searched each by itself.
	maxGoals = 8
	// maxText bounds the length of an invariant.
	maxText = 1000
	// maxInvariants bounds the invariants that are proposed.
	maxInvariants = 150
)
