package segments

// delay is how often a loop head is joined before it is widened, narrowings the number of descending passes.
const (
	delay      = 2
	narrowings = 2
)

// maxCombined bounds the pairs of bounds of a symbol that are put together when it is left out of a formula.
const maxCombined = 64
