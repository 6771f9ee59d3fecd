package reduce

// maxArcs bounds the arcs of an agglomerated transition.
const maxArcs = 400

const (
	// maxOrigin bounds the length of the firing sequence that a transition or the prefix stands for.
	maxOrigin = 100_000

	// maxRounds bounds the rounds of applying all rules; each round removes something.
	maxRounds = 10_000
)

// maxGroup bounds the pairs compared within a group of similar transitions or places.
const maxGroup = 64
