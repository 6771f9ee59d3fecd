package segments

// delay is how often a loop head is joined before it is widened, narrowings the number of descending passes.
const (
	delay      = 2
	narrowings = 2
)
