package vc

import "time"

const (
	// maxErrors bounds the errors reported for a procedure.
	maxErrors = 5
	// goalShare is the part of the work for a procedure that one question gets where some goals are asked about.
	goalShare = 16
	// maxCommands bounds the commands of a procedure after inlining.
	maxCommands = 200000
	// maxUnrolled bounds the blocks of a graph whose loops are unrolled.
	maxUnrolled = 3000
	// maxLeaves bounds the terms that a value of a datatype is made of.
	maxLeaves = 4096
	// maxUnfold bounds function bodies that are unfolded within each other.
	maxUnfold = 200
	// maxPower bounds constant exponents.
	maxPower = 64
	// maxThresholds bounds the numbers at which widening stops for a round.
	maxThresholds = 90
	// narrowings bounds the rounds after widening in the interval analysis.
	narrowings = 2
	// grace is how long after its limit a solver may take to end.
	grace = 5 * time.Second
	// shownStores bounds the elements of a map that a counterexample prints.
	shownStores = 8
)
