package infer

const (
	// maxPlaces bounds the integer values of a loop that templates relate.
	maxPlaces = 16
	// maxNumbers bounds the constants that these values are compared with.
	maxNumbers = 6
	// maxCandidates bounds the candidate invariants of a loop.
	maxCandidates = 400
	// maxRounds bounds the rounds in which candidates are removed; then none is left.
	maxRounds = 40
	// maxFailures bounds the candidates of a procedure that fail in one round.
	maxFailures = 2000
	// maxSize bounds the length of a candidate's text, in bytes.
	maxSize = 2000
	// engineWork bounds the work of an engine on a procedure.
	engineWork = 2000000
)
