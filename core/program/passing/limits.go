package passing

const (
	// Guesses is the number of ranking functions that are tried for a loop, see Of.
	Guesses = 3
	// maxObjects bounds the objects that an access is searched in.
	maxObjects = 64
)
