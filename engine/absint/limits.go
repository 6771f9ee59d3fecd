package absint

const (
	// wideningDelay is the default of --widening-delay.
	wideningDelay = 2
	// narrowings is the default of --narrowings.
	narrowings = 2
)

// maxExplained bounds the characters of an invariant that is printed.
const maxExplained = 4000
