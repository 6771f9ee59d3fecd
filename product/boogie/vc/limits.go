package vc

import "time"

const (
	// maxErrors bounds the errors reported for a procedure.
	maxErrors = 5
	// goalShare is the divisor for the share of a procedure's work that one query gets where goals are checked
	// separately.
	goalShare = 16
	// maxCommands bounds the commands of a procedure after inlining.
	maxCommands = 200000
	// maxUnrolled bounds the blocks of a graph whose loops are unrolled.
	maxUnrolled = 3000
	// maxSplit bounds the blocks of a graph in which cycles of gotos with several entries are copied.
	maxSplit = 3000
	// maxLeaves bounds the terms that represent a value of a datatype.
	maxLeaves = 4096
	// maxTypeDepth bounds the nesting of types.
	maxTypeDepth = 12
	// maxInstances bounds the instances of quantifiers over types and of parts of polymorphic maps in a verification condition.
	maxInstances = 4000
	// maxUnfold bounds the nesting of unfolded function bodies.
	maxUnfold = 200
	// maxPower bounds constant exponents of powers.
	maxPower = 64
	// maxThresholds bounds the widening thresholds of a round.
	maxThresholds = 90
	// narrowings bounds the narrowing iterations of the interval analysis.
	narrowings = 2
	// grace is the time by which a solver may exceed its limit.
	grace = 5 * time.Second
	// shownStores bounds the elements of a map that a counterexample prints.
	shownStores = 8
)
