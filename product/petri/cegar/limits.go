package cegar

const (
	// maxBetter bounds the better markings that are expanded from one skipped partial solution.
	maxBetter = 12

	// maxReplay bounds the length of sequences in which every prefix is examined.
	maxReplay = 5000
)

const (
	// maxStarts bounds the refinement loops that start where a case was split.
	maxStarts = 4

	// maxEffort bounds the markings visited for one solution; a marking takes about 100 bytes.
	maxEffort = 4_000_000
)

// rivals bounds the open cases whose refinement loops run interleaved.
const rivals = 8

// maxTries bounds the solver calls for jumps between two checks of the limits.
const maxTries = 16

// maxLemmas bounds the lemmas that are kept.
const maxLemmas = 200

const (
	// nodesPerUnit is the number of markings that take about the time of one call of the integer solver.
	nodesPerUnit = 500

	// maxLeaves bounds the partial solutions derived from one solution.
	maxLeaves = 128

	// enoughNodes bounds the branch-and-bound nodes spent on minimising a solution.
	enoughNodes = 200
)

// seeds is the number of initial transitions that are tried.
const seeds = 6

const (
	// maxExplained bounds the events that an explanation shows.
	maxExplained = 2000

	// maxVector is the number of transitions up to which vectors are written in full.
	maxVector = 16

	// maxSequence bounds the transitions of a sequence that an explanation shows.
	maxSequence = 40
)
