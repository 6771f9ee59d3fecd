package passing

const (
	// Guesses is the number of measures that are worth a try for a loop, see Of.
	Guesses = 3
	// maxObjects bounds the objects among which an access is looked for.
	maxObjects = 64
)
