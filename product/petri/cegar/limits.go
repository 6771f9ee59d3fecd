package cegar

const (
	// maxBetter bounds the better markings followed from one skipped partial solution.
	maxBetter = 12

	// maxReplay bounds the sequences in which every prefix is looked at.
	maxReplay = 5000
)

const (
	// maxStarts bounds the refinement loops that start where a case was split.
	maxStarts = 4

	// maxEffort bounds the markings visited for one solution; a marking takes about 100 bytes.
	maxEffort = 4_000_000
)

// rivals bounds the open cases whose refinement loops run side by side.
const rivals = 8

// maxTries bounds the solver calls for jumps between two looks at the limits.
const maxTries = 16

// maxLemmas bounds what is remembered.
const maxLemmas = 200

const (
	// nodesPerUnit is how many markings take about as long as a call of the integer solver.
	nodesPerUnit = 500

	// maxLeaves bounds the partial solutions of one solution.
	maxLeaves = 128

	// enoughNodes is how many branch-and-bound nodes minimality of a solution is worth.
	enoughNodes = 200
)

// seeds is the number of start transitions tried.
const seeds = 6
