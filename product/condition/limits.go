package condition

import "time"

const (
	// refinerWork is what one refiner may do on one counterexample, in units of package work.
	refinerWork = 2_000_000
	// simplifyWork bounds the simplification of a condition, in units of package work.
	simplifyWork = 10_000_000
	// maxCubes bounds the combinations that AllSAT lists for one path.
	maxCubes = 200
	// maxAtoms bounds the atoms that it combines.
	maxAtoms = 400
	// maxProjections bounds the models that the elimination of unknown values projects.
	maxProjections = 50
	// searchShare is the part of the time for counterexamples and the proof, per cent.
	searchShare = 75
	// simplifyShare is the part of the time that may be over after simplification, per cent.
	simplifyShare = 85
	// sampleShare is the part of the time that may be over after the samples, per cent; the rest is for the report.
	sampleShare = 92
	// mergeWork is what unwinding the program with its paths merged may do at least, in units of package work.
	mergeWork = 3_000_000
	// earlyWork bounds that before the first search.
	earlyWork = 6_000_000
	// mergeShare is the part of the work planned that it may do, as a divisor.
	mergeShare = 3
	// firstReads is the number of values of an input read repeatedly that the formula of all paths speaks of at first.
	firstReads = 4
	// maxDisjuncts is the number of disjuncts after which the formula of all paths is taken as it is.
	maxDisjuncts = 100
	// disjunctWork is what may be spent on the disjuncts that come of the formula of all paths before it is taken as it is.
	disjunctWork = 2_000_000
	// maxMerged bounds the formula that comes of it, in operators.
	maxMerged = 300_000
	// maxMergedReads bounds the values of one input that it speaks of.
	maxMergedReads = 64
	// maxPassing bounds the paths that do not fail which one look at the complement collects.
	maxPassing = 8
	// complementShare is the part of the time left that a search in the complement may take, as a divisor.
	complementShare = 3
	// maxCore bounds the conjuncts of a path's condition that are dropped one by one.
	maxCore = 80
	// followSteps bounds the edges of a failing execution that is run again.
	followSteps = 5_000_000
	// dependSteps bounds the edges of one whose dependences are followed.
	dependSteps = 500_000
	// sampleWork bounds a question for an input on one side of the condition, in units of package work.
	sampleWork = 1_000_000
	// maxTries is the number of draws for each sample that is wanted.
	maxTries = 6
	// sampleSteps bounds the edges of an execution of a sample, where no failing one is longer.
	sampleSteps = 20_000
	// sampleAll bounds those of all samples.
	sampleAll = 10_000_000
	// drawsEach is the number of draws for a sample before a solver is asked.
	drawsEach = 8
	// maxStale is the number of draws in a row that are known already after which no more are made.
	maxStale = 300
	// countedBits bounds the bits of the inputs whose values are counted one by one.
	countedBits = 16
	// shareSamples is the number of values that are drawn where they are too many to be counted.
	shareSamples = 10_000
	// shareWork bounds the operators that are evaluated for that, as long as minShare values are drawn.
	shareWork = 10_000_000
	minShare  = 500
	// maxPoints bounds the comparisons by which the values of a single input are counted.
	maxPoints = 1000
	// insideTime is the time of a question to the second solver, whose work cannot be counted.
	insideTime = 10 * time.Second
	// maxSimplified bounds the conditions that are simplified, in operators.
	maxSimplified = 3_000
	// minCompact is the size, in operators, from which on a condition is written as a diagram, with so many steps at most.
	minCompact, compactSteps = 200, 4_000_000
	// factWork bounds a question that makes a text plainer, in units of package work.
	factWork = 100_000
	// maxFacts bounds the number of these questions.
	maxFacts = 300
	// maxPlain bounds a text without definitions of its own, in bytes.
	maxPlain = 6_000
	// minNamed is the size, in operators, from which on what occurs several times has a name.
	minNamed = 4
	// maxNested bounds the nesting of what has no name, in operators.
	maxNested = 24
)
