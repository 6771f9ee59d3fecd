package explicit

// markingWork is the work of a marking that is visited, in units of package work.
const markingWork = 5

const (
	// defaultLength is the number of steps of the first random walks.
	defaultLength = 1000
	// maxLength bounds the steps of the last ones.
	maxLength = 1 << 20
	// sampled bounds the successors that a guided step compares.
	sampled = 12
	// largeGoal bounds the rows of a goal that a guided step evaluates, approximately.
	largeGoal = 2000
)
