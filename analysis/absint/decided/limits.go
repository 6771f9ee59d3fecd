package decided

const (
	// delay is the number of joins at a loop head before widening starts.
	delay = 2
	// narrowings is the number of narrowing (descending) iterations.
	narrowings = 2
)

// maxConditions bounds the conditions of an operation that are decided.
const maxConditions = 8
