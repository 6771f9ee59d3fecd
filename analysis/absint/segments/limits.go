package segments

const (
	// delay is the number of joins at a loop head before widening starts.
	delay = 2
	// narrowings is the number of narrowing (descending) iterations.
	narrowings = 2
)

// divideWork bounds the division of a program into segments, in units of package work; beyond it the program is analysed undivided.
const divideWork = 2_000_000

// maxCombined bounds the pairs of a lower and an upper bound of a symbol that are combined when the symbol is eliminated
// from a formula.
const maxCombined = 64
