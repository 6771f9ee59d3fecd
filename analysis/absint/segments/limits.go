package segments

const (
	// delay is the number of joins at a loop head before widening starts.
	delay = 2
	// narrowings is the number of narrowing (descending) iterations.
	narrowings = 2
)

// maxCombined bounds the pairs of a lower and an upper bound of a symbol that are combined when the symbol is eliminated
// from a formula.
const maxCombined = 64
