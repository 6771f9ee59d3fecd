package condition

import "time"

const (
	// refinerWork bounds one refiner on one counterexample, in units of package work.
	refinerWork = 2_000_000
	// simplifyWork bounds the simplification of a condition, in units of package work.
	simplifyWork = 10_000_000
	// eliminationShare is the divisor for the part of the time left that an elimination by another process may take.
	eliminationShare = 4
	// maxAlone bounds the inputs of a failing execution that is added by itself, since its path cannot be followed.
	maxAlone = 1_000
	// maxSingle bounds the single executions that are added because no other inputs are known to take their way, if the property is termination.
	maxSingle = 16
	// maxCubes bounds the cubes that AllSAT enumerates for one path.
	maxCubes = 200
	// maxAtoms bounds the atoms of these cubes.
	maxAtoms = 400
	// maxProjections bounds the models that are projected when unknown values are eliminated.
	maxProjections = 50
	// searchShare is the part of the time for counterexamples and the proof, per cent.
	searchShare = 75
	// simplifyShare is the part of the time that may have passed after simplification, per cent.
	simplifyShare = 85
	// sampleShare is the part of the time that may have passed after the samples, per cent; the rest is for the report.
	sampleShare = 92
	// searchWork is the work of a search, or of an attempt to merge the paths, besides what is counted: reading the program and setting up.
	searchWork = 200_000
	// firstTurn is the work of searches after which the paths are merged for the first time, if no failing input is found before, in units of package work.
	firstTurn = 1_000_000
	// maxFirstMerge bounds the work of the first attempt to merge the paths, in units of package work; each further one may take twice as much.
	maxFirstMerge = 2_000_000
	// minFirstMerge is the least work of that attempt, in units of package work.
	minFirstMerge = 250_000
	// firstMergeShare is the divisor for the part of the work within the limits that the first attempt may take.
	firstMergeShare = 16
	// mergeShare is the work of searches and refiners for each unit of further attempts to merge the paths.
	mergeShare = 12
	// attemptShare is the divisor for the part of the time left that an attempt to merge the paths may take.
	attemptShare = 12
	// firstReads is the number of values of a repeatedly read input that the formula of all paths contains at first.
	firstReads = 4
	// maxDisjuncts bounds the disjuncts derived from the formula of all paths before it is used as it is.
	maxDisjuncts = 100
	// disjunctWork bounds the derivation of these disjuncts, in units of package work.
	disjunctWork = 2_000_000
	// maxMerged bounds the formula of all paths, in operators.
	maxMerged = 300_000
	// maxMergedReads bounds the values of one input that this formula contains.
	maxMergedReads = 64
	// maxPassing bounds the paths without failure that are collected from one search of the complement program.
	maxPassing = 8
	// complementShare is the divisor for the share of the remaining time that a search of the complement program may
	// take.
	complementShare = 3
	// maxCore bounds the conjuncts of a path condition that are dropped one by one.
	maxCore = 80
	// followSteps bounds the edges of a failing execution whose path condition is computed.
	followSteps = 5_000_000
	// dependSteps bounds the edges of a failing execution whose dependences are tracked.
	dependSteps = 500_000
	// sampleWork bounds a query for an input on one side of the condition, in units of package work.
	sampleWork = 1_000_000
	// maxTries is the number of draws for each requested sample.
	maxTries = 6
	// sampleSteps bounds the edges of an execution of a sample, where no failing execution is longer.
	sampleSteps = 20_000
	// sampleAll bounds the edges of the executions of all samples.
	sampleAll = 10_000_000
	// drawsEach is the number of draws for a sample before a solver is used.
	drawsEach = 8
	// maxStale is the number of draws in a row without a new sample after which no more are made.
	maxStale = 300
	// countedBits bounds the bits of the inputs whose values are enumerated to be counted.
	countedBits = 16
	// shareSamples is the number of values that are drawn where they are too many to be enumerated.
	shareSamples = 10_000
	// shareWork bounds the operators that are evaluated on the drawn values, beyond the least number of draws.
	shareWork = 10_000_000
	// minShare is the least number of values that are drawn.
	minShare = 500
	// maxPoints bounds the comparisons from which the values of a single input are counted.
	maxPoints = 1000
	// insideTime bounds a query to the second solver, whose work cannot be counted.
	insideTime = 10 * time.Second
	// maxSimplified bounds the conditions that are simplified, in operators.
	maxSimplified = 3_000
	// minCompact is the size, in operators, from which on a condition is written as a decision diagram.
	minCompact = 200
	// compactSteps bounds the steps of building that diagram.
	compactSteps = 4_000_000
	// factWork bounds a query that simplifies a text, in units of package work.
	factWork = 100_000
	// maxArrayReads bounds the reads of arrays that are written as decisions.
	maxArrayReads = 20_000
	// overtimeShare is the divisor for the processor time that a run may take beyond its limit before it is ended with what was found.
	overtimeShare = 20
	// foundGrowth is the divisor for the growth of the condition, in disjuncts, after which it is written for the case that a phase does not stop in time.
	foundGrowth = 8
	// maxFacts bounds the number of these queries.
	maxFacts = 300
	// maxPlain bounds a text without definitions, in bytes.
	maxPlain = 6_000
	// maxPrinted bounds a text with its definitions, in bytes; a longer condition is printed in SMT-LIB.
	maxPrinted = 1 << 16
	// minNamed is the size, in operators, from which on a repeated subterm is given a name.
	minNamed = 4
	// maxNested bounds the nesting of a term without a name, in operators.
	maxNested = 24
)
