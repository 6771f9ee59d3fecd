package reduce

// maxArcs bounds the arcs of a joined transition.
const maxArcs = 400

const (
	// maxOrigin bounds the length of the sequence a transition or the prefix stands for.
	maxOrigin = 100_000

	// maxRounds bounds the repetition of all rules; each round removes something.
	maxRounds = 10_000
)

// maxGroup bounds the pairs compared among transitions or places that look alike.
const maxGroup = 64
