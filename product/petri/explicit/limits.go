package explicit

// markingWork is the work of a marking that is visited, in units of package work.
const markingWork = 5

const (
	// defaultLength is the number of steps of the first runs, maxLength that of the last.
	defaultLength = 1000
	maxLength     = 1 << 20
	// sampled bounds the successors that a guided step compares.
	sampled = 12
	// largeGoal is the number of rows that a guided step may evaluate, about.
	largeGoal = 2000
)
