package decided

// delay is how often a loop head is joined before it is widened, narrowings the number of descending passes.
const (
	delay      = 2
	narrowings = 2
)

// maxConditions bounds the conditions of an operation that are decided.
const maxConditions = 8
